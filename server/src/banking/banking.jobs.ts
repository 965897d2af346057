// What banking does later: the bank directory is fetched again; lines of the bank are decided, which withdrawals answers.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../queue/queue.ts'
import { refreshDirectory } from './banks.ts'

export const decideBankLines = defineJob({ name: 'decide_bank_lines', payload: z.object({}) })
export const refreshBanks = defineJob({ name: 'refresh_banks', payload: z.object({}) })

/** Fetches the directory where one is configured; the job fails, and is tried again, when it is not usable. */
export const bankRefresher = (url: string | undefined): JobHandler =>
  handle(refreshBanks, async (database) => {
    if (url !== undefined) await refreshDirectory(database, url)
  })

/** Has the directory fetched soon, once however many ask. */
export const refreshBanksSoon = (database: Database): Promise<void> =>
  database.transaction((tx) => enqueue(tx, refreshBanks, {}, { job_key: refreshBanks.name }))
