import { LINES_TO_REVIEW, type LineStatus } from '@fairturn/contract/backoffice/banking'
import type { Side } from '@fairturn/contract/backoffice/roles'
import type { AccountId } from '../ledger/ledger.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { contains } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { asRead, textOfLine } from './references.ts'

export type LineRow = RowOf<typeof LINE_COLUMNS>

/** Of a line imported by hand, whose account nobody but its importer has read at the bank. */
export const isAccountUnread = ({
  direction,
  from_connection,
  counterparty_account,
  account_read_by,
}: Pick<LineRow, 'direction' | 'from_connection' | 'counterparty_account' | 'account_read_by'>): boolean =>
  direction === 'credit' && !from_connection && counterparty_account !== null && account_read_by === null

/** Without what spaces an account number is written with. */
export const normalizedAccount = (account: string): string => account.replace(/[\s.-]/g, '').toUpperCase()

export interface Decision {
  readonly line: LineRow
  readonly status: 'unconfirmed' | 'matched' | 'differs' | 'unmatched' | 'unexplained'
  readonly finding: string
  readonly deposit_id?: string
  readonly withdrawal_id?: string
  readonly refund_id?: string
  /** The payer's name is not the member's. */
  readonly payer_differs?: boolean
  /** The credit to the deposit. */
  readonly arrival?: Arrival
}

export interface Arrival {
  readonly deposit_id: string
  /** Amount that arrived, which may differ from the announced one. */
  readonly amount_minor: bigint
  /** Evidence of the arrival, e.g. `camt.053 2026-11-20 line 7`; one line credits one deposit. */
  readonly evidence: string
  /** E.g. `operator:<id>`. */
  readonly actor: string
  /** The account that held the unmatched payment; without it the money comes from the bank. */
  readonly keptOn?: AccountId
}

const LINE = `l.id, l.statement_id, l.line_no, l.account, l.booking_day, l.value_day, l.amount_minor, l.direction, l.reversal,
  l.bank_reference, l.end_to_end_id, l.batch_id, l.remittance, l.counterparty_name, l.counterparty_account, l.counterparty_swift, l.return_reason,
  l.status, l.finding, l.deposit_id, l.withdrawal_id, l.refund_id, l.decided_at, l.resolved_by, l.resolution, l.confirmed_by, l.proposed_by,
  l.payer_differs, l.fee_minor, l.account_read_by, l.account_not_shown, l.account_misread, s.from_connection,
  exists (select from bank_statement d where d.id = any (l.account_disputed_by) and d.status = 'accepted') as account_disputed`
const LINES = `bank_line l join bank_statement s on s.id = l.statement_id`

const LINE_COLUMNS = {
  id: 'uuid',
  statement_id: 'uuid',
  line_no: 'int4',
  account: 'text',
  booking_day: 'date',
  value_day: 'date?',
  amount_minor: 'int8',
  direction: typed<'credit' | 'debit'>('text'),
  reversal: 'bool',
  bank_reference: 'text?',
  end_to_end_id: 'text?',
  batch_id: 'text?',
  remittance: 'text',
  counterparty_name: 'text?',
  counterparty_account: 'text?',
  counterparty_swift: 'text?',
  return_reason: 'text?',
  status: typed<LineStatus>('text'),
  finding: 'text?',
  deposit_id: 'uuid?',
  withdrawal_id: 'uuid?',
  refund_id: 'uuid?',
  decided_at: 'timestamptz?',
  resolved_by: 'text?',
  resolution: 'text?',
  confirmed_by: 'text?',
  /** The first of two who assigned it, or credited more than was announced. */
  proposed_by: 'text?',
  /** The bank names another payer than the holder of the member's payout account; null while either is unknown. */
  payer_differs: 'bool?',
  /** Of a debit: what the bank took with the payment, once two people have said so. */
  fee_minor: 'int8?',
  /** Who, other than its importer, typed the payer's account number as the bank shows it. */
  account_read_by: 'text?',
  /** Who confirmed it said that the bank shows no account number. */
  account_not_shown: 'bool',
  /** How often somebody read another account number at the bank. */
  account_misread: 'int4',
  from_connection: 'bool',
  /** A later accepted statement names another account. */
  account_disputed: 'bool',
  imported_by: 'text',
} as const

