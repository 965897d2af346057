import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { LevelEvent } from '@fairturn/contract/personal-data'
import type { Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { levelNameText } from '../platform/texts/notices.ts'
import { findOpenPurchase } from './levels.store.ts'
import { refundableOf } from './purchases.ts'

// A refund is shown with the level that was paid for. A fee of zero is not a payment.
const selectEvents = statement(
  `-- levels_history
  select e.at, e.event, l.id as level_id, l.name, nullif(e.amount_minor, 0) as amount_minor
  from (
    select bought_at as at, 'bought' as event, level_id, fee_minor as amount_minor, 1 as part
    from level_purchase where member_id = $member_id
    union all
    select closed_at, case status when 'refunded' then 'given_back' when 'replaced' then 'replaced' else 'fee_returned' end,
      level_id, refunded_minor, 0
    from level_purchase where member_id = $member_id and status <> 'open'
    union all
    select earned_at, 'earned', level_id, null, 2 from level_earned where member_id = $member_id
  ) e
  join level l on l.id = e.level_id
  order by e.at desc, e.part desc, l.rank desc`,
  {
    params: { member_id: 'uuid' },
    columns: {
      at: 'timestamptz',
      event: typed<LevelEvent['event']>('text'),
      level_id: 'uuid',
      name: 'text',
      amount_minor: 'int8?',
    },
  },
)

/** A member's level changes, newest first; empty for a member who has always been at the first level. */
export async function levelHistory(on: Queryable, member_id: string, locale: Locale): Promise<LevelEvent[]> {
  const rows = await selectEvents.all(on, { member_id })
  return rows.map(({ at, event, level_id, name, amount_minor }) => ({
    at: at.toISOString(),
    event,
    level: { _id: level_id, name: levelNameText(name, locale) },
    amount: amount_minor === null ? null : formatMoney(amount_minor),
  }))
}

/** Refund if the current level were given back now, in minor units; zero if it was not bought. */
export async function refundableFee(on: Queryable, member_id: string, now: Date): Promise<bigint> {
  const purchase = await findOpenPurchase(on, member_id)
  return purchase === undefined ? 0n : refundableOf(purchase, now)
}
