// The door to members: who people are, how they sign in, their profile, record, level and lock.
// Must never move money; it only opens a member's accounts and reads what is in them.
export { eraseAccount, memberData } from './account.ts'
export { verifyConfirmation } from './confirming.ts'
export { invitationAdminRoutes } from './invitations.admin.ts'
export { endExpiredLocks, lockMember, unlockMember } from './lock.ts'
export { refusalsUnderLock, refuseFrozen, securityHoldOf } from './locked.ts'
export { memberProposals } from './locking.ts'
export { mailDroppers, mailHandlers, sweepSecurity } from './mails.ts'
export { maskName, maskPhone } from './masking.ts'
export { memberAdminRoutes } from './members.admin.ts'
export { alarmRefusedUnderLock, memberNotice, putBackPayoutAccount, returnOpenOffer } from './members.jobs.ts'
export { memberRoutes } from './members.routes.ts'
export type { MemberRow } from './members.store.ts'
export { countryOfPhone } from './names.ts'
export { hashPassword } from '../credentials/passwords.ts'
export {
  addToRecord,
  findOpenMember,
  getMember,
  getMemberLocked,
  getOwnerLocked,
  setAvatar,
  setLevel,
  userOf,
} from './profile.ts'
export { type NewMember, registerMember } from './registering.ts'
export { endOtherSessions, SESSION_ENDED, sweepSessions, viewerFinder } from './sessions.ts'
