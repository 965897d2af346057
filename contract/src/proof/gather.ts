// Collects everything that a member's device needs to check the latest proof, through the calls of the member's own screens.
// The app and the tests supply the calls.
import type { Campaign } from '../campaigns.ts'
import type { StatementLine } from '../documents.ts'
import { parseMoney } from '../minor-units.ts'
import type { Product } from '../orders.ts'
import type { Evidence, Proof, ProofKey } from '../proofs.ts'
import { MAX_HISTORY, type Memory, type Screens } from './check-lines.ts'
import type { Checkable, KnownKey } from './check.ts'

interface Page {
  readonly cursor: string | null
}
type Cursor = string | undefined

/** The member's calls; each rejects if it is refused, or the network fails. */
export interface Calls {
  mine(this: void, body: { proof_id?: string; lines_from?: number }): Promise<Evidence>
  keys(this: void): Promise<{ readonly list: readonly ProofKey[] }>
  proofs(this: void, cursor: Cursor): Promise<Page & { readonly list: readonly Proof[] }>
  statements(
    this: void,
    from: string,
    cursor: Cursor,
  ): Promise<
    Page & { readonly list: readonly StatementLine[]; account_balance: string; held_balance: string }
  >
  campaigns(this: void, cursor: Cursor): Promise<Page & { readonly list: readonly Campaign[] }>
  orders(this: void, cursor: Cursor): Promise<Page & { readonly list_product: readonly Product[] }>
  completed(
    this: void,
    from: string,
    cursor: Cursor,
  ): Promise<Page & { readonly list_product: readonly Product[] }>
  /** Of the deployment's settings, by which every screen shows its amounts. */
  currency(this: void): Promise<string>
  level(this: void): Promise<{ readonly purchase_id: string | null; readonly refundable: string }>
}

/** Without the member, and the time of the device. */
export type Gathered = Omit<Checkable, 'me' | 'now_ms'>

/** The answer has no signed statement at all: nothing can be checked, and nothing passes. */
export class EvidenceIsAbsent extends Error {}

/** Tolerated difference between clocks; balances within it count as those of the proof's time. */
const TOLERANCE_MS = 2 * 60_000
/** Limits on pages: a proof is at most a day old, and nobody has so many movements in a day. */
const MAX_PAGES = 100
/**
 * Everything to check but who the member is. Rejects if the network fails, or the server refuses something for any reason
 * but that it is gone: a check that could not be made must neither fail nor be remembered as one.
 */
export async function gather(
  calls: Calls,
  known: { readonly seen: KnownKey | undefined; readonly memory: Memory | undefined },
): Promise<Gathered> {
  const [evidence, keys, currency] = await Promise.all([mineWhole(calls), calls.keys(), calls.currency()])
  const between = await proofsBetween(calls, firstKnown(known), evidence.proof)
  const history: Evidence[] = []
  // Without memory there is nothing that older lines could continue.
  if (known.memory !== undefined)
    for (const { _id, number } of between.toSorted((a, b) => a.number - b.number).slice(-MAX_HISTORY)) {
      if (number <= known.memory.number) continue
      // One that is gone is missing, which the check says.
      const one = await mineWhole(calls, _id).catch(unlessGone)
      if (one !== undefined) history.push(one)
    }
  const taken_ms = Date.parse(evidence.proof.taken_at)
  const fromMs = Math.min(taken_ms, firstMs(known, [...history, evidence])) - TOLERANCE_MS
  const [statement, screens, since] = await whileNothingMoves(calls, evidence, () =>
    Promise.all([statementSince(calls, new Date(fromMs).toISOString()), screensOf(calls, evidence)]),
  )
  return {
    evidence: { ...evidence, ...(since !== undefined && { since }) },
    keys: keys.list,
    currency,
    between,
    history,
    ...known,
    had: statement && {
      available: balancesAround(statement.list, 'available', statement.account_balance, taken_ms),
      held: balancesAround(statement.list, 'held', statement.held_balance, taken_ms),
    },
    listed: statement?.list,
    screens: statement &&
      screens && {
        ...screens,
        available_minor: parseMoney(statement.account_balance),
        held_minor: parseMoney(statement.held_balance),
      },
  }
}

/** Refusals after which asking again changes nothing. */
const GONE = new Set(['proof_is_too_old', 'proof_is_unknown'])

function unlessGone(failure: unknown): undefined {
  if (!GONE.has(String((failure as { code?: unknown } | undefined)?.code))) throw failure
}

/** The last proof that the device, and this member on it, have both checked; another member may have checked later ones. */
function firstKnown({
  seen,
  memory,
}: {
  readonly seen: KnownKey | undefined
  readonly memory: Memory | undefined
}): number | undefined {
  const numbers = [seen?.number, memory?.number].filter((number) => number !== undefined)
  return numbers.length === 0 ? undefined : Math.min(...numbers)
}

const ATTEMPTS = 3

/** Money may move between two calls: what was read counts only if the postings since the proof are the same after it. */
async function whileNothingMoves<First, Second>(
  calls: Calls,
  { proof, since }: Evidence,
  read: () => Promise<[First, Second]>,
): Promise<[First, Second | undefined, Evidence['since']]> {
  let before = since
  for (let attempt = 1; ; attempt += 1) {
    const [first, second] = await read()
    const { since: after } = await calls.mine({ proof_id: proof._id, lines_from: Number.MAX_SAFE_INTEGER })
    if (JSON.stringify(after) === JSON.stringify(before)) return [first, second, before]
    if (attempt === ATTEMPTS) return [first, undefined, after]
    before = after
  }
}

