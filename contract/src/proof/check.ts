import { LIABILITIES, type Liability, OWED_TO_NO_MEMBER } from '../liabilities.ts'
import { formatMoney } from '../minor-units.ts'
// Verifies a proof step by step on a member's device, trusting neither the server nor an earlier response. Pure, except for
// the hash and signature functions passed in. A step that could not be performed never passes (proof.test.ts).
import type { Evidence, Proof, ProofKey } from '../proofs.ts'
import {
  checkAccounts,
  checkAudit,
  checkLines,
  checkListed,
  checkMemory,
  checkScreens,
  type LineReason,
  type LinesInput,
  type ListedLine,
  type Memory,
  memoryOf,
  type Screens,
  type SkippedProofs,
} from './check-lines.ts'
import { checkOwnAwards } from './check-own-awards.ts'
import type { Cryptography } from './cryptography.ts'
import { keyFault, type KeyReason, timeFault, trustedKey } from './keys.ts'
import { countsContradict, isEmpty, readStatement, type Statement, statementFault } from './statement.ts'
import {
  bytesOfHex,
  hexOf,
  identityBytes,
  innerBytes,
  MAX_SUM_MINOR,
  leafBytes,
  type Node,
  paddingBytes,
  PARTS,
  widthsOf,
} from './tree.ts'

/** State stored on the device: the trusted key, and the last proof seen. */
export interface KnownKey {
  readonly key: string
  readonly number: number
  readonly hash: string
  /** The signed statement: a different one with the same number proves equivocation. */
  readonly statement: string
  readonly signature: string
}

export interface Checkable {
  readonly evidence: Evidence
  readonly keys: readonly ProofKey[]
  /** Proofs between the last one seen and this one, in any order. */
  readonly between: readonly Proof[]
  readonly seen: KnownKey | undefined
  /** The member's identity as they know it, not as the evidence states it. */
  readonly me: { readonly member_id: string; readonly username: string }
  /** The currency in which the member's screens show every amount. */
  readonly currency: string
  /** By the clock of this device. */
  readonly now_ms: number
  /** The member's own balances around that time; undefined if unavailable. */
  readonly had: { readonly available: readonly bigint[]; readonly held: readonly bigint[] } | undefined
  /** What this device remembers of the member's accounts. */
  readonly memory?: Memory | undefined
  /** The member's evidence of the proofs in `between`, oldest first, as far as it is still there. */
  readonly history?: readonly Evidence[]
  readonly screens?: Screens | undefined
  /** The account statement since the last proof seen. */
  readonly listed?: readonly ListedLine[] | undefined
}

export const STEPS = [
  'statement',
  'signature',
  'key',
  'chain',
  'mine',
  'leaves',
  'paths',
  'total',
  'balance',
  'accounts',
  'lines',
  'memory',
  'screens',
  'listed',
  'awards',
  'audit',
] as const
export type StepName = (typeof STEPS)[number]

export type StepReason =
  | 'first_sight'
  | 'nothing_owed'
  | 'not_possible_here'
  | 'not_a_statement'
  | 'figures_differ'
  | 'counts_contradict'
  | 'currency_is_another'
  | 'proof_is_of_the_future'
  | 'proof_is_ahead'
  | 'proof_is_old'
  | 'parts_do_not_lead'
  | 'signature_is_wrong'
  | 'key_changed_without_a_word'
  | 'proof_went_back'
  | 'two_proofs_of_one_number'
  | 'proof_does_not_follow'
  | 'proof_is_not_later'
  | 'currency_changed'
  | 'of_somebody_else'
  | 'leaf_is_impossible'
  | 'leaf_twice'
  | 'leaf_missing'
  | 'path_leads_elsewhere'
  | 'sum_is_larger_than_the_total'
  | 'balance_differs'
  | KeyReason
  | LineReason

export interface Step {
  readonly name: StepName
  /** `unchecked`: what it needs is not there. `not_compared`: nothing to compare with yet, or nothing to compare. */
  readonly state: 'passed' | 'failed' | 'unchecked' | 'not_compared'
  /** Of a passed step: what it did not compare. */
  readonly why?: StepReason
  /** Proofs since the device's last check: whose lines were compared, and how many there are. */
  readonly proofs?: SkippedProofs
}

