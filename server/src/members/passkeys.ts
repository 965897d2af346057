// Passkeys (WebAuthn, discoverable, user verification required): asking for them, judging what comes back, keeping them.
// Must never accept a challenge twice, nor an answer made for another site.
import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { newId } from '@fairturn/contract/ids'
import type { Assertion, Passkey } from '@fairturn/contract/security'
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  insertChallenge,
  insertPasskey,
  type PasskeyRow,
  selectPasskey,
  selectPasskeys,
  takeChallenge,
  usePasskey,
} from './security.store.ts'

const CHALLENGE_MS = 5 * 60_000
const PASSKEYS_MAX = 20
/** EdDSA, ES256, RS256 of the COSE registry: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** The site that passkeys are bound to. */
export interface Site {
  readonly rp_id: string
  readonly origin: string
}

type Purpose = 'register' | 'sign_in' | 'recover' | 'confirm'

/** Who is asked, and for what; `member_id` is null where nobody is known yet. */
interface Asked {
  readonly purpose: Purpose
  readonly member_id: string | null
}

/**
 * Where members reach the app: as configured, or as the request says when that is this very machine. Undefined where there can
 * be no passkeys: any other host could be anybody's claim, and an address in digits is no name to be bound to.
 */
export function siteOf(
  config: Pick<Config, 'public_origin'>,
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
): Site | undefined {
  const url = URL.parse(config.public_origin ?? `${request.protocol}://${request.host}`)
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (config.public_origin === undefined && !/^([\w-]+\.)*localhost$/.test(url.hostname)) return undefined
  return { rp_id: url.hostname, origin: url.origin }
}

/** The site; refuses `passkeys_are_not_available`. */
export function getSite(config: Pick<Config, 'public_origin'>, request: FastifyRequest): Site {
  const site = siteOf(config, request)
  if (site === undefined) throw refuse('passkeys_are_not_available')
  return site
}

/** What a browser needs to make a passkey. Refuses `too_many_passkeys`. */
export async function creationOptions(
  tx: Tx,
  site: Site,
  member: { member_id: string; username: string; site_title: string },
) {
  const known = await selectPasskeys.all(tx, member.member_id)
  if (known.length >= PASSKEYS_MAX) throw refuse('too_many_passkeys')
  return {
    challenge: await newChallenge(tx, { purpose: 'register', member_id: member.member_id }),
    rp: { id: site.rp_id, name: member.site_title },
    user: { id: handleOf(member.member_id), name: member.username, displayName: member.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

/** What a browser needs to use a passkey: one of `among`, or any of this site. */
export async function requestOptions(tx: Tx, site: Site, asked: Asked, among: readonly PasskeyRow[] = []) {
  return {
    challenge: await newChallenge(tx, asked),
    rpId: site.rp_id,
    timeout: CHALLENGE_MS,
    userVerification: 'required' as const,
    allowCredentials: among.map(descriptorOf),
  }
}

async function newChallenge(tx: Tx, { purpose, member_id }: Asked): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expires_at = new Date(tx.now.getTime() + CHALLENGE_MS)
  await insertChallenge.all(tx, digest(challenge), purpose, member_id, expires_at)
  return challenge
}

/**
 * A passkey as an authenticator has just made it for this member, ready to be kept.
 * Refuses `passkey_request_has_expired` (challenge unknown, used or too old) and, for all else, `passkey_was_not_accepted`.
 */
export async function readNewPasskey(
  database: Database,
  site: Site,
  member_id: string,
  credential: Omit<RegistrationResponseJSON, 'clientExtensionResults' | 'authenticatorAttachment'>,
) {
  const asked = { purpose: 'register' as const, member_id }
  const challenge = await useChallenge(database, asked, credential.response.clientDataJSON)
  const judged = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined) // the library throws for everything that is wrong with it
  if (judged?.verified !== true) throw refuse('passkey_was_not_accepted')
  const { credential: made, credentialBackedUp: backed_up } = judged.registrationInfo
  if (made.id !== credential.id) throw refuse('passkey_was_not_accepted')
  const transports = (credential.response.transports ?? []).filter((way) => TRANSPORTS.has(way))
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    backed_up,
    transports,
  }
}

/** Keeps a passkey. Refuses `too_many_passkeys`, and `passkey_was_not_accepted` for one that is kept already. */
export async function keepPasskey(
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
  site: Site,
  asked: Asked,
  { id, rawId, type, response }: Assertion,
): Promise<PasskeyUse> {
  const challenge = await useChallenge(database, asked, response.clientDataJSON)
  const passkey = await selectPasskey.maybe(database, id)
  const handle = response.userHandle ?? undefined
  if (passkey === undefined || !isMeant(passkey, asked.member_id, handle))
    throw refuse('passkey_was_not_accepted')
  const { clientDataJSON, authenticatorData, signature } = response
  const answer: AuthenticationResponseJSON = {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  }
  const judged = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
  }).catch(() => undefined)
  if (judged?.verified !== true) throw refuse('passkey_was_not_accepted')
  const { newCounter: counter, credentialBackedUp: backed_up } = judged.authenticationInfo
  return { passkey_id: passkey.id, member_id: passkey.member_id, counter, backed_up }
}

/** Whether it is the passkey of whoever was asked, or says itself whose it is (WebAuthn §7.2, step 6). */
const isMeant = (passkey: PasskeyRow, member_id: string | null, handle: string | undefined): boolean =>
  member_id === null
    ? handle === handleOf(passkey.member_id)
    : passkey.member_id === member_id && (handle === undefined || handle === handleOf(member_id))

/** Writes a use down; refuses `passkey_was_not_accepted` when the count has moved on meanwhile. */
export async function spendPasskey(on: Queryable, now: Date, use: PasskeyUse): Promise<void> {
  const used = await usePasskey.maybe(on, use.passkey_id, use.counter, use.backed_up, now)
  if (used === undefined) throw refuse('passkey_was_not_accepted')
}

/** The challenge in the answer, used up: whether the rest of the answer is right or not, it will do for no other. */
async function useChallenge(database: Database, asked: Asked, client_data: string): Promise<string> {
  const challenge = challengeIn(client_data)
  if (challenge === undefined) throw refuse('passkey_was_not_accepted')
  const { purpose, member_id } = asked
  const taken = await takeChallenge.maybe(
    database,
    digest(challenge),
    purpose,
    member_id,
    database.clock.now(),
  )
  if (taken === undefined) throw refuse('passkey_request_has_expired')
  return challenge
}

function challengeIn(client_data: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(client_data) as { challenge: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

export const passkeyOf = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const descriptorOf = (row: PasskeyRow) => ({
  id: row.credential_id,
  type: 'public-key' as const,
  transports: row.transports as AuthenticatorTransport[],
})

/** What an authenticator keeps to say whose passkey it is; says nothing about the person. */
const handleOf = (member_id: string): string =>
  Buffer.from(member_id.replaceAll('-', ''), 'hex').toString('base64url')

const digest = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()
