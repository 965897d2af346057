import type { STATEMENT_STATUSES } from '@fairturn/contract/backoffice/bank-statements'
import { columnNames, type RowOf, typed, qualified, statement } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { BankLine } from './bank-statement.ts'
import type { UnconfirmedReason } from './statement-continuity.ts'

export type StatementRow = RowOf<typeof STATEMENT_COLUMNS>

export type LockedStatement = Omit<
  StatementRow,
  | 'undecided'
  | 'importer'
  | 'confirmer'
  | 'proposal_id'
  | 'older'
  | 'missing_no'
  | 'missing_waits'
  | 'skipped_numbers'
>

const LOCKED_STATEMENT_COLUMNS = {
  id: 'uuid',
  format: 'text',
  account: 'text',
  statement_id: 'text',
  status: typed<(typeof STATEMENT_STATUSES)[number]>('text'),
  unconfirmed_reason: typed<UnconfirmedReason | null>('text?'),
  from_connection: 'bool',
  from_day: 'date',
  to_day: 'date',
  opening_minor: 'int8?',
  closing_minor: 'int8?',
  electronic_no: 'int8?',
  legal_no: 'int8?',
  gap: 'bool',
  file_name: 'text',
  file_hash: 'bytea',
  line_count: 'int4',
  known_count: 'int4',
  imported_at: 'timestamptz',
  imported_by: 'text',
  confirmed_at: 'timestamptz?',
} as const

const COLUMNS = columnNames(LOCKED_STATEMENT_COLUMNS)

const STATEMENT = `${qualified('s', COLUMNS)},
  coalesce(i.username, s.imported_by) as importer, coalesce(c.username, s.confirmed_by) as confirmer,
  (select count(*)::int from bank_line n where n.statement_id = s.id and n.status = 'new') as undecided,
  (select p.id from proposal p where p.kind = 'statement_revocation' and p.status = 'open'
    and p.content->>'statement_id' = s.id::text order by p.id desc limit 1) as proposal_id,
  s.status = 'unconfirmed' and not s.from_connection
    and exists (select from bank_statement a where a.account = s.account and a.status = 'accepted' and a.to_day > s.to_day)
    and (exists (select from bank_statement a where a.account = s.account and a.status = 'accepted'
        and a.from_day <= s.to_day and a.to_day >= s.from_day)
      or not exists (select from bank_statement a where a.account = s.account and a.status = 'accepted'
        and a.to_day < s.from_day)) as older,
  case when s.status = 'unconfirmed' and s.unconfirmed_reason in ('day_was_covered', 'does_not_follow')
    then coalesce(n.electronic_missing, n.legal_missing)::text end as missing_no,
  s.status = 'unconfirmed' and s.unconfirmed_reason in ('day_was_covered', 'does_not_follow') and exists (
    select from bank_statement w where w.account = s.account and w.status = 'unconfirmed' and w.to_day <= s.to_day
      and w.to_day >= date_trunc('year', s.to_day) and case when n.electronic_missing is not null
        then w.electronic_no = n.electronic_missing else w.legal_no = n.legal_missing end) as missing_waits,
  case when s.status = 'accepted' and not s.gap or s.status = 'unconfirmed' and s.unconfirmed_reason = 'by_hand' then
    coalesce(case when s.electronic_no - n.electronic_before = 2 then (s.electronic_no - 1)::text
        when s.electronic_no - n.electronic_before > 2 then concat(n.electronic_before + 1, '–', s.electronic_no - 1) end,
      case when s.legal_no - n.legal_before = 2 then (s.legal_no - 1)::text
        when s.legal_no - n.legal_before > 2 then concat(n.legal_before + 1, '–', s.legal_no - 1) end) end as skipped_numbers`
