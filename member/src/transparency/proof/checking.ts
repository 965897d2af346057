import type { StatementLine } from '@fairturn/contract/documents'
import { parseMoney } from '@fairturn/contract/money'
// Checks the latest proof: fetches everything required, verifies it here, and stores the result.
import { type Checked, checkProof, type Checkable, type KnownKey } from '@fairturn/contract/proof/check'
import type { Evidence, Proof } from '@fairturn/contract/proofs'
import { call } from '../../shell/client.ts'
import { memberId } from '../../shell/queries.ts'
import { session } from '../../shell/session.ts'
import { browserCryptography, canHash } from './cryptography.ts'
import { type EvidenceFile, rememberFailed, rememberPassed, seenProof } from './memory.ts'

/**
 * Tolerated clock difference between server and ledger; balances within it count as those of the proof's
 * time.
 */
const CLOCK_TOLERANCE_MS = 2 * 60_000
/** Limits on pages of the statement: a proof is at most a day old, and nobody has so many movements in a day. */
const MAX_PAGES = 30
const MAX_PAGES_BETWEEN = 20

export interface Run {
  readonly checked: Checked
  readonly file: EvidenceFile
  readonly taken_at: string
}

/** The browser cannot hash on this page, so nothing was checked. */
export class CannotCheck extends Error {}

/** Fetches and checks. Rejects if the network fails, or if the page cannot hash. */
export async function runCheck(signal?: AbortSignal): Promise<Run> {
  if (!canHash()) throw new CannotCheck()
  const member_id = memberId()
  const username = session.user()?.username ?? ''
  const options = signal === undefined ? {} : { signal }
  const [{ data: evidence }, { data: keys }] = await Promise.all([
    call('POST proofs/mine', { body: { user_id: member_id }, ...options }),
    call('GET proofs/keys', options),
  ])
  const seen = seenProof()
  const [between, had] = await Promise.all([
    proofsBetween(seen, evidence.proof, options),
    balancesFromStatement(evidence, options),
  ])
  const checkable: Checkable = {
    evidence,
    keys: keys.list,
    between,
    seen,
    me: { member_id, username },
    had,
  }
  const checked = await checkProof(checkable, browserCryptography)
  const { steps } = checked
  const file: EvidenceFile = {
    made_at: new Date().toISOString(),
    member_id,
    username,
    steps,
    evidence,
    keys: keys.list,
    between,
    seen,
  }
  const { taken_at } = evidence.proof
  if (checked.seen !== undefined) rememberPassed(member_id, checked.seen, taken_at)
  else if (steps.some(({ state }) => state === 'failed')) rememberFailed(file)
  return { checked, file, taken_at }
}

type Options = { signal?: AbortSignal }

async function proofsBetween(seen: KnownKey | undefined, last: Proof, options: Options): Promise<Proof[]> {
  const between: Proof[] = []
  if (seen === undefined || last.number <= seen.number + 1) return between
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES_BETWEEN; page += 1) {
    const { data } = await call('GET proofs', { query: cursor === undefined ? {} : { cursor }, ...options })
    between.push(...data.list.filter(({ number }) => number > seen.number && number < last.number))
    if (data.cursor === null || (data.list.at(-1)?.number ?? 0) <= seen.number) break
    cursor = data.cursor
  }
  return between
}

/**
 * The member's own balances in the minutes around the proof, from their statement, for each part of the
 * balance.
 */
async function balancesFromStatement(evidence: Evidence, options: Options): Promise<Checkable['had']> {
  const taken_ms = Date.parse(evidence.proof.taken_at)
  const from = new Date(taken_ms - CLOCK_TOLERANCE_MS).toISOString()
  const lines: StatementLine[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = cursor === undefined ? { from } : { from, cursor }
    const { data } = await call('GET statements', { query, ...options })
    lines.push(...data.list)
    if (data.cursor === null)
      return {
        available: balancesAround(lines, 'available', data.account_balance, taken_ms),
        held: balancesAround(lines, 'held', data.held_balance, taken_ms),
      }
    cursor = data.cursor
  }
  return undefined
}

/**
 * The balance before the first of these movements, and after each until shortly after the proof; the current
 * one if there are none.
 */
export function balancesAround(
  lines: readonly StatementLine[],
  part: StatementLine['part'],
  now: string,
  taken_ms: number,
): bigint[] {
  const moved = lines.filter((line) => line.part === part).toReversed()
  const first = moved[0]
  if (first === undefined) return [parseMoney(now)]
  return [
    parseMoney(first.balance_after) - parseMoney(first.amount),
    ...moved
      .filter(({ at }) => Date.parse(at) <= taken_ms + CLOCK_TOLERANCE_MS)
      .map(({ balance_after }) => parseMoney(balance_after)),
  ]
}
