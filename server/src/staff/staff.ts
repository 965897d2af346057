// Staff: operators, sessions, roles, and the audit log. Its events are append-only (staff.test.ts) and contain no member's
// name, phone or address, because they outlive the account.
export {
  actorOf,
  listActionsOnMember,
  type NewAuditEvent,
  type StaffActionCode,
  type AuditSnapshot,
  reasonOfLook,
  recordAuditEvent,
  recordAuditEvents,
} from './audit-log.ts'
export { type AuditLogFinding, checkAuditLog, checkAuditLogFrom } from './audit-log.check.ts'
export { auditEventsOfMember } from './audit.routes.ts'
export { findOpenProposal } from './approvals.store.ts'
export {
  type ActingOperator,
  approve as approveProposal,
  defineProposal,
  getProposal,
  kindsDecidedBy,
  type ProposalKind,
  propose,
  requireNotProposed,
  voidProposalsAbout,
  voidProposalsOfKind,
} from './approvals.ts'
export {
  contactDetailsIn,
  bindMemberText,
  refuseContactDetails,
  type MemberTextCall,
  type MemberTexts,
} from './member-texts.ts'
export { refuseDecided, stepsOf } from './decided.ts'
export { queueOnWire } from './queues.ts'
export { recordLooks } from './looks.ts'
export { bindExport, bindList, type ListRequest } from './list.ts'
export { createDemoOperator } from './demo-operators.ts'
export { actorName } from './operators.store.ts'
export { erasePayoutProposals } from './personal-data.ts'
export { alarmSessionsEnded } from './end-sessions.proposal.ts'
export { alarmOperatorDisabled, openOwner } from './operators.ts'
export { openOperatorSession, operatorFinder, deleteExpiredOperatorSessions } from './sessions.ts'
export { activeOperators, operatorsOfSides, requireSide, takesSide } from './sides.ts'
export { staffAdminRoutes } from './staff.admin.ts'
export { staffRoutes } from './staff.routes.ts'
