import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../platform/queue/queue.ts'
import { refreshDirectory } from './banks.ts'

export const decideBankLines = defineJob({ name: 'decide_bank_lines', payload: z.object({}) })
export const readBankConnection = defineJob({ name: 'read_bank_connection', payload: z.object({}) })
/** Calls operators; handled in operations/alarms.ts. */
export const bankAlarm = defineJob({
  name: 'bank_alarm',
  payload: z.object({
    about: z.enum(['answered_wrong', 'file_refused', 'statement_revoked', 'debit_after_return']),
    id: z.string(),
  }),
})
export const refreshBanks = defineJob({ name: 'refresh_banks', payload: z.object({}) })

/** Fetches the configured directory. The job fails, and is retried, if the response is unusable. */
export const bankRefresher = (url: string | undefined): JobHandler =>
  handle(refreshBanks, async (database) => {
    if (url !== undefined) await refreshDirectory(database, url)
  })

/** Schedules a refresh soon; concurrent requests are deduplicated. */
export const refreshBanksSoon = (database: Database): Promise<void> =>
  database.transaction((tx) => enqueue(tx, refreshBanks, {}, { job_key: refreshBanks.name }))