/** By day, and within a day debits before credits: a payout is booked before it can be returned. */
export const listNewLines = statement(
  `-- banking_list_new_bank_lines
  select ${LINE}, s.imported_by from ${LINES}
  where l.status = 'new' and (l.booking_day, (l.direction = 'credit'), l.id) > ($after_day::date, $is_credit::boolean, $after_id::uuid)
  order by l.booking_day, (l.direction = 'credit'), l.id limit $limit`,
  {
    params: { after_day: 'date', is_credit: 'bool', after_id: 'uuid', limit: typed<number>('int8') },
    columns: LINE_COLUMNS,
  },
)

/** Whether at least that many lines are undecided. */
export const newLinesExceed = statement(
  `-- banking_new_bank_lines_exceed
  select count(*) > $at_least::int as exceeded from (select from bank_line where status = 'new' limit $at_least::int + 1) undecided`,
  { params: { at_least: 'int4' }, columns: { exceeded: 'bool' } },
)

/** Advisory lock that serializes decisions until the transaction ends, in the order of listNewLines. */
export const lockDeciding = statement(
  `-- banking_lock_deciding
  select pg_advisory_xact_lock(hashtextextended('lines of the bank are decided', 0))`,
)

/** Those still undecided, locked. */
export const lockNewLines = statement(
  `-- banking_lock_new_bank_lines
  select id from bank_line where id = any ($ids::uuid[]) and status = 'new' order by id for no key update`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid' } },
)

export const selectLineLocked = statement(
  `-- banking_bank_line_locked
  select ${LINE}, s.imported_by from ${LINES} where l.id = $line_id for no key update of l`,
  { params: { line_id: 'uuid' }, columns: LINE_COLUMNS },
)

/** The arrays are by line. */
export const decideLines = statement(
  `-- banking_decide_bank_lines
  update bank_line l set status = d.status, finding = d.finding, deposit_id = d.deposit_id, withdrawal_id = d.withdrawal_id,
    refund_id = d.refund_id, payer_differs = d.payer_differs, decided_at = $decided_at
  from unnest($ids::uuid[], $status::text[], $finding::text[], $deposit_ids::uuid[], $withdrawal_ids::uuid[], $refund_ids::uuid[], $payer_differs::boolean[])
    as d (id, status, finding, deposit_id, withdrawal_id, refund_id, payer_differs)
  where l.id = d.id`,
  {
    params: {
      ids: 'uuid[]',
      status: 'text[]',
      finding: 'text[]',
      deposit_ids: typed<readonly (string | null)[]>('uuid[]'),
      withdrawal_ids: typed<readonly (string | null)[]>('uuid[]'),
      refund_ids: typed<readonly (string | null)[]>('uuid[]'),
      decided_at: 'timestamptz',
      payer_differs: typed<readonly (boolean | null)[]>('bool[]'),
    },
  },
)

/** What arrived for these deposits and is not credited: above what was announced, or for one that was settled before. */
export const selectBeingChecked = statement(
  `-- banking_deposits_being_checked
  select deposit_id, sum(amount_minor)::bigint as amount_minor from bank_line
  where deposit_id = any ($deposit_ids::uuid[]) and direction = 'credit' and status in ('unconfirmed', 'unmatched')
  group by deposit_id`,
  { params: { deposit_ids: 'uuid[]' }, columns: { deposit_id: 'uuid!', amount_minor: 'int8' } },
)

export const resolveLine = statement(
  `-- banking_resolve_bank_line
  update bank_line set status = 'resolved', resolved_by = $resolved_by, resolution = $reason, deposit_id = coalesce($deposit_id, deposit_id),
    refund_id = coalesce($refund_id, refund_id), proposed_by = coalesce($proposed_by, proposed_by)
  where id = $line_id`,
  {
    params: {
      line_id: 'uuid',
      resolved_by: 'text',
      reason: 'text',
      deposit_id: 'uuid?',
      refund_id: 'uuid?',
      proposed_by: 'text?',
    },
  },
)

/** A debit that two people have said is a payout, with the bank's fee in it if there is one. */
export const resolveAsPaid = statement(
  `-- banking_resolve_line_as_paid
  update bank_line set status = 'resolved', finding = $finding, fee_minor = $fee_minor, withdrawal_id = coalesce($withdrawal_id, withdrawal_id),
    refund_id = coalesce($refund_id, refund_id), proposed_by = $proposed_by, resolved_by = $resolved_by, resolution = $resolution, decided_at = $at
  where id = $line_id`,
  {
    params: {
      line_id: 'uuid',
      finding: 'text',
      fee_minor: 'int8?',
      withdrawal_id: 'uuid?',
      refund_id: 'uuid?',
      proposed_by: 'text',
      resolved_by: 'text',
      resolution: 'text',
      at: 'timestamptz',
    },
  },
)

