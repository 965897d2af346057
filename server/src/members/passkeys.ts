// Members' passkeys: asking for them, judging what comes back, keeping them.
// Must never accept a challenge twice, nor one that was made for another purpose or person.
import { newId } from '@fairturn/contract/ids'
import type { Assertion, Passkey } from '@fairturn/contract/security'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  CHALLENGE_MS,
  challengeIn,
  creationOptionsOf,
  drawChallenge,
  isMeant,
  judgeNewPasskey,
  judgePasskeyUse,
  type NewCredential,
  PASSKEYS_MAX,
  requestOptionsOf,
  type RelyingParty,
} from '../credentials/passkeys.ts'
import {
  insertChallenge,
  insertPasskey,
  type PasskeyRow,
  selectPasskey,
  selectPasskeys,
  takeChallenge,
  usePasskey,
} from './security.store.ts'

type Purpose = 'register' | 'sign_in' | 'recover' | 'confirm'

/** Who is asked, and for what; `member_id` is null where nobody is known yet. */
interface ChallengeInput {
  readonly purpose: Purpose
  readonly member_id: string | null
}

/** What a browser needs to make a passkey. Refuses `too_many_passkeys`. */
export async function creationOptions(
  tx: Tx,
  site: RelyingParty,
  member: { member_id: string; username: string; site_title: string },
) {
  const known = await selectPasskeys.all(tx, member.member_id)
  if (known.length >= PASSKEYS_MAX) throw refuse('too_many_passkeys')
  const challenge = await newChallenge(tx, { purpose: 'register', member_id: member.member_id })
  return creationOptionsOf(site, challenge, { ...member, id: member.member_id }, known)
}

/** What a browser needs to use a passkey: one of `among`, or any of this site. */
export async function requestOptions(
  tx: Tx,
  site: RelyingParty,
  asked: ChallengeInput,
  among: readonly PasskeyRow[] = [],
) {
  return requestOptionsOf(site, await newChallenge(tx, asked), among)
}

async function newChallenge(tx: Tx, { purpose, member_id }: ChallengeInput): Promise<string> {
  const { challenge, hash } = drawChallenge()
  const expires_at = new Date(tx.now.getTime() + CHALLENGE_MS)
  await insertChallenge.all(tx, hash, purpose, member_id, expires_at)
  return challenge
}

/**
 * A passkey as an authenticator has just made it for this member, ready to be kept.
 * Refuses `passkey_request_has_expired` (challenge unknown, used or too old) and, for all else, `passkey_was_not_accepted`.
 */
export async function readNewPasskey(
  database: Database,
  site: RelyingParty,
  member_id: string,
  credential: NewCredential,
) {
  const asked = { purpose: 'register' as const, member_id }
  const challenge = await useChallenge(database, asked, credential.response.clientDataJSON)
  return await judgeNewPasskey(site, challenge, credential)
}

/** Keeps a passkey. Refuses `too_many_passkeys`, and `passkey_was_not_accepted` for one that is kept already. */
export async function savePasskey(
  tx: Tx,
  member: { member_id: string; name: string },
  made: Awaited<ReturnType<typeof readNewPasskey>>,
): Promise<Passkey> {
  if ((await selectPasskeys.all(tx, member.member_id)).length >= PASSKEYS_MAX)
    throw refuse('too_many_passkeys')
  const { credential_id, public_key, counter, transports, backed_up } = made
  const row = [credential_id, public_key, counter, transports, member.name, backed_up, tx.now]
  const kept = await insertPasskey.maybe(tx, newId(tx.now), member.member_id, ...row)
  if (kept === undefined) throw refuse('passkey_was_not_accepted')
  return passkeyOf(kept)
}

/** A use of a passkey that was judged and found right, not yet written down. */
export interface PasskeyUse {
  readonly passkey_id: string
  readonly member_id: string
  readonly counter: number
  readonly backed_up: boolean
}

/**
 * Judges what an authenticator has answered to a challenge for this purpose. Where nobody was known when it was asked, the
 * answer says whose it is. Refuses `passkey_request_has_expired` and, for all else, `passkey_was_not_accepted`.
 */
export async function readPasskeyUse(
  database: Database,
  site: RelyingParty,
  asked: ChallengeInput,
  assertion: Assertion,
): Promise<PasskeyUse> {
  const { clientDataJSON, userHandle } = assertion.response
  const challenge = await useChallenge(database, asked, clientDataJSON)
  const passkey = await selectPasskey.maybe(database, assertion.id)
  if (passkey === undefined || !isMeant(passkey.member_id, asked.member_id, userHandle))
    throw refuse('passkey_was_not_accepted')
  const use = await judgePasskeyUse(site, challenge, passkey, assertion)
  return { passkey_id: passkey.id, member_id: passkey.member_id, ...use }
}

/** Writes a use down; refuses `passkey_was_not_accepted` when the count has moved on meanwhile. */
export async function spendPasskey(on: Queryable, now: Date, use: PasskeyUse): Promise<void> {
  const used = await usePasskey.maybe(on, use.passkey_id, use.counter, use.backed_up, now)
  if (used === undefined) throw refuse('passkey_was_not_accepted')
}

/** The challenge in the answer, used up: whether the rest of the answer is right or not, it will do for no other. */
async function useChallenge(database: Database, asked: ChallengeInput, client_data: string): Promise<string> {
  const { challenge, hash } = challengeIn(client_data)
  const { purpose, member_id } = asked
  const taken = await takeChallenge.maybe(database, hash, purpose, member_id, database.clock.now())
  if (taken === undefined) throw refuse('passkey_request_has_expired')
  return challenge
}

export const passkeyOf = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