/** One node on the path from a leaf to the root. */
export interface PathStep {
  readonly level: number
  readonly sum_minor: bigint
  readonly hash: string
  /** The sibling, hashed with it into the parent; undefined at the root. */
  readonly beside:
    | { readonly side: 'left' | 'right'; readonly sum_minor: bigint; readonly hash: string }
    | undefined
}

export interface CheckedLeaf {
  readonly index: number
  readonly kind: Liability
  readonly part: number
  readonly amount_minor: bigint
  readonly rungs: readonly PathStep[]
}

export interface Checked {
  readonly steps: readonly Step[]
  /** Undefined if the text is not a valid statement. */
  readonly statement: Statement | undefined
  readonly leaves: readonly CheckedLeaf[]
  /** What the member was owed according to the leaves, by kind. */
  readonly owed_minor: Readonly<Record<Liability, bigint>>
  /** New state to store; undefined if a step failed. */
  readonly seen: KnownKey | undefined
  /** The same of the member's accounts. */
  readonly memory: Memory | undefined
}

class Fault extends Error {
  readonly why: StepReason
  constructor(why: StepReason) {
    super(why)
    this.why = why
  }
}

type StepResult =
  | StepReason
  | undefined
  | { unchecked: StepReason; proofs?: SkippedProofs }
  | { not_compared: StepReason }

type Work = (statement: Statement) => StepResult | Promise<StepResult>

/** Performs every possible step; a failed one does not end the verification. */
export async function checkProof(input: Checkable, crypto: Cryptography): Promise<Checked> {
  const { evidence, me } = input
  const hash = hexOf(await crypto.sha256(encode(evidence.proof.statement)))
  const statement = readStatement(evidence.proof.statement)
  const leaves: CheckedLeaf[] = []
  const owed = Object.fromEntries(LIABILITIES.map((kind) => [kind, 0n])) as Record<Liability, bigint>
  const { steps, step } = openSteps(statement)

  await step('statement', (statement) => {
    sameFigures(evidence.proof, statement, hash)
    demand(!countsContradict(statement), 'counts_contradict')
    demand(statement.currency === input.currency || isEmpty(statement), 'currency_is_another')
    return ofThisTime(statement, input.now_ms)
  })
  await step('signature', async (statement) => {
    const right = await crypto.verify(
      statement.key,
      evidence.proof.signature,
      encode(evidence.proof.statement),
    )
    return right === undefined ? { unchecked: 'not_possible_here' } : demand(right, 'signature_is_wrong')
  })
  await step('key', (statement) => followKeys(input, statement, crypto))
  await step('chain', (statement) => followChain(input, statement, hash, crypto))
  await step('mine', () =>
    demand(evidence.member_id === me.member_id && evidence.username === me.username, 'of_somebody_else'),
  )
  await step('leaves', (statement) => wholeLeaves(evidence, statement, owed))
  await step('paths', async (statement) => {
    const identity = await crypto.sha256(identityBytes(me.member_id, me.username))
    for (const leaf of evidence.leaves) leaves.push(await climb(leaf, { statement, identity, crypto }))
    return leaves.length === 0 ? NOTHING_OWED : undefined
  })
  const led = leaves.length === evidence.leaves.length
  const ofParts = (name: StepName, work: Work) =>
    // Amounts that do not lead to the root are none of the proof's: there is nothing to compare.
    step(name, (statement) => (led ? work(statement) : { unchecked: 'parts_do_not_lead' }))
  await ofParts('total', (statement) => withinTotal(statement, leaves, owed))
  await step('balance', () => sameBalance(input.had, owed))
  const { memory, history = [], screens, listed } = input
  const lines: LinesInput = { ...input, memory, history, screens, listed }
  const moved = (name: StepName, work: Work) =>
    step(name, (statement) =>
      statement.covers === undefined ? { unchecked: 'older_form' } : work(statement),
    )
  await moved('accounts', () => checkAccounts(lines, owed, crypto, demand))
  await moved('lines', () => checkLines(lines, crypto, demand))
  await moved('memory', (statement) => checkMemory(lines, statement, demand))
  await moved('screens', () =>
    led ? checkScreens(lines, owed, crypto, demand) : { unchecked: 'parts_do_not_lead' },
  )
  await moved('listed', () => checkListed(lines, crypto, demand))
  await moved('awards', () => checkOwnAwards(lines, crypto, demand))
  await step('audit', (statement) => {
    const before = input.seen && readStatement(input.seen.statement)
    if (statement.covers === undefined && before?.covers === undefined) return { unchecked: 'older_form' }
    return checkAudit(lines, crypto, demand)
  })
  const failed = steps.some(({ state }) => state === 'failed')
  return {
    steps,
    statement,
    leaves,
    owed_minor: owed,
    ...(failed || statement === undefined ? NOTHING_NEW : memoryAfter(input, statement, hash)),
  }
}

