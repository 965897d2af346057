import { z } from 'zod'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'
import { expireDueDeposits } from './announce-deposit.ts'
import { pollCheckouts } from './card-checkout.ts'
import type { CardProvider } from './card-provider.ts'

export const expireDeposits = defineJob({ name: 'expire_deposits', payload: z.object({}) })
export const pollCardCheckouts = defineJob({ name: 'ask_for_cards', payload: z.object({}) })

export const depositHandlers: readonly JobHandler[] = [
  handle(expireDeposits, async (database) => void (await expireDueDeposits(database))),
]

/** Polls the configured card provider. The job fails, and is retried, if it does not respond. */
export const cardPoller = (provider: CardProvider | undefined): JobHandler =>
  handle(pollCardCheckouts, async (database) => {
    if (provider !== undefined) await pollCheckouts(database, provider)
  })
