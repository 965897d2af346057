// Pseudonyms under which addresses, and the names that are tried at the sign-in, are counted: keyed with SECRET, so that
// whoever reads the database, its write-ahead log or a backup cannot try all addresses, and different each UTC day, so that no
// two days can be linked (pseudonyms.test.ts).
import { createHmac, hkdfSync } from 'node:crypto'

const DAY_MS = 86_400_000

/** Of one day and of the day before: what was counted shortly before midnight still counts after it. */
export interface Pseudonyms {
  readonly today: Buffer
  readonly yesterday: Buffer
}

const keys = new Map<string, Buffer>()

/** Derived once a secret: this is on the way of every anonymous call. */
export function pseudonymKey(secret: string): Buffer {
  let key = keys.get(secret)
  if (key === undefined)
    keys.set(secret, (key = Buffer.from(hkdfSync('sha256', secret, '', 'fairturn pseudonyms 1', 32))))
  return key
}

/** `words` of one kind of pseudonym: its name first. */
export function pseudonymsOf(secret: string, at: Date, ...words: readonly string[]): Pseudonyms {
  const key = pseudonymKey(secret)
  const day = Math.floor(at.getTime() / DAY_MS)
  const on = (each: number) =>
    createHmac('sha256', key)
      .update([String(each), ...words].join('\0'))
      .digest()
  return { today: on(day), yesterday: on(day - 1) }
}
