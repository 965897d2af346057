// Access tokens (JWT, HS256) and refresh tokens (opaque).
import { createSecretKey, hkdfSync, type webcrypto } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { refuse } from '../platform/http/refusal.ts'

const ISSUER = 'fairturn'
const AUDIENCE = 'fairturn-member'
const TYPE = 'at+jwt' // RFC 9068: no other kind of JWT can pass as an access token
const ALGORITHM = 'HS256'
export const ACCESS_TOKEN_SECONDS = 15 * 60
/** Cache size; about six megabytes. */
const REMEMBERED_TOKENS = 10_000
/** Canonical base64url only (RFC 7515, RFC 4648): a 32-byte signature leaves two bits of the last character unused. */
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

export type AccessTokenKey = webcrypto.CryptoKey

export interface AccessClaims {
  readonly member_id: string
  readonly session_id: string
  readonly expires_at: Date
}

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int(), iat: z.int() })

/**
 * Derived (HKDF), so that other purposes of the deployment's secret have other keys. A CryptoKey, because jose would
 * import any other kind of key once per token, which takes as long as verifying it.
 */
export function accessTokenKey(secret: string): AccessTokenKey {
  const derived = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn access token 1', 32)))
  return derived.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** An access token for a session, valid for fifteen minutes from `now`. */
export async function signAccessToken(
  key: AccessTokenKey,
  now: Date,
  holder: { member_id: string; session_id: string },
): Promise<string> {
  const issuedS = Math.floor(now.getTime() / 1000)
  return await new SignJWT({ sid: holder.session_id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(holder.member_id)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedS)
    .setExpirationTime(issuedS + ACCESS_TOKEN_SECONDS)
    .sign(key)
}

/**
 * Claims of a token signed by one of the keys; there are several during key rotation. Refuses `token_is_expired` and, for
 * everything else, `token_is_invalid`.
 */
async function readAccessToken(
  keys: readonly AccessTokenKey[],
  now: Date,
  token: string,
): Promise<AccessClaims> {
  if (!ACCESS_TOKEN.test(token)) throw refuse('token_is_invalid')
  const expected = {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: ISSUER,
    audience: AUDIENCE,
    currentDate: now,
  }
  for (const key of keys)
    try {
      const { payload } = await jwtVerify(token, key, expected)
      const { sub, sid, exp } = claims.parse(payload)
      return { member_id: sub, session_id: sid, expires_at: new Date(exp * 1000) }
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refuse('token_is_expired')
    }
  throw refuse('token_is_invalid')
}

/** With a cache: for a token seen before, only its expiry is checked again. Saves most of the cost of a short call. */
export function accessTokenReader(
  keys: readonly AccessTokenKey[],
  maxCached = REMEMBERED_TOKENS,
): (now: Date, token: string) => Promise<AccessClaims> {
  const cached = new Map<string, AccessClaims>()
  return async function read(now, token) {
    const known = cached.get(token)
    if (known !== undefined) {
      if (known.expires_at <= now) throw refuse('token_is_expired')
      return known
    }
    const claims = await readAccessToken(keys, now, token)
    if (cached.size >= maxCached) cached.delete(cached.keys().next().value!)
    cached.set(token, claims)
    return claims
  }
}
