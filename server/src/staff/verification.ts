// What proves that somebody is the operator they say: a passkey, or the password and a code of their authenticator app; never
// the password alone. Guesses are counted. It must never say which of the two was wrong before both are there.
import { newId } from '@fairturn/contract/ids'
import type { Assertion, Passkey } from '@fairturn/contract/security'
import type { FastifyRequest } from 'fastify'
import type { Database, Queryable, Tx } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { codeTries, signInTries, withinTries } from '../credentials/attempts.ts'
import { stepOfCode } from '../credentials/one-time-codes.ts'
import {
  CHALLENGE_MS,
  challengeIn,
  creationOptionsOf,
  drawChallenge,
  getSite,
  isMeant,
  judgeNewPasskey,
  judgePasskeyUse,
  type NewCredential,
  PASSKEYS_MAX,
  requestOptionsOf,
  type RelyingParty,
  staffHost,
} from '../credentials/passkeys.ts'
import { verifyPassword } from '../credentials/passwords.ts'
import type { Cipher } from '../credentials/encryption.ts'
import { findCredentials } from './operators.store.ts'
import {
  findPasskey,
  findSecret,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
  usePasskey,
  useStep,
} from './credentials.store.ts'

/** The name passkeys and authenticator apps show. */
export const SITE_OF_STAFF = 'Fairturn staff'

/** Who is asked, and for what; `operator_id` is null where nobody is known yet. */
type ChallengeInput =
  | { readonly purpose: 'sign_in'; readonly operator_id: null }
  | { readonly purpose: 'confirm' | 'register'; readonly operator_id: string }

interface VerificationInput {
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly otp?: string | undefined
  readonly assertion?: Assertion | undefined
}

/** A proof that is right and yet to be used; using it up refuses when somebody else was first. */
interface Verified {
  readonly operator_id: string
  spend(tx: Tx): Promise<void>
}

interface VerificationContext {
  readonly app: App
  readonly request: FastifyRequest
  readonly cipher: Cipher
}

/** Whose code is judged where there is no such operator: nobody's. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Judges what was given. Refuses `one_time_code_is_required` before it looks at the password; `username_or_password_is_incorrect`
 * whichever of name, password and code is wrong, for whoever learnt that a password is right has half of what is needed;
 * `too_many_attempts`, `passkey_was_not_accepted`, `passkey_request_has_expired`. Not for use in a transaction.
 */
export async function verifyOperator(
  proving: VerificationContext,
  asked: ChallengeInput,
  given: VerificationInput,
): Promise<Verified> {
  if (given.assertion !== undefined) return await verifyPasskey(proving, asked, given.assertion)
  const { app, request } = proving
  const { username = '', password = '', otp = '' } = given
  if (otp.trim() === '') throw refuse('one_time_code_is_required')
  const found = await findCredentials.maybe(app.database, username)
  const tries = signInTries(`staff:${username}`, request.ip)
  const proved = await withinTries(app, tries, async () => {
    const right = await verifyPassword(password, found?.password_hash)
    // Both are judged, whatever the first was, so that neither answer comes sooner.
    const code = await judgeCode(proving, found?.id ?? NOBODY, {
      code: otp,
      confirming: false,
      counted: right,
    })
    return right && found !== undefined && code !== undefined
      ? spending(found.id, code, 'username_or_password_is_incorrect')
      : undefined
  })
  if (proved === undefined) throw refuse('username_or_password_is_incorrect')
  return proved
}

interface RightCode {
  readonly sealed: Buffer
  readonly step: number
}

/** The code that sets up an operator's authenticator app. Refuses `one_time_code_is_incorrect` and `too_many_attempts`. */
export async function proveNewCode(
  proving: VerificationContext,
  operator_id: string,
  code: string,
): Promise<Verified> {
  const { app, request } = proving
  const right = await withinTries(app, codeTries(operator_id, request.ip), () =>
    readCode(proving, operator_id, { code, confirming: true }),
  )
  if (right === undefined) throw refuse('one_time_code_is_incorrect')
  return spending(operator_id, right, 'one_time_code_is_incorrect')
}

/**
 * Undefined where the code is wrong, was used, or there have been too many wrong ones: which, is not told. `counted` where the
 * password was right; otherwise strangers could use up an operator's tries.
 */
async function judgeCode(
  proving: VerificationContext,
  operator_id: string,
  { counted, ...asked }: { code: string; confirming: boolean; counted: boolean },
): Promise<RightCode | undefined> {
  const judge = () => readCode(proving, operator_id, asked)
  if (!counted) return await judge()
  try {
    return await withinTries(proving.app, codeTries(operator_id, proving.request.ip), judge)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_attempts') return undefined
    throw error
  }
}

