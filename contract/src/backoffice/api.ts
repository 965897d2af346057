// Every call of the back office by module, beside those of members: bound by the server, printed as OpenAPI, and walked
// through by the role matrix.
import type { Endpoint } from '../endpoint.ts'
import type { FileCall } from '../files.ts'
import { approvalCalls, approvalFiles } from './approvals.ts'
import { auditCalls, auditFiles } from './audit.ts'
import { officeBannerCalls, officeFileCalls, officePageCalls, officePopupCalls } from './content.ts'
import { bookCalls, bookFiles } from './ledger.ts'
import { dashboardCalls } from './dashboard.ts'
import { broadcastCalls, broadcastFiles } from './broadcasts.ts'
import { officeLevelCalls } from './levels.ts'
import { invitationCalls, invitationFiles } from './invitations.ts'
import { officePaymentCalls, officePaymentFiles } from './payments.ts'
import { officePayoutCalls, officePayoutFiles } from './payouts.ts'
import { byHandCalls } from './by-hand.ts'
import { officeLookCalls, officeMemberCalls, officeMemberFiles } from './members.ts'
import {
  officeCampaignCalls,
  officeObjectionCalls,
  officeOrderCalls,
  officeReviewFiles,
  previewCalls,
} from './reviews.ts'
import { officeProofCalls, officeProofFiles } from '../proofs.ts'
import { officeSettingCalls } from './settings.ts'
import { staffCalls, staffFiles } from './staff.ts'

export const backoffice = {
  dashboard: dashboardCalls,
  staff: staffCalls,
  approvals: approvalCalls,
  audit: auditCalls,
  members: officeMemberCalls,
  looks: officeLookCalls,
  invitations: invitationCalls,
  campaigns: officeCampaignCalls,
  tracking: previewCalls,
  orders: officeOrderCalls,
  objections: officeObjectionCalls,
  payments: officePaymentCalls,
  payouts: officePayoutCalls,
  proofs: officeProofCalls,
  settings: officeSettingCalls,
  levels: officeLevelCalls,
  broadcasts: broadcastCalls,
  books: bookCalls,
  by_hand: byHandCalls,
  pages: officePageCalls,
  popups: officePopupCalls,
  banner: officeBannerCalls,
  files: officeFileCalls,
} satisfies Record<string, Record<string, Endpoint>>

/** Those that answer with a file. */
export const backofficeFiles = {
  staff: staffFiles,
  approvals: approvalFiles,
  audit: auditFiles,
  reviews: officeReviewFiles,
  members: officeMemberFiles,
  invitations: invitationFiles,
  broadcasts: broadcastFiles,
  books: bookFiles,
  payments: officePaymentFiles,
  payouts: officePayoutFiles,
  proofs: officeProofFiles,
} satisfies Record<string, Record<string, FileCall>>
