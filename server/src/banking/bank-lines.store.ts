import type { LineState } from '@fairturn/contract/backoffice/banking'
import { qualified, statement } from '../platform/database/statement.ts'
import { contains, yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { AccountId } from '../ledger/ledger.ts'
import type { BankLine } from './bank-statement.ts'
import type { StatementHold, StatementSpan } from './statement-continuity.ts'

export interface StatementRow extends StatementSpan {
  readonly id: string
  readonly format: string
  readonly account: string
  readonly statement_id: string
  /** Its opening balance differs from the previous closing balance: a statement is missing. */
  readonly gap: boolean
  /** Why its lines wait for a second person. */
  readonly unconfirmed_reason: StatementHold | null
  readonly file_name: string
  readonly line_count: number
  readonly known_count: number
  readonly imported_at: Date
  readonly imported_by: string
  /** Undecided lines. */
  readonly undecided: number
  /** Names of operators, if any. */
  readonly importer: string
  readonly confirmer: string | null
  readonly confirmed_at: Date | null
}

export interface LineRow extends BankLine {
  readonly id: string
  readonly statement_id: string
  readonly line_no: number
  readonly account: string
  readonly status: LineState
  readonly finding: string | null
  readonly deposit_id: string | null
  readonly withdrawal_id: string | null
  readonly refund_id: string | null
  readonly decided_at: Date | null
  readonly resolved_by: string | null
  readonly resolution: string | null
  readonly confirmed_by: string | null
  readonly imported_by: string
}

export interface Decision {
  readonly line: LineRow
  readonly status: 'unconfirmed' | 'matched' | 'differs' | 'unmatched' | 'unexplained'
  readonly finding: string
  readonly deposit_id?: string
  readonly withdrawal_id?: string
  readonly refund_id?: string
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
  readonly kept_on?: AccountId
}

const STATEMENT = `s.id, s.format, s.account, s.statement_id, s.from_day, s.to_day, s.opening_minor, s.closing_minor, s.gap,
  s.unconfirmed_reason, s.file_name, s.line_count, s.known_count, s.imported_at, s.imported_by, s.confirmed_at,
  coalesce(i.username, s.imported_by) as importer, coalesce(c.username, s.confirmed_by) as confirmer,
  (select count(*)::int from bank_line n where n.statement_id = s.id and n.status = 'new') as undecided`
const STATEMENTS = `bank_statement s left join operator i on 'operator:' || i.id = s.imported_by
  left join operator c on 'operator:' || c.id = s.confirmed_by`
const LINE = `l.id, l.statement_id, l.line_no, l.account, l.booking_day, l.value_day, l.amount_minor, l.direction, l.reversal,
  l.bank_reference, l.end_to_end_id, l.batch_id, l.remittance, l.counterparty_name, l.counterparty_account, l.return_reason,
  l.status, l.finding, l.deposit_id, l.withdrawal_id, l.refund_id, l.decided_at, l.resolved_by, l.resolution, l.confirmed_by`
const LINES = `bank_line l join bank_statement s on s.id = l.statement_id`

/** Serializes imports of an account until the transaction ends. */
export const lockAccount = statement(`-- banking_lock_bank_account
  select pg_advisory_xact_lock(hashtextextended('bank account ' || $1, 0))`)

export const selectSameStatement = statement<StatementRow>(`-- banking_same_bank_statement
  select ${STATEMENT} from ${STATEMENTS} where s.account = $1 and s.statement_id = $2 and s.to_day = $3`)

export const selectStatement = statement<StatementRow>(`-- banking_bank_statement
  select ${STATEMENT} from ${STATEMENTS} where s.id = $1`)

export const insertStatement = statement<{ id: string }>(`-- banking_insert_bank_statement
  insert into bank_statement (id, format, account, statement_id, from_day, to_day, opening_minor, opening_day, closing_minor,
    closing_day, file_name, file_hash, line_count, known_count, imported_at, imported_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $15) returning id`)

/** Columns beyond its identity: a line with the same identity that differs in them contradicts it. */
const SAID = 'reversal, batch_id, remittance, counterparty_name, counterparty_account, return_reason'

/**
 * How many lines of a chunk (see staged-statement.ts) the account ($2) already has with identical text, in accepted
 * statements or in this one ($3).
 */
export const countKnown = statement<{ lines: number }>(`-- banking_count_known_bank_lines
  select count(*)::int as lines
  from jsonb_to_recordset(convert_from($1::bytea, 'UTF8')::jsonb) as e (identity text, reversal boolean, batch_id text,
    remittance text, counterparty_name text, counterparty_account text, return_reason text)
  left join bank_line l on l.account = $2 and l.identity = decode(e.identity, 'hex')
    and l.finding is distinct from 'statement_unconfirmed'
  left join bank_line w on w.statement_id = $3 and w.identity = decode(e.identity, 'hex') and w.finding = 'statement_unconfirmed'
  where (${qualified('l', SAID)}) is not distinct from (${qualified('e', SAID)})
    or (${qualified('w', SAID)}) is not distinct from (${qualified('e', SAID)})`)

/** Inserts a chunk of lines; returns how many were new. */
export const insertLines = statement<{ lines: number }>(`-- banking_insert_bank_lines
  with written as (
    insert into bank_line (id, statement_id, line_no, account, identity, booking_day, value_day, amount_minor, direction,
      reversal, bank_reference, end_to_end_id, batch_id, remittance, counterparty_name, counterparty_account, return_reason)
    select e.id, $2, e.line_no, $3, decode(e.identity, 'hex'), e.booking_day, e.value_day, e.amount_minor, e.direction,
      e.reversal, e.bank_reference, e.end_to_end_id, e.batch_id, e.remittance, e.counterparty_name, e.counterparty_account,
      e.return_reason
    from jsonb_to_recordset(convert_from($1::bytea, 'UTF8')::jsonb) as e (id uuid, line_no int, identity text,
      booking_day date, value_day date, amount_minor bigint, direction text, reversal boolean, bank_reference text,
      end_to_end_id text, batch_id text, remittance text, counterparty_name text, counterparty_account text,
      return_reason text)
    on conflict (account, identity) where finding is distinct from 'statement_unconfirmed' do nothing returning 1)
  select count(*)::int as lines from written`)

export const countLines = statement(`-- banking_count_bank_lines
  update bank_statement set known_count = line_count - $2 where id = $1`)

/**
 * Marks an account's statements whose opening balance differs from the previous closing balance; the first must open with
 * zero.
 */
export const markGaps = statement(`-- banking_mark_gaps
  update bank_statement s set gap = found.gap
  from (
    select b.id, b.opening_minor is not null and case
      when p.to_day is null then b.opening_minor <> 0
      else not exists (select from bank_statement o
        where o.account = b.account and o.to_day = p.to_day and o.closing_minor = b.opening_minor) end as gap
    from bank_statement b
    left join lateral (
      select max(o.to_day) as to_day from bank_statement o where o.account = b.account and o.to_day < b.from_day) p on true
    where b.account = $1
  ) found
  where s.id = found.id and s.gap <> found.gap`)

/** By day, and within a day debits before credits: a payout is booked before it can be returned. */
export const listNewLines = statement<LineRow>(`-- banking_list_new_bank_lines
  select ${LINE}, s.imported_by from ${LINES}
  where l.status = 'new' and (l.booking_day, (l.direction = 'credit'), l.id) > ($1::date, $2::boolean, $3::uuid)
  order by l.booking_day, (l.direction = 'credit'), l.id limit $4`)

/** Whether at least that many lines are undecided. */
export const newLinesExceed = statement<{ exceeded: boolean }>(`-- banking_new_bank_lines_exceed
  select count(*) > $1::int as exceeded from (select from bank_line where status = 'new' limit $1::int + 1) undecided`)

/** Advisory lock that serializes decisions until the transaction ends, in the order of listNewLines. */
export const lockDeciding = statement(`-- banking_lock_deciding
  select pg_advisory_xact_lock(hashtextextended('lines of the bank are decided', 0))`)

/** Those still undecided, locked. */
export const lockNewLines = statement<{ id: string }>(`-- banking_lock_new_bank_lines
  select id from bank_line where id = any ($1::uuid[]) and status = 'new' order by id for no key update`)

export const selectLineLocked = statement<LineRow>(`-- banking_bank_line_locked
  select ${LINE}, s.imported_by from ${LINES} where l.id = $1 for no key update of l`)

/** By line: $2 status, $3 finding, $4 deposit, $5 withdrawal, $6 refund; $7 when. */
export const decideLines = statement(`-- banking_decide_bank_lines
  update bank_line l set status = d.status, finding = d.finding, deposit_id = d.deposit_id, withdrawal_id = d.withdrawal_id,
    refund_id = d.refund_id, decided_at = $7
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[])
    as d (id, status, finding, deposit_id, withdrawal_id, refund_id)
  where l.id = d.id`)

export const resolveLine = statement(`-- banking_resolve_bank_line
  update bank_line set status = 'resolved', resolved_by = $2, resolution = $3, deposit_id = coalesce($4, deposit_id),
    refund_id = coalesce($5, refund_id)
  where id = $1`)

export const reopenLine = statement(`-- banking_reopen_bank_line
  update bank_line set status = 'unmatched', finding = 'refund_came_back', resolved_by = null, resolution = null where id = $1`)

/** Reopens debits that were imported before their payout was marked sent. */
export const reopenEarlyDebits = statement(`-- banking_reopen_early_debits
  update bank_line set status = 'new', finding = null, withdrawal_id = null, refund_id = null, decided_at = null
  where status = 'unexplained' and finding = 'payout_is_not_sent'`)

export const listLines = sortedList<LineRow>()({
  name: 'banking_list_bank_lines',
  select: `select ${LINE}, s.imported_by from ${LINES}`,
  filters: {
    state: 'l.status = ?',
    direction: 'l.direction = ?',
    statement_id: 'l.statement_id = ?',
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

export const listStatements = sortedList<StatementRow>()({
  name: 'banking_list_bank_statements',
  select: `select ${STATEMENT} from ${STATEMENTS}`,
  filters: { gap: yesOrNo('s.gap'), held: yesOrNo('s.unconfirmed_reason is not null') },
  columns: {
    to_day: { by: 'to_day', type: 'date' },
    imported_at: { by: 'imported_at', type: 'timestamptz' },
  },
  first: 'to_day.desc',
})

export interface LineInDetail extends LineRow {
  readonly resolver: string | null
  readonly importer: string
  readonly confirmer: string | null
  readonly proposal_id: string | null
  readonly proposer: string | null
  readonly proposed_at: Date | null
}

/** With who resolved it, and the refund proposal pending at $2. */
export const selectLineInDetail = statement<LineInDetail>(`-- banking_bank_line_in_detail
  select ${LINE}, s.imported_by, coalesce(o.username, l.resolved_by) as resolver,
    coalesce(i.username, s.imported_by) as importer, coalesce(c.username, l.confirmed_by) as confirmer,
    w.id as proposal_id, w.proposer, w.proposed_at
  from ${LINES} left join operator o on 'operator:' || o.id = l.resolved_by
  left join operator i on 'operator:' || i.id = s.imported_by left join operator c on 'operator:' || c.id = l.confirmed_by
  left join lateral (
    select p.id, q.username as proposer, p.proposed_at from proposal p join operator q on q.id = p.proposed_by
    where p.kind = 'unmatched_payment_refund' and p.status = 'open' and p.expires_at > $2 and p.content->>'line_id' = l.id::text
    order by p.id desc limit 1) w on true
  where l.id = $1`)
