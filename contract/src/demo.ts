// Calls of a demo alone: its bank answers, and its operators do their part of a withdrawal and of a campaign’s review. Not in `api`: a deployment that is
// no demo neither answers nor describes them (server/src/demo/bank.test.ts).
import { z } from 'zod'
import { campaign } from './campaigns.ts'
import { deposit } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { withdrawal } from './withdrawals.ts'

/** What stands between a request and the booking by the bank. */
export const PAYOUT_STEPS = ['approve', 'release', 'book'] as const
export type PayoutStep = (typeof PAYOUT_STEPS)[number]

const payout = z.object({
  withdrawal,
  steps: z.array(
    z.object({
      step: z.enum(PAYOUT_STEPS),
      by: z
        .array(z.string())
        .describe('usernames of the operators who did it, or are about to; none: the bank itself'),
      done: z.boolean(),
    }),
  ),
})
export type DemoPayout = z.infer<typeof payout>

const review = z.object({
  campaign,
  by: z
    .string()
    .nullable()
    .describe(
      'username of the operator who approves it at a tap; null where nothing waits for one, or its texts take two people',
    ),
})
export type DemoReview = z.infer<typeof review>

const limit = { hits: 120, per_seconds: 3600 }
const params = z.object({ withdrawal_id: id })

export const demoCalls = {
  bookDeposit: endpoint('POST demo/deposits/:deposit_id/book', {
    summary: 'The demo’s bank books the transfer, and its statement is imported',
    params: z.object({ deposit_id: id }),
    answer: deposit,
    idempotency: 'natural',
    limit,
    refusals: ['deposit_is_unknown'],
  }),
  payout: endpoint('GET demo/withdrawals/:withdrawal_id', {
    summary: 'What the demo’s operators and its bank have done for a withdrawal, and do next',
    params,
    answer: payout,
    refusals: ['withdrawal_is_unknown'],
  }),
  advancePayout: endpoint('POST demo/withdrawals/:withdrawal_id/advance', {
    summary: 'The demo’s operators, or its bank, do this step; one that is done is not done again',
    params,
    body: z.object({ step: z.enum(PAYOUT_STEPS) }),
    answer: payout,
    idempotency: 'natural',
    limit,
    refusals: [
      'withdrawal_is_unknown',
      'this_is_paused_while_the_ledger_is_checked',
      'withdrawals_wait_for_a_security_check',
      'payout_batch_was_not_sent_in_time',
    ],
  }),
  review: endpoint('GET demo/campaigns/:campaign_id', {
    summary: 'Which operator of the demo reviews the campaign next',
    params: z.object({ campaign_id: id }),
    answer: review,
    refusals: ['campaign_is_unknown'],
  }),
  approveCampaign: endpoint('POST demo/campaigns/:campaign_id/approve', {
    summary: 'That operator approves the campaign; one that is decided is not decided again',
    params: z.object({ campaign_id: id }),
    answer: review,
    idempotency: 'natural',
    limit,
    refusals: ['campaign_is_unknown'],
  }),
}
