import type { STATEMENT_STATUSES } from '@fairturn/contract/backoffice/bank-statements'
import { qualified, statement } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { BankLine } from './bank-statement.ts'
import type { StatementSpan, UnconfirmedReason } from './statement-continuity.ts'

export interface StatementRow extends StatementSpan {
  readonly id: string
  readonly format: string
  readonly account: string
  readonly statement_id: string
  readonly status: (typeof STATEMENT_STATUSES)[number]
  readonly unconfirmed_reason: UnconfirmedReason | null
  readonly from_connection: boolean
  /** Its opening balance differs from the previous closing balance: a statement is missing. */
  readonly gap: boolean
  readonly file_name: string
  readonly file_hash: Buffer
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
  readonly proposal_id: string | null
  /** It ends before the last accepted one, and is not the one that is missing between two. */
  readonly older: boolean
}

const COLUMNS = `id, format, account, statement_id, status, unconfirmed_reason, from_connection, from_day, to_day, opening_minor,
  closing_minor, electronic_no, legal_no, gap, file_name, file_hash, line_count, known_count, imported_at, imported_by, confirmed_at`
export type LockedStatement = Omit<
  StatementRow,
  'undecided' | 'importer' | 'confirmer' | 'proposal_id' | 'gap' | 'older'
>

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
        and a.to_day < s.from_day)) as older`
const STATEMENTS = `bank_statement s left join operator i on 'operator:' || i.id = s.imported_by
  left join operator c on 'operator:' || c.id = s.confirmed_by`

/** Serializes imports of an account until the transaction ends. */
export const lockAccount = statement(`-- banking_lock_bank_account
  select pg_advisory_xact_lock(hashtextextended('bank account ' || $1, 0))`)

/** Imported before, by hand or ($4) by the connection, and neither discarded nor revoked. */
export const selectSameStatement = statement<StatementRow>(`-- banking_same_bank_statement
  select ${STATEMENT} from ${STATEMENTS}
  where s.account = $1 and s.statement_id = $2 and s.to_day = $3 and s.from_connection = $4
    and s.status in ('unconfirmed', 'accepted')`)

export const selectStatement = statement<StatementRow>(`-- banking_bank_statement
  select ${STATEMENT} from ${STATEMENTS} where s.id = $1`)

export const selectStatementLocked = statement<LockedStatement>(`-- banking_statement_locked
  select ${COLUMNS} from bank_statement where id = $1 for no key update`)

export const selectAccountOf = statement<{ account: string }>(`-- banking_account_of_statement
  select account from bank_statement where id = $1`)

/** The account's ($1) last accepted statement, which the next one must follow. */
export const selectLastAccepted = statement<LockedStatement>(`-- banking_last_accepted_statement
  select ${COLUMNS} from bank_statement where account = $1 and status = 'accepted'
  order by to_day desc, electronic_no desc nulls last, legal_no desc nulls last, id desc limit 1`)

/** The account's ($1) last accepted statement that ends on day $2 or before. */
export const selectLastAcceptedUntil = statement<LockedStatement>(`-- banking_last_accepted_statement_until
  select ${COLUMNS} from bank_statement where account = $1 and status = 'accepted' and to_day <= $2
  order by to_day desc, electronic_no desc nulls last, legal_no desc nulls last, id desc limit 1`)

export const selectFirstAccepted = statement<
  StatementSpan & { id: string }
>(`-- banking_first_accepted_statement
  select id, from_day, to_day, opening_minor, closing_minor, electronic_no, legal_no from bank_statement
  where account = $1 and status = 'accepted'
  order by to_day, electronic_no nulls first, legal_no nulls first, id limit 1`)

/** Those that the connection brought and that wait. */
export const selectWaitingOfConnection = statement<LockedStatement>(`-- banking_waiting_of_connection
  select ${COLUMNS} from bank_statement where account = $1 and status = 'unconfirmed' and from_connection order by from_day, id`)

/** Accepted statements of the account ($1) that cover a day from $2 to $3. */
export const selectCovering = statement<LockedStatement>(`-- banking_covering_statements
  select ${COLUMNS} from bank_statement
  where account = $1 and status = 'accepted' and from_day <= $3 and to_day >= $2 order by to_day, id`)

export const insertStatement = statement<{ id: string }>(`-- banking_insert_bank_statement
  insert into bank_statement (id, format, account, statement_id, from_day, to_day, opening_minor, opening_day, closing_minor,
    closing_day, electronic_no, legal_no, file_name, file_hash, line_count, known_count, imported_at, imported_by,
    from_connection, status, unconfirmed_reason)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 0, $16, $17, $18, 'unconfirmed', $19) returning id`)

export const updateReason = statement(`-- banking_unconfirmed_reason
  update bank_statement set unconfirmed_reason = $2 where id = $1`)

/** $4, $5: the balances of a file without any, by the statement before it. */
export const updateAccepted = statement(`-- banking_accept_statement
  update bank_statement set status = 'accepted', unconfirmed_reason = null, confirmed_by = $2, confirmed_at = $3,
    opening_minor = coalesce(opening_minor, $4), opening_day = coalesce(opening_day, from_day),
    closing_minor = coalesce(closing_minor, $5), closing_day = coalesce(closing_day, to_day)
  where id = $1`)

export const updateDiscarded = statement(`-- banking_discard_statement
  update bank_statement set status = 'discarded', discarded_by = $2, discarded_at = $3 where id = $1`)

export const updateRevoked = statement(`-- banking_revoke_statement
  update bank_statement set status = 'revoked', revocation_proposed_by = $2, revoked_by = $3, revoked_at = $4 where id = $1`)

export const updateKnown = statement(`-- banking_count_bank_lines
  update bank_statement set known_count = line_count - $2 where id = $1`)

/**
 * Marks an account's accepted statements whose opening balance differs from the previous closing balance; the first one's
 * is booked by two people (opening-balance.proposal.ts).
 */
export const markGaps = statement(`-- banking_mark_gaps
  update bank_statement s set gap = found.gap
  from (
    select b.id, b.status = 'accepted' and b.opening_minor is not null and p.to_day is not null and not exists (
      select from bank_statement o where o.account = b.account and o.status = 'accepted' and o.id <> b.id
        and o.to_day in (p.to_day, b.to_day) and o.closing_minor = b.opening_minor) as gap
    from bank_statement b
    left join lateral (
      select max(o.to_day) as to_day from bank_statement o
      where o.account = b.account and o.status = 'accepted' and o.to_day < b.from_day) p on true
    where b.account = $1
  ) found
  where s.id = found.id and s.gap <> found.gap`)

/** Lines of discarded statements are kept as evidence for as long as other lines without an account. */
export const deleteDiscardedLines = statement<{ statement_id: string }>(`-- banking_delete_discarded_lines
  delete from unconfirmed_bank_line where statement_id in (
    select id from bank_statement where status = 'discarded' and discarded_at < $1::timestamptz - interval '5 years')
  returning statement_id`)

export const listStatements = sortedList<StatementRow>()({
  name: 'banking_list_bank_statements',
  select: `select ${STATEMENT} from ${STATEMENTS}`,
  filters: { gap: yesOrNo('s.gap'), status: 's.status = ?' },
  columns: {
    to_day: { by: 'to_day', type: 'date' },
    imported_at: { by: 'imported_at', type: 'timestamptz' },
  },
  first: 'to_day.desc',
})

// Lines before their statement is accepted ------------------------------------------------------------------------------

export interface UnconfirmedLine extends BankLine {
  readonly line_no: number
  readonly identity: Buffer
}

const FIELDS = `booking_day, value_day, amount_minor, direction, reversal, bank_reference, end_to_end_id, batch_id, remittance,
  counterparty_name, counterparty_account, return_reason`

/** Inserts a chunk of lines (see staged-statement.ts). */
export const insertUnconfirmed = statement(`-- banking_insert_unconfirmed_lines
  insert into unconfirmed_bank_line (id, statement_id, line_no, identity, identity_no, ${FIELDS})
  select e.id, $2, e.line_no, decode(e.identity, 'hex'), e.identity_no, ${FIELDS}
  from jsonb_to_recordset(convert_from($1::bytea, 'UTF8')::jsonb) as e (id uuid, line_no int, identity text, identity_no int,
    booking_day date, value_day date, amount_minor bigint, direction text, reversal boolean, bank_reference text,
    end_to_end_id text, batch_id text, remittance text, counterparty_name text, counterparty_account text, return_reason text)`)

export const selectUnconfirmed = statement<UnconfirmedLine>(`-- banking_unconfirmed_lines
  select line_no, identity, ${FIELDS} from unconfirmed_bank_line where statement_id = $1 order by line_no`)

/** What may be shown of them. */
export const listMasked = statement<{
  line_no: number
  booking_day: string
  direction: BankLine['direction']
}>(`-- banking_masked_lines
  select line_no, booking_day, direction from unconfirmed_bank_line where statement_id = $1 and line_no > $2
  order by line_no limit $3`)

export interface BookedLine extends BankLine {
  readonly id: string
  readonly identity: Buffer
  readonly format: string
}

/** The account's lines that were booked from $2 to $3; of one statement ($4), or of all. */
export const selectBooked = statement<BookedLine>(
  `-- banking_booked_lines
  select l.id, l.identity, s.format, ${qualified('l', FIELDS)}
  from bank_line l join bank_statement s on s.id = l.statement_id
  where l.account = $1 and l.booking_day between $2 and $3 and l.status <> 'revoked' and ($4::uuid is null or l.statement_id = $4)`,
)

/**
 * The lines of a statement ($1) other than the known ones ($3) become lines of the account ($2); each is a new booking, also
 * if nothing tells it from one of another statement. Returns how many.
 */
export const moveLines = statement<{ lines: number }>(`-- banking_move_lines
  with taken as (
    delete from unconfirmed_bank_line where statement_id = $1 returning *
  ), written as (
    insert into bank_line (id, statement_id, line_no, account, identity, identity_no, ${FIELDS})
    select t.id, $1, t.line_no, $2, t.identity, row_number() over (partition by t.identity order by t.line_no)
      + coalesce((select max(l.identity_no) from bank_line l where l.account = $2 and l.identity = t.identity and l.status <> 'revoked'), 0),
      ${FIELDS}
    from taken t where t.line_no <> all ($3::int[])
    returning 1
  )
  select count(*)::int as lines from written`)

/** How many lines of a chunk the account ($2) or this statement ($3) already has with identical text. */
const SAID = 'reversal, batch_id, remittance, counterparty_name, counterparty_account, return_reason'
export const countKnown = statement<{ lines: number }>(`-- banking_count_known_bank_lines
  select count(*)::int as lines
  from jsonb_to_recordset(convert_from($1::bytea, 'UTF8')::jsonb) as e (identity text, reversal boolean, batch_id text,
    remittance text, counterparty_name text, counterparty_account text, return_reason text)
  where exists (
      select from bank_line l where l.account = $2 and l.identity = decode(e.identity, 'hex') and l.status <> 'revoked'
        and (${qualified('l', SAID)}) is not distinct from (${qualified('e', SAID)}))
    or exists (
      select from unconfirmed_bank_line w where w.statement_id = $3 and w.identity = decode(e.identity, 'hex')
        and (${qualified('w', SAID)}) is not distinct from (${qualified('e', SAID)}))`)

/** Its sums, for whoever confirms it. */
export const selectUnconfirmedSums = statement<{
  credits_minor: bigint
  sum_minor: bigint
}>(`-- banking_unconfirmed_sums
  select coalesce(sum(amount_minor) filter (where direction = 'credit'), 0)::bigint as credits_minor,
    coalesce(sum(case direction when 'credit' then amount_minor else -amount_minor end), 0)::bigint as sum_minor
  from unconfirmed_bank_line where statement_id = $1`)
