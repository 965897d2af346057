// Rate limits of password attempts (brute-force protection). An attempt is counted before it is evaluated, so that
// concurrent ones all count, and refunded if it was correct.
import { hash } from 'node:crypto'
import { homeNetwork } from '../http/address.ts'
import type { App } from '../http/app.ts'
import { type DailyBucket, dailyBucket, hitLimit, type Limit, refundHit } from '../http/limits.ts'
import { refuse } from '../http/refusal.ts'

interface AttemptLimit {
  readonly bucket: string | DailyBucket
  readonly limit: Limit
}

type Counting = Pick<App, 'config' | 'database'>

// An attempt on a device that the member has signed in on before counts for that device alone, so that strangers cannot
// lock its member out (OWASP, device cookies). All others: per address and account: low. Per account from all addresses: higher, so that a stranger cannot easily lock its subject
// out. Per address over all accounts: enough for a household.
const ACCOUNT_FROM_NETWORK: Limit = { hits: 10, per_seconds: 15 * 60 }
const ACCOUNT: Limit = { hits: 100, per_seconds: 60 * 60 }
const NETWORK: Limit = { hits: 50, per_seconds: 15 * 60 }
// Six digits are few: an attacker who has the password and keeps guessing for a year succeeds with a probability of one
// half.
const CODE_FROM_NETWORK: Limit = { hits: 5, per_seconds: 15 * 60 }
const CODE: Limit = { hits: 20, per_seconds: 60 * 60 }
const OF_DEVICE: Limit = { hits: 10, per_seconds: 15 * 60 }
const OWN_PASSWORD: Limit = { hits: 10, per_seconds: 15 * 60 }

/**
 * Sign-in attempts. `account` is the typed name in its stored form, whether or not it exists; `device` the id in a token
 * of that account for this device.
 */
export function signInAttemptLimits(
  app: Counting,
  account: string,
  address: string,
  device?: string,
): AttemptLimit[] {
  if (device !== undefined)
    return [{ bucket: `sign-in-device:${hash('sha256', device, 'base64url')}`, limit: OF_DEVICE }]
  const network = homeNetwork(address)
  return [
    { bucket: pseudonymous(app, 'sign-in', account, network), limit: ACCOUNT_FROM_NETWORK },
    { bucket: pseudonymous(app, 'sign-in-account', account), limit: ACCOUNT },
    { bucket: pseudonymous(app, 'sign-in-place', network), limit: NETWORK },
  ]
}

/** Attempts at a one-time or recovery code of a member or operator whose password was correct. */
export function codeAttemptLimits(app: Counting, member_id: string, address: string): AttemptLimit[] {
  return [
    { bucket: pseudonymous(app, 'code', member_id, homeNetwork(address)), limit: CODE_FROM_NETWORK },
    { bucket: pseudonymous(app, 'code', member_id), limit: CODE },
  ]
}

/**
 * Attempts to confirm with the password in a session. Of this session alone, so that whoever stole it cannot keep its
 * member from confirming in another.
 */
export const passwordConfirmationLimits = (session_id: string): AttemptLimit[] => [
  { bucket: `own-password:${session_id}`, limit: OWN_PASSWORD },
]

/** The same with a one-time code. */
export const codeConfirmationLimits = (session_id: string): AttemptLimit[] => [
  { bucket: `own-code:${session_id}`, limit: CODE_FROM_NETWORK },
]

/**
 * A failed attempt (`undefined`) counts; one that succeeded or threw does not. Refuses `too_many_attempts` without
 * evaluating it.
 */
export async function enforceAttemptLimits<T>(
  app: Counting,
  limits: readonly AttemptLimit[],
  guess: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const now = app.database.clock.now()
  const scaled = limits.map(({ bucket, limit }) => ({
    bucket,
    limit: { hits: limit.hits * app.config.rateLimitFactor, per_seconds: limit.per_seconds },
  }))
  const within = await Promise.all(
    scaled.map(({ bucket, limit }) => hitLimit(app.database, now, bucket, limit)),
  )
  const counted = scaled.filter((_, i) => within[i] === true)
  const takeBack = () =>
    Promise.all(counted.map(({ bucket, limit }) => refundHit(app.database, bucket, limit)))
  if (within.includes(false)) {
    await takeBack() // a refusal by one limit must not use up the others
    throw refuse('too_many_attempts')
  }
  let right: T | undefined
  try {
    right = await guess()
  } catch (error) {
    await takeBack()
    throw error
  }
  if (right !== undefined) await takeBack()
  return right
}

const pseudonymous = ({ config, database }: Counting, kind: string, ...words: string[]): DailyBucket =>
  dailyBucket(config.secret, database.clock.now(), kind, ...words)
