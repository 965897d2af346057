// Freezes: scopes whose payments wait after a finding, released by dual approval once the finding is gone (decision 028,
// checkers.test.ts).
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { refuse } from '../platform/http/refusal.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { activeOperators, defineProposal, recordAuditEvent, requireSide } from '../staff/staff.ts'

/** One member's withdrawals, one campaign's draws and refund, or only its draws and payments, all payouts, or all staff approvals. */
export type FreezeScopeKind =
  | 'member_money'
  | 'campaign_money'
  | 'campaign_payments'
  | 'payouts'
  | 'staff_approvals'

export interface FreezeScope {
  readonly scope: FreezeScopeKind
  /** A member's or campaign's id; `all` for scopes that are nobody's. */
  readonly subject: string
}

export const PAYOUTS: FreezeScope = { scope: 'payouts', subject: 'all' }
export const moneyOf = (member_id: string): FreezeScope => ({ scope: 'member_money', subject: member_id })
export const campaignMoneyOf = (campaign_id: string): FreezeScope => ({
  scope: 'campaign_money',
  subject: campaign_id,
})

export const campaignPaymentsOf = (campaign_id: string): FreezeScope => ({
  scope: 'campaign_payments',
  subject: campaign_id,
})

const FRESH_RUN_MS = 3_600_000
/** Kind of the finding that a checker failed, so that what it would have found is not known. */
export const CHECK_FAILED = 'check_failed'

export type OpenFreeze = RowOf<typeof openFreezes>

const selectFrozen = statement(
  `-- ledger_frozen
  select scope, subject, frozen_at from ledger_freeze
  where released_at is null and (scope, subject) in (select * from unnest($scopes::text[], $subjects::text[]))
  order by frozen_at limit 1`,
  {
    params: { scopes: 'text[]', subjects: 'text[]' },
    columns: { scope: typed<FreezeScopeKind>('text'), subject: 'text', frozen_at: 'timestamptz' },
  },
)
/** Open freezes, oldest first. Subjects are ids of members and campaigns: not public. */
export const openFreezes = statement(
  `-- ledger_open_freezes
  select f.id, f.scope, f.subject, f.frozen_at, c.kind
  from ledger_freeze f join ledger_check_finding c on c.run_id = f.run_id and c.finding_no = f.finding_no
  where f.released_at is null order by f.frozen_at, f.id`,
  {
    columns: {
      id: 'uuid',
      scope: typed<FreezeScopeKind>('text'),
      subject: 'text',
      frozen_at: 'timestamptz' /** The checker's reason, e.g. `balance_differs`. */,
      kind: 'text',
    },
  },
)
const selectLocked = statement(
  `-- ledger_freeze_locked
  select f.id, f.scope, f.subject, f.run_id, f.frozen_at, f.released_at, c.detail from ledger_freeze f
  join ledger_check_finding c on c.run_id = f.run_id and c.finding_no = f.finding_no where f.id = $freeze_id for no key update of f`,
  {
    params: { freeze_id: 'uuid' },
    columns: {
      id: 'uuid',
      scope: typed<FreezeScopeKind>('text'),
      subject: 'text',
      run_id: 'uuid',
      frozen_at: 'timestamptz',
      released_at: 'timestamptz?',
      detail: 'text',
    },
  },
)
/**
 * Whether the last run found the scope ($scope, $scope_subject) or has a failed checker, and whether a full check ran after $fresh_from, since the
 * run that froze it ($id).
 */
const latestSays = statement(
  `-- ledger_latest_check_says
  select r.id as run_id,
    exists (select from ledger_check_finding c where c.run_id = r.id
      and (c.kind = '${CHECK_FAILED}' or c.scope = $scope and c.scope_subject = $scope_subject)) as finds,
    exists (select from ledger_check_run w where w.mode = 'full' and w.started_at > $fresh_from
      and w.run_no > (select run_no from ledger_check_run where id = $id)) as fresh
  from ledger_check_run r where r.mode <> 'chunked' order by r.run_no desc limit 1`,
  {
    params: { scope: 'text', scope_subject: 'text', id: 'uuid', fresh_from: 'timestamptz' },
    columns: { run_id: 'uuid', finds: 'bool', fresh: 'bool' },
  },
)
const markReleased = statement(
  `-- ledger_release_freeze
  update ledger_freeze set released_at = $released_at, release_proposed_by = $proposed_by, released_by = $approved_by, release_reason = $reason where id = $freeze_id`,
  {
    params: {
      freeze_id: 'uuid',
      released_at: 'timestamptz',
      proposed_by: 'uuid',
      approved_by: 'uuid',
      reason: 'text',
    },
  },
)
const isMember = statement(
  `-- ledger_freeze_is_of_member
  select exists (select from member where id::text = $subject) as known`,
  { params: { subject: 'text' }, columns: { known: 'bool' } },
)

/** Refuses `this_is_paused_while_the_ledger_is_checked` if one of these scopes is frozen. */
export async function refuseWhileFrozen(on: Queryable, ...scopes: readonly FreezeScope[]): Promise<void> {
  const frozen = await frozenOf(on, scopes)
  if (frozen === undefined) return
  const since = frozen.frozen_at.toISOString()
  throw refuse('this_is_paused_while_the_ledger_is_checked', { scope: frozen.scope, since })
}

