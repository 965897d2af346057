// Members: registration, sign-in, profile, record, level and lock. Moves no money.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { User } from '@fairturn/contract/members'
import { formatMoney } from '@fairturn/contract/minor-units'
import { accountOf, type Balance, balancesOf, openAccounts } from '../ledger/ledger.ts'
import { createPassword } from '../platform/credentials/passwords.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
import { createReader, valuesOf } from '../platform/database/batcher.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { orRefuse, refuse, refuseFields } from '../platform/http/refusal.ts'
import { selectLatestOfInvitation, selectOpenInvitation, useInvitation } from './invitations.store.ts'
import { type LinkedMember, linkMembers } from './linked-members.ts'
import { notifySecurityChange } from './members.jobs.ts'
import * as store from './members.store.ts'
import { type MemberRow, lockOf, refuseAsLocked } from './members.store.ts'
import { nameKey, newInviteCode, readInviteCode } from './names.ts'
import { lockPhone } from './phone-codes.store.ts'
import { agreeToTermsInForce } from './terms.ts'

export type { MembersHooks } from './members.hooks.ts'
export { eraseAccount, memberData } from './personal-data.ts'
export { confirmWithCredential, requireConfirmation, spendConfirmation } from './confirmation.ts'
export {
  type ConductLock,
  conductLockStands,
  endExpiredLocks,
  lockMember,
  overruleConductLock,
  unlockMember,
} from './member-lock.ts'
export { refusalsUnderLock, refuseLockedOut } from './lock-refusals.ts'
export {
  delayedByChange,
  delayedByLock,
  payoutDelayAfter,
  refuseAsDelayed,
  type WithdrawalDelay,
  withdrawalDelayOf,
} from './withdrawal-delay.ts'
export { retiredMailHandlers, mailHandlers, deleteExpiredSecurityData } from './mails.ts'
export {
  alarmPhoneCodes,
  alarmRefusedUnderLock,
  memberNotice,
  restorePayoutAccount,
  retirePostbackKeys,
  returnOpenOffer,
} from './members.jobs.ts'
export { referenceOrName, searchTermsOfMember } from './members.admin.store.ts'
export { type MemberRow, usernamesOf } from './members.store.ts'
export { createDemoInvitation } from './invitations.ts'
export { deleteOldRegistrations } from './registration.store.ts'
export { countryOfPhone, maskName, maskPhone } from './names.ts'
export { setPhone } from './contact.ts'
export { findRing, LINK_DAYS, type LinkedMember, linkMembers, linksAmong } from './linked-members.ts'
export { codesAreSent, requireConfirmedPhone } from './phone-codes.ts'
export { openPhoneCodes, type PhoneCodes } from './phone-sender.ts'
export { hashPassword } from '../platform/credentials/passwords.ts'
export {
  agreementsOf,
  agreeToTerms,
  announcedTerms,
  announceTerms,
  enforceTermsDay,
  countAgreements,
  getTermsVersion,
  lockTerms,
  nextToNotify,
  termsInForce,
} from './terms.ts'
export { endOtherSessions, SESSION_ENDED, deleteExpiredSessions, viewerFinder } from './sessions.ts'

export interface NewMember {
  /** As validated by the contract's `username`. */
  readonly username: string
  /** E.164. */
  readonly phone: string
  /** A number that another member has, and has not confirmed, is taken: where none can be confirmed. Default: true. */
  readonly unconfirmed_blocks?: boolean
  /** PHC string of hashPassword(). */
  readonly passwordHash: string
  /** As typed, a member's code or an invitation's; null for a member without an inviter. */
  readonly invite_code: string | null
  readonly locale: Locale
  /** The member's own invite code, if it must be known; random by default. */
  readonly code?: string
}

const CODE_TRIES = 5

export interface RegisteredMember {
  readonly id: string
  /** Own invite code. */
  readonly code: string
}

/**
 * Whatever limits registering has are the caller's (registration.ts). Refuses `the_introduction_code_is_not_correct` and
 * `username_or_phone_number_already_exists`.
 */
export async function registerMember(tx: Tx, member: NewMember): Promise<RegisteredMember> {
  const invitedBy = await spendCode(tx, member.invite_code)
  const id = newId(tx.now)
  const key = nameKey(member.username)
  await lockPhone.all(tx, { phone: member.phone })
  for (let attempt = 1; ; attempt++) {
    const code = member.code ?? newInviteCode()
    const { username, phone, passwordHash, locale } = member
    const row = {
      id,
      username,
      username_key: key,
      phone,
      code,
      invited_by: invitedBy.invited_by,
      invitation_id: invitedBy.invitation_id,
      locale,
      created_at: tx.now,
      unconfirmed_blocks: member.unconfirmed_blocks ?? true,
    }
    if ((await store.insertMember.maybe(tx, row)) !== undefined) {
      // Re-checked: an account with this name may have been closed while the insert waited for it (race).
      if ((await store.selectClosedName.one(tx, { key })).taken)
        throw refuseFields('username_or_phone_number_already_exists', ['username', 'phone'])
      await createPassword(tx, memberSubject(id), passwordHash)
      await openAccounts(tx, [
        { kind: 'member_available', holder_id: id },
        { kind: 'member_held', holder_id: id },
      ])
      await agreeToTermsInForce(tx, id)
      await linkMembers(tx, id, await invitedWith(tx, id, invitedBy), tx.now)
      await notifySecurityChange(tx, id, 'welcome', { path: '/order-detail' })
      return { id, code }
    }
    // Not inserted: the name or phone is taken, unless the invite code is.
    await refuseTaken(tx, member)
    if (attempt === CODE_TRIES || member.code !== undefined) throw new Error('no free invite code was found')
  }
}

