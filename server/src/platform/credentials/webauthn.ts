// WebAuthn (discoverable credentials, user verification required). A response for another site is refused
// (members/passkeys.test.ts).
import { isIP } from 'node:net'
import type { Assertion } from '@fairturn/contract/security'
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import { orRefuse, refuse } from '../http/refusal.ts'
import { type SubjectKind, policyOf, type SiteConfig } from './subjects.ts'
import { hashToken, newToken } from './tokens.ts'

export const CHALLENGE_TTL_MS = 5 * 60_000
/** EdDSA, ES256 and RS256 of the COSE registry: those that authenticators support. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** The relying party's site. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/** Stored data of a passkey, needed to verify its uses. */
interface StoredPasskey {
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
}

/** A new credential as serialized by the browser. */
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
 * As configured, or on loopback from the request. Undefined if passkeys are impossible: another Host header could be
 * forged, and an IP address cannot be a relying party.
 */
export function siteOf(
  kind: SubjectKind,
  config: SiteConfig,
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
): RelyingParty | undefined {
  const origin = policyOf({ kind }).origin(config)
  const url = URL.parse(origin ?? `${request.protocol}://${request.host}`)
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (origin === undefined && !/^([\w-]+\.)*localhost$/.test(url.hostname)) return undefined
  return { rpId: url.hostname, origin: url.origin }
}

/** The relying party. Refuses `passkeys_are_not_available`. */
export function getSite(kind: SubjectKind, config: SiteConfig, request: FastifyRequest): RelyingParty {
  return orRefuse(siteOf(kind, config, request), 'passkeys_are_not_available')
}

/** A challenge and the hash that it is stored under; valid once, for CHALLENGE_TTL_MS. */
export function newRandomChallenge(): { challenge: string; hash: Buffer } {
  const challenge = newToken()
  return { challenge, hash: hashToken(challenge) }
}

/** WebAuthn options for creating a passkey. */
export const creationOptionsOf = (
  site: RelyingParty,
  challenge: string,
  user: { id: string; username: string; site_title: string },
  known: readonly StoredPasskey[],
) => ({
  challenge,
  rp: { id: site.rpId, name: user.site_title },
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

/** WebAuthn options for using a passkey: one of `among`, or any of this site. */
export const requestOptionsOf = (
  site: RelyingParty,
  challenge: string,
  among: readonly StoredPasskey[] = [],
) => ({
  challenge,
  rpId: site.rpId,
  timeout: CHALLENGE_TTL_MS,
  userVerification: 'required' as const,
  allowCredentials: among.map(descriptorOf),
})

/** The challenge in a response's client data, and its hash. Refuses `passkey_was_not_accepted` if there is none. */
export function challengeIn(clientData: string): { challenge: string; hash: Buffer } {
  try {
    const { challenge } = decodeClientDataJSON(clientData) as { challenge: unknown }
    if (typeof challenge === 'string') return { challenge, hash: hashToken(challenge) }
  } catch {
    // Not JSON: no challenge.
  }
  throw refuse('passkey_was_not_accepted')
}

/** Verifies a new passkey, ready to be stored. Refuses `passkey_was_not_accepted`. */
export async function verifyNewPasskey(site: RelyingParty, challenge: string, credential: NewCredential) {
  const { id, rawId, type } = credential
  const { clientDataJSON, attestationObject, transports: ways = [] } = credential.response
  const response = { clientDataJSON, attestationObject }
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined) // the library throws for every verification failure
  if (verified?.verified !== true) throw refuse('passkey_was_not_accepted')
  const { credential: made, credentialBackedUp: backed_up } = verified.registrationInfo
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

/** Verifies a use of this passkey. Refuses `passkey_was_not_accepted`. */
export async function verifyPasskeyUse(
  site: RelyingParty,
  challenge: string,
  passkey: StoredPasskey,
  { id, rawId, type, response }: Assertion,
): Promise<{ counter: number; backed_up: boolean }> {
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
  }).catch(() => undefined)
  if (verified?.verified !== true) throw refuse('passkey_was_not_accepted')
  const { newCounter: counter, credentialBackedUp: backed_up } = verified.authenticationInfo
  return { counter, backed_up }
}

/** Whether the passkey belongs to the challenged subject, or identifies its subject itself (WebAuthn §7.2, step 6). */
export const isMeant = (
  subject_id: string,
  challengedId: string | null,
  handle: string | null | undefined,
): boolean =>
  challengedId === null
    ? handle === handleOf(subject_id)
    : subject_id === challengedId && (handle ?? handleOf(subject_id)) === handleOf(subject_id)

const descriptorOf = (kept: StoredPasskey) => ({
  id: kept.credential_id,
  type: 'public-key' as const,
  transports: kept.transports as AuthenticatorTransport[],
})

/** User handle, by which an authenticator returns the subject; contains nothing about the person. */
const handleOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
