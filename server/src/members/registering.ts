// How somebody becomes a member: the code of an inviter or of the house, a name and a phone number nobody has, two empty accounts.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { Queryable, Tx } from '../database/database.ts'
import { memberOwner } from '../credentials/owners.ts'
import { createPassword } from '../credentials/passwords.ts'
import { refuse } from '../http/refusal.ts'
import { openAccounts } from '../ledger/ledger.ts'
import { selectOpenInvitation, useInvitation } from './invitations.store.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { insertMember, selectByCode, selectClosedName, selectTaken } from './members.store.ts'
import { nameKey, newInviteCode, readInviteCode } from './names.ts'

export interface NewMember {
  /** As the contract's `username` lets it through. */
  readonly username: string
  /** E.164. */
  readonly phone: string
  /** PHC string of hashPassword(). */
  readonly password_hash: string
  /** As typed, a member's own or of the house; null for a member whom nobody invites. */
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
  const came_by = await spendCode(tx, member.invite_code)
  const id = newId(tx.now)
  const key = nameKey(member.username)
  for (let attempt = 1; ; attempt++) {
    const code = member.code ?? newInviteCode()
    const { username, phone, password_hash, locale } = member
    const row = [id, username, key, phone, code, came_by.invited_by, came_by.invitation_id, locale, tx.now]
    if ((await insertMember.maybe(tx, ...row)) !== undefined) {
      // Asked again: an account of this name may have been closed while the insert waited for it.
      if ((await selectClosedName.one(tx, key)).taken) throw refuse('username_or_phone_number_already_exists')
      await createPassword(tx, memberOwner(id), password_hash)
      await openAccounts(tx, [
        { kind: 'member_available', owner_id: id },
        { kind: 'member_held', owner_id: id },
      ])
      await notifySecurityChange(tx, id, 'welcome', { path: '/order-detail' })
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
  now: Date,
): Promise<void> {
  const code = readInviteCode(member.invite_code ?? '')
  if (code === undefined) throw refuse('the_introduction_code_is_not_correct')
  if (
    (await selectByCode.maybe(on, code)) === undefined &&
    (await selectOpenInvitation.maybe(on, code, now)) === undefined
  )
    throw refuse('the_introduction_code_is_not_correct')
  await refuseTaken(on, member)
}

interface CameBy {
  readonly invited_by: string | null
  readonly invitation_id: string | null
}

/**
 * Who or what brought them; of an invitation of the house one use is spent, and comes back with the transaction. One refusal for
 * a code that is unknown, used up, expired or ended: it tells nobody that there is or was such a code.
 */
async function spendCode(tx: Tx, invite_code: string | null): Promise<CameBy> {
  if (invite_code === null) return { invited_by: null, invitation_id: null }
  const code = readInviteCode(invite_code)
  if (code === undefined) throw refuse('the_introduction_code_is_not_correct')
  const inviter = await selectByCode.maybe(tx, code)
  if (inviter !== undefined) return { invited_by: inviter.id, invitation_id: null }
  const invitation = await useInvitation.maybe(tx, code, tx.now)
  if (invitation === undefined) throw refuse('the_introduction_code_is_not_correct')
  return { invited_by: null, invitation_id: invitation.id }
}

async function refuseTaken(on: Queryable, member: Pick<NewMember, 'username' | 'phone'>): Promise<void> {
  const { taken } = await selectTaken.one(on, nameKey(member.username), member.phone)
  if (taken) throw refuse('username_or_phone_number_already_exists')
}
