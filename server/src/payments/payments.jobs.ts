// What payments do later: deposits that nobody paid expire, the bank directory is fetched again, the card provider is asked.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../queue/queue.ts'
import { putBackPayoutAccount } from '../members/members.ts'
import { decideBankLines, refreshDirectory } from '../banking/banking.ts'
import { type Card, pollCheckouts, expireDueDeposits } from '../deposits/deposits.ts'
import { decideNewLines } from './matching.ts'
import { putBackPayouts } from '../withdrawals/withdrawals.ts'

export const expireDeposits = defineJob({ name: 'expire_deposits', payload: z.object({}) })
export const pollCardCheckouts = defineJob({ name: 'ask_for_cards', payload: z.object({}) })
export const refreshBanks = defineJob({ name: 'refresh_banks', payload: z.object({}) })

export const paymentHandlers: readonly JobHandler[] = [
  handle(expireDeposits, async (database) => void (await expireDueDeposits(database))),
  handle(putBackPayoutAccount, (database, { member_id, since, at }) =>
    putBackPayouts(database, { member_id, since: new Date(since), at: new Date(at) }),
  ),
  handle(decideBankLines, async (database) => void (await decideNewLines(database))),
]

/** Fetches the directory where one is configured; the job fails, and is tried again, when it is not usable. */
export const bankRefresher = (url: string | undefined): JobHandler =>
  handle(refreshBanks, async (database) => {
    if (url !== undefined) await refreshDirectory(database, url)
  })

/** Has the directory fetched soon, once however many ask. */
export const refreshBanksSoon = (database: Database): Promise<void> =>
  database.transaction((tx) => enqueue(tx, refreshBanks, {}, { job_key: refreshBanks.name }))

/** Asks the card provider where one is configured; the job fails, and is tried again, when it does not answer. */
export const cardAsker = (card: Card | undefined): JobHandler =>
  handle(pollCardCheckouts, async (database) => {
    if (card !== undefined) await pollCheckouts(database, card)
  })
