// WebAuthn (discoverable credentials, user verification required): options for an authenticator, and the
// verification of its answer. An answer for another site is refused (members/passkeys.test.ts).
import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Assertion } from '@fairturn/contract/security'
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../http/refusal.ts'
import { type OwnerKind, policyOf, type SiteConfig } from './owners.ts'

export const CHALLENGE_TTL_MS = 5 * 60_000
/** EdDSA, ES256, RS256 of the COSE registry: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** The relying party's site. */
export interface RelyingParty {
  readonly rp_id: string
  readonly origin: string
}

/** What is stored of a passkey to verify its uses. */
interface StoredPasskey {
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
}

/** As a browser gives what an authenticator made. */
export interface NewCredential {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: string[] | undefined
  }
}

/**
 * The origin of owners of this kind: as configured, or from the request on loopback. Undefined where
 * passkeys are impossible: another host could be forged, and an IP address cannot be a relying party.
 */
export function siteOf(
  kind: OwnerKind,
  config: SiteConfig,
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
): RelyingParty | undefined {
  const origin = policyOf({ kind }).origin(config)
  const url = URL.parse(origin ?? `${request.protocol}://${request.host}`)
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (origin === undefined && !/^([\w-]+\.)*localhost$/.test(url.hostname)) return undefined
  return { rp_id: url.hostname, origin: url.origin }
}

/** The site; refuses `passkeys_are_not_available`. */
export function getSite(kind: OwnerKind, config: SiteConfig, request: FastifyRequest): RelyingParty {
  const site = siteOf(kind, config, request)
  if (site === undefined) throw refuse('passkeys_are_not_available')
  return site
}

/** A challenge and the hash by which it is found again; valid once, for CHALLENGE_TTL_MS. */
export function drawChallenge(): { challenge: string; hash: Buffer } {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, hash: digest(challenge) }
}

/** What a browser needs to make a passkey. */
export const creationOptionsOf = (
  site: RelyingParty,
  challenge: string,
  user: { id: string; username: string; site_title: string },
  known: readonly StoredPasskey[],
) => ({
  challenge,
  rp: { id: site.rp_id, name: user.site_title },
  user: { id: handleOf(user.id), name: user.username, displayName: user.username },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: CHALLENGE_TTL_MS,
  excludeCredentials: known.map(descriptorOf),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
})

/** What a browser needs to use a passkey: one of `among`, or any of this site. */
export const requestOptionsOf = (
  site: RelyingParty,
  challenge: string,
  among: readonly StoredPasskey[] = [],
) => ({
  challenge,
  rpId: site.rp_id,
  timeout: CHALLENGE_TTL_MS,
  userVerification: 'required' as const,
  allowCredentials: among.map(descriptorOf),
})

/** The challenge that an answer says it was made for, and its hash. Refuses `passkey_was_not_accepted` where it says none. */
export function challengeIn(client_data: string): { challenge: string; hash: Buffer } {
  try {
    const { challenge } = decodeClientDataJSON(client_data) as { challenge: unknown }
    if (typeof challenge === 'string') return { challenge, hash: digest(challenge) }
  } catch {
    // Not JSON: no challenge.
  }
  throw refuse('passkey_was_not_accepted')
}

/** A passkey as an authenticator has just made it, ready to be kept. Refuses `passkey_was_not_accepted`. */
export async function judgeNewPasskey(site: RelyingParty, challenge: string, credential: NewCredential) {
  const { id, rawId, type } = credential
  const { clientDataJSON, attestationObject, transports: ways = [] } = credential.response
  const response = { clientDataJSON, attestationObject }
  const judged = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined) // the library throws for everything that is wrong with it
  if (judged?.verified !== true) throw refuse('passkey_was_not_accepted')
  const { credential: made, credentialBackedUp: backed_up } = judged.registrationInfo
  if (made.id !== id) throw refuse('passkey_was_not_accepted')
  const transports = ways.filter((way) => TRANSPORTS.has(way))
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    backed_up,
    transports,
  }
}

/** What a use of this passkey says, once its signature and all else holds. Refuses `passkey_was_not_accepted`. */
export async function judgePasskeyUse(
  site: RelyingParty,
  challenge: string,
  passkey: StoredPasskey,
  { id, rawId, type, response }: Assertion,
): Promise<{ counter: number; backed_up: boolean }> {
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
  return { counter, backed_up }
}

/**
 * Whether a passkey of `owner_id` is that of whoever was asked, or says itself whose it is where nobody was known
 * (WebAuthn §7.2, step 6).
 */
export const isMeant = (
  owner_id: string,
  asked_id: string | null,
  handle: string | null | undefined,
): boolean =>
  asked_id === null
    ? handle === handleOf(owner_id)
    : owner_id === asked_id && (handle === undefined || handle === null || handle === handleOf(asked_id))

const descriptorOf = (kept: StoredPasskey) => ({
  id: kept.credential_id,
  type: 'public-key' as const,
  transports: kept.transports as AuthenticatorTransport[],
})

/** What an authenticator keeps to say whose passkey it is; says nothing about the person. */
const handleOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

const digest = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()