/** Of the bank's numbers, which begin anew each year; one beyond it is made of the date, and tells nothing of another day. */
const MAX_COUNTED_NO = 9999
const isCounted = (no: string) => `(a.to_day >= s.from_day or ${no} <= ${MAX_COUNTED_NO})`
const missing = (no: string) => `
    case when max(a.${no}) filter (where ${isCounted(`s.${no}`)}) + 1 < s.${no}
      then max(a.${no}) filter (where ${isCounted(`s.${no}`)}) + 1 end`
const STATEMENTS = `bank_statement s left join lateral (
    select ${missing('electronic_no')} as electronic_missing, ${missing('legal_no')} as legal_missing,
      max(a.electronic_no) filter (where a.electronic_no < s.electronic_no and ${isCounted('s.electronic_no')}) as electronic_before,
      max(a.legal_no) filter (where a.legal_no < s.legal_no and ${isCounted('s.legal_no')}) as legal_before
    from bank_statement a where a.account = s.account and a.status = 'accepted' and a.id <> s.id and a.to_day <= s.to_day
      and a.to_day >= date_trunc('year', s.to_day)) n on s.electronic_no is not null or s.legal_no is not null
  left join operator i on 'operator:' || i.id = s.imported_by
  left join operator c on 'operator:' || c.id = s.confirmed_by`

/** Serializes imports of an account until the transaction ends. */
export const lockBankAccount = statement(
  `-- banking_lock_bank_account
  select pg_advisory_xact_lock(hashtextextended('bank account ' || $account, 0))`,
  { params: { account: 'text' } },
)

const STATEMENT_COLUMNS = {
  id: 'uuid',
  format: 'text',
  account: 'text',
  statement_id: 'text',
  status: typed<(typeof STATEMENT_STATUSES)[number]>('text'),
  unconfirmed_reason: typed<UnconfirmedReason | null>('text?'),
  from_connection: 'bool',
  from_day: 'date',
  to_day: 'date',
  opening_minor: 'int8?',
  closing_minor: 'int8?',
  electronic_no: 'int8?',
  legal_no: 'int8?',
  /** Its opening balance differs from the previous closing balance: a statement is missing. */
  gap: 'bool',
  file_name: 'text',
  file_hash: 'bytea',
  line_count: 'int4',
  known_count: 'int4',
  imported_at: 'timestamptz',
  imported_by: 'text',
  confirmed_at: 'timestamptz?',
  /** Names of operators, if any. */
  importer: 'text',
  confirmer: 'text?',
  /** Undecided lines. */
  undecided: 'int4',
  proposal_id: 'uuid?',
  /** It ends before the last accepted one, and is not the one that is missing between two. */
  older: 'bool',
  /** The bank's number of the statement that must come before it. */
  missing_no: 'text?',
  /** That one is here, and waits itself. */
  missing_waits: 'bool',
  /** The bank's numbers of which no statement was accepted before it, although the balances follow. */
  skipped_numbers: 'text?',
} as const

/** Imported before, by hand or ($from_connection) by the connection, and neither discarded nor revoked. */
export const selectSameStatement = statement(
  `-- banking_same_bank_statement
  select ${STATEMENT} from ${STATEMENTS}
  where s.account = $account and s.statement_id = $statement_id and s.to_day = $to_day and s.from_connection = $from_connection
    and s.status in ('unconfirmed', 'accepted')`,
  {
    params: { account: 'text', statement_id: 'text', to_day: 'date', from_connection: 'bool' },
    columns: STATEMENT_COLUMNS,
  },
)

export const selectStatement = statement(
  `-- banking_bank_statement
  select ${STATEMENT} from ${STATEMENTS} where s.id = $id`,
  { params: { id: 'uuid' }, columns: STATEMENT_COLUMNS },
)

