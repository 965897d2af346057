// Device tokens (OWASP, device cookies): given to a device when its member has signed in, and sent with the next sign-in.
// Attempts with one count for that device alone, so that a stranger's wrong passwords, from however many networks, do not
// lock the member out (sessions.test.ts). It is no credential: it opens nothing, and allows a few attempts like any device.
// Signed rather than stored: nothing is kept of which devices a member has.
import { createSecretKey, hkdfSync, randomUUID, type webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Config } from '../platform/config.ts'

const TYPE = 'device+jwt'
const ALGORITHM = 'HS256'
const LIFE_DAYS = 365

export interface DeviceTokens {
  create(now: Date, member_id: string): Promise<string>
  /** The device's id; undefined without a valid token, and for one of another member. */
  deviceOf(now: Date, member_id: string, token: string | undefined): Promise<string | undefined>
}

/** The first secret signs; all verify, during key rotation. */
export function deviceTokens({ secrets }: Pick<Config, 'secrets'>): DeviceTokens {
  const keys = secrets.map(deviceKey)
  return {
    create: async (now, member_id) => {
      const issuedS = Math.floor(now.getTime() / 1000)
      return await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(member_id)
        .setJti(randomUUID())
        .setIssuedAt(issuedS)
        .setExpirationTime(issuedS + LIFE_DAYS * 86_400)
        .sign(keys[0]!)
    },
    async deviceOf(now, member_id, token = '') {
      for (const key of keys) {
        const expected = { algorithms: [ALGORITHM], typ: TYPE, subject: member_id, currentDate: now }
        const verified = await jwtVerify(token, key, expected).catch(() => undefined)
        if (verified?.payload.jti !== undefined) return verified.payload.jti
      }
      return undefined
    },
  }
}

/** Derived for this purpose: an access token is no device token, nor the reverse. */
function deviceKey(secret: string): webcrypto.CryptoKey {
  const derived = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn device token 1', 32)))
  return derived.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
