// The list of signing keys: each is vouched for by the one before, and signs from its time until its replacement's.
import type { ProofKey } from '../proofs.ts'
import type { Cryptography } from './cryptography.ts'
import { isInstant, isKey, keyText, type Statement } from './statement.ts'

export type KeyReason = 'keys_contradict' | 'key_was_replaced' | 'key_not_yet'

/** A proof that was begun before the rotation, or by a machine whose clock is behind, may end after it. */
const ROTATION_MS = 5 * 60_000

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Why the key of this statement is not one of the list, or not of that time; undefined as a reason if there is none. */
export async function keyFault(
  keys: readonly ProofKey[],
  statement: Statement,
  crypto: Cryptography,
): Promise<KeyReason | 'not_possible_here' | undefined> {
  const fault = await listFault(keys, crypto)
  if (fault !== undefined) return fault
  return timeFault(keys, statement)
}

/** The list begins with the first key and lacks none; each other one has the word of the key before. */
async function listFault(
  keys: readonly ProofKey[],
  crypto: Cryptography,
): Promise<KeyReason | 'not_possible_here' | undefined> {
  const sorted = keys.toSorted((a, b) => a.number - b.number)
  if (new Set(sorted.map(({ key }) => key)).size < sorted.length) return 'keys_contradict'
  // In another spelling one key would look like two.
  if (!sorted.every(({ key, since }) => isKey(key) && isInstant(since))) return 'keys_contradict'
  let possible = true
  for (const [i, { number, key, since, replaces, endorsement }] of sorted.entries()) {
    const before = sorted[i - 1]
    const timely = Date.parse(since) >= (before === undefined ? 0 : Date.parse(before.since))
    if (number !== i + 1 || replaces !== (before?.key ?? 'none') || !timely) return 'keys_contradict'
    if ((before === undefined) !== (endorsement === null)) return 'keys_contradict'
    if (endorsement === null) continue
    const signed = await crypto.verify(
      replaces,
      endorsement,
      encode(keyText({ number, key, since, replaces })),
    )
    if (signed === false) return 'keys_contradict'
    possible &&= signed === true
  }
  return possible ? undefined : 'not_possible_here'
}

/** Of a list without fault. */
export function timeFault(keys: readonly ProofKey[], { key, taken_at }: Statement): KeyReason | undefined {
  const own = keys.find((one) => one.key === key)
  if (own === undefined) return 'keys_contradict'
  const taken_ms = Date.parse(taken_at)
  const next = keys.find(({ replaces }) => replaces === key)
  if (next !== undefined && Date.parse(next.since) + ROTATION_MS < taken_ms) return 'key_was_replaced'
  return taken_ms + ROTATION_MS < Date.parse(own.since) ? 'key_not_yet' : undefined
}

/** Whether endorsements lead from the trusted key to this one; undefined if this device cannot verify them. */
export async function trustedKey(
  keys: readonly ProofKey[],
  from: string,
  key: string,
  crypto: Cryptography,
): Promise<boolean | undefined> {
  let trusted = from
  for (const next of keys.toSorted((a, b) => a.number - b.number)) {
    if (trusted === key) break
    if (next.replaces !== trusted || next.endorsement === null) continue
    const { number, since, replaces } = next
    const text = encode(keyText({ number, key: next.key, since, replaces }))
    const right = await crypto.verify(trusted, next.endorsement, text)
    if (right === undefined) return undefined
    if (right) trusted = next.key
  }
  return trusted === key
}
