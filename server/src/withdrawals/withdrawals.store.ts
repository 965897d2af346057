import {
  type IdentityEvidence,
  PERCENTILE_MINIMUM,
  type WithdrawalStatus,
} from '@fairturn/contract/withdrawals'
import { PAYEE } from '../banking/banking.ts'
import { delayedByChange, referenceOrName } from '../members/members.ts'
import { type RowOf, typed, statement, qualified } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type WithdrawalRow = RowOf<typeof WITHDRAWAL_COLUMNS>

const COLUMNS = `id, member_id, amount_minor, fee_minor, reference, ${PAYEE}, status, requested_at, approved_at,
  approved_by, proposed_by, sent_at, sent_by, settled_at, settled_by, reason, to_send, card_deposit_id`

const WITHDRAWAL_COLUMNS = {
  id: 'uuid',
  member_id: 'uuid',
  amount_minor: 'int8',
  fee_minor: 'int8',
  reference: 'text',
  bank_code: 'text?',
  bank_name: 'text?',
  country: 'text?',
  swift: 'text?',
  holder: 'text',
  account_number: 'text?',
  iban: 'text?',
  status: typed<WithdrawalStatus>('text'),
  requested_at: 'timestamptz',
  approved_at: 'timestamptz?',
  approved_by: 'text?',
  /** The first approver under dual approval; otherwise null. */
  proposed_by: 'text?',
  sent_at: 'timestamptz?',
  sent_by: 'text?',
  settled_at: 'timestamptz?',
  settled_by: 'text?',
  /** A code of `WITHDRAWAL_REFUSAL_REASONS`; words for returns, for what a card's provider refused, and before the list existed. */
  reason: 'text?',
  to_send: typed<readonly IdentityEvidence[]>('text[]'),
  /** The card payment that it returns; null for one to a payout account. */
  card_deposit_id: 'uuid?',
} as const

/** With the member's address, for the payment file. No row if the reference is taken. */
export const insertWithdrawal = statement(
  `-- withdrawals_insert_withdrawal
  insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, ${PAYEE}, requested_at, payee_address)
  values ($id, $member_id, $amount_minor, $fee_minor, $reference, $bank_code, $bank_name, $country, $swift, $holder, $account_number, $iban, $requested_at,
    (select to_jsonb(a) from (select street, city, postal_code, region, country from member_address where member_id = $member_id) a))
  on conflict (reference) do nothing returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      amount_minor: 'int8',
      fee_minor: 'int8',
      reference: 'text',
      bank_code: 'text?',
      bank_name: 'text?',
      country: 'text?',
      swift: 'text?',
      holder: 'text',
      account_number: 'text?',
      iban: 'text?',
      requested_at: 'timestamptz',
    },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** To the card of a deposit: without a payee, and in transit at no bank. */
export const insertToCard = statement(
  `-- withdrawals_insert_withdrawal_to_card
  insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, holder, card_deposit_id, requested_at, booked_on)
  values ($id, $member_id, $left_minor, 0, $reference, '', $deposit_id, $requested_at, '-infinity')
  on conflict (reference) do nothing returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      left_minor: 'int8',
      reference: 'text',
      deposit_id: 'uuid',
      requested_at: 'timestamptz',
    },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** Those of them that have the payee's address for a payment file; withdrawals of an earlier version have none. */
export const selectWithAddress = statement(
  `-- withdrawals_with_address
  select id, payee_address ->> 'city' as city from withdrawal where id = any ($ids) and payee_address is not null`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', city: 'text?' } },
)

/** Of the addresses that their members have saved now. */
export const selectSavedTowns = statement(
  `-- withdrawals_saved_towns
  select w.id, a.city from withdrawal w join member_address a on a.member_id = w.member_id where w.id = any ($ids)`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', city: 'text' } },
)

