// Every call of the back office by module: bound by the server, documented as OpenAPI, and enumerated by the role matrix
// test.
import type { Endpoint } from '../endpoint.ts'
import type { FileCall } from '../files.ts'
import { adminProofCalls, adminProofFiles } from '../proofs.ts'
import { approvalCalls, approvalFiles } from './approvals.ts'
import { auditCalls, auditFiles } from './audit.ts'
import { adminBankingCalls, adminBankingFiles } from './banking.ts'
import { broadcastCalls, broadcastFiles } from './broadcasts.ts'
import { adminBannerCalls, adminFileCalls, adminPageCalls, adminPopupCalls } from './content.ts'
import { dashboardCalls } from './dashboard.ts'
import { adminDepositCalls, adminDepositFiles } from './deposits.ts'
import { invitationCalls, invitationFiles } from './invitations.ts'
import { adminInvoiceCalls, adminInvoiceFiles } from './invoices.ts'
import { ledgerCalls, ledgerFiles } from './ledger.ts'
import { adminLevelCalls, adminLevelFiles } from './levels.ts'
import { adjustmentCalls } from './manual-adjustments.ts'
import { adminMemberDataCalls, adminMemberCalls, adminMemberFiles, adminMemberNoteCalls } from './members.ts'
import { nameCalls } from './names.ts'
import { adminReportCalls, adminReportFiles } from './reports.ts'
import {
  adminCampaignCalls,
  adminObjectionCalls,
  adminOrderCalls,
  adminReviewFiles,
  previewCalls,
} from './reviews.ts'
import { ringCalls } from './rings.ts'
import { searchCalls } from './search.ts'
import { adminSettingCalls, adminSettingFiles } from './settings.ts'
import { staffCalls, staffFiles } from './staff.ts'
import { adminSupportCalls, adminSupportFiles } from './support.ts'
import { takenCalls } from './taken.ts'
import { adminTermsCalls } from './terms.ts'
import { adminWithdrawalCalls, adminWithdrawalFiles } from './withdrawals.ts'

export const backoffice = {
  dashboard: dashboardCalls,
  search: searchCalls,
  names: nameCalls,
  staff: staffCalls,
  approvals: approvalCalls,
  audit: auditCalls,
  taken: takenCalls,
  members: adminMemberCalls,
  member_data: adminMemberDataCalls,
  member_notes: adminMemberNoteCalls,
  invitations: invitationCalls,
  campaigns: adminCampaignCalls,
  tracking: previewCalls,
  orders: adminOrderCalls,
  objections: adminObjectionCalls,
  reports: adminReportCalls,
  rings: ringCalls,
  support: adminSupportCalls,
  banking: adminBankingCalls,
  deposits: adminDepositCalls,
  withdrawals: adminWithdrawalCalls,
  invoices: adminInvoiceCalls,
  proofs: adminProofCalls,
  settings: adminSettingCalls,
  levels: adminLevelCalls,
  broadcasts: broadcastCalls,
  ledger: ledgerCalls,
  manual_adjustments: adjustmentCalls,
  pages: adminPageCalls,
  terms: adminTermsCalls,
  popups: adminPopupCalls,
  banner: adminBannerCalls,
  files: adminFileCalls,
} satisfies Record<string, Record<string, Endpoint>>

/** Calls whose response is a file. */
export const backofficeFiles = {
  staff: staffFiles,
  approvals: approvalFiles,
  audit: auditFiles,
  reviews: adminReviewFiles,
  reports: adminReportFiles,
  support: adminSupportFiles,
  members: adminMemberFiles,
  invitations: invitationFiles,
  broadcasts: broadcastFiles,
  invoices: adminInvoiceFiles,
  ledger: ledgerFiles,
  banking: adminBankingFiles,
  deposits: adminDepositFiles,
  withdrawals: adminWithdrawalFiles,
  proofs: adminProofFiles,
  settings: adminSettingFiles,
  levels: adminLevelFiles,
} satisfies Record<string, Record<string, FileCall>>