/** Performs steps one by one; what is wrong with one is recorded, and the next one is performed. */
function openSteps(statement: Statement | undefined) {
  const steps: Step[] = []

  async function step(name: StepName, work: Work): Promise<void> {
    try {
      if (statement === undefined) throw new Fault('not_a_statement')
      const passed = await work(statement)
      if (typeof passed === 'object' && 'not_compared' in passed)
        steps.push({ name, state: 'not_compared', why: passed.not_compared })
      else if (typeof passed === 'object') {
        const { unchecked: why, proofs } = passed
        steps.push({ name, state: 'unchecked', why, ...(proofs && { proofs }) })
      } else steps.push({ name, state: 'passed', ...(passed !== undefined && { why: passed }) })
    } catch (error) {
      // A malformed response proves nothing, so the step failed.
      const why = error instanceof Fault ? error.why : 'leaf_is_impossible'
      steps.push({ name, state: 'failed', why })
    }
  }
  return { steps, step }
}

const NOTHING_NEW = { seen: undefined, memory: undefined }

/** What is stored of a proof that passed, unless a newer one is known. */
function memoryAfter(input: Checkable, statement: Statement, hash: string): Pick<Checked, 'seen' | 'memory'> {
  if (statement.number < (input.seen?.number ?? 0)) return NOTHING_NEW
  const { accounts, proof } = input.evidence
  const { signature, statement: text } = proof
  return {
    seen: { key: statement.key, number: statement.number, hash, statement: text, signature },
    memory: !accounts || statement.covers === undefined ? undefined : memoryOf(statement, accounts),
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function demand(holds: boolean, why: StepReason): undefined {
  if (!holds) throw new Fault(why)
}

/** The figures beside a statement are informative, but must equal the statement's. */
function sameFigures(proof: Proof, statement: Statement, hash: string): undefined {
  const kinds = LIABILITIES.reduce((sum, kind) => sum + statement.by_kind_minor[kind], 0n)
  demand(
    hash === proof.hash &&
      statement.proof_id === proof._id &&
      statement.number === proof.number &&
      statement.taken_at === proof.taken_at &&
      statement.leaves === proof.leaves &&
      formatMoney(statement.total_minor) === proof.total &&
      statement.total_minor === kinds &&
      statement.total_minor <= MAX_SUM_MINOR,
    'figures_differ',
  )
}

/** A clock that is off by more than a day opens hardly any page. */
const CLOCK_OFF_MS = 86_400_000
const CLOCK_MS = 5 * 60_000
/** One is made each day, and on demand. */
const OLD_MS = 26 * 3_600_000

/** Its time is stated, and yet it cannot be one that has not come; an old one lacks what came after it. */
function ofThisTime({ taken_at }: Statement, now_ms: number): StepResult {
  const ageMs = now_ms - Date.parse(taken_at)
  demand(ageMs > -CLOCK_OFF_MS, 'proof_is_of_the_future')
  if (ageMs < -CLOCK_MS) return { unchecked: 'proof_is_ahead' }
  return ageMs > OLD_MS ? 'proof_is_old' : undefined
}

/** From the trusted key to the signing key, each endorsed by its predecessor (key rotation). */
async function followKeys(input: Checkable, statement: Statement, crypto: Cryptography): Promise<StepResult> {
  const { keys, seen } = input
  // Also on first sight: what the list itself contradicts.
  const fault = await keyFault(keys, statement, crypto)
  if (fault === 'not_possible_here') return { unchecked: fault }
  if (fault !== undefined) throw new Fault(fault)
  if (seen === undefined) return { not_compared: 'first_sight' }
  // A key that was left, by a proof in between, does not come back.
  let trusted = seen.key
  for (const one of [...statementsAfter(input, seen.number), statement]) {
    const { key } = one
    const ofAnotherTime = timeFault(keys, one)
    if (ofAnotherTime !== undefined && one !== statement) throw new Fault(ofAnotherTime)
    const follows = await trustedKey(keys, trusted, key, crypto)
    if (follows === undefined) return { unchecked: 'not_possible_here' }
    demand(follows, 'key_changed_without_a_word')
    trusted = key
  }
  return undefined
}

/** Statements of the proofs in between with a higher number, in their order; without those that are none. */
const statementsAfter = ({ between }: Checkable, number: number): Statement[] =>
  between
    .flatMap((proof) => readStatement(proof.statement) ?? [])
    .filter((statement) => statement.number > number)
    .toSorted((a, b) => a.number - b.number)

/**
 * From the last proof seen to this one, each naming its predecessor by hash (hash chain). Proofs in between that are
 * older, because another member has checked on this device since, must be linked in the same way.
 */
async function followChain(
  { seen, between }: Checkable,
  statement: Statement,
  hash: string,
  crypto: Cryptography,
): Promise<StepResult> {
  const older = seen !== undefined && statement.number === seen.number
  if (older) demand(hash === seen.hash, 'two_proofs_of_one_number')
  if (seen !== undefined && statement.number < seen.number) throw new Fault('proof_went_back')
  const first = Math.min(...between.map(({ number }) => number), (seen?.number ?? statement.number) + 1)
  let before = seen && first === seen.number + 1 ? seen.hash : undefined
  let last = before === undefined ? undefined : readStatement(seen!.statement)
  for (let number = first; number < statement.number; number += 1) {
    const text = between.find((proof) => proof.number === number)?.statement ?? ''
    const link = readStatement(text)
    demand(link?.number === number, 'proof_does_not_follow')
    demand(before === undefined || link!.previous === before, 'proof_does_not_follow')
    demand(number !== seen?.number || text === seen.statement, 'two_proofs_of_one_number')
    comesAfter(last, link!)
    before = hexOf(await crypto.sha256(encode(text)))
    last = link
  }
  if (!older || between.length > 0)
    demand(before === undefined || statement.previous === before, 'proof_does_not_follow')
  if (last !== undefined && last.number < statement.number) comesAfter(last, statement)
  if (seen === undefined) return { not_compared: 'first_sight' }
  return older && between.length === 0 ? { not_compared: 'same_proof' } : undefined
}

function comesAfter(before: Statement | undefined, after: Statement): void {
  const fault = before && statementFault(before, after)
  if (fault !== undefined) throw new Fault(fault)
}

const NOTHING_OWED = { not_compared: 'nothing_owed' } as const

/**
 * Every kind must have all its parts, each leaf at a different position: otherwise one leaf could count for two amounts.
 */
function wholeLeaves(evidence: Evidence, statement: Statement, owed: Record<Liability, bigint>): StepResult {
  const indexes = new Set<number>()
  const parts = new Set<string>()
  for (const { index, kind, part, amount_minor } of evidence.leaves) {
    demand(!indexes.has(index) && !parts.has(`${kind} ${part}`), 'leaf_twice')
    indexes.add(index)
    parts.add(`${kind} ${part}`)
    const inside = Number.isSafeInteger(index) && index >= 0 && index < statement.leaves
    demand(inside && Number.isInteger(part) && part >= 0 && part < PARTS, 'leaf_is_impossible')
    // Unmatched payments and what the state is owed do not belong to members.
    demand(LIABILITIES.includes(kind) && !OWED_TO_NO_MEMBER.includes(kind), 'leaf_is_impossible')
    owed[kind] += wholeAmount(amount_minor)
  }
  for (const kind of new Set(evidence.leaves.map((leaf) => leaf.kind)))
    for (let part = 0; part < PARTS; part += 1) demand(parts.has(`${kind} ${part}`), 'leaf_missing')
  return evidence.leaves.length === 0 ? NOTHING_OWED : undefined
}

/** Unsigned, so that nothing can be parsed as negative. */
function wholeAmount(text: string): bigint {
  demand(/^(0|[1-9]\d{0,18})$/.test(text), 'leaf_is_impossible')
  const amount_minor = BigInt(text)
  demand(amount_minor <= MAX_SUM_MINOR, 'leaf_is_impossible')
  return amount_minor
}

interface PathContext {
  readonly statement: Statement
  readonly identity: Uint8Array
  readonly crypto: Cryptography
}

/** Hashes a leaf from the member's own data up to the root, which must be the signed root with the signed total. */
async function climb(
  leaf: Evidence['leaves'][number],
  { statement, identity, crypto }: PathContext,
): Promise<CheckedLeaf> {
  const { index, kind, part } = leaf
  const amount_minor = wholeAmount(leaf.amount_minor)
  const nonce = bytesOfHex(statement.nonce)
  const salt = bytesOfHex(leaf.salt)
  const widths = widthsOf(statement.leaves)
  demand(leaf.path.length === widths.length - 1 && salt.length === 16, 'path_leads_elsewhere')
  let node: Node = {
    sum_minor: amount_minor,
    hash: await crypto.sha256(leafBytes(nonce, { salt, identity, kind, part, amount_minor })),
  }
  const rungs: PathStep[] = []
  for (const [level, { sum_minor, hash }] of leaf.path.entries()) {
    const at = Math.floor(index / 2 ** level)
    const beside: Node = { sum_minor: wholeAmount(sum_minor), hash: bytesOfHex(hash) }
    demand(beside.hash.length === 32, 'path_leads_elsewhere')
    const side = at % 2 === 0 ? 'right' : 'left'
    // The sibling of an odd level's last node is padding: no sum can be hidden in it.
    if ((at ^ 1) >= widths[level]!)
      demand(
        beside.sum_minor === 0n && hash === hexOf(await crypto.sha256(paddingBytes(nonce, level))),
        'path_leads_elsewhere',
      )
    rungs.push(rungOf(level, node, { side, sum_minor: beside.sum_minor, hash }))
    const children = side === 'right' ? ([node, beside] as const) : ([beside, node] as const)
    const above = { level: level + 1, index: Math.floor(at / 2) }
    node = {
      sum_minor: node.sum_minor + beside.sum_minor,
      hash: await crypto.sha256(innerBytes(nonce, above, children)),
    }
    demand(node.sum_minor <= statement.total_minor, 'sum_is_larger_than_the_total')
  }
  rungs.push(rungOf(leaf.path.length, node, undefined))
  demand(
    hexOf(node.hash) === statement.root && node.sum_minor === statement.total_minor,
    'path_leads_elsewhere',
  )
  return { index, kind, part, amount_minor, rungs }
}

const rungOf = (level: number, { sum_minor, hash }: Node, beside: PathStep['beside']): PathStep => ({
  level,
  sum_minor,
  hash: hexOf(hash),
  beside,
})

function withinTotal(
  statement: Statement,
  leaves: readonly CheckedLeaf[],
  owed: Readonly<Record<Liability, bigint>>,
): StepResult {
  const mine = leaves.reduce((sum, leaf) => sum + leaf.amount_minor, 0n)
  demand(mine <= statement.total_minor, 'sum_is_larger_than_the_total')
  for (const kind of LIABILITIES)
    demand(owed[kind] <= statement.by_kind_minor[kind], 'sum_is_larger_than_the_total')
  return leaves.length === 0 ? NOTHING_OWED : undefined
}

/** If leaves were omitted or reduced, they add up to less than the member's own statement. */
function sameBalance(had: Checkable['had'], owed: Readonly<Record<Liability, bigint>>): StepResult {
  if (had === undefined) return { unchecked: 'too_many_movements' }
  return demand(had.available.includes(owed.available) && had.held.includes(owed.held), 'balance_differs')
}