export const takeSavedAddress = statement(
  `-- withdrawals_take_saved_address
  update withdrawal w set payee_address = (
    select to_jsonb(a) from (select street, city, postal_code, region, country from member_address where member_id = w.member_id) a)
  where w.id = any ($ids) and w.status = 'approved' and w.payee_address is not null`,
  { params: { ids: 'uuid[]' } },
)

/** Of those to an IBAN whose member has saved its BIC since, after its payout delay. */
export const takeSavedBics = statement(
  `-- withdrawals_take_saved_bics
  update withdrawal w set swift = d.swift from bank_details d
  where w.id = any ($ids) and w.status = 'approved' and d.member_id = w.member_id and d.iban = w.iban and d.swift is not null
    and (${delayedByChange('d', '$now')}) is not true
  returning w.id, w.swift`,
  { params: { ids: 'uuid[]', now: 'timestamptz' }, columns: { id: 'uuid', swift: 'text?' } },
)

export const selectWithdrawal = statement(
  `-- withdrawals_withdrawal
  select ${COLUMNS} from withdrawal where id = $id`,
  { params: { id: 'uuid?' }, columns: WITHDRAWAL_COLUMNS },
)

export const selectWithdrawalLocked = statement(
  `-- withdrawals_withdrawal_locked
  select ${COLUMNS} from withdrawal where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: WITHDRAWAL_COLUMNS },
)

export const updateApproved = statement(
  `-- withdrawals_approve_withdrawal
  update withdrawal set status = 'approved', approved_at = $approved_at, approved_by = $approved_by, proposed_by = $proposed_by
  where id = $id and status = 'requested' returning ${COLUMNS}`,
  {
    params: { id: 'uuid', approved_at: 'timestamptz', approved_by: 'text', proposed_by: 'text?' },
    columns: WITHDRAWAL_COLUMNS,
  },
)

export const updateSent = statement(
  `-- withdrawals_send_withdrawal
  update withdrawal set status = 'sent', sent_at = $sent_at, sent_by = $actor
  where id = $withdrawal_id and status = 'approved' returning ${COLUMNS}`,
  { params: { withdrawal_id: 'uuid', sent_at: 'timestamptz', actor: 'text' }, columns: WITHDRAWAL_COLUMNS },
)

export const updateSettled = statement(
  `-- withdrawals_settle_withdrawal
  update withdrawal set status = $status, settled_at = $settled_at, settled_by = $settled_by, reason = $reason
  where id = $id and settled_at is null returning ${COLUMNS}`,
  {
    params: { id: 'uuid', status: 'text', settled_at: 'timestamptz', settled_by: 'text', reason: 'text?' },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** For a reason of the closed list. */
export const updateRefused = statement(
  `-- withdrawals_refuse_withdrawal
  update withdrawal set status = 'refused', settled_at = $settled_at, settled_by = $actor, reason = $reason, to_send = $to_send::text[]
  where id = $withdrawal_id and settled_at is null returning ${COLUMNS}`,
  {
    params: {
      withdrawal_id: 'uuid',
      settled_at: 'timestamptz',
      actor: 'text',
      reason: 'text',
      to_send: 'text[]',
    },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** Whether the payment file of a withdrawal is executed after $now only, wherever on earth that day has begun. */
export const isExecutedLater = statement(
  `-- withdrawals_executed_later
  select exists (select from payout_item i join payout_batch b on b.id = i.batch_id
    where i.withdrawal_id = $withdrawal_id and i.live
      and b.execution_day > ($now::timestamptz at time zone 'UTC' + interval '14 hours')::date) as found`,
  { params: { withdrawal_id: 'uuid', now: 'timestamptz' }, columns: { found: 'bool' } },
)

/** Whether the actor has refused another one of the member's since `since`. */
export const selectRefusedBy = statement(
  `-- withdrawals_refused_by_operator
  select exists (select from withdrawal
    where member_id = $member_id and id <> $withdrawal_id and status = 'refused' and settled_by = $actor and settled_at > $since) as found`,
  {
    params: { withdrawal_id: 'uuid', member_id: 'uuid', actor: 'text', since: 'timestamptz' },
    columns: { found: 'bool' },
  },
)

/** A complaint has overruled that reason for the same account of the same member. */
export const selectOverruled = statement(
  `-- withdrawals_overruled
  select exists (select from withdrawal w join overruled_refusal o on o.member_id = w.member_id
      join withdrawal was on was.id = o.withdrawal_id
    where w.id = $withdrawal_id and was.reason = $reason
      and (was.iban, was.account_number, was.holder) is not distinct from (w.iban, w.account_number, w.holder)) as found`,
  { params: { withdrawal_id: 'uuid', reason: 'text' }, columns: { found: 'bool' } },
)

export const insertOverruled = statement(
  `-- withdrawals_overrule
  insert into overruled_refusal (withdrawal_id, member_id, at)
  select id, member_id, $at from withdrawal where id = $withdrawal_id and status = 'refused' on conflict do nothing`,
  { params: { withdrawal_id: 'uuid', at: 'timestamptz' } },
)

/** A refused withdrawal of the member's that a complaint has overruled. */
export const selectOverruledOf = statement(
  `-- withdrawals_overruled_of
  select w.amount_minor from overruled_refusal o join withdrawal w on w.id = o.withdrawal_id
  where o.withdrawal_id = $withdrawal_id and o.member_id = $member_id`,
  { params: { withdrawal_id: 'uuid', member_id: 'uuid' }, columns: { amount_minor: 'int8' } },
)

/** What was requested in its place, unless that was cancelled or refused. */
export const selectAgain = statement(
  `-- withdrawals_again
  select ${COLUMNS} from withdrawal where status not in ('cancelled', 'refused')
    and id = (select again_id from overruled_refusal where withdrawal_id = $withdrawal_id and member_id = $member_id)`,
  { params: { withdrawal_id: 'uuid', member_id: 'uuid' }, columns: WITHDRAWAL_COLUMNS },
)

/** No row if another one takes its place. */
export const updateAgain = statement(
  `-- withdrawals_update_again
  update overruled_refusal o set again_id = $again_id where o.withdrawal_id = $withdrawal_id and o.member_id = $member_id
    and (o.again_id is null or exists (select from withdrawal w where w.id = o.again_id and w.status in ('cancelled', 'refused')))
  returning o.withdrawal_id`,
  {
    params: { withdrawal_id: 'uuid', member_id: 'uuid', again_id: 'uuid' },
    columns: { withdrawal_id: 'uuid' },
  },
)

export const updatePaid = statement(
  `-- withdrawals_pay_withdrawals
  update withdrawal set status = 'paid', settled_at = $settled_at, settled_by = p.actor,
    booked_on = case when card_deposit_id is null then coalesce(p.booked_on, 'infinity') else withdrawal.booked_on end
  from unnest($withdrawal_ids::uuid[], $actors::text[], $booked_ons::date[]) as p (withdrawal_id, actor, booked_on)
  where id = p.withdrawal_id and status = 'sent' returning ${COLUMNS}`,
  {
    params: {
      withdrawal_ids: 'uuid[]',
      actors: 'text[]',
      settled_at: 'timestamptz',
      booked_ons: typed<readonly (string | null)[]>('date[]'),
    },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** Returned by the bank, possibly after it was paid. */
export const updateReturned = statement(
  `-- withdrawals_return_withdrawal
  update withdrawal set status = 'returned', settled_at = $settled_at, settled_by = $actor, reason = $reason
  where id = $withdrawal_id and status in ('sent', 'paid') returning ${COLUMNS}`,
  {
    params: { withdrawal_id: 'uuid', settled_at: 'timestamptz', actor: 'text', reason: 'text' },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** How often it came back by a statement that was revoked since. */
export const countRevokedReturns = statement(
  `-- withdrawals_revoked_returns
  select count(*)::int as count from bank_line where withdrawal_id = $withdrawal_id and direction = 'credit' and status = 'revoked'`,
  { params: { withdrawal_id: 'uuid' }, columns: { count: 'int4' } },
)

/** Whether it is in a batch in which the bank has not rejected it. */
export const inPaymentFile = statement(
  `-- withdrawals_withdrawal_in_file
  select exists (
    select from payout_item where withdrawal_id = $withdrawal_id and live and bank_status is distinct from 'rejected') as found`,
  { params: { withdrawal_id: 'uuid' }, columns: { found: 'bool' } },
)

export const selectWithdrawalByReference = statement(
  `-- withdrawals_withdrawal_by_reference
  select ${COLUMNS} from withdrawal where reference = $reference for no key update`,
  { params: { reference: 'text' }, columns: WITHDRAWAL_COLUMNS },
)

/** The same for many, in id order. */
export const selectWithdrawalsByReference = statement(
  `-- withdrawals_withdrawals_by_reference
  select ${COLUMNS} from withdrawal where reference = any ($references::text[]) order by id for no key update`,
  { params: { references: 'text[]' }, columns: WITHDRAWAL_COLUMNS },
)

/** Locked in id order (lock order, avoids deadlocks). */
export const selectWithdrawalsLocked = statement(
  `-- withdrawals_withdrawals_locked
  select ${COLUMNS} from withdrawal where id = any ($ids::uuid[]) order by id for no key update`,
  { params: { ids: 'uuid[]' }, columns: WITHDRAWAL_COLUMNS },
)

export const listWithdrawals = statement(
  `-- withdrawals_list_withdrawals
  select ${COLUMNS} from withdrawal
  where member_id = $member_id and ($status::text is null or status = $status)
    and ($from::timestamptz is null or requested_at >= $from) and ($to::timestamptz is null or requested_at < $to)
    and ($before_id::uuid is null or id < $before_id)
  order by id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      status: 'text?',
      from: 'timestamptz?',
      to: 'timestamptz?',
      before_id: 'uuid?',
      limit: typed<number>('int8'),
    },
    columns: WITHDRAWAL_COLUMNS,
  },
)

