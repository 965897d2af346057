import type { LinkKind } from '@fairturn/contract/backoffice/reviews'
// Risk signals on a withdrawal, shown to its approver as plain figures. There is no score, and a signal delays nothing
// (promise 5).
import { MAX_NOTED_MEMBERS, RISK_FACTS, type RiskFact } from '@fairturn/contract/backoffice/withdrawals'
import { formatMoney } from '@fairturn/contract/minor-units'
import { delayedByChange, LINK_DAYS } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export interface RiskNote {
  readonly fact: RiskFact
  readonly detail: string
  /** The other members it speaks of, at most MAX_NOTED_MEMBERS. */
  readonly member_ids: string[]
}

type RiskFacts = RowOf<typeof around>

const NEW_ACCOUNT_DAYS = 30
const RECENT_DAYS = 7
/** And longer, until somebody has approved a withdrawal with it in view. */
const ASSIGNED_DAYS = 30
const MUCH_LARGER = 3n

const linkedBy = (kinds: readonly LinkKind[]) => `array (select distinct l.other_id from (
      select high_id as other_id, kind, last_at from member_link where low_id = m.id
      union all select low_id, kind, last_at from member_link where high_id = m.id) l
    where l.kind in ('${kinds.join("', '")}') and l.last_at > $linked_since)`

// In one snapshot. A device is new if the member's first session on it is recent and is not their first session at all.
const around = statement(
  `-- withdrawals_around_withdrawal
  select w.id, m.lock_kind, m.lock_reason, m.created_at as member_since, p.count as paid_count, p.largest as largest_paid_minor,
    (select updated_at from bank_details b where b.member_id = m.id and ${delayedByChange('b', '$recent_since')}) as bank_changed_at,
    (select s.device from session s where s.member_id = m.id group by s.device
     having min(s.created_at) > $recent_since and min(s.created_at) > m.created_at + interval '1 hour' limit 1) as new_device,
    (select sum(received_minor)::bigint from deposit d
     where d.member_id = m.id and d.status = 'credited' and d.settled_at > $recent_since) as deposited_minor,
    (select string_agg(concat(coalesce(l.counterparty_name, l.counterparty_account, '?'), ' ', round(l.amount_minor / 100.0, 2)), ', '
       order by l.id desc)
     from deposit d join bank_line l on l.deposit_id = d.id
     where d.member_id = m.id and l.status = 'resolved' and l.proposed_by is not null
       and (d.settled_at > $assigned_since or not exists (select from withdrawal a
         where a.member_id = m.id and a.id <> w.id and a.approved_at > d.settled_at))) as assigned,
    (select string_agg(concat(o.reference, ' ', round(o.amount_minor / 100.0, 2), ' ', o.reason), ', ' order by o.settled_at desc)
     from withdrawal o
     where o.member_id = m.id and o.id <> w.id and o.status = 'returned' and o.settled_at > $assigned_since) as returned,
    (select string_agg(concat(o.reference, ' ', replace(o.reason, '_', ' '),
       case when exists (select from overruled_refusal v where v.withdrawal_id = o.id) then ' (overruled by a complaint)' end), ', ' order by o.settled_at desc)
     from withdrawal o
     where o.member_id = m.id and o.id <> w.id and o.status = 'refused' and o.settled_at > $assigned_since) as refused,
    (select string_agg(a.after ->> 'amount', ', ' order by a.id desc) from audit_event a
     where a.member_id = m.id and a.action in ('refund_granted', 'balance_adjusted') and a.at > $assigned_since) as refunded,
    (select string_agg(concat(round(d.amount_minor / 100.0, 2), ' ', d.status, ' ', d.opened_at::date), ', ' order by d.opened_at desc)
     from card_dispute d where d.member_id = m.id and d.status <> 'won') as disputes,
    (select sum(s.spent_minor - s.restored_minor)::bigint from card_spending s join card_payment p on p.deposit_id = s.deposit_id
     where p.paid_at > $assigned_since and s.kind = 'campaign' and s.used_for in (
       select a.campaign_id from award a where a.member_id = m.id and a.claimed_at > $assigned_since)) as from_cards_minor,
    m.invited_by as inviter_id,
    array (select distinct o.member_id from withdrawal o
     where o.member_id <> m.id and (o.iban = w.iban or o.account_number = w.account_number and o.bank_code = w.bank_code)) as sharing,
    array (select distinct o.member_id from member i join withdrawal o on o.member_id = i.id and o.requested_at > $recent_since
     where i.invited_by = m.invited_by and i.id <> m.id) as invited_together,
    ${linkedBy(['device'])} as same_device, ${linkedBy(['address', 'registration'])} as same_network
  from withdrawal w join member m on m.id = w.member_id
  cross join lateral (
    select count(*)::int as count, max(amount_minor) as largest from withdrawal o
    where o.member_id = m.id and o.status = 'paid' and o.id <> w.id) p
  where w.id = any ($ids::uuid[])`,
  {
    params: {
      ids: 'uuid[]',
      recent_since: 'timestamptz',
      assigned_since: 'timestamptz',
      linked_since: 'timestamptz',
    },
    columns: {
      id: 'uuid',
      lock_kind: typed<'conduct' | 'security' | null>('text?'),
      lock_reason: 'text?',
      member_since: 'timestamptz',
      paid_count: 'int4',
      largest_paid_minor: 'int8?',
      bank_changed_at: 'timestamptz?',
      new_device: 'text?',
      deposited_minor: 'int8?',
      /** Who sent what was assigned to the member by hand, and how much. */
      assigned: 'text?',
      /** Payouts that came back, with the reason. */
      returned: 'text?',
      refused: 'text?',
      /** Adjustments and refunds outside the rules. */
      refunded: 'text?',
      /** Disputes at the card's issuer that are not won: amount, status and day. */
      disputes: 'text?',
      /** Card money of the last 30 days in campaigns that paid this member awards in them. */
      from_cards_minor: 'int8?',
      inviter_id: 'uuid?',
      // Other members, by what they share with this one.
      sharing: 'uuid[]',
      invited_together: 'uuid[]',
      same_device: 'uuid[]',
      same_network: 'uuid[]',
    },
  },
)