/** When the first line to compare was written. */
function firstMs(
  { seen, memory }: { seen: KnownKey | undefined; memory: Memory | undefined },
  evidences: readonly Evidence[],
): number {
  const lines = evidences.flatMap(({ lines }) => lines?.pages.flatMap(({ list }) => list) ?? [])
  const times = lines.map(({ at }) => Date.parse(at))
  const taken = /^taken_at: (.+)$/m.exec(seen?.statement ?? '')?.[1]
  for (const known of [taken, memory?.taken_at]) if (known !== undefined) times.push(Date.parse(known))
  return times.reduce((first, ms) => Math.min(first, ms), Number.MAX_SAFE_INTEGER)
}

/** With every page of the member's lines. */
async function mineWhole(calls: Calls, proof_id?: string): Promise<Evidence> {
  const ofProof = (id: string | undefined) => (id === undefined ? {} : { proof_id: id })
  const first = await calls.mine(ofProof(proof_id))
  if (!isEvidence(first)) throw new EvidenceIsAbsent('the answer has no evidence')
  const { lines } = first
  if (lines === undefined) return first
  const pages = [...lines.pages]
  const awards = first.awards && [...first.awards]
  const had = () => pages.reduce((sum, { list }) => sum + list.length, 0)
  for (let last = 0; had() > last && had() < lines.count;) {
    last = had()
    const next = await calls.mine({ proof_id: first.proof._id, lines_from: last })
    pages.push(...(next.lines?.pages ?? []))
    awards?.push(...(next.awards ?? []))
  }
  return { ...first, lines: { ...lines, pages }, ...(awards && { awards }) }
}

/** It has at least what a check names: the statement, its number and time, and a list of leaves. */
function isEvidence(answer: unknown): boolean {
  const { proof, leaves } = (answer ?? {}) as { proof?: Record<string, unknown> | null; leaves?: unknown }
  return (
    typeof proof?.['statement'] === 'string' &&
    typeof proof['signature'] === 'string' &&
    Number.isInteger(proof['number']) &&
    !Number.isNaN(Date.parse(String(proof['taken_at']))) &&
    Array.isArray(leaves)
  )
}

async function proofsBetween(calls: Calls, known: number | undefined, last: Proof): Promise<Proof[]> {
  if (known === undefined || last.number <= known + 1) return []
  const between: Proof[] = []
  let cursor: Cursor
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { list, cursor: next } = await calls.proofs(cursor)
    between.push(...list.filter(({ number }) => number > known && number < last.number))
    if (next === null || (list.at(-1)?.number ?? 0) <= known) break
    cursor = next
  }
  return between
}

/** Every page of a list; undefined if there are too many. */
async function allOf<Item, Answer extends Page>(
  page: (cursor: Cursor) => Promise<Answer>,
  itemsOf: (answer: Answer) => readonly Item[],
): Promise<{ list: Item[]; last: Answer } | undefined> {
  const list: Item[] = []
  let cursor: Cursor
  for (let i = 0; i < MAX_PAGES; i += 1) {
    const answer = await page(cursor)
    list.push(...itemsOf(answer))
    if (answer.cursor === null) return { list, last: answer }
    cursor = answer.cursor
  }
  return undefined
}

async function statementSince(calls: Calls, from: string) {
  const all = await allOf(
    (cursor) => calls.statements(from, cursor),
    ({ list }) => list,
  )
  if (all === undefined) return undefined
  const { account_balance, held_balance } = all.last
  return { list: all.list, account_balance, held_balance }
}

async function screensOf(
  calls: Calls,
  { proof }: Evidence,
): Promise<Omit<Screens, 'available_minor' | 'held_minor'> | undefined> {
  const from = new Date(Date.parse(proof.taken_at) - TOLERANCE_MS).toISOString()
  const [campaigns, orders, completed, level] = await Promise.all([
    allOf(calls.campaigns, ({ list }) => list),
    allOf(calls.orders, ({ list_product }) => list_product),
    allOf(
      (cursor) => calls.completed(from, cursor),
      ({ list_product }) => list_product,
    ),
    calls.level(),
  ])
  if (campaigns === undefined || orders === undefined || completed === undefined) return undefined
  const since = completed.list.filter(
    ({ claimed_at }) => Date.parse(claimed_at ?? '') > Date.parse(proof.taken_at),
  )
  return {
    campaigns: campaigns.list
      .filter(({ paid_at, closed_at }) => paid_at !== null && closed_at === null)
      .map((campaign) => ({
        campaign_id: campaign._id,
        left_minor: parseMoney(campaign.remaining) + parseMoney(campaign.fee_earned),
        held_minor: parseMoney(campaign.held),
      })),
    awards: [...orders.list, ...since].map(({ award, settled_at }) => ({
      award_minor: parseMoney(award),
      settled_at: settled_at ?? '',
    })),
    level:
      level.purchase_id === null
        ? undefined
        : { purchase_id: level.purchase_id, refundable_minor: parseMoney(level.refundable) },
  }
}

/**
 * The balance before the first of these movements around the proof, and after each until shortly after it; the current
 * one if there are none.
 */
export function balancesAround(
  lines: readonly StatementLine[],
  part: StatementLine['part'],
  now: string,
  taken_ms: number,
): bigint[] {
  const moved = lines
    .filter((line) => line.part === part && Date.parse(line.at) >= taken_ms - TOLERANCE_MS)
    .toReversed()
  const first = moved[0]
  if (first === undefined) return [parseMoney(now)]
  return [
    parseMoney(first.balance_after) - parseMoney(first.amount),
    ...moved
      .filter(({ at }) => Date.parse(at) <= taken_ms + TOLERANCE_MS)
      .map(({ balance_after }) => parseMoney(balance_after)),
  ]
}
