// How somebody becomes a member: an inviter's code, a name and a phone number nobody has, two empty accounts.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { openAccounts } from '../ledger/ledger.ts'
import { tell } from './members.jobs.ts'
import { insertMember, selectByCode, selectClosedName, selectTaken } from './members.store.ts'
import { nameKey, newInviteCode, readInviteCode } from './names.ts'

export interface NewMember {
  /** As the contract's `username` lets it through. */
  readonly username: string
  /** E.164. */
  readonly phone: string
  /** PHC string of hashPassword(). */
  readonly password_hash: string
  /** As typed; null only for the first member of a deployment, whom nobody can invite. */
  readonly invite_code: string | null
  readonly locale: Locale
  /** The member's own invite code, where a known one is wanted; otherwise one is drawn. */
  readonly code?: string
}

const CODE_TRIES = 5

/**
 * Registers a member as of `tx.now`, opens their accounts and returns id and own invite code.
 * Refuses `the_introduction_code_is_not_correct` and `username_or_phone_number_already_exists`.
 */
export async function registerMember(tx: Tx, member: NewMember): Promise<{ id: string; code: string }> {
  const invited_by = await findInviter(tx, member.invite_code)
  const id = newId(tx.now)
  const key = nameKey(member.username)
  for (let attempt = 1; ; attempt++) {
    const code = member.code ?? newInviteCode()
    const { username, phone, password_hash, locale } = member
    const row = [id, username, key, phone, password_hash, code, invited_by, locale, tx.now]
    if ((await insertMember.maybe(tx, ...row)) !== undefined) {
      // Asked again: an account of this name may have been closed while the insert waited for it.
      if ((await selectClosedName.one(tx, key)).taken) throw refuse('username_or_phone_number_already_exists')
      await openAccounts(tx, [
        { kind: 'member_available', owner_id: id },
        { kind: 'member_held', owner_id: id },
      ])
      await tell(tx, id, 'welcome', { path: '/order-detail' })
      return { id, code }
    }
    // Not inserted: name or phone, unless it is the invite code that somebody has already.
    await refuseTaken(tx, member)
    if (attempt === CODE_TRIES || member.code !== undefined) throw new Error('no free invite code was found')
  }
}

/** What can be refused before a password is hashed for nothing; the same two refusals as registerMember. */
export async function refuseUnregistrable(
  on: Queryable,
  member: Pick<NewMember, 'username' | 'phone' | 'invite_code'>,
): Promise<void> {
  await findInviter(on, member.invite_code)
  await refuseTaken(on, member)
}

async function findInviter(on: Queryable, invite_code: string | null): Promise<string | null> {
  if (invite_code === null) return null
  const code = readInviteCode(invite_code)
  const inviter = code === undefined ? undefined : await selectByCode.maybe(on, code)
  if (inviter === undefined) throw refuse('the_introduction_code_is_not_correct')
  return inviter.id
}

async function refuseTaken(on: Queryable, member: Pick<NewMember, 'username' | 'phone'>): Promise<void> {
  const { taken } = await selectTaken.one(on, nameKey(member.username), member.phone)
  if (taken) throw refuse('username_or_phone_number_already_exists')
}
