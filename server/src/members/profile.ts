// A member's profile, record and level. Reads balances from the ledger and moves no money.
import type { User } from '@fairturn/contract/members'
import { formatMoney } from '@fairturn/contract/money'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { createBatcher } from '../database/batcher.ts'
import { refuse } from '../http/refusal.ts'
import { accountOf, type Balance, balancesOf } from '../ledger/ledger.ts'
import { lockOf, refuseAsLocked } from './locked.ts'
import {
  type MemberRow,
  raiseRecord,
  selectMember,
  selectMemberLocked,
  selectMembers,
  updateFile,
  updateLevel,
} from './members.store.ts'

/** The member; throws when there is none, for ids come from sessions and references. */
export const getMember = (on: Queryable, member_id: string): Promise<MemberRow> =>
  selectMember.one(on, member_id)

/** The member whose account is open, with an id that came from outside; refuses `member_is_unknown`. */
export async function findOpenMember(on: Queryable, member_id: string): Promise<MemberRow> {
  const member = await selectMember.maybe(on, member_id)
  if (member === undefined || member.username === '') throw refuse('member_is_unknown')
  return member
}

/** The same with the row locked until the transaction ends: whoever counts a member's turns or changes their level takes it first. */
export const getMemberLocked = (tx: Tx, member_id: string): Promise<MemberRow> =>
  selectMemberLocked.one(tx, member_id)

/**
 * The same for what a member asks for that an account must still be open for: a call may have been on its way while it was
 * closed, or locked for security. Refuses `token_is_invalid` and `your_account_has_been_locked` then.
 */
export async function getOwnerLocked(tx: Tx, member_id: string): Promise<MemberRow> {
  const member = await getMemberLocked(tx, member_id)
  if (member.username === '') throw refuse('token_is_invalid')
  if (member.lock_kind === 'security') throw refuseAsLocked(member)
  return member
}

/** The member as the wire shows them to themselves; balances are the ledger's. */
export async function userOf(on: Queryable, member_id: string): Promise<User> {
  const [user] = await usersOf(on, [member_id])
  return user!
}

/** The same for calls that only read: those that come together are read together. */
export function userReader(database: Database): (member_id: string) => Promise<User> {
  return createBatcher({
    max: 200,
    concurrency: 2,
    run: (member_ids: string[]) => usersOf(database, member_ids),
  })
}

async function usersOf(on: Queryable, member_ids: string[]): Promise<User[]> {
  const asked = [...new Set(member_ids)]
  const accounts = asked.flatMap((id) => [accountOf('member_available', id), accountOf('member_held', id)])
  const [rows, balances] = await Promise.all([selectMembers.all(on, asked), balancesOf(on, accounts)])
  const members = new Map(rows.map((row) => [row.id, row]))
  return member_ids.map((id) => {
    const member = members.get(id)
    if (member === undefined) throw new Error(`there is no member ${id}`)
    return userFrom(member, (kind) => balances.get(accountOf(kind, id))!)
  })
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
    record: { verified_orders: member.verified_orders, quality_percent: qualityPercent(member) },
    lock: lockOf(member),
  }
}

/** Share of counted visits that were verified, whole per cent rounded down so that 80 means at least 80; 0 without any. */
function qualityPercent(member: Pick<MemberRow, 'verified_visits' | 'counted_visits'>): number {
  if (member.counted_visits === 0n) return 0
  return Number((member.verified_visits * 100n) / member.counted_visits)
}

/** Raises the record by which levels are earned; called once an order that settled. */
export async function addToRecord(
  tx: Tx,
  member_id: string,
  settled: { verified_orders: number; verified_visits: number; counted_visits: number },
): Promise<void> {
  await raiseRecord.one(
    tx,
    member_id,
    settled.verified_orders,
    settled.verified_visits,
    settled.counted_visits,
  )
}

/** Puts a member at a level; which one, and why, is for levels to decide. */
export async function setLevel(tx: Tx, member_id: string, level_id: string): Promise<void> {
  await updateLevel.one(tx, member_id, level_id)
}

/** The URL of the profile photo, already cleaned and kept. Returns that of the one before, which nobody shows any more. */
export async function setAvatar(tx: Tx, member_id: string, url: string): Promise<string | null> {
  return (await updateFile.maybe(tx, member_id, url))?.file ?? null
}
