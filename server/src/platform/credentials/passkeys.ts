// Passkeys. A challenge is accepted once, and only for its purpose, kind and subject (members/passkeys.test.ts,
// subjects.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Assertion, Passkey } from '@fairturn/contract/security'
import type { FastifyRequest } from 'fastify'
import type { Database, Queryable, Tx } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { orRefuse, refuse } from '../http/refusal.ts'
import * as store from './credentials.store.ts'
import type { PasskeyRow } from './credentials.store.ts'
import { hasOneTimeCodes } from './one-time-codes.ts'
import { type Subject, type SubjectKind, policyOf } from './subjects.ts'
import {
  CHALLENGE_TTL_MS,
  challengeIn,
  creationOptionsOf,
  newRandomChallenge,
  getSite,
  isMeant,
  verifyNewPasskey,
  verifyPasskeyUse,
  type NewCredential,
  requestOptionsOf,
  type RelyingParty,
} from './webauthn.ts'

export const MAX_PASSKEYS = 20

type Purpose = 'register' | 'sign_in' | 'recover' | 'confirm'

/** The challenged subject; `id` is null if they are not identified yet. */
interface ChallengedSubject {
  readonly kind: SubjectKind
  readonly id: string | null
}

interface PasskeyCall {
  readonly app: Pick<App, 'config' | 'database'>
  readonly request: FastifyRequest
}

/** The subject's passkeys, oldest first. */
export const listPasskeys = (on: Queryable, { kind, id }: Subject): Promise<PasskeyRow[]> =>
  store.selectPasskeys.all(on, { kind, subject_id: id })

/** WebAuthn options for creating a passkey. Refuses `too_many_passkeys`. */
export async function creationOptions(
  tx: Tx,
  site: RelyingParty,
  subject: Subject,
  names: { username: string; site_title: string },
) {
  const known = await listPasskeys(tx, subject)
  if (known.length >= MAX_PASSKEYS) throw refuse('too_many_passkeys')
  const challenge = await newChallenge(tx, 'register', subject)
  return creationOptionsOf(site, challenge, { ...names, id: subject.id }, known)
}

/** WebAuthn options for using a passkey: one of the subject's, or any of this site. Refuses `passkeys_are_not_available`. */
export async function requestOptions(
  tx: Tx,
  { app, request }: PasskeyCall,
  purpose: Purpose,
  { kind, id }: ChallengedSubject,
) {
  const site = getSite(kind, app.config, request)
  const among = id === null ? [] : await listPasskeys(tx, { kind, id })
  return requestOptionsOf(site, await newChallenge(tx, purpose, { kind, id }), among)
}

async function newChallenge(tx: Tx, purpose: Purpose, { kind, id }: ChallengedSubject): Promise<string> {
  const { challenge, hash } = newRandomChallenge()
  await store.insertChallenge.all(tx, {
    kind,
    subject_id: id,
    hash,
    purpose,
    expires_at: new Date(tx.now.getTime() + CHALLENGE_TTL_MS),
  })
  return challenge
}

/** Refuses `passkeys_are_not_available`, `passkey_request_has_expired` and `passkey_was_not_accepted`. */
export async function readNewPasskey(
  { app, request }: PasskeyCall,
  subject: Subject,
  credential: NewCredential,
) {
  const site = getSite(subject.kind, app.config, request)
  const challenge = await useChallenge(app.database, 'register', subject, credential.response.clientDataJSON)
  return await verifyNewPasskey(site, challenge, credential)
}

