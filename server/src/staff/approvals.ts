// Dual approval (four eyes): exact content is proposed, approved by another person, executed once (approvals.test.ts).
import { createHash } from 'node:crypto'
import type { VOIDED_BY } from '@fairturn/contract/backoffice/approvals'
import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import type { MessageCode } from '@fairturn/contract/messages'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/database.ts'
import type { RowOf } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, Refusal, refuse } from '../platform/http/refusal.ts'
import * as store from './approvals.store.ts'
import type { ProposalRow, ShownProposalRow } from './approvals.store.ts'
import { actorOf, recordAuditEvent, recordAuditEvents } from './audit-log.ts'
import { refuseDecided } from './decided.ts'
import { lockOperators } from './operators.store.ts'
import { activeOperators, currentSide, requireSide } from './sides.ts'

const EXPIRES_MS = 72 * 3_600_000

interface Approval {
  readonly proposal_id: string
  /** Operator ids. */
  readonly proposed_by: string
  readonly approved_by: string
  /** Actor in the audit log: `operator:<approved_by>`. */
  readonly actor: string
  readonly approver: ActingOperator
  readonly reason: string
}

export interface ProposalKind<Content extends z.ZodType = z.ZodType> {
  /** Two words or more, e.g. `ledger_adjustment`; unique in the program. */
  readonly kind: string
  /** JSON schema of the content; parsed output is stored, shown and hashed. Strict, so that nothing unseen is included. */
  readonly content: Content
  /** The side whose work it is: who proposes and who decides it are on it. */
  readonly side?: Side
  /** Instead, the side that decides what the other one proposes. */
  readonly decidedBy?: Side
  readonly proposers: readonly StaffRole[]
  readonly approvers: readonly StaffRole[]
  /**
   * One may be open about the same, which is these fields of the content, or all of them. A second one is refused, naming the
   * first.
   */
  readonly oneOpenFor?: readonly string[] | 'content'
  /** Instead: parts of a content, of none of which another open proposal of the kind may be. `{}`: one may be open at all. */
  subjects?(content: z.output<Content>): readonly object[]
  /** Of whatever kind: a bank line is a fee, somebody's payment, or goes back. */
  readonly ofAnyKind?: true
  /** Can be approved even while the audit log is not intact, because it ends that state. */
  readonly despiteFreeze?: true
  /** The member affected, if any. */
  member_id?(content: z.output<Content>): string | null
  /** Operators it is about, who therefore neither propose nor decide it; or who do not decide what this one proposes. */
  excluded?(
    content: z.output<Content>,
    tx: Tx,
    proposer: ActingOperator,
  ): readonly string[] | Promise<readonly string[]>
  /** What these are refused with; `nobody_decides_about_themselves` by default. */
  readonly excludedBecause?: MessageCode
  /**
   * Executes it in the approving transaction, and records the audit events that members read. After a refusal the
   * proposal stays open. The result is shown once, to the approver only.
   */
  execute(
    tx: Tx,
    content: z.output<Content>,
    approval: Approval,
  ): Promise<Readonly<Record<string, string>> | void>
}

export const defineProposal = <const Content extends z.ZodType>(
  kind: ProposalKind<Content>,
): ProposalKind<Content> => {
  DECIDING.set(kind.kind, kind)
  return kind
}

/** Who decides each kind. */
const DECIDING = new Map<string, Deciding>()
type Deciding = Pick<ProposalKind, 'approvers' | 'side' | 'decidedBy'>

/** The side whose work deciding it is. */
export const decidingSide = ({ side, decidedBy }: Pick<ProposalKind, 'side' | 'decidedBy'>) =>
  decidedBy ?? side

/** Of these kinds, the names of those that a person of this role and side decides. */
export const kindsDecidedBy = (
  kinds: readonly ProposalKind[],
  operator: Pick<Operator, 'role' | 'side'>,
): string[] =>
  kinds
    .filter((kind) => {
      const side = decidingSide(kind)
      return kind.approvers.includes(operator.role) && (side === undefined || side === operator.side)
    })
    .map(({ kind }) => kind)

export type ActingOperator = Pick<Operator, 'operator_id' | 'role'> & Partial<Pick<Operator, 'side'>>

/**
 * Stores a proposal and returns its id, or that of the operator's own one that says exactly this and is open. Refuses
 * `this_is_proposed_already` if another one is open about the same, `your_role_may_not_do_this`, `your_side_does_not_do_this`,
 * `nobody_decides_about_themselves`, and what the kind's schema refuses.
 */
