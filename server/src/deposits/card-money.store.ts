import { type RowOf, typed, statement } from '../platform/database/statement.ts'

export type CardPaymentRow = RowOf<typeof PAYMENT>

const PAYMENT = {
  deposit_id: 'uuid',
  member_id: 'uuid',
  payment_id: 'text',
  paid_at: 'timestamptz',
  paid_minor: 'int8',
  left_minor: 'int8',
} as const

export const insertCardPayment = statement(
  `-- deposits_insert_card_payment
  insert into card_payment (deposit_id, member_id, payment_id, paid_at, paid_minor, left_minor)
  values ($deposit_id, $member_id, $payment_id, $paid_at, $paid_minor, $paid_minor)`,
  {
    params: {
      deposit_id: 'uuid',
      member_id: 'uuid',
      payment_id: 'text',
      paid_at: 'timestamptz',
      paid_minor: 'int8',
    },
  },
)

export const selectCardPayment = statement(
  `-- deposits_card_payment
  select deposit_id, member_id, payment_id, paid_at, paid_minor, left_minor from card_payment where deposit_id = $deposit_id`,
  { params: { deposit_id: 'uuid' }, columns: PAYMENT },
)

export const selectPaymentById = statement(
  `-- deposits_card_payment_by_id
  select deposit_id, member_id, payment_id, paid_at, paid_minor, left_minor from card_payment where payment_id = $payment_id`,
  { params: { payment_id: 'text' }, columns: PAYMENT },
)

/**
 * Spends card money paid in since `since`, oldest payment first; what it does not cover is other money. The caller holds
 * the lock of the member's account.
 */
export const spend = statement(
  `-- deposits_spend_card_money
  with payments as (
    select deposit_id, left_minor, sum(left_minor) over (order by paid_at, deposit_id) - left_minor as older_minor
    from card_payment where member_id = $member_id and left_minor > 0 and paid_at > $since
  ), taken as (
    select deposit_id, least(left_minor, $amount_minor::int8 - older_minor)::bigint as minor from payments where older_minor < $amount_minor::int8
  ), updated as (
    update card_payment p set left_minor = p.left_minor - t.minor from taken t where t.deposit_id = p.deposit_id
  )
  insert into card_spending (used_for, deposit_id, kind, spent_minor, spent_at)
  select $used_for, deposit_id, $kind, minor, $now from taken
  on conflict (used_for, deposit_id) do update set spent_minor = card_spending.spent_minor + excluded.spent_minor`,
  {
    params: {
      member_id: 'uuid',
      used_for: 'uuid',
      kind: 'text',
      amount_minor: 'int8',
      since: 'timestamptz',
      now: 'timestamptz',
    },
  },
)

/** Spends money of one payment; no row if less is left. */
export const spendOf = statement(
  `-- deposits_spend_card_payment
  with updated as (
    update card_payment set left_minor = left_minor - $amount_minor
    where deposit_id = $deposit_id and left_minor >= $amount_minor returning deposit_id
  )
  insert into card_spending (used_for, deposit_id, kind, spent_minor, spent_at)
  select $used_for, deposit_id, $kind, $amount_minor, $now from updated
  on conflict (used_for, deposit_id) do update set spent_minor = card_spending.spent_minor + excluded.spent_minor
  returning deposit_id`,
  {
    params: { deposit_id: 'uuid', used_for: 'uuid', kind: 'text', amount_minor: 'int8', now: 'timestamptz' },
    columns: { deposit_id: 'uuid' },
  },
)

/**
 * What a campaign, a level or a withdrawal gives back is card money again as far as card money had paid it, newest payment
 * first, because the oldest was spent first. Returns what each payment has again.
 */
export const restore = statement(
  `-- deposits_restore_card_money
  with returned as (
    select used_for, sum(amount_minor) as amount_minor
    from unnest($used_for::uuid[], $amount_minor::bigint[]) as r (used_for, amount_minor) group by used_for
  ), spent as (
    select s.used_for, s.deposit_id, s.spent_minor - s.restored_minor as minor, r.amount_minor,
      sum(s.spent_minor - s.restored_minor) over (partition by s.used_for order by p.paid_at desc, p.deposit_id desc)
        - (s.spent_minor - s.restored_minor) as newer_minor
    from returned r join card_spending s on s.used_for = r.used_for join card_payment p on p.deposit_id = s.deposit_id
  ), given as (
    select used_for, deposit_id, least(minor, amount_minor - newer_minor)::bigint as minor
    from spent where newer_minor < amount_minor and minor > 0
  ), spendings as (
    update card_spending s set restored_minor = s.restored_minor + g.minor from given g
    where s.used_for = g.used_for and s.deposit_id = g.deposit_id
  ), sums as (
    select deposit_id, sum(minor)::bigint as minor from given group by deposit_id
  )
  update card_payment p set left_minor = p.left_minor + g.minor from sums g where p.deposit_id = g.deposit_id
  returning p.deposit_id, g.minor`,
  {
    params: { used_for: 'uuid[]', amount_minor: 'int8[]' },
    columns: { deposit_id: 'uuid', minor: 'int8' },
  },
)