/** A credit that two people have said is a payout that came back. It was decided when it was kept as nobody's. */
export const resolveAsReturned = statement(
  `-- banking_resolve_line_as_returned
  update bank_line set status = 'resolved', finding = 'payout_came_back', withdrawal_id = $withdrawal_id, proposed_by = $proposed_by,
    resolved_by = $resolved_by, resolution = $resolution
  where id = $line_id`,
  {
    params: {
      line_id: 'uuid',
      withdrawal_id: 'uuid',
      proposed_by: 'text',
      resolved_by: 'text',
      resolution: 'text',
    },
  },
)

/**
 * Of these lines ($ids), those of revoked statements that were the booking that this one is: of one identity, of one day and amount
 * as banks name it otherwise in another format, or with one of its references of deposits ($references).
 */
export const selectRevokedBefore = statement(
  `-- banking_revoked_before
  select r.id from bank_line l join bank_line r on r.account = l.account and r.direction = l.direction and r.status = 'revoked'
  where l.id = $line_id and r.id = any ($ids::uuid[])
    and (r.identity = l.identity or (r.booking_day, r.amount_minor) = (l.booking_day, l.amount_minor)
      or exists (select from unnest($references::text[]) f where strpos(${textOfLine('r')}, ${asRead('f')}) > 0))`,
  {
    params: { line_id: 'uuid', ids: 'uuid[]', references: 'text[]' },
    columns: { id: 'uuid' },
  },
)

export const reopenLine = statement(
  `-- banking_reopen_bank_line
  update bank_line set status = 'unmatched', finding = $finding, resolved_by = null, resolution = null, proposed_by = null
  where id = $id`,
  { params: { id: 'uuid', finding: 'text' } },
)

/** Reopens debits that were imported before their payout was marked sent. */
export const reopenEarlyDebits = statement(
  `-- banking_reopen_early_debits
  update bank_line set status = 'new', finding = null, withdrawal_id = null, refund_id = null, decided_at = null
  where status = 'unexplained' and finding = 'payout_is_not_sent'`,
)

/** Debits of a payout that seemed to have come back before, and has not. */
export const reopenDebitsAfterReturn = statement(
  `-- banking_reopen_debits_after_return
  update bank_line set status = 'new', finding = null, withdrawal_id = null, decided_at = null
  where withdrawal_id = $withdrawal_id and status = 'unexplained' and finding = 'debit_after_return' returning id`,
  { params: { withdrawal_id: 'uuid' }, columns: { id: 'uuid' } },
)

/** With the proposal about it that is open, if there is one. */
export type ListedLine = RowOf<typeof LISTED_LINE_COLUMNS>

/** Kinds of proposals about one line. */
const LINE_PROPOSALS = [
  'unmatched_payment_refund',
  'payment_assignment',
  'payment_above_announced',
  'bank_charge',
  'payout_with_fee',
] as const
const OF_A_LINE = `p.kind in (${LINE_PROPOSALS.map((kind) => `'${kind}'`).join(', ')}) and p.status = 'open'`

/**
 * Whether $actor, who is on $side, may decide a line that waits at $now. Whose it is, and what it was, says who brings money in; who
 * had no hand in it resolves it or sends it back. What is proposed waits for its approver, among the approvals.
 */
export const LINE_IS_OWN = `case when id::text in (select p.content->>'line_id' from proposal p where ${OF_A_LINE} and p.expires_at > $now) then false
      when status = 'unconfirmed' then $side = 'in'
      when $side = 'in' and (status = 'unmatched' or status = 'unexplained' and finding in ('unknown_debit', 'payout_differs')) then true
      when status = 'unmatched' and $side is distinct from 'out' then false
      else $actor not in (select bank_line_brought_by(id)) end`

/** Of these lines. */
export const selectOwnLines = statement(
  `-- banking_own_bank_lines
  select id from bank_line where id = any($ids) and ${LINE_IS_OWN}`,
  {
    params: {
      ids: 'uuid[]',
      now: 'timestamptz',
      actor: 'text',
      side: typed<Side | null>('text?'),
    },
    columns: { id: 'uuid' },
  },
)

const LISTED_LINE_COLUMNS = {
  ...LINE_COLUMNS,
  proposal_id: 'uuid?',
  proposer: 'text?',
  proposed_at: 'timestamptz?',
  proposal_expires_at: 'timestamptz?',
  payout_reference: 'text?',
  payout_minor: 'int8?',
} as const

