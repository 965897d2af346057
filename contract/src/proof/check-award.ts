// Checks the proof of a public award: from what the page shows up to a signed root, with what this device has seen before.
import type { AwardProof, ProofKey } from '../proofs.ts'
import { awardRoot } from './check-lines.ts'
import { type KnownKey, trustedKey } from './check.ts'
import type { Cryptography } from './cryptography.ts'
import { readStatement } from './statement.ts'

/** An award as the page shows it. */
export interface ShownAward {
  readonly entry_id: string
  readonly type: string
  readonly amount: string
  readonly bonus: string
  readonly at: string
}

export type AwardVerdict =
  /** Recomputed up to the signed root. */
  | 'proved'
  /** Will be in the proof with the number given. */
  | 'waiting'
  /** From before proofs had awards. */
  | 'older_form'
  | 'not_possible_here'
  /** It leads to another root, or the statement is not a signed one. */
  | 'award_leads_elsewhere'
  | 'key_changed_without_a_word'
  | 'two_proofs_of_one_number'
  /** It is older than a proof that this device has seen, and not in it. */
  | 'award_is_in_no_proof'

const TOLERANCE_MS = 5 * 60_000

export async function checkAward(
  award: ShownAward,
  { number, found }: AwardProof,
  known: { readonly seen: KnownKey | undefined; readonly keys: readonly ProofKey[] },
  crypto: Cryptography,
): Promise<AwardVerdict> {
  const { seen } = known
  if (found === null) {
    const last = seen && readStatement(seen.statement)
    const since = seen?.covers_since
    const at_ms = Date.parse(award.at)
    if (last === undefined || since === undefined) return number === null ? 'older_form' : 'waiting'
    const taken_ms = Date.parse(last.taken_at) - TOLERANCE_MS
    if (number === null) return at_ms > Date.parse(since) ? 'award_is_in_no_proof' : 'older_form'
    return number <= last.number || (at_ms > Date.parse(since) && at_ms < taken_ms)
      ? 'award_is_in_no_proof'
      : 'waiting'
  }
  const bytes = new TextEncoder().encode(found.proof.statement)
  const statement = readStatement(found.proof.statement)
  if (statement?.covers === undefined || statement.number !== number) return 'award_leads_elsewhere'
  const signed = await crypto.verify(statement.key, found.proof.signature, bytes)
  if (signed === undefined) return 'not_possible_here'
  if (!signed) return 'award_leads_elsewhere'
  if (seen?.number === number && seen.statement !== found.proof.statement) return 'two_proofs_of_one_number'
  const trusted = seen === undefined ? true : await trustedKey(known.keys, seen, statement.key, crypto)
  // An award older than the device's key is signed by one before it, which it cannot trace.
  if (trusted !== true && number > (seen?.number ?? 0))
    return trusted === undefined ? 'not_possible_here' : 'key_changed_without_a_word'
  const late = Date.parse(award.at) > Date.parse(statement.taken_at) + TOLERANCE_MS
  const root = await awardRoot(statement, award, found, crypto).catch(() => undefined)
  return root === statement.covers.awards_root && !late ? 'proved' : 'award_leads_elsewhere'
}
