// Paid awards: announcements, the public list with masked recipients, and daily sums.
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { campaignsOf } from '../campaigns/campaigns.ts'
import { maskName } from '../members/members.ts'
import { announce, notifyAll } from '../notices/notices.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement, toColumn } from '../platform/database/statement.ts'
import { settleTogether } from '../platform/queue/batches.ts'
import { defineJob } from '../platform/queue/queue.ts'

const AWARDS_LISTED = 30
const DAYS_SHOWN = 30

/** Announces paid awards; enqueued in the payment's transaction. */
export const awardsClaimed = defineJob({
  name: 'awards_claimed',
  payload: z.object({ award_ids: z.array(z.uuid()) }),
})

type AwardRow = RowOf<typeof takeUnannounced>

/** Takes awards to announce; returns each award only once (idempotent). */
const takeUnannounced = statement(
  `-- claims_take_unannounced
  update award a set announced_at = $announced_at from member m
  where a.id = any ($award_ids::uuid[]) and a.announced_at is null and m.id = a.member_id
  returning a.id, a.order_id, a.member_id, a.campaign_id, a.entry_id, m.username, m.listed_in_awards as listed,
    a.reward_minor, a.bonus_minor, a.claimed_at, a.automatic`,
  {
    params: { award_ids: 'uuid[]', announced_at: 'timestamptz' },
    columns: {
      id: 'uuid',
      order_id: 'uuid',
      member_id: 'uuid',
      campaign_id: 'uuid',
      entry_id: 'uuid',
      username: 'text',
      listed: 'bool',
      reward_minor: 'int8',
      bonus_minor: 'int8',
      claimed_at: 'timestamptz',
      /** Claimed automatically, after nobody had claimed it. */
      automatic: 'bool',
    },
  },
)

type ListedAward = Omit<AwardRow, 'listed' | 'automatic'>

/** Latest awards of listed members, each with the ledger entry that paid it. */
const latestAwards = statement(
  `-- claims_latest_awards
  select a.id, a.order_id, a.member_id, a.campaign_id, a.entry_id, m.username, a.reward_minor, a.bonus_minor, a.claimed_at
  from award a
  join member m on m.id = a.member_id
  where m.listed_in_awards
  order by a.claimed_at desc, a.id desc limit $limit`,
  {
    params: { limit: typed<number>('int8') },
    columns: {
      id: 'uuid',
      order_id: 'uuid',
      member_id: 'uuid',
      campaign_id: 'uuid',
      entry_id: 'uuid',
      username: 'text',
      reward_minor: 'int8',
      bonus_minor: 'int8',
      claimed_at: 'timestamptz',
    },
  },
)

/** versionOf() of these awards, computed in SQL: one value instead of rows. */
const latestAwardsVersion = statement(
  `-- claims_latest_awards_version
  select coalesce(string_agg(id || username, ' ' order by claimed_at desc, id desc), '') as version from (
    select a.id, m.username, a.claimed_at from award a
    join member m on m.id = a.member_id
    where m.listed_in_awards
    order by a.claimed_at desc, a.id desc limit $limit) as latest`,
  { params: { limit: typed<number>('int8') }, columns: { version: 'text' } },
)

const rewardsOf = statement(
  `-- claims_recent_rewards
  select reward_minor, quality_bp, bonus_minor from award
  where member_id = $member_id and claimed_at >= $now::timestamptz - make_interval(days => $days_shown::int + 1)
    and (claimed_at at time zone $time_zone)::date > ($now::timestamptz at time zone $time_zone)::date - $days_shown::int`,
  {
    params: { member_id: 'uuid', days_shown: 'int4', now: 'timestamptz', time_zone: 'text' },
    columns: { reward_minor: 'int8', quality_bp: 'int4', bonus_minor: 'int8' },
  },
)

// The day is that of each award's instant: a range from midnight to midnight fails where midnight repeats, since PostgreSQL
// takes the second one. The wider range by instant is for the index.

/** Sum of a member's awards on the day $days_ago days before the instant $now, in the time zone $time_zone. */
const totalOfDay = statement(
  `-- claims_total_of_day
  select coalesce(sum(reward_minor + bonus_minor), 0)::bigint as total_minor
  from award where member_id = $member_id
    and (claimed_at at time zone $time_zone)::date = ($now::timestamptz at time zone $time_zone)::date - $days_ago::int
    and claimed_at >= $now::timestamptz - make_interval(days => $days_ago::int + 2)
    and claimed_at < $now::timestamptz - make_interval(days => $days_ago::int - 2)`,
  {
    params: { member_id: 'uuid', days_ago: 'int4', now: 'timestamptz', time_zone: 'text' },
    columns: { total_minor: 'int8' },
  },
)