export async function propose<Content extends z.ZodType>(
  tx: Tx,
  kind: ProposalKind<Content>,
  content: z.input<Content>,
  reason: string,
  operator: ActingOperator,
): Promise<string> {
  if (!kind.proposers.includes(operator.role)) throw refuse('your_role_may_not_do_this')
  await requireSide(tx, tx.now, { side: kind.side, operator })
  const parsed = kind.content.parse(content)
  const excluded = (await kind.excluded?.(parsed, tx, operator)) ?? []
  requireNotExcluded(kind, excluded, operator)
  const id = newId(tx.now)
  const stored = JSON.stringify(content)
  const hash = hashOf(kind.kind, JSON.parse(stored))
  const repeated = await openAlready(tx, kind, { parsed, stored, hash, reason }, operator)
  if (repeated !== undefined) return repeated
  const expires_at = new Date(tx.now.getTime() + EXPIRES_MS)
  const member_id = kind.member_id?.(parsed) ?? null
  await store.insertProposal.all(tx, {
    id,
    kind: kind.kind,
    content: stored,
    content_hash: hash,
    reason,
    member_id,
    proposed_by: operator.operator_id,
    proposed_at: tx.now,
    expires_at,
    excluded,
  })
  await recordAuditEvent(tx, {
    actor: actorOf(operator),
    action: 'proposal_made',
    object: { kind: 'proposal', id },
    reason,
    after: { kind: kind.kind, content_hash: hash.toString('hex') },
  })
  return id
}

/** The operator's own open proposal that says exactly this. Refuses `this_is_proposed_already` if another is open whose execution has not failed. */
async function openAlready(
  tx: Tx,
  kind: Pick<ProposalKind, 'kind' | 'oneOpenFor' | 'subjects' | 'ofAnyKind'>,
  { hash, reason, ...proposed }: { parsed: unknown; stored: string; hash: Buffer; reason: string },
  operator: ActingOperator,
): Promise<string | undefined> {
  const of = kind.ofAnyKind === true ? null : kind.kind
  const whole = kind.oneOpenFor === 'content'
  let open: OpenAbout | undefined
  for (const about of subjectsOf(kind, proposed)) open ??= await openAbout(tx, { kind: of, about, whole })
  if (open === undefined) return undefined
  const actor = actorOf(operator)
  if (
    actorOf({ operator_id: open.proposed_by }) === actor &&
    open.reason === reason &&
    open.content_hash.equals(hash)
  )
    return open.id
  throw await isProposed(tx, open, actor)
}

/** What a proposal is about, as JSON that a content about the same contains. */
function subjectsOf(
  { oneOpenFor, subjects }: Pick<ProposalKind, 'oneOpenFor' | 'subjects'>,
  { parsed, stored }: { parsed: unknown; stored: string },
): string[] {
  if (subjects !== undefined) return subjects(parsed).map((subject) => JSON.stringify(subject))
  if (oneOpenFor === undefined) return []
  if (oneOpenFor === 'content') return [stored]
  const content = JSON.parse(stored) as Record<string, unknown>
  return [JSON.stringify(Object.fromEntries(oneOpenFor.map((field) => [field, content[field]])))]
}

type OpenAbout = RowOf<typeof store.findOpenAbout>

/** Whoever proposes about the same meanwhile waits. */
async function openAbout(
  tx: Tx,
  about: { kind: string | null; about: string; whole: boolean },
): Promise<OpenAbout | undefined> {
  await store.lockSubject.all(tx, about)
  return await store.findOpenAbout.maybe(tx, { ...about, now: tx.now })
}

/**
 * For what one person decides alone. Refuses `this_is_proposed_already` while a colleague's proposal about the same, whose
 * content includes these fields, waits for its approver.
 */
export async function requireNotProposed(
  tx: Tx,
  about: Readonly<Record<string, string>>,
  actor: string,
): Promise<void> {
  const open = await openAbout(tx, { kind: null, about: JSON.stringify(about), whole: false })
  if (open !== undefined) throw await isProposed(tx, open, actor)
}

/** What decided otherwise, by whom. */
interface Voiding {
  readonly because: (typeof VOIDED_BY)[number]
  readonly actor: string
}

/** What was proposed about this has no object any more: it is settled otherwise, and waits for nobody. */
export async function voidProposalsAbout(
  tx: Tx,
  about: Readonly<Record<string, string>>,
  by: Voiding,
): Promise<void> {
  const rows = await store.voidProposalsAbout.all(tx, { about: JSON.stringify(about), decided_at: tx.now })
  await recordVoided(tx, rows, by)
}

/** Whatever else was proposed of this kind rests on what it has just replaced. */
export async function voidProposalsOfKind(
  tx: Tx,
  { kind, about }: { kind: string; about: object },
  by: Voiding,
): Promise<void> {
  const of = { kind, about: JSON.stringify(about), decided_at: tx.now }
  await recordVoided(tx, await store.voidProposalsOfKind.all(tx, of), by)
}