/** Current risk notes of each withdrawal, by its id. */
export async function riskNotesOf(
  on: Queryable,
  withdrawals: readonly Pick<WithdrawalRow, 'id' | 'amount_minor'>[],
  now: Date,
): Promise<Map<string, RiskNote[]>> {
  const ids = withdrawals.map(({ id }) => id)
  const found = new Map(
    (
      await around.all(on, {
        ids,
        recent_since: daysBefore(now, RECENT_DAYS),
        assigned_since: daysBefore(now, ASSIGNED_DAYS),
        linked_since: daysBefore(now, LINK_DAYS),
      })
    ).map((row) => [row.id, row]),
  )
  return new Map(withdrawals.map((one) => [one.id, notesOf(one.amount_minor, found.get(one.id)!, now)]))
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

function notesOf(amount_minor: bigint, found: RiskFacts, now: Date): RiskNote[] {
  const { largest_paid_minor: largest, deposited_minor, from_cards_minor } = found
  const note = (fact: RiskFact, detail: string | false | null): RiskNote[] =>
    detail === false || detail === null ? [] : [{ fact, detail, member_ids: [] }]
  const ofOthers = (fact: RiskFact, others: readonly string[], inviter: readonly string[] = []): RiskNote[] =>
    others.length === 0
      ? []
      : [
          {
            fact,
            detail: String(others.length),
            member_ids: [...inviter, ...others].slice(0, MAX_NOTED_MEMBERS),
          },
        ]
  const notes = [
    ...note('security_lock', found.lock_kind === 'security' && found.lock_reason),
    ...note('conduct_lock', found.lock_kind === 'conduct' && found.lock_reason),
    ...note('first_withdrawal', found.paid_count === 0 && ''),
    ...note(
      'account_is_new',
      found.member_since > daysBefore(now, NEW_ACCOUNT_DAYS) && found.member_since.toISOString(),
    ),
    ...note('bank_changed_recently', found.bank_changed_at?.toISOString() ?? null),
    ...note('signed_in_on_a_new_device', found.new_device),
    ...note(
      'much_larger_than_before',
      largest !== null && amount_minor > largest * MUCH_LARGER && formatMoney(largest),
    ),
    ...note('assigned_by_hand', found.assigned),
    ...note('returned_recently', found.returned),
    ...note('refused_recently', found.refused),
    ...note('refunded_recently', found.refunded),
    ...note('card_dispute', found.disputes),
    ...note(
      'card_money_from_placers',
      from_cards_minor !== null && from_cards_minor > 0n && formatMoney(from_cards_minor),
    ),
    ...note('deposited_just_before', deposited_minor === null ? null : formatMoney(deposited_minor)),
    ...ofOthers('account_shared_with_other_members', found.sharing),
    ...ofOthers('device_shared_with_other_members', found.same_device),
    ...ofOthers('network_shared_with_other_members', found.same_network),
    ...ofOthers(
      'invited_with_others_who_withdraw_now',
      found.invited_together,
      found.inviter_id === null ? [] : [found.inviter_id],
    ),
  ]
  return notes.toSorted((one, other) => RISK_FACTS.indexOf(one.fact) - RISK_FACTS.indexOf(other.fact))
}