async function readCode(
  { app, cipher }: VerificationContext,
  operator_id: string,
  { code, confirming }: { code: string; confirming: boolean },
): Promise<RightCode | undefined> {
  const row = await findSecret.maybe(app.database, operator_id)
  if (row === undefined || (row.confirmed_at === null) !== confirming) return undefined
  const step = stepOfCode(cipher, app.database.clock.now(), { id: operator_id, sealed: row.sealed, code })
  return step === undefined || BigInt(step) <= row.used_step ? undefined : { sealed: row.sealed, step }
}

const spending = (
  operator_id: string,
  { sealed, step }: RightCode,
  refusal: 'username_or_password_is_incorrect' | 'one_time_code_is_incorrect',
): Verified => ({
  operator_id,
  async spend(tx) {
    const used = await useStep.maybe(tx, operator_id, sealed, step, tx.now)
    if (used === undefined) throw refuse(refusal)
  },
})

async function verifyPasskey(
  { app, request }: VerificationContext,
  asked: ChallengeInput,
  assertion: Assertion,
): Promise<Verified> {
  const site = getSite(staffHost(app.config), request)
  const { clientDataJSON, userHandle } = assertion.response
  const challenge = await useChallenge(app.database, asked, clientDataJSON)
  const passkey = await findPasskey.maybe(app.database, assertion.id)
  if (passkey === undefined || !isMeant(passkey.operator_id, asked.operator_id, userHandle))
    throw refuse('passkey_was_not_accepted')
  const { counter, backed_up } = await judgePasskeyUse(site, challenge, passkey, assertion)
  return {
    operator_id: passkey.operator_id,
    async spend(tx) {
      const used = await usePasskey.maybe(tx, passkey.id, counter, backed_up, tx.now)
      if (used === undefined) throw refuse('passkey_was_not_accepted')
    },
  }
}

/** What a browser needs to use a passkey. */
export async function staffRequestOptions(tx: Tx, site: RelyingParty, asked: ChallengeInput) {
  const among = asked.operator_id === null ? [] : await listPasskeys.all(tx, asked.operator_id)
  return requestOptionsOf(site, await newChallenge(tx, asked), among)
}

/** What a browser needs to make one. Refuses `too_many_passkeys`. */
export async function staffCreationOptions(
  tx: Tx,
  site: RelyingParty,
  { operator_id, username }: { operator_id: string; username: string },
) {
  const known = await listPasskeys.all(tx, operator_id)
  if (known.length >= PASSKEYS_MAX) throw refuse('too_many_passkeys')
  const challenge = await newChallenge(tx, { purpose: 'register', operator_id })
  return creationOptionsOf(site, challenge, { id: operator_id, username, site_title: SITE_OF_STAFF }, known)
}

/** A passkey as it was just made, ready to be kept. Refuses `passkey_request_has_expired` and `passkey_was_not_accepted`. */
export async function readStaffPasskey(
  database: Database,
  site: RelyingParty,
  operator_id: string,
  credential: NewCredential,
) {
  const asked = { purpose: 'register' as const, operator_id }
  const challenge = await useChallenge(database, asked, credential.response.clientDataJSON)
  return await judgeNewPasskey(site, challenge, credential)
}

/**
 * Keeps a passkey. Refuses `too_many_passkeys`, where the caller holds the operators' lock for certain, and
 * `passkey_was_not_accepted` for one that is kept already.
 */
export async function saveStaffPasskey(
  tx: Tx,
  { operator_id, name }: { operator_id: string; name: string },
  made: Awaited<ReturnType<typeof readStaffPasskey>>,
): Promise<Passkey> {
  if ((await listPasskeys.all(tx, operator_id)).length >= PASSKEYS_MAX) throw refuse('too_many_passkeys')
  const { credential_id, public_key, counter, transports, backed_up } = made
  const row = [credential_id, public_key, counter, transports, name, backed_up, tx.now]
  const kept = await insertPasskey.maybe(tx, newId(tx.now), operator_id, ...row)
  if (kept === undefined) throw refuse('passkey_was_not_accepted')
  return passkeyOnWire(kept)
}

/** Whether they have set up an authenticator app. */
export async function hasAuthenticatorApp(on: Queryable, operator_id: string): Promise<boolean> {
  const row = await findSecret.maybe(on, operator_id)
  return row !== undefined && row.confirmed_at !== null
}

export const passkeyOnWire = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

async function newChallenge(tx: Tx, { purpose, operator_id }: ChallengeInput): Promise<string> {
  const { challenge, hash } = drawChallenge()
  await insertChallenge.all(tx, hash, purpose, operator_id, new Date(tx.now.getTime() + CHALLENGE_MS))
  return challenge
}

/** The challenge in the answer, used up whether or not the rest of it is right. */
async function useChallenge(database: Database, asked: ChallengeInput, client_data: string): Promise<string> {
  const { challenge, hash } = challengeIn(client_data)
  const { purpose, operator_id } = asked
  const taken = await takeChallenge.maybe(database, hash, purpose, operator_id, database.clock.now())
  if (taken === undefined) throw refuse('passkey_request_has_expired')
  return challenge
}