export const trim = statement(
  `-- deposits_trim_card_money
  select from card_money_trim($member_id, $used_for, $now)`,
  { params: { member_id: 'uuid', used_for: 'uuid', now: 'timestamptz' } },
)

/** What can be returned of each payment of a member, oldest first: nothing of what is in an open dispute. */
export const selectReturnable = statement(
  `-- deposits_returnable_card_money
  select deposit_id, left_minor, refused
  from (
    select p.deposit_id, p.paid_at, p.refused_at is not null as refused, p.left_minor - coalesce((
      select sum(d.amount_minor) from card_dispute d
      where d.deposit_id = p.deposit_id and d.status = 'open' and d.opened_at > $since), 0)::bigint as left_minor
    from card_payment p where p.member_id = $member_id and p.left_minor > 0 and p.paid_at > $since) each
  where left_minor > 0 order by paid_at, deposit_id`,
  {
    params: { member_id: 'uuid', since: 'timestamptz' },
    columns: { deposit_id: 'uuid', left_minor: 'int8', refused: 'bool' },
  },
)

/** What of payments made since then each of these took. */
export const selectSpentOn = statement(
  `-- deposits_card_money_spent_on
  select s.used_for, sum(s.spent_minor - s.restored_minor)::bigint as minor
  from card_spending s join card_payment p on p.deposit_id = s.deposit_id
  where s.used_for = any ($used_for::uuid[]) and p.paid_at > $since and s.spent_minor > s.restored_minor group by s.used_for`,
  { params: { used_for: 'uuid[]', since: 'timestamptz' }, columns: { used_for: 'uuid', minor: 'int8' } },
)

/** What open disputes keep back of what the member has beyond their awards. */
export const selectDisputed = statement(
  `-- deposits_disputed_card_money
  select case when d.minor is null then 0 else greatest(0, least(d.minor, ledger_beyond_awards($member_id))) end::bigint as kept_minor
  from (select sum(amount_minor) as minor from card_dispute
    where member_id = $member_id and status = 'open' and opened_at > $since) d`,
  { params: { member_id: 'uuid', since: 'timestamptz' }, columns: { kept_minor: 'int8' } },
)

export const updateRefused = statement(
  `-- deposits_refuse_card_payment
  update card_payment set refused_at = coalesce(refused_at, $now) where deposit_id = $deposit_id`,
  { params: { deposit_id: 'uuid', now: 'timestamptz' } },
)

export type DisputeStatus = 'open' | 'won' | 'lost'

export type DisputeRow = RowOf<typeof DISPUTE>

const DISPUTE = {
  id: 'text',
  deposit_id: 'uuid',
  member_id: 'uuid',
  amount_minor: 'int8',
  status: typed<DisputeStatus>('text'),
  opened_at: 'timestamptz',
  decided_at: 'timestamptz?',
  loss_minor: 'int8',
} as const

/** The dispute, locked; created if it is not known yet. Its amount may change while it is open. */
export const putDispute = statement(
  `-- deposits_put_dispute
  insert into card_dispute (id, deposit_id, member_id, amount_minor, status, opened_at)
  select $id, deposit_id, member_id, $amount_minor, 'open', $opened_at from card_payment where deposit_id = $deposit_id
  on conflict (id) do update
    set amount_minor = case card_dispute.status when 'open' then excluded.amount_minor else card_dispute.amount_minor end
  returning id, deposit_id, member_id, amount_minor, status, opened_at, decided_at, loss_minor, xmax = 0 as is_new`,
  {
    params: {
      id: 'text',
      deposit_id: 'uuid',
      amount_minor: 'int8',
      opened_at: 'timestamptz',
    },
    columns: { ...DISPUTE, is_new: 'bool' },
  },
)

export const decideDispute = statement(
  `-- deposits_decide_dispute
  update card_dispute set status = $status, decided_at = $now, loss_minor = $loss_minor where id = $id`,
  {
    params: { id: 'text', status: typed<DisputeStatus>('text'), now: 'timestamptz', loss_minor: 'int8' },
  },
)

/** Lost disputes of these payments of which the platform still bears a loss, locked. */
export const selectLosses = statement(
  `-- deposits_losses_of_payments
  select id, deposit_id, member_id, amount_minor, status, opened_at, decided_at, loss_minor from card_dispute
  where deposit_id = any ($deposit_ids::uuid[]) and status = 'lost' and loss_minor > 0 order by id for no key update`,
  { params: { deposit_ids: 'uuid[]' }, columns: DISPUTE },
)

export const reduceLoss = statement(
  `-- deposits_reduce_loss
  update card_dispute set loss_minor = loss_minor - $amount_minor where id = $id`,
  { params: { id: 'text', amount_minor: 'int8' } },
)
