// Proofs of work: a device that has computed for a few seconds may register where many have (decision 077). Signed, so that
// nothing is stored of those that nobody solves; used once, by a hash kept until it would have expired.
import { hash, hkdfSync } from 'node:crypto'
import { registrationChallenge, type RegistrationChallenge } from '@fairturn/contract/members'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { insertUsedChallenge } from './registration.store.ts'

const CHALLENGE_TTL_MS = 10 * 60_000
const PURPOSE = 'registration'

/**
 * PBKDF2 with 5 000 iterations, tried 500 to 1 000 times. 500 of them took 1.2 s on one core (altcha-lib's solveChallenge in
 * Node on two shared virtual cores, 2026-11-26), so 1.2 to 2.4 s. Making one took 5 ms and checking one 3 ms.
 */
const ALGORITHM = 'PBKDF2/SHA-256'
const ITERATIONS = 5000
const MIN_ATTEMPTS = 500
const MAX_ATTEMPTS = 1000

const payload = z.object({
  challenge: registrationChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

export interface Challenges {
  create(now: Date): Promise<RegistrationChallenge>
  /** What was solved, to be spent; undefined unless it is ours, for registering, solved and not expired. */
  read(now: Date, solved: string | undefined): Promise<SolvedChallenge | undefined>
}

export interface SolvedChallenge {
  readonly nonce_hash: Buffer
  readonly expires_at: Date
}

/** `secrets`: the current one first, which signs; all verify, during key rotation. */
export function openChallenges(secrets: readonly string[]): Challenges {
  const keys = secrets.map(challengeKeys)
  return {
    async create(now) {
      const until = Math.floor((now.getTime() + CHALLENGE_TTL_MS) / 1000)
      const made = await createChallenge({
        ...keys[0]!,
        algorithm: ALGORITHM,
        cost: ITERATIONS,
        counter: randomInt(MAX_ATTEMPTS, MIN_ATTEMPTS),
        deriveKey,
        data: { purpose: PURPOSE, until, attempts: MAX_ATTEMPTS },
      })
      return registrationChallenge.parse(made)
    },
    async read(now, solved) {
      const { challenge, solution } = parsed(solved) ?? {}
      if (challenge === undefined || solution === undefined) return undefined
      const { nonce, data } = challenge.parameters
      if (data.purpose !== PURPOSE || data.until * 1000 <= now.getTime()) return undefined
      for (const key of keys) {
        const { verified } = await verifySolution({
          ...key,
          challenge: challenge as Challenge,
          solution,
          deriveKey,
        })
        if (verified)
          return { nonce_hash: hash('sha256', nonce, 'buffer'), expires_at: new Date(data.until * 1000) }
      }
      return undefined
    },
  }
}

/** Derived for this purpose alone: what another signs is no challenge. */
export function challengeKeys(secret: string) {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('hex')
  return {
    hmacSignatureSecret: derived('fairturn registration challenge 1'),
    hmacKeySignatureSecret: derived('fairturn registration challenge key 1'),
  }
}

function parsed(solved = ''): z.output<typeof payload> | undefined {
  try {
    return payload.safeParse(JSON.parse(Buffer.from(solved, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** False if it was spent before; of two concurrent registrations with one the second waits for the first. */
export async function spendChallenge(tx: Tx, { nonce_hash, expires_at }: SolvedChallenge): Promise<boolean> {
  return (await insertUsedChallenge.maybe(tx, { nonce_hash, expires_at, now: tx.now })) !== undefined
}
