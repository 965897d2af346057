// Checks the proof of a public award: from what the page shows up to a signed root, with the list of proofs and what this
// device has seen before. "It will be in a later proof" and "it is older than such proofs" are checked against that list:
// an award that is dated before a proof and is not in it is an error, whatever the server says.
import type { AwardProof, Proof, ProofKey } from '../proofs.ts'
import { awardRoot } from './check-own-awards.ts'
import type { KnownKey } from './check.ts'
import type { Cryptography } from './cryptography.ts'
import { keyFault, type KeyReason, trustedKey } from './keys.ts'
import { readStatement, type Statement } from './statement.ts'
import { CLOCKS_MS, isDatedAfter, isDatedBefore } from './times.ts'
import { hexOf } from './tree.ts'

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
  /** There is no proof yet that could have it. */
  | 'waiting'
  /** A proof was made within minutes after it, and the answer does not have the award there: a copy in a cache may. */
  | 'made_since'
  /** It is dated later than the clock of this device. */
  | 'award_is_of_the_future'
  /** From before proofs had awards. */
  | 'older_form'
  | 'not_possible_here'
  /** It leads to another root, or the statement is not a signed one. */
  | 'award_leads_elsewhere'
  | 'key_changed_without_a_word'
  | KeyReason
  | 'two_proofs_of_one_number'
  /** The proofs of the list are not linked. */
  | 'proof_does_not_follow'
  /** It is older than a proof that has been made, and not in it. */
  | 'award_is_in_no_proof'
  /** It is dated before a proof that does not have it, and in a later one. */
  | 'award_came_late'
  /** It is dated after the proof that has it, or that is said to have it. */
  | 'award_is_later_than_its_proof'

export interface KnownOfAwards {
  readonly seen: KnownKey | undefined
  readonly keys: readonly ProofKey[]
  /** The public list, newest first: back to the award's time if the award has no path. */
  readonly proofs: readonly Proof[]
  /** The number of the proof that was to have it, when this device looked before. */
  readonly promised?: number | undefined
  readonly now_ms: number
}

/** An award that was being entered while the proof was begun; nothing else is both earlier and not in it. */
const ENTERING_MS = 5_000

export async function checkAward(
  award: ShownAward,
  { number, found }: AwardProof,
  known: KnownOfAwards,
  crypto: Cryptography,
): Promise<AwardVerdict> {
  const linked = await linkedProofs(known, crypto)
  if (typeof linked === 'string') return linked
  // Also with NaN.
  if (!(Date.parse(award.at) <= known.now_ms + CLOCKS_MS)) return 'award_is_of_the_future'
  if (found === null) return withoutPath(award, number, { ...known, proofs: linked })
  const { seen, keys } = known
  const statement = readStatement(found.proof.statement)
  if (statement?.covers === undefined || statement.number !== number) return 'award_leads_elsewhere'
  const fault = await signatureFault(found.proof, statement, crypto)
  if (fault !== undefined) return fault
  const other = [...linked.map((one) => one.statement), ...(seen ? [seen.statement] : [])].some(
    (text) => readStatement(text)?.number === number && text !== found.proof.statement,
  )
  if (other) return 'two_proofs_of_one_number'
  // An award older than the device's key is signed by one before it, which it cannot trace.
  if (seen !== undefined && number > seen.number) {
    const trusted = await trustedKey(keys, seen.key, statement.key, crypto)
    if (trusted !== true) return trusted === undefined ? 'not_possible_here' : 'key_changed_without_a_word'
  }
  const untrusted = await keyFault(keys, statement, crypto)
  if (untrusted !== undefined) return untrusted
  const root = await awardRoot(statement, award, found, crypto).catch(() => undefined)
  if (root !== statement.covers.awards_root) return 'award_leads_elsewhere'
  if (isDatedAfter(award.at, statement)) return 'award_is_later_than_its_proof'
  const before = linked.find((one) => one.number === number - 1)
  return before?.covers && isDatedBefore(award.at, before) ? 'award_came_late' : 'proved'
}

