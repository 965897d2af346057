import { ENTRY_TYPES, uuidOfHash } from '../accounting.ts'
import type { Liability } from '../liabilities.ts'
// What a statement of version 2 lets a device check: every line of the member's accounts, against what the device
// remembers, the member's screens and account statement; the audit log; and the path of a public award.
import { parseMoney } from '../minor-units.ts'
import type { Evidence, Proof, ProofAccount, ProofLine } from '../proofs.ts'
import type { Cryptography } from './cryptography.ts'
import { accountText, auditLogExtends, lineBytes, LINES_TREE, type LineKind, rootOfRange } from './lines.ts'
import { readStatement, type Statement } from './statement.ts'
import { isDatedAfter, isDatedBefore } from './times.ts'
import { bytesOfHex, hexOf, identityBytes } from './tree.ts'

export type LineReason =
  | 'first_sight'
  | 'nothing_owed'
  | 'no_lines'
  | 'no_awards'
  | 'no_events'
  | 'same_proof'
  | 'earlier_lines'
  | 'only_these_lines'
  | 'not_given'
  | 'too_many_movements'
  | 'screens_not_read'
  | 'recent_proofs_only'
  | 'award_not_in_tree'
  | 'award_twice'
  | 'award_without_line'
  | 'awards_to_come'
  | 'line_is_of_another_time'
  | 'older_form'
  | 'not_possible_here'
  | 'form_went_back'
  | 'account_is_another'
  | 'accounts_differ'
  | 'line_leads_elsewhere'
  | 'line_is_missing'
  | 'balance_does_not_follow'
  | 'balance_below_zero'
  | 'movement_is_of_no_kind'
  | 'entry_is_not_whole'
  | 'account_forgotten'
  | 'lines_forgotten'
  | 'lines_withheld'
  | 'screen_differs'
  | 'statement_differs'
  | 'audit_log_rewritten'

/** What this device remembers of the member's accounts at the last proof it has checked. */
export interface Memory {
  readonly number: number
  /** Of that proof; not there in what a device remembered before it was stored. */
  readonly taken_at?: string
  /** By the account's id: its last posting, and the balance after it. */
  readonly accounts: Readonly<Record<string, readonly [version: number, balance_minor: string]>>
}

/** What the member's own screens say now. */
export interface Screens {
  readonly available_minor: bigint
  readonly held_minor: bigint
  /** Campaigns that were paid and are not settled: what is left of them, and what is kept for open orders. */
  readonly campaigns: readonly { campaign_id: string; left_minor: bigint; held_minor: bigint }[]
  /** Awards that can be claimed, and those claimed since the proof. */
  readonly awards: readonly { award_minor: bigint; settled_at: string }[]
  readonly level: { purchase_id: string; refundable_minor: bigint } | undefined
}

/** A line of the account statement as the app shows it. */
export interface ListedLine {
  /** The entry's id, a colon, and the part of the balance. */
  readonly _id: string
  readonly at: string
  readonly amount: string
  readonly balance_after: string
}

export interface LinesInput {
  readonly evidence: Evidence
  /** Evidence of the proofs between the last one checked and this one, oldest first. */
  readonly history: readonly Evidence[]
  readonly between: readonly Proof[]
  readonly seen: { readonly number: number; readonly statement: string } | undefined
  readonly memory: Memory | undefined
  readonly me: { readonly member_id: string; readonly username: string }
  readonly screens: Screens | undefined
  readonly listed: readonly ListedLine[] | undefined
}

/** How the step fails: thrown by `fail`, so that check.ts can name it. */
export type Demand = (holds: boolean, why: LineReason) => undefined
export type Result =
  | LineReason
  | undefined
  | { unchecked: LineReason; proofs?: SkippedProofs }
  | { not_compared: LineReason }

/** Of `of` proofs since the last check, the lines of the latest `checked` were compared. */
export interface SkippedProofs {
  readonly checked: number
  readonly of: number
}

/** Of so many proofs in between a device fetches the lines. */
export const MAX_HISTORY = 30