/** Of an operator whose rights end. */
export async function voidProposalsOf(tx: Tx, operator_id: string, by: Voiding): Promise<void> {
  await recordVoided(tx, await store.voidProposals.all(tx, { operator_id, decided_at: tx.now }), by)
}

const recordVoided = (tx: Tx, rows: readonly { id: string }[], { because, actor }: Voiding) =>
  recordAuditEvents(
    tx,
    rows.map(({ id }) => ({
      actor,
      action: 'proposal_voided' as const,
      object: { kind: 'proposal', id },
      before: { status: 'open' },
      after: { status: 'void', because },
    })),
  )

async function isProposed(tx: Tx, open: OpenAbout, actor: string): Promise<Refusal> {
  const waits_for = await decidersOf(tx, open)
  return refuse('this_is_proposed_already', {
    proposal: {
      _id: open.id,
      kind: open.kind,
      with_code: open.content['with_code'] === true,
      by: open.proposer,
      own: actorOf({ operator_id: open.proposed_by }) === actor,
      at: open.proposed_at.toISOString(),
      member: open.member,
      amount: open.content['amount'] ?? null,
      waits_for,
    },
  })
}

async function decidersOf(tx: Tx, open: OpenAbout): Promise<string[]> {
  const decided_by = DECIDING.get(open.kind)
  if (decided_by === undefined) return []
  return approversOf(decided_by, open, await activeOperators(tx, tx.now)).map(({ username }) => username)
}

/** Whoever of these can approve it. */
export const approversOf = <Somebody extends { id: string; role: StaffRole; side: Side | null }>(
  kind: Deciding,
  { proposed_by, excluded }: Pick<ProposalRow, 'proposed_by' | 'excluded'>,
  everybody: readonly Somebody[],
): Somebody[] => {
  const side = decidingSide(kind)
  return everybody.filter(
    (one) =>
      kind.approvers.includes(one.role) &&
      (side === undefined || one.side === side) &&
      one.id !== proposed_by &&
      !excluded.includes(one.id),
  )
}

/**
 * Approves exactly the content with this hash and executes it, atomically. Refuses `proposal_is_unknown`, `…_is_decided`,
 * `…_has_expired`, `…_has_changed`, `…_is_void`, `another_operator_must_approve`, `nobody_decides_about_themselves`,
 * `your_role_may_not_do_this`, `your_side_does_not_do_this`, and `proposal_could_not_be_executed` with the refusal's code, which is then shown with the proposal.
 */
export async function approve(
  database: Database,
  kinds: readonly ProposalKind[],
  input: { proposal_id: string; content_hash: string; operator: ActingOperator },
): Promise<Readonly<Record<string, string>> | null> {
  let began = false
  try {
    return await database.transaction(async (tx) => {
      began = false
      const row = await getApprovable(tx, kinds, input)
      began = true
      return await execute(tx, kindOf(kinds, row), row, input.operator)
    })
  } catch (error) {
    if (!began) throw error
    const code = error instanceof Refusal ? error.code : 'error_please_try_again'
    await store.recordFailure.all(database, { id: input.proposal_id, failed_at: database.clock.now(), code })
    if (!(error instanceof Refusal)) throw error
    throw refuse('proposal_could_not_be_executed', { code: error.code, details: error.details })
  }
}

async function getApprovable(
  tx: Tx,
  kinds: readonly ProposalKind[],
  { proposal_id, content_hash, operator }: Parameters<typeof approve>[2],
): Promise<ProposalRow> {
  // Lock order: staff, then the proposal, as when disabling an operator.
  const everybody = await lockOperators.all(tx)
  const row = await getOpen(tx, proposal_id)
  const kind = kindOf(kinds, row)
  requireSecondOperator(kind, row, operator)
  if (row.frozen && kind.despiteFreeze !== true) throw refuse('this_is_paused_while_the_ledger_is_checked')
  const able = (operator_id: string, roles: readonly StaffRole[]) =>
    everybody.some(
      ({ id, role, disabled_at }) => id === operator_id && disabled_at === null && roles.includes(role),
    )
  if (!able(operator.operator_id, kind.approvers)) throw refuse('your_role_may_not_do_this')
  await requireSide(tx, tx.now, { side: decidingSide(kind), operator })
  if (!able(row.proposed_by, kind.proposers)) throw refuse('proposal_is_void')
  const proposer = everybody.find(({ id }) => id === row.proposed_by)!
  if (kind.side !== undefined && currentSide(proposer, tx.now) !== kind.side) throw refuse('proposal_is_void')
  const hash = row.content_hash.toString('hex')
  // Both must match: what the approver read and what is stored, and what is stored and what was proposed.
  if (content_hash !== hash || hashOf(row.kind, row.content).toString('hex') !== hash)
    throw refuse('proposal_has_changed')
  return row
}