export const selectStatementLocked = statement(
  `-- banking_statement_locked
  select ${COLUMNS} from bank_statement where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: LOCKED_STATEMENT_COLUMNS },
)

export const selectBankAccountOf = statement(
  `-- banking_account_of_statement
  select account from bank_statement where id = $statement_id`,
  { params: { statement_id: 'uuid' }, columns: { account: 'text' } },
)

/**
 * Accepted statements of one day, the last first. Of those that the bank numbers its last number; a file without a number, such as
 * a CSV, comes where it was accepted, because its balances were compared with the one before it. Of those accepted in one instant the
 * one with which no other opens.
 */
export const lastOfDay = (alias: string): string => `
  exists (select from bank_statement after where after.account = ${alias}.account and after.status = 'accepted'
    and after.to_day = ${alias}.to_day and (after.electronic_no > ${alias}.electronic_no or after.legal_no > ${alias}.legal_no)),
  coalesce(${alias}.confirmed_at, ${alias}.imported_at) desc,
  exists (select from bank_statement after where after.account = ${alias}.account and after.status = 'accepted' and after.id <> ${alias}.id
    and after.to_day = ${alias}.to_day and after.opening_minor = ${alias}.closing_minor
    and coalesce(after.confirmed_at, after.imported_at) = coalesce(${alias}.confirmed_at, ${alias}.imported_at)), ${alias}.id desc`

/** The account's last accepted statement, which the next one must follow. */
export const selectLastAccepted = statement(
  `-- banking_last_accepted_statement
  select ${COLUMNS} from bank_statement s where account = $account and status = 'accepted'
  order by to_day desc, ${lastOfDay('s')} limit 1`,
  { params: { account: 'text' }, columns: LOCKED_STATEMENT_COLUMNS },
)

/** The account's last accepted statement that ends on day $to_day or before. */
export const selectLastAcceptedUntil = statement(
  `-- banking_last_accepted_statement_until
  select ${COLUMNS} from bank_statement s where account = $account and status = 'accepted' and to_day <= $to_day
  order by to_day desc, ${lastOfDay('s')} limit 1`,
  { params: { account: 'text', to_day: 'date' }, columns: LOCKED_STATEMENT_COLUMNS },
)

/** The next accepted statement after day $to_day. */
export const selectNextAccepted = statement(
  `-- banking_next_accepted_statement
  select opening_minor, gap from bank_statement where account = $account and status = 'accepted' and from_day > $to_day
  order by from_day, electronic_no nulls last, id limit 1`,
  { params: { account: 'text', to_day: 'date' }, columns: { opening_minor: 'int8?', gap: 'bool' } },
)

/**
 * The accepted statement behind a hole in which one of these numbers and this opening stands: the accepted one before it closes so,
 * none opens so, and what follows has a later number of the bank and opens with another balance.
 */
export const selectBehindHole = statement(
  `-- banking_statement_behind_hole
  select n.opening_minor, n.electronic_no, n.legal_no from bank_statement n
  where n.account = $account and n.status = 'accepted' and n.gap and n.from_day >= $to_day
    and (n.electronic_no > $electronic_no or n.legal_no > $legal_no)
    and exists (
      select from bank_statement p where p.account = n.account and p.status = 'accepted' and p.id <> n.id and p.to_day <= $from_day
        and p.closing_minor = $opening_minor and not exists (
          select from bank_statement o where o.account = p.account and o.status = 'accepted' and o.id <> p.id
            and o.opening_minor = p.closing_minor and o.to_day >= p.to_day and o.from_day <= n.from_day))
  order by n.from_day, n.electronic_no, n.legal_no limit 1`,
  {
    params: {
      account: 'text',
      from_day: 'date',
      to_day: 'date',
      opening_minor: 'int8?',
      electronic_no: 'int8?',
      legal_no: 'int8?',
    },
    columns: { opening_minor: 'int8?', electronic_no: 'int8?', legal_no: 'int8?' },
  },
)

export const selectFirstAccepted = statement(
  `-- banking_first_accepted_statement
  select id, from_day, to_day, opening_minor, closing_minor, electronic_no, legal_no from bank_statement s
  where account = $account and status = 'accepted'
  order by to_day,
    exists (select from bank_statement o where o.account = s.account and o.status = 'accepted' and o.to_day = s.to_day
      and (o.electronic_no < s.electronic_no or o.legal_no < s.legal_no)),
    coalesce(confirmed_at, imported_at), id limit 1`,
  {
    params: { account: 'text' },
    columns: {
      id: 'uuid',
      from_day: 'date',
      to_day: 'date',
      opening_minor: 'int8?',
      closing_minor: 'int8?',
      electronic_no: 'int8?',
      legal_no: 'int8?',
    },
  },
)

/** Those that the connection brought and that wait. */
export const selectWaitingOfConnection = statement(
  `-- banking_waiting_of_connection
  select ${COLUMNS} from bank_statement where account = $account and status = 'unconfirmed' and from_connection order by from_day, id`,
  { params: { account: 'text' }, columns: LOCKED_STATEMENT_COLUMNS },
)

/** Accepted statements of the account that cover a day from $from_day to $to_day. */
export const selectCovering = statement(
  `-- banking_covering_statements
  select ${COLUMNS} from bank_statement
  where account = $account and status = 'accepted' and from_day <= $to_day and to_day >= $from_day order by to_day, id`,
  { params: { account: 'text', from_day: 'date', to_day: 'date' }, columns: LOCKED_STATEMENT_COLUMNS },
)

export const insertStatement = statement(
  `-- banking_insert_bank_statement
  insert into bank_statement (id, format, account, statement_id, from_day, to_day, opening_minor, opening_day, closing_minor,
    closing_day, electronic_no, legal_no, file_name, file_hash, line_count, known_count, imported_at, imported_by,
    from_connection, status, unconfirmed_reason)
  values ($id, $format, $account, $statement_id, $from_day, $to_day, $opening_minor, $opening_day, $closing_minor, $closing_day, $electronic_no, $legal_no, $file_name, $file_hash, $line_count, 0, $imported_at, $actor, $from_connection, 'unconfirmed', $unconfirmed_reason) returning id`,
  {
    params: {
      id: 'uuid',
      format: 'text',
      account: 'text',
      statement_id: 'text',
      from_day: 'date',
      to_day: 'date',
      opening_minor: 'int8?',
      opening_day: 'date?',
      closing_minor: 'int8?',
      closing_day: 'date?',
      electronic_no: 'int8?',
      legal_no: 'int8?',
      file_name: 'text',
      file_hash: 'bytea',
      line_count: 'int4',
      imported_at: 'timestamptz',
      actor: 'text',
      from_connection: 'bool',
      unconfirmed_reason: 'text',
    },
    columns: { id: 'uuid' },
  },
)

export const updateReason = statement(
  `-- banking_unconfirmed_reason
  update bank_statement set unconfirmed_reason = $reason where id = $id`,
  { params: { id: 'uuid', reason: 'text' } },
)

/** $opening, $closing: the balances of a file without any, by the statement before it. */
export const updateAccepted = statement(
  `-- banking_accept_statement
  update bank_statement set status = 'accepted', unconfirmed_reason = null, confirmed_by = $confirmed_by, confirmed_at = $confirmed_at,
    opening_minor = coalesce(opening_minor, $opening), opening_day = coalesce(opening_day, from_day),
    closing_minor = coalesce(closing_minor, $closing), closing_day = coalesce(closing_day, to_day)
  where id = $id`,
  {
    params: {
      id: 'uuid',
      confirmed_by: 'text?',
      confirmed_at: 'timestamptz?',
      opening: 'int8?',
      closing: 'int8?',
    },
  },
)

export const updateDiscarded = statement(
  `-- banking_discard_statement
  update bank_statement set status = 'discarded', discarded_by = $actor, discarded_at = $discarded_at where id = $statement_id`,
  { params: { statement_id: 'uuid', actor: 'text', discarded_at: 'timestamptz' } },
)

export const updateRevoked = statement(
  `-- banking_revoke_statement
  update bank_statement set status = 'revoked', revocation_proposed_by = $revocation_proposed_by, revoked_by = $revoked_by, revoked_at = $revoked_at where id = $statement_id`,
  {
    params: {
      statement_id: 'uuid',
      revocation_proposed_by: 'text',
      revoked_by: 'text',
      revoked_at: 'timestamptz',
    },
  },
)

export const updateKnown = statement(
  `-- banking_count_bank_lines
  update bank_statement set known_count = line_count - $lines where id = $id`,
  { params: { id: 'uuid', lines: 'int4' } },
)

/**
 * Marks an account's accepted statements whose opening balance differs from the previous closing balance; the first one's
 * is booked by two people (opening-balance.proposal.ts).
 */
export const markGaps = statement(
  `-- banking_mark_gaps
  update bank_statement s set gap = found.gap
  from (
    select b.id, b.status = 'accepted' and b.opening_minor is not null and p.to_day is not null and not exists (
      select from bank_statement o where o.account = b.account and o.status = 'accepted' and o.id <> b.id
        and o.to_day in (p.to_day, b.to_day) and o.closing_minor = b.opening_minor) as gap
    from bank_statement b
    left join lateral (
      select max(o.to_day) as to_day from bank_statement o
      where o.account = b.account and o.status = 'accepted' and o.to_day < b.from_day) p on true
    where b.account = $account
  ) found
  where s.id = found.id and s.gap <> found.gap`,
  { params: { account: 'text' } },
)

/** Lines of discarded statements are kept as evidence for as long as other lines without an account. */
export const deleteDiscardedLines = statement(
  `-- banking_delete_discarded_lines
  delete from unconfirmed_bank_line where statement_id in (
    select id from bank_statement where status = 'discarded' and discarded_at < $now::timestamptz - interval '5 years')
  returning statement_id`,
  { params: { now: 'timestamptz' }, columns: { statement_id: 'uuid' } },
)

export const listStatements = sortedList({
  name: 'banking_list_bank_statements',
  rows: STATEMENT_COLUMNS,
  select: `select ${STATEMENT} from ${STATEMENTS}`,
  filters: { gap: yesOrNo('s.gap'), status: 's.status = ?' },
  columns: {
    to_day: { by: 'to_day', type: 'date' },
    imported_at: { by: 'imported_at', type: 'timestamptz' },
  },
  first: 'to_day.desc',
})

// Lines before their statement is accepted ------------------------------------------------------------------------------

export type UnconfirmedLine = RowOf<typeof selectUnconfirmed>

const FIELDS = `booking_day, value_day, amount_minor, direction, reversal, bank_reference, end_to_end_id, batch_id, remittance,
  counterparty_name, counterparty_account, counterparty_swift, return_reason`

/** Inserts a chunk of lines (see staged-statement.ts). */
export const insertUnconfirmed = statement(
  `-- banking_insert_unconfirmed_lines
  insert into unconfirmed_bank_line (id, statement_id, line_no, identity, identity_no, ${FIELDS})
  select e.id, $statement_id, e.line_no, decode(e.identity, 'hex'), e.identity_no, ${FIELDS}
  from jsonb_to_recordset(convert_from($lines::bytea, 'UTF8')::jsonb) as e (id uuid, line_no int, identity text, identity_no int,
    booking_day date, value_day date, amount_minor bigint, direction text, reversal boolean, bank_reference text,
    end_to_end_id text, batch_id text, remittance text, counterparty_name text, counterparty_account text,
    counterparty_swift text, return_reason text)`,
  { params: { lines: 'bytea', statement_id: 'uuid' } },
)

export const selectUnconfirmed = statement(
  `-- banking_unconfirmed_lines
  select line_no, identity, ${FIELDS} from unconfirmed_bank_line where statement_id = $statement_id order by line_no`,
  {
    params: { statement_id: 'uuid' },
    columns: {
      line_no: 'int4',
      identity: 'bytea',
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
    },
  },
)

/** What may be shown of them. */
export const listMasked = statement(
  `-- banking_masked_lines
  select line_no, booking_day, direction from unconfirmed_bank_line where statement_id = $statement_id and line_no > $after
  order by line_no limit $limit`,
  {
    params: { statement_id: 'uuid', after: 'int4', limit: typed<number>('int8') },
    columns: { line_no: 'int4', booking_day: 'date', direction: typed<BankLine['direction']>('text') },
  },
)

export type BookedLine = RowOf<typeof selectBooked>

/** The account's lines that were booked from $first to $last; of one statement, or of all. */
export const selectBooked = statement(
  `-- banking_booked_lines
  select l.id, l.identity, s.format, l.status = 'unmatched' or l.status = 'resolved' and l.refund_id is not null as goes_back, ${qualified('l', FIELDS)}
  from bank_line l join bank_statement s on s.id = l.statement_id
  where l.account = $account and l.booking_day between $first and $last and l.status <> 'revoked' and ($statement_id::uuid is null or l.statement_id = $statement_id)`,
  {
    params: { account: 'text', first: 'date', last: 'date', statement_id: 'uuid?' },
    columns: {
      id: 'uuid',
      identity: 'bytea',
      format: 'text',
      /** Its money is nobody's, or is sent back to who paid it. */
      goes_back: 'bool',
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
    },
  },
)

/**
 * The lines of a statement other than the known ones become lines of the account; each is a new booking, also if nothing tells
 * it from one of another statement. Returns how many.
 */
export const moveLines = statement(
  `-- banking_move_lines
  with taken as (
    delete from unconfirmed_bank_line where statement_id = $statement_id returning *
  ), written as (
    insert into bank_line (id, statement_id, line_no, account, identity, identity_no, ${FIELDS})
    select t.id, $statement_id, t.line_no, $account, t.identity, row_number() over (partition by t.identity order by t.line_no)
      + coalesce((select max(l.identity_no) from bank_line l where l.account = $account and l.identity = t.identity and l.status <> 'revoked'), 0),
      ${FIELDS}
    from taken t where t.line_no <> all ($line_nos::int[])
    returning 1
  )
  select count(*)::int as lines from written`,
  { params: { statement_id: 'uuid', account: 'text', line_nos: 'int4[]' }, columns: { lines: 'int4' } },
)

/** How many lines of a chunk the account or this statement already has with identical text. */
const SAID = 'reversal, batch_id, remittance, counterparty_name, counterparty_account, return_reason'
export const countKnown = statement(
  `-- banking_count_known_bank_lines
  select count(*)::int as lines
  from jsonb_to_recordset(convert_from($lines::bytea, 'UTF8')::jsonb) as e (identity text, reversal boolean, batch_id text,
    remittance text, counterparty_name text, counterparty_account text, return_reason text)
  where exists (
      select from bank_line l where l.account = $account and l.identity = decode(e.identity, 'hex') and l.status <> 'revoked'
        and (${qualified('l', SAID)}) is not distinct from (${qualified('e', SAID)}))
    or exists (
      select from unconfirmed_bank_line w where w.statement_id = $statement_id and w.identity = decode(e.identity, 'hex')
        and (${qualified('w', SAID)}) is not distinct from (${qualified('e', SAID)}))`,
  { params: { lines: 'bytea', account: 'text', statement_id: 'uuid' }, columns: { lines: 'int4' } },
)

/** Its sums, for whoever confirms it. */
export const selectUnconfirmedSums = statement(
  `-- banking_unconfirmed_sums
  select coalesce(sum(amount_minor) filter (where direction = 'credit'), 0)::bigint as credits_minor,
    coalesce(sum(case direction when 'credit' then amount_minor else -amount_minor end), 0)::bigint as sum_minor
  from unconfirmed_bank_line where statement_id = $statement_id`,
  { params: { statement_id: 'uuid' }, columns: { credits_minor: 'int8', sum_minor: 'int8' } },
)