/** Whether one of these scopes is frozen. */
export const isFrozen = async (on: Queryable, ...scopes: readonly FreezeScope[]): Promise<boolean> =>
  (await frozenOf(on, scopes)) !== undefined

const frozenOf = (on: Queryable, scopes: readonly FreezeScope[]) =>
  selectFrozen.maybe(on, {
    scopes: scopes.map(({ scope }) => scope),
    subjects: scopes.map(({ subject }) => subject),
  })

/** Records a freeze or release in the audit log; members see those of their own money. */
export async function recordFreeze(
  tx: Tx,
  done: FreezeScope & {
    readonly freeze_id: string
    readonly frozen: boolean
    readonly actor: string
    readonly reason: string
  },
): Promise<void> {
  const { scope, subject, freeze_id, frozen, actor, reason } = done
  const object = { kind: 'freeze', id: freeze_id }
  const after = { scope, subject, frozen }
  const of_member = scope === 'member_money' && (await isMember.one(tx, { subject })).known
  if (of_member) {
    const action = frozen ? 'money_frozen' : 'money_released'
    await recordAuditEvent(tx, { actor, action, object, member_id: subject, reason, after })
  } else {
    const action = frozen ? 'scope_frozen' : 'scope_released'
    await recordAuditEvent(tx, { actor, action, object, reason, after })
  }
}

/**
 * The open freeze, locked. Refuses `freeze_is_unknown`, `check_still_finds_this`, and `check_the_ledger_first` unless a
 * later full check ran in the last hour.
 */
export async function getReleasable(tx: Tx, freeze_id: string): Promise<FreezeScope & { detail: string }> {
  const freeze = await selectLocked.maybe(tx, { freeze_id })
  if (freeze === undefined || freeze.released_at !== null) throw refuse('freeze_is_unknown')
  const fresh_from = new Date(tx.now.getTime() - FRESH_RUN_MS)
  const latest = await latestSays.one(tx, {
    scope: freeze.scope,
    scope_subject: freeze.subject,
    id: freeze.run_id,
    fresh_from,
  })
  if (latest.finds) throw refuse('check_still_finds_this', { run_id: latest.run_id })
  if (!latest.fresh) throw refuse('check_the_ledger_first')
  return freeze
}

/** Two who bring money in may have caused the finding, so they do not end it alone. Refuses `your_side_does_not_do_this`. */
async function requireSomebodyWhoPays(tx: Tx, operator_ids: readonly string[]): Promise<void> {
  const both = (await activeOperators(tx, tx.now)).filter((each) => operator_ids.includes(each.id))
  const operator = both.find(({ side }) => side === 'out') ?? {}
  await requireSide(tx, tx.now, { side: 'out', operator })
}

export const freezeRelease = defineProposal({
  kind: 'freeze_release',
  oneOpenFor: ['freeze_id'],
  content: z.strictObject({
    freeze_id: id,
    scope: z.string(),
    subject: z.string(),
    // Whoever approves reads what had been found.
    finding: z.string().optional(),
  }),
  proposers: ['finance', 'owner'],
  approvers: ['finance', 'owner'],
  despiteFreeze: true,
  async excluded({ scope }, tx, { operator_id, side }) {
    if (scope !== PAYOUTS.scope || side === 'out') return []
    const others = (await activeOperators(tx, tx.now)).filter((each) => each.id !== operator_id)
    return others.filter((each) => each.side !== 'out').map(({ id: other_id }) => other_id)
  },
  excludedBecause: 'another_operator_must_approve',
  async execute(tx, { freeze_id }, { proposed_by, approved_by, actor, reason }) {
    const { scope, subject } = await getReleasable(tx, freeze_id)
    if (scope === PAYOUTS.scope) await requireSomebodyWhoPays(tx, [proposed_by, approved_by])
    await markReleased.all(tx, { freeze_id, released_at: tx.now, proposed_by, approved_by, reason })
    await recordFreeze(tx, { scope, subject, freeze_id, frozen: false, actor, reason })
  },
})

export type FreezeRow = RowOf<typeof FREEZE_COLUMNS>

const FREEZE_COLUMNS = {
  id: 'uuid',
  scope: typed<FreezeScopeKind>('text'),
  /** A member's or campaign's id; `all` for scopes that are nobody's. */
  subject: 'text',
  run_id: 'uuid',
  frozen_at: 'timestamptz',
  released_at: 'timestamptz?',
  release_reason: 'text?',
  checker: 'text',
  kind: 'text',
  found_subject: 'text',
  detail: 'text',
  proposer: 'text?',
  releaser: 'text?',
} as const

export const listFreezes = sortedList({
  name: 'ledger_freezes',
  rows: FREEZE_COLUMNS,
  select: `select f.id, f.scope, f.subject, f.run_id, f.frozen_at, f.released_at, f.release_reason, c.checker, c.kind,
     c.subject as found_subject, c.detail, p.username as proposer, r.username as releaser
   from ledger_freeze f
   join ledger_check_finding c on c.run_id = f.run_id and c.finding_no = f.finding_no
   left join operator p on p.id = f.release_proposed_by left join operator r on r.id = f.released_by`,
  filters: { scope: 'f.scope = ?', open: yesOrNo('f.released_at is null'), subject: 'f.subject = ?' },
  columns: { frozen_at: { by: 'frozen_at', type: 'timestamptz' } },
  first: 'frozen_at.desc',
})