/** Clocks of server and ledger, and of calls shortly after one another. */
const TOLERANCE_MS = 2 * 60_000
export const TREES_KEPT_MS = 91 * 86_400_000
/** Entries of these types move money only between accounts of one member. */
const OWN_ENTRIES = new Set(['campaign_paid', 'level_bought', 'level_restored', 'withdrawal_requested'])
export const AWARD_ENTRIES = new Set(['award_claimed', 'objection_upheld'])
/** Those that may take from the available balance besides: nothing shows where to, so that they are only stated. */
const TAKING_ENTRIES = new Set(['adjustment', 'reversal', 'credit_reversed'])
const TYPES: ReadonlySet<string> = new Set(ENTRY_TYPES)
const KIND_OF: Readonly<Record<LineKind, Liability>> = {
  member_available: 'available',
  member_held: 'held',
  campaign_escrow: 'escrow',
  campaign_fee: 'campaign_fees',
  level_fee: 'level_fees',
  campaign_vat: 'campaign_vat',
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** The accounts are the member's own, and their balances are the amounts in the leaves. */
export async function checkAccounts(
  { evidence, me }: LinesInput,
  owed: Readonly<Record<Liability, bigint>>,
  crypto: Cryptography,
  demand: Demand,
): Promise<Result> {
  const { accounts } = evidence
  // What a proof of this form must have, and the server has not given, is no reason to go on.
  demand(accounts !== null && accounts !== undefined, 'not_given')
  if (accounts === null || accounts === undefined) return undefined
  const ids = new Set(accounts.map(({ account_id }) => account_id))
  demand(ids.size === accounts.length, 'account_is_another')
  for (const { account_id, kind, holder_id } of accounts) {
    const own = kind === 'member_available' || kind === 'member_held'
    demand(!own || holder_id === me.member_id, 'account_is_another')
    demand(account_id === (await accountIdOf(kind, holder_id, crypto)), 'account_is_another')
  }
  // One below zero would hide another one of the kind.
  for (const { balance_minor } of accounts) demand(BigInt(balance_minor) >= 0n, 'balance_below_zero')
  for (const kind of ['available', 'held', 'campaign_fees', 'level_fees', 'campaign_vat'] as const)
    demand(balanceOf(accounts, kind) === owed[kind], 'accounts_differ')
  // Awards that others can claim are no longer the placer's.
  demand(balanceOf(accounts, 'escrow') >= owed.escrow, 'accounts_differ')
  return accounts.length === 0 ? { not_compared: 'nothing_owed' } : undefined
}

export const accountIdOf = async (kind: LineKind, holder_id: string, crypto: Cryptography): Promise<string> =>
  uuidOfHash(hexOf(await crypto.sha256(new TextEncoder().encode(accountText(kind, holder_id)))))

const balanceOf = (accounts: readonly ProofAccount[], kind: Liability): bigint =>
  sumOf(accounts.filter((account) => KIND_OF[account.kind] === kind).map((one) => BigInt(one.balance_minor)))

/** Every line leads to its proof's root; on each account they are consecutive, and end in its balance. */
export async function checkLines(input: LinesInput, crypto: Cryptography, demand: Demand): Promise<Result> {
  const { evidence, history, me } = input
  const identity = await crypto.sha256(identityBytes(me.member_id, me.username))
  const accounts = new Map((evidence.accounts ?? []).map((account) => [account.account_id, account]))
  for (const one of [...history, evidence]) {
    const statement = readStatement(one.proof.statement)
    demand(one === evidence || isBetween(input, one.proof), 'line_leads_elsewhere')
    if (statement?.covers === undefined) continue
    await linesLead(one, { statement, identity, accounts }, crypto, demand)
    linesAreOfTheirTime(one, { statement, before: statementBefore(input, statement) }, demand)
  }
  const lines = linesOf([...history, evidence])
  for (const [account_id, list] of lines) {
    const state = accounts.get(account_id)
    for (const [i, line] of list.entries()) {
      demand(mayBe(line, state?.kind), 'movement_is_of_no_kind')
      demand(BigInt(line.balance_after_minor) >= 0n, 'balance_below_zero')
      const before = list[i - 1]
      demand(before === undefined || line.version === before.version + 1, 'line_is_missing')
      const from = before === undefined ? undefined : BigInt(before.balance_after_minor)
      const begins = BigInt(line.balance_after_minor) - BigInt(line.amount_minor)
      demand(from === undefined || from === begins, 'balance_does_not_follow')
      demand(line.version > 1 || begins === 0n, 'balance_does_not_follow')
    }
    const last = list.at(-1)!
    demand(
      last.version === state?.version && last.balance_after_minor === state.balance_minor,
      'balance_does_not_follow',
    )
  }
  const sums = new Map<string, bigint>()
  for (const line of [...lines.values()].flat())
    if (OWN_ENTRIES.has(line.type))
      sums.set(line.entry_id, (sums.get(line.entry_id) ?? 0n) + BigInt(line.amount_minor))
  for (const sum of sums.values()) demand(sum === 0n, 'entry_is_not_whole')
  const skipped = skippedResult(input)
  if (skipped !== undefined) return skipped
  const whole = beginsAtFirst(input, lines, demand)
  if (!whole && lines.size > 0) return { not_compared: 'earlier_lines' }
  return lines.size === 0 ? { not_compared: 'no_lines' } : undefined
}

/** A type that the ledger has; what takes from the available balance is one that is checked to be whole, or is named so. */
function mayBe({ type, amount_minor }: ProofLine, kind: LineKind | undefined): boolean {
  if (!TYPES.has(type)) return false
  if (kind !== 'member_available' || BigInt(amount_minor) >= 0n) return true
  return OWN_ENTRIES.has(type) || TAKING_ENTRIES.has(type)
}

/**
 * Whether the lines of each account are there from its first posting on, or go on from what is remembered, which is
 * compared with that (checkMemory). The first proof has every line there is.
 */
function beginsAtFirst(
  { memory, history, evidence }: LinesInput,
  lines: ReadonlyMap<string, readonly ProofLine[]>,
  demand: Demand,
): boolean {
  const late = (evidence.accounts ?? []).filter(({ account_id }) => lines.get(account_id)?.[0]?.version !== 1)
  const [oldest = evidence] = history
  demand(late.length === 0 || readStatement(oldest.proof.statement)?.number !== 1, 'line_is_missing')
  return late.length === 0 || (memory !== undefined && memory.number < oldest.proof.number)
}

/** An earlier proof is one of those that the chain of statements leads through. */
const isBetween = ({ between }: LinesInput, proof: Proof): boolean =>
  between.some(({ statement }) => statement === proof.statement)

async function linesLead(
  { proof, lines }: Evidence,
  of: { statement: Statement; identity: Uint8Array; accounts: ReadonlyMap<string, ProofAccount> },
  crypto: Cryptography,
  demand: Demand,
): Promise<void> {
  demand(lines !== undefined, 'line_is_missing')
  const { count, salt, pages } = lines!
  const { covers, nonce: nonceHex } = of.statement
  const nonce = bytesOfHex(nonceHex)
  const context = { nonce, salt: bytesOfHex(salt), identity: of.identity }
  demand(context.salt.length === 16, 'line_leads_elsewhere')
  demand(pages.reduce((sum, { list }) => sum + list.length, 0) === count, 'line_is_missing')
  const tree = { nonce, tree: LINES_TREE, count: covers!.lines } as const
  let next = pages[0]?.index
  for (const { index, list, beside } of pages) {
    demand(index === next, 'line_is_missing')
    next = index + list.length
    const leaves = await Promise.all(
      list.map((line) => {
        const account = of.accounts.get(line.account_id)
        demand(account !== undefined, 'account_is_another')
        return crypto.sha256(lineBytes(context, contentOf(line, account!.kind)))
      }),
    )
    const root = await rootOfRange(tree, index, leaves, beside.map(bytesOfHex), crypto.sha256)
    demand(root !== undefined && hexOf(root) === covers!.lines_root, 'line_leads_elsewhere')
  }
  demand(proof.number === of.statement.number, 'line_leads_elsewhere')
}

/** None is later than its proof, or so old that the proof before would have it. */
function linesAreOfTheirTime(
  { lines }: Evidence,
  { statement, before }: { statement: Statement; before: Statement | undefined },
  demand: Demand,
): void {
  for (const { at } of lines!.pages.flatMap(({ list }) => list)) {
    demand(!isDatedAfter(at, statement), 'line_is_of_another_time')
    demand(before === undefined || !isDatedBefore(at, before), 'line_is_of_another_time')
  }
}

/** The statement that this one names as the one before, if the device has it. */
function statementBefore({ between, seen }: LinesInput, { number }: Statement): Statement | undefined {
  const known = between.find((proof) => proof.number === number - 1) ?? seen
  const before = known && readStatement(known.statement)
  return before?.number === number - 1 ? before : undefined
}

const contentOf = (line: ProofLine, kind: LineKind) => ({
  account: line.account_id,
  kind,
  version: BigInt(line.version),
  amount_minor: BigInt(line.amount_minor),
  balance_after: BigInt(line.balance_after_minor),
  entry_id: line.entry_id,
  at_ms: Date.parse(line.at),
  type: line.type,
})

/** By account, in the order of their versions. */
function linesOf(evidences: readonly Evidence[]): Map<string, ProofLine[]> {
  const lines = new Map<string, ProofLine[]>()
  for (const { lines: ofProof } of evidences)
    for (const line of ofProof?.pages.flatMap(({ list }) => list) ?? []) {
      const list = lines.get(line.account_id)
      if (list === undefined) lines.set(line.account_id, [line])
      else list.push(line)
    }
  return lines
}

/** Proofs since what is remembered whose lines are not there. */
function skippedOf({ between, history, memory }: LinesInput): Proof[] {
  const given = new Set(history.map(({ proof }) => proof.number))
  return between.filter(({ number }) => number > (memory?.number ?? 0) && !given.has(number))
}

/** Proofs between what is remembered and this one, newest first. */
const sinceMemory = ({ between, memory }: LinesInput): Proof[] =>
  between.filter(({ number }) => number > (memory?.number ?? 0)).toSorted((a, b) => b.number - a.number)

/** Those beyond what a device fetches, and those whose lines are deleted, are not compared. */
function skippedResult(input: LinesInput): { unchecked: LineReason; proofs?: SkippedProofs } | undefined {
  if (input.memory === undefined) return undefined
  const skipped = skippedOf(input)
  if (skipped.length === 0) return undefined
  if (skipped.some(({ statement }) => readStatement(statement)?.covers === undefined))
    return { unchecked: 'older_form' }
  const since = sinceMemory(input).length
  const proofs = { checked: since + 1 - skipped.length, of: since + 1 }
  return { unchecked: since > MAX_HISTORY ? 'recent_proofs_only' : 'lines_forgotten', proofs }
}

/** As it is signed. */
const takenAt = ({ statement }: Proof): string => readStatement(statement)?.taken_at ?? ''

/** Each account goes on from where the device knows it, by lines alone; none has disappeared or come from nowhere. */
export function checkMemory(input: LinesInput, statement: Statement, demand: Demand): Result {
  const { memory, evidence, history } = input
  if (memory === undefined) return { not_compared: 'first_sight' }
  demand(evidence.accounts !== null && evidence.accounts !== undefined, 'not_given')
  if (!evidence.accounts) return undefined
  const accounts = new Map(evidence.accounts.map((account) => [account.account_id, account]))
  for (const [account_id, [version, balance_minor]] of Object.entries(memory.accounts)) {
    const account = accounts.get(account_id)
    demand(account !== undefined && account.version >= version, 'account_forgotten')
    demand(account!.version > version || account!.balance_minor === balance_minor, 'balance_does_not_follow')
  }
  if (memory.number === statement.number) {
    // Nothing can have moved within one proof.
    const same = evidence.accounts.every(
      ({ account_id, version }) => memory.accounts[account_id]?.[0] === version,
    )
    demand(same, 'balance_does_not_follow')
    return { not_compared: 'same_proof' }
  }
  const fetched = new Set(sinceMemory(input).slice(0, MAX_HISTORY))
  const withheld = skippedOf(input).filter(
    (proof) =>
      fetched.has(proof) && Date.parse(statement.taken_at) - Date.parse(takenAt(proof)) <= TREES_KEPT_MS,
  )
  const result = skippedResult(input)
  demand(withheld.length === 0 || result?.unchecked === 'older_form', 'lines_withheld')
  const lines = linesOf([...history, evidence])
  for (const { account_id, version } of evidence.accounts) {
    const [known, balance_minor] = memory.accounts[account_id] ?? [0, '0']
    if (version === known) continue
    const first = lines.get(account_id)?.find((line) => line.version > known)
    if (result !== undefined && first?.version !== known + 1) continue
    demand(first?.version === known + 1, 'line_is_missing')
    const begins = BigInt(first!.balance_after_minor) - BigInt(first!.amount_minor)
    demand(begins === BigInt(balance_minor), 'balance_does_not_follow')
  }
  return result
}

/** The six kinds, with what has moved since, are what the member's own screens say. */
export async function checkScreens(
  input: LinesInput,
  owed: Readonly<Record<Liability, bigint>>,
  crypto: Cryptography,
  demand: Demand,
): Promise<Result> {
  const { screens, evidence } = input
  const { accounts, since } = evidence
  if (!accounts) return { unchecked: 'not_given' }
  if (since === undefined) return { unchecked: 'not_given' }
  if (since === null) return { unchecked: 'too_many_movements' }
  if (screens === undefined) return { unchecked: 'screens_not_read' }
  const now = balancesSince(accounts, since, demand)
  const nowOf = async (kind: LineKind, holder_id: string) =>
    now.get(await accountIdOf(kind, holder_id, crypto)) ?? 0n
  const { member_id } = input.me
  demand((await nowOf('member_available', member_id)) === screens.available_minor, 'screen_differs')
  demand((await nowOf('member_held', member_id)) === screens.held_minor, 'screen_differs')
  for (const { campaign_id, left_minor } of screens.campaigns) {
    const [escrow, fee] = [
      await nowOf('campaign_escrow', campaign_id),
      await nowOf('campaign_fee', campaign_id),
    ]
    demand(escrow + fee === left_minor, 'screen_differs')
  }
  if (screens.level !== undefined) {
    const { purchase_id, refundable_minor } = screens.level
    demand((await nowOf('level_fee', purchase_id)) >= refundable_minor, 'screen_differs')
  }
  // What the escrows hold and the leaf does not are awards that others can claim: at most what orders kept of them.
  const escrows = new Set(
    accounts.filter(({ kind }) => kind === 'campaign_escrow').map((one) => one.account_id),
  )
  const paid = since.filter((line) => escrows.has(line.account_id) && AWARD_ENTRIES.has(line.type))
  const kept =
    sumOf(screens.campaigns.map(({ held_minor }) => held_minor)) -
    sumOf(paid.map((line) => BigInt(line.amount_minor)))
  demand(balanceOf(accounts, 'escrow') - owed.escrow <= kept, 'screen_differs')
  const taken_ms = Date.parse(evidence.proof.taken_at)
  const until = (ms: number) =>
    sumOf(screens.awards.filter((one) => Date.parse(one.settled_at) <= ms).map((one) => one.award_minor))
  demand(
    until(taken_ms - TOLERANCE_MS) <= owed.open_awards && owed.open_awards <= until(taken_ms + TOLERANCE_MS),
    'screen_differs',
  )
  return undefined
}

/** By account, after the postings since the proof, which continue it one by one. */
function balancesSince(
  accounts: readonly ProofAccount[],
  since: readonly ProofLine[],
  demand: Demand,
): Map<string, bigint> {
  const now = new Map(accounts.map((account) => [account.account_id, BigInt(account.balance_minor)]))
  const versions = new Map(accounts.map(({ account_id, version }) => [account_id, version]))
  for (const { account_id, version, amount_minor, balance_after_minor } of since) {
    const balance = (now.get(account_id) ?? 0n) + BigInt(amount_minor)
    demand(version === (versions.get(account_id) ?? 0) + 1, 'line_is_missing')
    demand(balance === BigInt(balance_after_minor), 'balance_does_not_follow')
    demand(balance >= 0n, 'balance_below_zero')
    versions.set(account_id, version)
    now.set(account_id, balance)
  }
  return now
}

/** The account statement of the time has exactly these lines. */
export async function checkListed(input: LinesInput, crypto: Cryptography, demand: Demand): Promise<Result> {
  const { listed, evidence, history, me } = input
  if (listed === undefined) return { unchecked: 'too_many_movements' }
  const parts = new Map<string, string>()
  for (const part of ['available', 'held'] as const)
    parts.set(await accountIdOf(`member_${part}`, me.member_id, crypto), part)
  const lines = [...linesOf([...history, evidence])].flatMap(([account_id, list]) => {
    const part = parts.get(account_id)
    return part === undefined ? [] : list.map((line) => ({ ...line, id: `${line.entry_id}:${part}` }))
  })
  const proved = new Map(lines.map((line) => [line.id, line]))
  const shown = new Map(listed.map((line) => [line._id, line]))
  for (const { id, amount_minor, balance_after_minor } of lines) {
    const line = shown.get(id)
    demand(
      line !== undefined &&
        parseMoney(line.amount) === BigInt(amount_minor) &&
        parseMoney(line.balance_after) === BigInt(balance_after_minor),
      'statement_differs',
    )
  }
  // Before these proofs there are no lines here; after the last one there are none yet.
  const from = comparedFrom(input)
  if (input.memory?.number === evidence.proof.number) return { not_compared: 'same_proof' }
  if (from === undefined) return lines.length === 0 ? { not_compared: 'no_lines' } : 'only_these_lines'
  const [fromMs, toMs] = [Date.parse(from) + TOLERANCE_MS, Date.parse(evidence.proof.taken_at) - TOLERANCE_MS]
  for (const { _id, at } of listed)
    if (Date.parse(at) > fromMs && Date.parse(at) < toMs) demand(proved.has(_id), 'statement_differs')
  return undefined
}

/** From when on every line of the member must be in the proofs given; undefined if the device knows no such time. */
function comparedFrom(input: LinesInput): string | undefined {
  const { seen, memory, evidence } = input
  if (memory === undefined || memory.number === evidence.proof.number) return undefined
  const newest = skippedOf(input).toSorted((a, b) => b.number - a.number)[0]
  if (newest !== undefined) return takenAt(newest)
  if (memory.taken_at !== undefined) return memory.taken_at
  return seen?.number === memory.number ? readStatement(seen.statement)?.taken_at : undefined
}

const NODE = /^[0-9a-f]{64}$/
const REWRITTEN = 'audit_log_rewritten'

/** The audit log of each proof is the beginning of the next one's. */
export async function checkAudit(
  { seen, between, evidence }: LinesInput,
  crypto: Cryptography,
  demand: Demand,
): Promise<Result> {
  let before = seen && readStatement(seen.statement)?.covers
  for (const { audit_proof = [], number } of [...between, evidence.proof])
    // The first proof continues no log.
    demand(
      audit_proof.every((node) => NODE.test(node)) && (number > 1 || audit_proof.length === 0),
      REWRITTEN,
    )
  if (seen === undefined || before === undefined) return { not_compared: 'first_sight' }
  if (seen.number === evidence.proof.number) return { not_compared: 'same_proof' }
  let compared = false
  const rest = between.filter((proof) => proof.number > seen.number).toSorted((a, b) => a.number - b.number)
  let number = seen.number
  for (const { statement, audit_proof, number: next } of [...rest, evidence.proof]) {
    // A gap, or a proof that went back, is a failure of the chain of statements.
    if (next !== number + 1) return { unchecked: 'not_given' }
    number = next
    const covers = readStatement(statement)?.covers
    demand(covers !== undefined, 'form_went_back')
    demand(
      await auditLogExtends(
        { count: before.audit_events, root: bytesOfHex(before.audit_root) },
        { count: covers!.audit_events, root: bytesOfHex(covers!.audit_root) },
        (audit_proof ?? []).map(bytesOfHex),
        crypto.sha256,
      ),
      'audit_log_rewritten',
    )
    // Without a new event the last one is the same; otherwise `audit_head` is bound to nothing that a device has.
    const headsSame = covers!.audit_head === before.audit_head
    demand(covers!.audit_events > before.audit_events || headsSame, 'audit_log_rewritten')
    demand(before.entries <= covers!.entries, 'audit_log_rewritten')
    compared ||= before.audit_events > 0
    before = covers!
  }
  return compared ? undefined : { not_compared: 'no_events' }
}

/** What to remember of these accounts. */
export const memoryOf = (statement: Statement, accounts: readonly ProofAccount[]): Memory => ({
  number: statement.number,
  taken_at: statement.taken_at,
  accounts: Object.fromEntries(
    accounts.map(({ account_id, version, balance_minor }) => [account_id, [version, balance_minor]]),
  ),
})
