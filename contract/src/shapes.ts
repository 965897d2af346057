// Named schemas of the API's description, each once, by its domain name. For the server only; the apps use the types.
import type { z } from 'zod'
import { proposal, person as operatorRef } from './backoffice/approvals.ts'
import { auditEvent } from './backoffice/audit.ts'
import { bankStatement } from './backoffice/bank-statements.ts'
import { bankLine, refund, waitingProposal } from './backoffice/banking.ts'
import { adminBroadcast, message as broadcastText } from './backoffice/broadcasts.ts'
import {
  pageContent,
  adminPage,
  popupContent,
  adminPopup,
  bannerContent,
  adminBanner,
} from './backoffice/content.ts'
import { csvMapping } from './backoffice/csv-mapping.ts'
import { adminDeposit, cardEvent } from './backoffice/deposits.ts'
import {
  account as ledgerAccount,
  posting as ledgerPosting,
  entry as ledgerEntry,
  chain as ledgerChain,
  checkRun,
  finding as ledgerFinding,
  freeze as paymentFreeze,
} from './backoffice/ledger.ts'
import { row as levelRow } from './backoffice/levels.ts'
import { adminMember } from './backoffice/members.ts'
import { named } from './backoffice/names.ts'
import { dayBalance, reconciliation } from './backoffice/reconciliation.ts'
import { adminCampaign, orderInReview, adminObjection } from './backoffice/reviews.ts'
import { receiveAccount } from './backoffice/settings.ts'
import { operator, colleague } from './backoffice/staff.ts'
import { adminConversation, answerTemplate, conversationNote } from './backoffice/support.ts'
import { batch as payoutBatch, batchItem, riskFact, riskNote } from './backoffice/withdrawals.ts'
import { address, bank, bankDetails, payee } from './banking.ts'
import { bankAnswer, payoutDelay } from './banking.ts'
import {
  campaign,
  campaignDraft,
  campaignForm,
  campaignStatus,
  campaignQuote,
  cancelQuote,
  landingCheck,
} from './campaigns.ts'
import { contentPage, settings } from './content.ts'
import { deposit, depositStatus, transferInstructions, checkoutInstructions } from './deposits.ts'
import { statementLine } from './documents.ts'
import { money, locale } from './fields.ts'
import { id } from './ids.ts'
import { level } from './levels.ts'
import { memberLock, user, sessionAnswer } from './members.ts'
import { notification, notificationSettings } from './notices.ts'
import { product, objection, turns, counts as visitCounts } from './orders.ts'
import { staffAction, levelEvent } from './personal-data.ts'
import {
  postbackBody,
  postbackAnswer,
  postbackKey,
  postbackDelivery,
  verificationOfCampaign,
} from './postbacks.ts'
import { proofOnWire, proofKey, provedLeaf, evidence, adminProof, provedLine } from './proofs.ts'
import { done, assertion, attestation, passkey, creationOptions, requestOptions } from './security.ts'
import {
  complaint,
  conversation,
  message as supportMessage,
  statementOfReasons,
  subject,
  movedDueTime,
} from './support.ts'
import { memberTerms, agreedPage, termsVersion } from './terms.ts'
import { campaignResults } from './tracking.ts'
import { figures } from './transparency.ts'
import { withdrawal, withdrawalStatus } from './withdrawals.ts'

export const shapes: Readonly<Record<string, z.ZodType>> = {
  MemberLock: memberLock,
  MemberTerms: memberTerms,
  Address: address,
  AdminBanner: adminBanner,
  AdminBroadcast: adminBroadcast,
  AdminConversation: adminConversation,
  AnswerTemplate: answerTemplate,
  ConversationNote: conversationNote,
  Complaint: complaint,
  Conversation: conversation,
  SupportMessage: supportMessage,
  StatementOfReasons: statementOfReasons,
  Subject: subject,
  MovedDueTime: movedDueTime,
  AdminCampaign: adminCampaign,
  AdminDeposit: adminDeposit,
  AdminMember: adminMember,
  AdminObjection: adminObjection,
  AdminPage: adminPage,
  AdminPopup: adminPopup,
  AdminProof: adminProof,
  AuditEvent: auditEvent,
  AgreedPage: agreedPage,
  Bank: bank,
  BankDetails: bankDetails,
  BankLine: bankLine,
  BankStatement: bankStatement,
  BroadcastText: broadcastText,
  BannerContent: bannerContent,
  Campaign: campaign,
  CampaignDraft: campaignDraft,
  CampaignForm: campaignForm,
  CampaignQuote: campaignQuote,
  CampaignResults: campaignResults,
  CampaignStatus: campaignStatus,
  CampaignVerification: verificationOfCampaign,
  CancelQuote: cancelQuote,
  CardEvent: cardEvent,
  CheckoutInstructions: checkoutInstructions,
  Colleague: colleague,
  CsvMapping: csvMapping,
  DayBalance: dayBalance,
  ContentPage: contentPage,
  Deposit: deposit,
  DepositStatus: depositStatus,
  Done: done,
  Figures: figures,
  Id: id,
  LandingCheck: landingCheck,
  LedgerAccount: ledgerAccount,
  Named: named,
  RiskFact: riskFact,
  LedgerChain: ledgerChain,
  LedgerCheckRun: checkRun,
  LedgerEntry: ledgerEntry,
  LedgerFinding: ledgerFinding,
  LedgerPosting: ledgerPosting,
  Level: level,
  LevelEvent: levelEvent,
  LevelRow: levelRow,
  Locale: locale,
  Money: money,
  Notification: notification,
  NotificationSettings: notificationSettings,
  Objection: objection,
  Operator: operator,
  OperatorRef: operatorRef,
  OrderInReview: orderInReview,
  PageContent: pageContent,
  Passkey: passkey,
  PasskeyAssertion: assertion,
  PasskeyAttestation: attestation,
  PasskeyCreationOptions: creationOptions,
  PasskeyRequestOptions: requestOptions,
  Payee: payee,
  PaymentFreeze: paymentFreeze,
  PayoutAccount: bankAnswer,
  PayoutBatch: payoutBatch,
  PayoutBatchItem: batchItem,
  PendingProposal: waitingProposal,
  PopupContent: popupContent,
  PostbackDelivery: postbackDelivery,
  PostbackEvent: postbackBody,
  PostbackKey: postbackKey,
  PostbackOutcome: postbackAnswer,
  Product: product,
  Proof: proofOnWire,
  ProofLine: provedLine,
  ProofEvidence: evidence,
  ProofKey: proofKey,
  ProofLeaf: provedLeaf,
  Proposal: proposal,
  ReceivingAccount: receiveAccount,
  Reconciliation: reconciliation,
  Refund: refund,
  RiskNote: riskNote,
  Session: sessionAnswer,
  Settings: settings,
  StaffAction: staffAction,
  StatementLine: statementLine,
  TermsVersion: termsVersion,
  TransferInstructions: transferInstructions,
  Turns: turns,
  User: user,
  VisitCounts: visitCounts,
  Withdrawal: withdrawal,
  PayoutDelay: payoutDelay,
  WithdrawalStatus: withdrawalStatus,
}