const sortedLines = sortedList({
  name: 'banking_list_bank_lines',
  rows: LISTED_LINE_COLUMNS,
  // The few open proposals are read once, not for each line.
  select: `select ${LINE}, s.imported_by, w.proposal_id, w.proposer, w.proposed_at, w.proposal_expires_at,
      coalesce(nw.reference, nr.reference) as payout_reference, coalesce(nw.amount_minor - nw.fee_minor, nr.amount_minor) as payout_minor
    from ${LINES}
    left join withdrawal nw on nw.id = l.withdrawal_id and l.finding = 'payout_differs'
    left join unmatched_payment_refund nr on nr.id = l.refund_id and l.finding = 'payout_differs'
    left join (
      select distinct on (p.content->>'line_id') p.content->>'line_id' as of_line, p.id as proposal_id, q.username as proposer,
        p.proposed_at, p.expires_at as proposal_expires_at
      from proposal p join operator q on q.id = p.proposed_by where ${OF_A_LINE}
      order by p.content->>'line_id', p.id desc) w on w.of_line = l.id::text`,
  filters: {
    state: 'l.status = ?',
    // Written out as in the index bank_line_to_review, which a parameter would not be known to imply.
    to_review: {
      where: `l.status in (${LINES_TO_REVIEW.map((state) => `'${state}'`).join(', ')})`,
      values: () => [],
    },
    direction: 'l.direction = ?',
    statement_id: 'l.statement_id = ?',
    withdrawal_id: 'l.withdrawal_id = ?',
    search:
      contains(`concat_ws(' ', l.remittance, l.end_to_end_id, l.counterparty_name, l.counterparty_account,
       l.bank_reference)`),
    from: 'l.booking_day >= ?',
    to: 'l.booking_day <= ?',
  },
  columns: {
    booking_day: { by: 'booking_day', type: 'date' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'booking_day.desc',
})

type LinesQuery = Parameters<typeof sortedLines.every>[1]
const byReview = <Query extends LinesQuery>({ filter = {}, ...query }: Query) => ({
  ...query,
  filter: filter.state === 'to_review' ? { ...filter, state: undefined, to_review: true } : filter,
})

/** `state: 'to_review'` stands for all states that wait for an operator. */
export const listLines: typeof sortedLines = {
  filters: sortedLines.filters,
  page: (on, query, limit) => sortedLines.page(on, byReview(query), limit),
  every: (on, query) => sortedLines.every(on, byReview(query)),
}

export type LineInDetail = RowOf<typeof selectLineInDetail>

/** With who resolved it, and the proposal about it pending at $now. */
export const selectLineInDetail = statement(
  `-- banking_bank_line_in_detail
  select ${LINE}, s.imported_by, s.confirmed_by as statement_confirmed_by, coalesce(o.username, l.resolved_by) as resolver,
    coalesce(i.username, s.imported_by) as importer, coalesce(c.username, l.confirmed_by) as confirmer,
    coalesce(f.username, l.proposed_by) as line_proposer, w.id as proposal_id, w.kind as proposal_kind, w.proposer, w.proposed_at,
    b.id as file_id, b.reference as file_reference
  from ${LINES} left join operator o on 'operator:' || o.id = l.resolved_by
  left join operator i on 'operator:' || i.id = s.imported_by left join operator c on 'operator:' || c.id = l.confirmed_by
  left join operator f on 'operator:' || f.id = l.proposed_by
  left join lateral (
    select p.id, p.kind, q.username as proposer, p.proposed_at from proposal p join operator q on q.id = p.proposed_by
    where ${OF_A_LINE} and p.expires_at > $now
      and p.content->>'line_id' = l.id::text
    order by p.id desc limit 1) w on true
  left join lateral (
    select b.id, b.reference from payout_batch b where l.finding = 'batch_paid' and strpos(${textOfLine('l')}, ${asRead('b.reference')}) > 0
    order by b.id desc limit 1) b on true
  where l.id = $line_id`,
  {
    params: { line_id: 'uuid', now: 'timestamptz' },
    columns: {
      ...LINE_COLUMNS,
      statement_confirmed_by: 'text?',
      resolver: 'text?',
      importer: 'text',
      confirmer: 'text?',
      line_proposer: 'text?',
      proposal_id: 'uuid?',
      proposal_kind: 'text?',
      proposer: 'text?',
      proposed_at: 'timestamptz?',
      file_id: 'uuid?',
      file_reference: 'text?',
    },
  },
)

/** The member whose deposit or withdrawal the line is, if it is one. */
export const selectMembersOfLine = statement(
  `-- banking_members_of_bank_line
  select d.member_id from bank_line l join deposit d on d.id = l.deposit_id where l.id = $line_id
  union
  select w.member_id from bank_line l join withdrawal w on w.id = l.withdrawal_id where l.id = $line_id`,
  { params: { line_id: 'uuid' }, columns: { member_id: 'uuid' } },
)

export const selectLinesOfStatement = statement(
  `-- banking_lines_of_statement_locked
  select ${LINE}, s.imported_by from ${LINES} where l.statement_id = $statement_id order by l.id for no key update of l`,
  { params: { statement_id: 'uuid' }, columns: LINE_COLUMNS },
)

/** Lines of a revoked statement: the booking they claimed counts when the bank says so. */
export const revokeLines = statement(
  `-- banking_revoke_lines
  update bank_line set status = 'revoked', finding = 'statement_revoked', decided_at = coalesce(decided_at, $now) where statement_id = $statement_id`,
  { params: { statement_id: 'uuid', now: 'timestamptz' } },
)

/** Lines that another statement has too become its own, under its numbers. */
export const transferLines = statement(
  `-- banking_transfer_lines
  update bank_line l set statement_id = $statement_id, line_no = t.line_no
  from unnest($ids::uuid[], $line_nos::int[]) as t (id, line_no) where l.id = t.id`,
  { params: { ids: 'uuid[]', statement_id: 'uuid', line_nos: 'int4[]' } },
)

/** What a second person typed of the payers' accounts; lines that came with an earlier statement keep what they have. */
export const recordReadAccounts = statement(
  `-- banking_record_read_accounts
  update bank_line set account_read_by = case when line_no = any ($read::int[]) then $actor else account_read_by end,
    account_not_shown = line_no = any ($not_shown::int[])
  where statement_id = $statement_id and line_no = any ($read::int[] || $not_shown::int[])`,
  { params: { statement_id: 'uuid', actor: 'text', read: 'int4[]', not_shown: 'int4[]' } },
)

/** Whoever sends it back has typed the account that the file names. */
export const recordReadAccount = statement(
  `-- banking_record_read_account
  update bank_line set account_read_by = $actor where id = $line_id and account_read_by is null`,
  { params: { line_id: 'uuid', actor: 'text' } },
)

/** Somebody read another account at the bank than the file names. */
export const recordMisreadAccount = statement(
  `-- banking_record_misread_account
  update bank_line set account_misread = account_misread + 1 where id = $line_id`,
  { params: { line_id: 'uuid' } },
)

const ACCOUNT_OF = (alias: string) =>
  `upper(regexp_replace(${alias}.counterparty_account, '[\\s.-]', '', 'g'))`

/**
 * Notes on lines that were imported by hand that a later statement names another payer's account of them: of the bookings of a
 * day and amount it has fewer from the line's account, and more from another one. Its known lines stand in it still.
 */
export const disputeAccounts = statement(
  `-- banking_dispute_accounts
  with told as (
    select booking_day, direction, amount_minor, ${ACCOUNT_OF('u')} as payer, count(*) as lines
    from unconfirmed_bank_line u
    where statement_id = $statement_id::uuid and line_no = any ($known_nos::int[]) and counterparty_account is not null
    group by 1, 2, 3, 4
  ), booked as (
    select l.id, l.booking_day, l.direction, l.amount_minor, ${ACCOUNT_OF('l')} as payer, s.from_connection,
      count(*) over (partition by l.booking_day, l.direction, l.amount_minor, ${ACCOUNT_OF('l')}) as lines
    from bank_line l join bank_statement s on s.id = l.statement_id
    where l.account = $account and l.status <> 'revoked' and l.counterparty_account is not null
      and l.booking_day in (select booking_day from told)
  )
  update bank_line l set account_disputed_by = array_append(l.account_disputed_by, $statement_id::uuid)
  from booked b
  where l.id = b.id and not b.from_connection
    and b.lines > coalesce((select t.lines from told t
      where (t.booking_day, t.direction, t.amount_minor, t.payer) = (b.booking_day, b.direction, b.amount_minor, b.payer)), 0)
    and exists (
      select from told t
      where (t.booking_day, t.direction, t.amount_minor) = (b.booking_day, b.direction, b.amount_minor)
        and t.lines > (select count(*) from booked o
          where (o.booking_day, o.direction, o.amount_minor, o.payer) = (t.booking_day, t.direction, t.amount_minor, t.payer)))
  returning l.id`,
  {
    params: { statement_id: 'uuid', account: 'text', known_nos: 'int4[]' },
    columns: { id: 'uuid' },
  },
)