/** A member's code, or an open one of the house. */
export type Code =
  | { readonly inviter_id: string }
  | { readonly invitation_id: string; readonly lifts_limits: boolean }

/** Refuses `the_introduction_code_is_not_correct`, whatever the reason, so that it does not reveal which codes exist. */
export async function findCode(on: Queryable, typed: string, now: Date): Promise<Code> {
  const code = orRefuse(readInviteCode(typed), 'the_introduction_code_is_not_correct')
  const inviter = await store.selectByCode.maybe(on, { code })
  if (inviter !== undefined) return { inviter_id: inviter.id }
  const open = await selectOpenInvitation.maybe(on, { code, now })
  if (open === undefined) throw refuse('the_introduction_code_is_not_correct')
  return { invitation_id: open.id, lifts_limits: open.lifts_limits }
}

interface InvitedBy {
  readonly invited_by: string | null
  readonly invitation_id: string | null
}

/** The inviter, or an invitation with one use spent. Refuses as findCode does. */
async function spendCode(tx: Tx, invite_code: string | null): Promise<InvitedBy> {
  if (invite_code === null) return { invited_by: null, invitation_id: null }
  const code = orRefuse(readInviteCode(invite_code), 'the_introduction_code_is_not_correct')
  const inviter = await store.selectByCode.maybe(tx, { code })
  if (inviter !== undefined) return { invited_by: inviter.id, invitation_id: null }
  const invitation = await useInvitation.maybe(tx, { code, now: tx.now })
  if (invitation === undefined) throw refuse('the_introduction_code_is_not_correct')
  return { invited_by: null, invitation_id: invitation.id }
}

/** Who invited a new member or, by a code of the house that links its members, came by it before. */
async function invitedWith(
  tx: Tx,
  member_id: string,
  { invited_by, invitation_id }: InvitedBy,
): Promise<LinkedMember[]> {
  if (invited_by !== null) return [{ member_id: invited_by, kind: 'invitation' }]
  if (invitation_id === null) return []
  const before = await selectLatestOfInvitation.maybe(tx, { invitation_id, member_id })
  return before === undefined ? [] : [{ member_id: before.member_id, kind: 'house_code' }]
}

/**
 * Refuses `username_or_phone_number_already_exists`, on both fields: which of them is taken is not said. Of one that could
 * not be read the other is asked alone.
 */
export async function refuseTaken(
  on: Queryable,
  {
    username,
    phone,
    unconfirmed_blocks = true,
  }: {
    readonly username: string | undefined
    readonly phone: string | undefined
    readonly unconfirmed_blocks?: boolean | undefined
  },
): Promise<void> {
  const { taken } = await store.selectTaken.one(on, {
    username: nameKey(username ?? ''),
    phone: phone ?? '',
    unconfirmed_blocks,
  })
  if (taken) throw refuseFields('username_or_phone_number_already_exists', ['username', 'phone'])
}

/** The member. Throws if there is none: ids come from sessions and foreign keys. */
export const getMember = (on: Queryable, member_id: string): Promise<MemberRow> =>
  store.selectMember.one(on, { id: member_id })

/** Members by id; unknown ids are omitted. */
export const getMembers = async (
  on: Queryable,
  member_ids: readonly string[],
): Promise<Map<string, MemberRow>> =>
  new Map((await store.selectMembers.all(on, { member_ids })).map((row) => [row.id, row]))

/** The member of an open account, by an id from outside. Refuses `member_is_unknown`. */
export async function findOpenMember(on: Queryable, member_id: string): Promise<MemberRow> {
  const member = await store.selectMember.maybe(on, { id: member_id })
  if (member === undefined || member.username === '') throw refuse('member_is_unknown')
  return member
}

/** The same with a row lock: before counting a member's turns or changing their level. */
export const getMemberLocked = (tx: Tx, member_id: string): Promise<MemberRow> =>
  store.selectMemberLocked.one(tx, { id: member_id })

/** The same with a row lock for closing: nothing can credit the member until the transaction ends. */
export const getMemberForClosing = (tx: Tx, member_id: string): Promise<MemberRow> =>
  store.selectMemberForUpdate.one(tx, { member_id })