type Linked = Statement & { readonly statement: string }

/** The list's statements, newest first, each naming the hash of the next; the newest is signed, by a key of the list. */
async function linkedProofs(
  { proofs, seen, keys }: KnownOfAwards,
  crypto: Cryptography,
): Promise<Linked[] | AwardVerdict> {
  const linked: Linked[] = []
  for (const [i, proof] of proofs.entries()) {
    const statement = readStatement(proof.statement)
    if (statement === undefined) return 'proof_does_not_follow'
    const fault =
      i === 0
        ? ((await signatureFault(proof, statement, crypto)) ?? (await keyFault(keys, statement, crypto)))
        : undefined
    if (fault !== undefined) return fault
    const after = linked.at(-1)
    const hash = hexOf(await crypto.sha256(new TextEncoder().encode(proof.statement)))
    if (after && (after.number !== statement.number + 1 || after.previous !== hash))
      return 'proof_does_not_follow'
    linked.push({ ...statement, statement: proof.statement })
  }
  const same = linked.find(({ number }) => number === seen?.number)
  if (same !== undefined && same.statement !== seen?.statement) return 'two_proofs_of_one_number'
  return linked
}

async function signatureFault(
  proof: Proof,
  { key }: Statement,
  crypto: Cryptography,
): Promise<AwardVerdict | undefined> {
  const signed = await crypto.verify(key, proof.signature, new TextEncoder().encode(proof.statement))
  if (signed === undefined) return 'not_possible_here'
  return signed ? undefined : 'award_leads_elsewhere'
}

/** Whether the award can be in none of the proofs there are. */
function withoutPath(
  { at }: ShownAward,
  number: number | null,
  { proofs, seen, promised, now_ms }: Omit<KnownOfAwards, 'proofs'> & { readonly proofs: readonly Linked[] },
): AwardVerdict {
  const last = seen && readStatement(seen.statement)
  const newest = Math.max(proofs[0]?.number ?? 0, last?.number ?? 0)
  const at_ms = Date.parse(at)
  // A proof that has just been made may be missing in an answer that a cache still has.
  const mustHave = (proof: Pick<Statement, 'taken_at'>) =>
    isDatedBefore(at, proof) && Date.parse(proof.taken_at) + CLOCKS_MS < now_ms
  if (number === null) {
    const could = proofs.filter(({ taken_at }) => at_ms - CLOCKS_MS < Date.parse(taken_at))
    const first = could.findLast(mustHave)
    const older = could.some((one) => one.number <= (first?.number ?? one.number) && hasNoAwards(one, proofs))
    return older ? 'older_form' : 'award_is_in_no_proof'
  }
  const leftOut = proofs.some(mustHave) || (last?.covers !== undefined && mustHave(last))
  const since = newestSince(at_ms, last === undefined ? proofs : [...proofs, last])
  // One of two at once: a proof that was being made when this device looked does not have it yet.
  const broken = promised !== undefined && (promised < newest || (promised === since && number > since))
  const far = number < newest || number > newest + 2
  if (leftOut || broken || far) return 'award_is_in_no_proof'
  const named = [...proofs, ...(last ? [last] : [])].find((one) => one.number === number)
  if (named !== undefined && isDatedAfter(at, named)) return 'award_is_later_than_its_proof'
  return since === undefined ? 'waiting' : 'made_since'
}

/** The number of the newest proof that was begun after the award had been entered. */
function newestSince(
  at_ms: number,
  proofs: readonly Pick<Statement, 'number' | 'taken_at' | 'covers'>[],
): number | undefined {
  const since = proofs.filter(
    ({ taken_at, covers }) => covers !== undefined && Date.parse(taken_at) > at_ms + ENTERING_MS,
  )
  return since.length === 0 ? undefined : Math.max(...since.map(({ number }) => number))
}

/** A proof of version 1, or the first after one, which has nothing since. */
const hasNoAwards = ({ number, covers }: Linked, proofs: readonly Linked[]): boolean =>
  covers === undefined || proofs.some((one) => one.number === number - 1 && one.covers === undefined)
