// Maintains the visit tables: creates partitions ahead of time, drops old ones, deletes old salts and devices. Never
// deletes what an order may still be paid for (storage.test.ts).
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { runEach } from '../platform/queue/batches.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { deleteDeliveries } from './postback.store.ts'
import { deleteReports, forgetNetworks } from './reports.store.ts'
import { dayOf } from './visitor.ts'
import { deleteOldUnverified } from './visitors.store.ts'

/** Scheduled hourly. */
export const visitMaintenance = defineJob({ name: 'visit_upkeep', payload: z.object({}) })

const DAY_MS = 86_400_000
const DAYS_AHEAD = 14
const DELIVERY_DAYS = 90
/** Longer than any order can run and be objected to. */
const COUNTED_DAYS = 40

const makePartitions = statement(
  `-- tracking_make_partitions
  select tracking_make_partitions($first_day, $last_day) as made`,
  { params: { first_day: 'date', last_day: 'date' }, columns: { made: 'int4' } },
)
const dropPartitions = statement(
  `-- tracking_drop_partitions
  select tracking_drop_partitions($before) as dropped`,
  { params: { before: 'date' }, columns: { dropped: 'int4' } },
)
const deleteSalts = statement(
  `-- tracking_forget_salts
  delete from visit_salt where day < $before`,
  { params: { before: 'date' } },
)
const deleteDevices = statement(
  `-- tracking_forget_devices
  delete from member_device where day < $before`,
  { params: { before: 'date' } },
)
const deleteHours = statement(
  `-- tracking_forget_old_hours
  delete from campaign_visit_hour where hour < $before::date::timestamp at time zone 'UTC'`,
  { params: { before: 'date' } },
)
const deleteCounted = statement(
  `-- tracking_forget_counted
  delete from counted_visit where at < $counted_since`,
  { params: { counted_since: 'timestamptz' } },
)

const deleteClicks = statement(
  `-- tracking_forget_clicks
  delete from visit_click where day < $before`,
  { params: { before: 'date' } },
)

/**
 * Runs all maintenance; idempotent. Retention: visits, reports and hourly counts `keep_days` (400), postbacks and clicks 90 days.
 * Salts and devices are kept for today and yesterday, because a visit may be compared with the previous day.
 */
export async function maintainVisits(database: Database, { keep_days: keepDays = 400 } = {}): Promise<void> {
  const now = database.clock.now()
  const day = (offset: number) => dayOf(new Date(now.getTime() + offset * DAY_MS))
  const counted_since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS)
  await runEach([
    () => makePartitions.one(database, { first_day: day(-1), last_day: day(DAYS_AHEAD) }),
    () => deleteSalts.all(database, { before: day(-1) }),
    () => deleteDevices.all(database, { before: day(-1) }),
    () => forgetNetworks.all(database, { before: day(-1) }),
    () => deleteReports.all(database, { before: new Date(now.getTime() - keepDays * DAY_MS) }),
    () => deleteCounted.all(database, { counted_since }),
    () => deleteOldUnverified.all(database, { counted_since }),
    () => deleteDeliveries.all(database, { before: new Date(now.getTime() - DELIVERY_DAYS * DAY_MS) }),
    () => deleteClicks.all(database, { before: day(-DELIVERY_DAYS) }),
    () => deleteHours.all(database, { before: day(-keepDays) }),
    () => dropPartitions.one(database, { before: day(-keepDays) }),
  ])
}