/** Credits that were reversed: of the lines of revoked statements, and of deposits by card. */
export const selectReversedCredits = statement(
  `-- withdrawals_reversed_credits
  select l.id as refers_to, 'deposit' as kind, d.id, d.reference from bank_line l join deposit d on d.id = l.deposit_id and d.member_id = $member_id where l.id = any ($ids::uuid[])
  union all
  select l.id, 'withdrawal', w.id, w.reference from bank_line l join withdrawal w on w.id = l.withdrawal_id and w.member_id = $member_id
  where l.id = any ($ids::uuid[]) and l.deposit_id is null
  union all
  select id, 'deposit', id, reference from deposit where id = any ($ids::uuid[]) and member_id = $member_id`,
  {
    params: { ids: 'uuid[]', member_id: 'uuid' },
    columns: {
      refers_to: 'uuid',
      kind: typed<'deposit' | 'withdrawal'>('text'),
      id: 'uuid',
      reference: 'text',
    },
  },
)

export const selectWithdrawalReferences = statement(
  `-- withdrawals_withdrawal_references
  select id, reference, sent_at is not null as was_sent from withdrawal where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', reference: 'text', was_sent: 'bool' } },
)

const MAX_DURATIONS = 1000

/**
 * SQL of the seconds a paid withdrawal took: from the request to the end of the day on which our bank booked it, in the site's
 * time zone, or to when we knew, if that was earlier. A bank names a day without a time, so it is never less than was true.
 */
export const secondsToBooking = (time_zone: string): string =>
  `extract(epoch from least(settled_at, (booked_on + 1)::timestamp at time zone ${time_zone}) - requested_at)::float8`

/** Median of it, of the latest MAX_DURATIONS that were paid; null while they are fewer than PERCENTILE_MINIMUM. */
export const medianDuration = statement(
  `-- withdrawals_median_duration
  select case when count(*) >= ${PERCENTILE_MINIMUM} then percentile_cont(0.5) within group (order by ${secondsToBooking('$time_zone')}) end as seconds
  from (select requested_at, settled_at, booked_on from withdrawal
    where status = 'paid' and settled_at > $since and card_deposit_id is null order by settled_at desc limit ${MAX_DURATIONS}) latest`,
  { params: { since: 'timestamptz', time_zone: 'text' }, columns: { seconds: 'float8?' } },
)

const ADMIN_WITHDRAWAL_COLUMNS = {
  ...WITHDRAWAL_COLUMNS,
  username: 'text',
  batch_id: 'uuid?',
  approver: 'text?',
  proposal_id: 'uuid?',
  proposer: 'text?',
  proposed_at: 'timestamptz?',
} as const

export type AdminWithdrawalRow = RowOf<typeof ADMIN_WITHDRAWAL_COLUMNS>

const WITHDRAWAL = `${qualified('w', COLUMNS)}, m.username, i.batch_id, coalesce(o.username, w.approved_by) as approver,
  waiting.id as proposal_id, waiting.proposer, waiting.proposed_at`

/** Joined with the data of risk notes; now, because proposals expire. */
const withdrawalsAt = (now: '$1' | '$now') => `withdrawal w join member m on m.id = w.member_id
   left join payout_item i on i.withdrawal_id = w.id and i.live
   left join operator o on 'operator:' || o.id = w.approved_by
   left join lateral (
     select p.id, q.username as proposer, p.proposed_at from proposal p join operator q on q.id = p.proposed_by
     where p.kind = 'withdrawal_over_threshold' and p.status = 'open' and p.expires_at > ${now}::timestamptz
       and p.content->>'withdrawal_id' = w.id::text
     order by p.id desc limit 1) waiting on w.status = 'requested'`

export const listAdminWithdrawals = sortedList({
  name: 'withdrawals_admin_withdrawals',
  rows: ADMIN_WITHDRAWAL_COLUMNS,
  select: `select ${WITHDRAWAL} from ${withdrawalsAt('$1')}`,
  now: true,
  filters: {
    status: 'w.status = ?',
    member_id: 'w.member_id = ?',
    at_least: 'w.amount_minor >= ?',
    /** Those in no payment file. */
    undrawn: yesOrNo('i.batch_id is null and w.card_deposit_id is null'),
    search: referenceOrName('withdrawal', 'w'),
  },
  columns: {
    requested_at: { by: 'id', type: 'uuid' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'requested_at.desc',
})

export const findAdminWithdrawal = statement(
  `-- withdrawals_admin_withdrawal
  select ${WITHDRAWAL} from ${withdrawalsAt('$now')} where w.id = $id`,
  {
    params: { now: 'timestamptz', id: 'uuid' },
    columns: ADMIN_WITHDRAWAL_COLUMNS,
  },
)

/** Dual approvers of a withdrawal ($id), executed or pending at $now; first to last. */
export const approvalsOfWithdrawal = statement(
  `-- withdrawals_withdrawal_approvals
  select o.username, yes.at, yes.reason
  from proposal p
  cross join lateral (
    values (p.proposed_by, p.proposed_at, p.reason), (p.decided_by, p.decided_at, null)) as yes (operator_id, at, reason)
  join operator o on o.id = yes.operator_id
  where p.kind = 'withdrawal_over_threshold' and p.member_id = (select member_id from withdrawal where id = $id)
    and p.content->>'withdrawal_id' = $id::uuid::text
    and (p.status = 'executed' or p.status = 'open' and p.expires_at > $now)
  order by yes.at`,
  {
    params: { id: 'uuid', now: 'timestamptz' },
    columns: { username: 'text', at: 'timestamptz', reason: 'text?' },
  },
)