/** Sums of a member's awards on each of the $days_shown days up to the instant $now, in the time zone $time_zone, oldest first. */
const totalsByDay = statement(
  `-- claims_totals_by_day
  select to_char(local.day, 'YYYY-MM-DD') as day, coalesce(a.total_minor, 0)::bigint as total_minor
  from (
    select ($now::timestamptz at time zone $time_zone)::date - back as day from generate_series(0, $days_shown::int - 1) as back
  ) as local
  left join (
    select (claimed_at at time zone $time_zone)::date as day, sum(reward_minor + bonus_minor) as total_minor
    from award where member_id = $member_id and claimed_at >= $now::timestamptz - make_interval(days => $days_shown::int + 1)
    group by 1
  ) a on a.day = local.day
  order by local.day`,
  {
    params: { member_id: 'uuid', days_shown: 'int4', now: 'timestamptz', time_zone: 'text' },
    columns: { day: 'text', total_minor: 'int8' },
  },
)

/** Announces paid awards, each once. */
export const announceClaimed = (database: Database, award_ids: readonly string[]): Promise<number> =>
  settleTogether(database, {
    size: Infinity,
    find: async () => award_ids.map((id) => ({ id })),
    settle: announceAwards,
  })

/** Notifies the carriers, and everybody if the carrier is listed. */
async function announceAwards(tx: Tx, award_ids: readonly string[]): Promise<void> {
  const awards = await takeUnannounced.all(tx, { award_ids, announced_at: tx.now })
  if (awards.length === 0) return
  const campaigns = await campaignsOf(tx, toColumn(awards, 'campaign_id'))
  await notifyAll(
    tx,
    awards.map((award) => ({
      member_id: award.member_id,
      kind: award.automatic ? ('award_automatic' as const) : ('award' as const),
      params: {
        brand: campaigns.get(award.campaign_id)!.brand,
        award: formatMoney(award.reward_minor + award.bonus_minor),
      },
      path: `/order-detail/${award.order_id}`,
      at: award.claimed_at,
    })),
  )
  const toCarriers = awards.map((award) => ({ to: award.member_id, kind: 'balance' as const, data: {} }))
  const toEveryone = awards
    .filter((award) => award.listed)
    .map((award) => ({ to: 'everyone', kind: 'award' as const, data: awardOnWire(award) }))
  await announce(tx, [...toCarriers, ...toEveryone])
}

/** Cache key of the list: ids and shown names, the only parts that can change. */
const versionOf = (awards: readonly ListedAward[]): string =>
  awards.map(({ id, username }) => id + username).join(' ')

/**
 * Reader of the latest awards paid to listed members, newest first, recipients masked. Returns the same object while they
 * are unchanged, so that they are read and serialized once.
 */
export function awardsReader(database: Database): () => Promise<{ list: AwardOnWire[] }> {
  let shown = ''
  let answer: { list: AwardOnWire[] } = { list: [] }
  return async () => {
    const { version } = await latestAwardsVersion.one(database, { limit: AWARDS_LISTED })
    if (version !== shown) {
      const awards = await latestAwards.all(database, { limit: AWARDS_LISTED })
      // Computed from these rows, not `version`, which may be older.
      shown = versionOf(awards)
      answer = { list: awards.map(awardOnWire) }
    }
    return answer
  }
}

type AwardOnWire = ReturnType<typeof awardOnWire>

function awardOnWire(award: ListedAward) {
  return {
    _id: award.id,
    at: award.claimed_at.toISOString(),
    recipient: maskName(award.username),
    amount: formatMoney(award.reward_minor + award.bonus_minor),
    bonus: formatMoney(award.bonus_minor),
    entry_id: award.entry_id,
  }
}

/** Rewards a member has claimed on the days of awardsByDay(); input of the level preview. */
export const recentRewards = (
  on: Queryable,
  { member_id, now, time_zone }: { member_id: string; now: Date; time_zone: string },
) => rewardsOf.all(on, { member_id, days_shown: DAYS_SHOWN, now, time_zone })

/** Sum of a member's awards in minor units, on the day `days` before today in the site's time zone. */
export async function awardsOfDay(
  on: Queryable,
  period: { member_id: string; days_ago: number; now: Date; time_zone: string },
): Promise<bigint> {
  return (
    await totalOfDay.one(on, {
      member_id: period.member_id,
      days_ago: period.days_ago,
      now: period.now,
      time_zone: period.time_zone,
    })
  ).total_minor
}

/** A member's awards in minor units on each of the last 30 days in the site's time zone, oldest first, today included. */
export const awardsByDay = (
  on: Queryable,
  period: { member_id: string; now: Date; time_zone: string },
): Promise<{ day: string; total_minor: bigint }[]> =>
  totalsByDay.all(on, {
    member_id: period.member_id,
    days_shown: DAYS_SHOWN,
    now: period.now,
    time_zone: period.time_zone,
  })