/** The account may have been closed or locked meanwhile. Refuses `token_is_invalid` and `your_account_has_been_locked`. */
export async function getActiveMemberLocked(tx: Tx, member_id: string): Promise<MemberRow> {
  const member = await getMemberLocked(tx, member_id)
  if (member.username === '') throw refuse('token_is_invalid')
  if (member.lock_kind === 'security') throw refuseAsLocked(member)
  return member
}

/** DTO of a member for themselves; balances come from the ledger. */
export async function userOf(on: Queryable, member_id: string): Promise<User> {
  const user = (await usersOf(on, [member_id])).get(member_id)
  if (user === undefined) throw new Error(`there is no member ${member_id}`)
  return user
}

/** The same for read-only calls: concurrent ones share a query. */
export function userReader(database: Database): (member_id: string) => Promise<User> {
  return createReader(async (member_ids: string[]) =>
    valuesOf(member_ids, await usersOf(database, member_ids)),
  )
}

async function usersOf(on: Queryable, member_ids: string[]): Promise<Map<string, User>> {
  const accounts = member_ids.flatMap((id) => [
    accountOf('member_available', id),
    accountOf('member_held', id),
  ])
  const [rows, balances] = await Promise.all([
    store.selectMembers.all(on, { member_ids }),
    balancesOf(on, accounts),
  ])
  return new Map(rows.map((row) => [row.id, userFrom(row, (kind) => balances.get(accountOf(kind, row.id))!)]))
}

function userFrom(member: MemberRow, balance: (kind: 'member_available' | 'member_held') => Balance): User {
  const available = balance('member_available')
  return {
    _id: member.id,
    username: member.username,
    file: member.file,
    phone: member.phone,
    account_balance: formatMoney(available.balance_minor - available.reserved_minor),
    held_balance: formatMoney(balance('member_held').balance_minor),
    level_id: member.level_id,
    code: member.code,
    locale: member.locale,
    member_since: member.created_at.toISOString(),
    listed_in_awards: member.listed_in_awards,
    record: {
      verified_orders: member.verified_orders,
      level_orders: member.level_orders,
      over_share: member.orders_over_share,
      quality_percent: qualityPercent(member),
      counted_visits: Number(member.counted_visits),
    },
    lock: lockOf(member),
  }
}

/**
 * Share of counted visits that were verified, in whole percent, rounded down so that 80 means at least 80; 0 without any.
 */
function qualityPercent(member: Pick<MemberRow, 'verified_visits' | 'counted_visits'>): number {
  if (member.counted_visits === 0n) return 0
  return Number((member.verified_visits * 100n) / member.counted_visits)
}

interface Settled {
  readonly verified_orders: number
  readonly verified_visits: number
  readonly counted_visits: number
  /** How many of the orders count for each level, by its id. */
  readonly level_orders?: Readonly<Record<string, number>>
  /** Levels that the order does not count towards, because orders of its placer already fill their share. */
  readonly over_share?: readonly string[] | null
}

/** Adds to the record that earns levels; call once for each settled order. */
export async function addToRecord(tx: Tx, member_id: string, settled: Settled): Promise<void> {
  const { verified_orders, verified_visits, counted_visits, level_orders = {}, over_share } = settled
  const added = Object.entries(level_orders)
  const raised = added.length === 0 ? null : JSON.stringify(await raisedLevelOrders(tx, member_id, added))
  const over = over_share?.length ? JSON.stringify(await raisedOverShare(tx, member_id, over_share)) : null
  await store.raiseRecord.one(tx, {
    member_id,
    verified_orders,
    verified_visits,
    counted_visits,
    raised,
    over,
  })
}

async function raisedOverShare(tx: Tx, member_id: string, over_share: readonly string[]) {
  const { orders_over_share } = await getMemberLocked(tx, member_id)
  const raised = over_share.map((level_id) => [level_id, (orders_over_share[level_id] ?? 0) + 1])
  return { ...orders_over_share, ...(Object.fromEntries(raised) as Record<string, number>) }
}

/** A level that could not be earned before starts from the most that counts for another. */
async function raisedLevelOrders(tx: Tx, member_id: string, added: readonly [string, number][]) {
  const { level_orders } = await getMemberLocked(tx, member_id)
  const most = Math.max(0, ...Object.values(level_orders))
  const raised = added.map(([level_id, orders]) => [level_id, (level_orders[level_id] ?? most) + orders])
  return { ...level_orders, ...(Object.fromEntries(raised) as Record<string, number>) }
}

/** Sets a member's level; the levels module decides which one. */
export async function setLevel(tx: Tx, member_id: string, level_id: string): Promise<void> {
  await store.updateLevel.one(tx, { member_id, level_id })
}

/** Sets the photo's URL; returns the former one, which is no longer shown. */
export async function setAvatar(tx: Tx, member_id: string, url: string): Promise<string | null> {
  return (await store.updateFile.maybe(tx, { member_id, url }))?.file ?? null
}