/** The caller has locked the subject. Refuses `too_many_passkeys`, and `passkey_was_not_accepted` for one already stored. */
export async function savePasskey(
  tx: Tx,
  subject: Subject,
  name: string,
  made: Awaited<ReturnType<typeof readNewPasskey>>,
): Promise<Passkey> {
  if ((await listPasskeys(tx, subject)).length >= MAX_PASSKEYS) throw refuse('too_many_passkeys')
  const { credential_id, public_key, counter, transports, backed_up } = made
  const saved = await store.insertPasskey.maybe(tx, {
    subject_kind: subject.kind,
    subject_id: subject.id,
    id: newId(tx.now),
    credential_id,
    public_key,
    counter,
    transports,
    name,
    backed_up,
    created_at: tx.now,
  })
  return passkeyOf(orRefuse(saved, 'passkey_was_not_accepted'))
}

/** Refuses `passkey_is_unknown`. */
export async function renamePasskey(
  tx: Tx,
  { kind, id }: Subject,
  passkey_id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await store.updatePasskeyName.maybe(tx, { kind, subject_id: id, passkey_id, name })
  return passkeyOf(orRefuse(renamed, 'passkey_is_unknown'))
}

/**
 * Returns its name. Refuses `passkey_is_unknown`, and `last_proof_must_stay` if the subject requires a second factor and
 * would have none left (race-free only if the caller has locked the subject).
 */
export async function removePasskey(tx: Tx, subject: Subject, passkey_id: string): Promise<string> {
  const { kind, id } = subject
  const removed = orRefuse(
    await store.deletePasskey.maybe(tx, { kind, subject_id: id, passkey_id }),
    'passkey_is_unknown',
  )
  const mustKeepOne = policyOf(subject).secondFactor === 'required'
  if (mustKeepOne && (await listPasskeys(tx, subject)).length === 0 && !(await hasOneTimeCodes(tx, subject)))
    throw refuse('last_proof_must_stay')
  return removed.name
}

/** A verified use of a passkey that has not been recorded. */
export interface PasskeyUse {
  readonly passkey_id: string
  readonly subject: Subject
  readonly counter: number
  readonly backed_up: boolean
}

/**
 * Verifies an authenticator's response; if no subject was challenged, the response identifies them. Refuses
 * `passkeys_are_not_available`, `passkey_request_has_expired` and `passkey_was_not_accepted`.
 */
export async function readPasskeyUse(
  { app: { config, database }, request }: PasskeyCall,
  purpose: Purpose,
  challenged: ChallengedSubject,
  assertion: Assertion,
): Promise<PasskeyUse> {
  const site = getSite(challenged.kind, config, request)
  const { clientDataJSON, userHandle } = assertion.response
  const challenge = await useChallenge(database, purpose, challenged, clientDataJSON)
  const passkey = await store.selectPasskey.maybe(database, {
    subject_kind: challenged.kind,
    credential_id: assertion.id,
  })
  if (passkey === undefined || !isMeant(passkey.subject_id, challenged.id, userHandle))
    throw refuse('passkey_was_not_accepted')
  const use = await verifyPasskeyUse(site, challenge, passkey, assertion)
  return { passkey_id: passkey.id, subject: { kind: challenged.kind, id: passkey.subject_id }, ...use }
}

/** Records a use. Refuses `passkey_was_not_accepted` if the counter has advanced concurrently. */
export async function spendPasskey(on: Queryable, now: Date, use: PasskeyUse): Promise<void> {
  const { kind, id } = use.subject
  const used = await store.usePasskey.maybe(on, {
    kind,
    subject_id: id,
    id: use.passkey_id,
    counter: use.counter,
    backed_up: use.backed_up,
    now,
  })
  if (used === undefined) throw refuse('passkey_was_not_accepted')
}

/** Takes the response's challenge; it is used up whether or not the rest is valid. */
async function useChallenge(
  database: Database,
  purpose: Purpose,
  { kind, id }: ChallengedSubject,
  clientData: string,
): Promise<string> {
  const { challenge, hash } = challengeIn(clientData)
  const used = await store.takeChallenge.maybe(database, {
    kind,
    subject_id: id,
    hash,
    purpose,
    now: database.clock.now(),
  })
  if (used === undefined) throw refuse('passkey_request_has_expired')
  return challenge
}

export const passkeyOf = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
