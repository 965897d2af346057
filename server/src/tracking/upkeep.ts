// Keeps the tables of visits in shape: days ahead have their partition, old days go, and what tells visitors apart is forgotten.
// It must never touch what an order may still be paid by.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { defineJob } from '../queue/queue.ts'
import { forgetDeliveries } from './postback.store.ts'
import { dayOf } from './visitor.ts'
import { forgetOldUnverified } from './visitors.store.ts'

/** Scheduled hourly; answered by keepVisitsInShape. */
export const visitUpkeep = defineJob({ name: 'visit_upkeep', payload: z.object({}) })

const DAY_MS = 86_400_000
const DAYS_AHEAD = 14
const DELIVERY_DAYS = 90
/** Longer than any order lives and is looked at. */
const COUNTED_DAYS = 40

const makePartitions = statement<{ made: number }>(
  'tracking_make_partitions',
  `select tracking_make_partitions($1, $2) as made`,
)
const dropPartitions = statement<{ dropped: number }>(
  'tracking_drop_partitions',
  `select tracking_drop_partitions($1) as dropped`,
)
const forgetSalts = statement('tracking_forget_salts', `delete from visit_salt where day < $1`)
const forgetDevices = statement('tracking_forget_devices', `delete from member_device where day < $1`)
const forgetHours = statement(
  'tracking_forget_old_hours',
  `delete from campaign_visit_hour where hour < $1::date::timestamp at time zone 'UTC'`,
)
const forgetCounted = statement('tracking_forget_counted', `delete from counted_visit where at < $1`)

/**
 * Does all of it for the database's clock; idempotent. Visits and their counts by the hour are kept `keep_days` (400).
 * Postbacks are kept 90 days. Of salts and devices today's and yesterday's are kept, because a visit may be compared with the day before.
 */
export async function maintainVisits(database: Database, { keep_days = 400 } = {}): Promise<void> {
  const now = database.clock.now()
  const day = (offset: number) => dayOf(new Date(now.getTime() + offset * DAY_MS))
  await makePartitions.one(database, day(-1), day(DAYS_AHEAD))
  await forgetSalts.all(database, day(-1))
  await forgetDevices.all(database, day(-1))
  const counted_since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS)
  await forgetCounted.all(database, counted_since)
  await forgetOldUnverified.all(database, counted_since)
  await forgetDeliveries.all(database, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS))
  await forgetHours.all(database, day(-keep_days))
  await dropPartitions.one(database, day(-keep_days))
}