/** Refuses `another_operator_must_approve`, and as requireNotExcluded(). */
function requireSecondOperator(kind: ProposalKind, row: ProposalRow, operator: ActingOperator): void {
  if (row.proposed_by === operator.operator_id) throw refuse('another_operator_must_approve')
  requireNotExcluded(kind, row.excluded, operator)
}

/** Refuses `nobody_decides_about_themselves`, or what the kind says instead. */
function requireNotExcluded(
  { excludedBecause = 'nobody_decides_about_themselves' }: Pick<ProposalKind, 'excludedBecause'>,
  excluded: readonly string[],
  { operator_id }: ActingOperator,
): void {
  if (excluded.includes(operator_id)) throw refuse(excludedBecause)
}

async function execute(tx: Tx, kind: ProposalKind, row: ProposalRow, approver: ActingOperator) {
  const { id: proposal_id, proposed_by, reason } = row
  const { operator_id: approved_by } = approver
  const actor = actorOf(approver)
  await store.decideProposal.all(tx, {
    id: proposal_id,
    status: 'executed',
    decided_by: approved_by,
    decided_at: tx.now,
    decision_reason: null,
  })
  await recordAuditEvent(tx, {
    actor,
    action: 'proposal_approved',
    object: { kind: 'proposal', id: proposal_id },
    reason,
    before: { status: 'open' },
    after: { status: 'executed', kind: row.kind, content_hash: row.content_hash.toString('hex') },
  })
  const shown = await kind.execute(tx, kind.content.parse(row.content), {
    proposal_id,
    proposed_by,
    approved_by,
    actor,
    approver,
    reason,
  })
  return shown ?? null
}

/** Rejects a colleague's proposal. Refuses as approve does, except for its content. */
export async function reject(
  tx: Tx,
  kinds: readonly ProposalKind[],
  { proposal_id, reason, operator }: { proposal_id: string; reason: string; operator: ActingOperator },
): Promise<void> {
  const row = await getOpen(tx, proposal_id)
  const kind = kindOf(kinds, row)
  requireSecondOperator(kind, row, operator)
  if (!kind.approvers.includes(operator.role)) throw refuse('your_role_may_not_do_this')
  await requireSide(tx, tx.now, { side: decidingSide(kind), operator })
  await decide(tx, row, 'rejected', operator, reason)
}

/** Withdraws one's own proposal. Refuses `proposal_is_not_yours`, and if it is not open. */
export async function withdraw(
  tx: Tx,
  { proposal_id, operator }: { proposal_id: string; operator: ActingOperator },
): Promise<void> {
  const row = await getOpen(tx, proposal_id)
  if (row.proposed_by !== operator.operator_id) throw refuse('proposal_is_not_yours')
  await decide(tx, row, 'withdrawn', operator)
}

async function decide(
  tx: Tx,
  row: ProposalRow,
  status: 'rejected' | 'withdrawn',
  operator: ActingOperator,
  reason?: string,
): Promise<void> {
  await store.decideProposal.all(tx, {
    id: row.id,
    status,
    decided_by: operator.operator_id,
    decided_at: tx.now,
    decision_reason: reason ?? null,
  })
  await recordAuditEvent(tx, {
    actor: actorOf(operator),
    action: `proposal_${status}`,
    object: { kind: 'proposal', id: row.id },
    ...(reason !== undefined && { reason }),
    before: { status: 'open' },
    after: { status },
  })
}

async function getOpen(tx: Tx, proposal_id: string) {
  const row = orRefuse(await store.lockProposal.maybe(tx, { proposal_id }), 'proposal_is_unknown')
  if (row.status !== 'open')
    throw await refuseDecided(tx, 'proposal_is_decided', proposal_id, { status: row.status })
  if (row.expires_at <= tx.now) throw refuse('proposal_has_expired')
  return row
}

/** The proposal; refuses `proposal_is_unknown`. */
export async function getProposal(on: Database, proposal_id: string): Promise<ShownProposalRow> {
  return orRefuse(await store.findProposal.maybe(on, { proposal_id }), 'proposal_is_unknown')
}

function kindOf(kinds: readonly ProposalKind[], row: ProposalRow): ProposalKind {
  const kind = kinds.find((each) => each.kind === row.kind)
  if (kind === undefined) throw new Error(`nobody carries out proposals of the kind ${row.kind}`)
  return kind
}

/** Hash of kind and content, with sorted keys because jsonb reorders them. */
function hashOf(kind: string, content: unknown): Buffer {
  const ordered = JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(kind).update('\0').update(ordered).digest()
}
