import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money, shownPrice } from './fields.ts'
import { id } from './ids.ts'
import { user } from './members.ts'

export const level = z.object({
  _id: id,
  name: z.string(),
  joining_fee: money,
  bonus_ads: z.number().describe('percent; also the discount when placing'),
  max_bonus: z.number().optional().describe('percent, upper end of the range'),
  number_ads: z.int().describe('turns a day'),
  orders_to_earn: z.int().nullable().describe('verified orders that give this level free of charge'),
})
export type Level = z.infer<typeof level>

export const levelCalls = {
  list: endpoint('GET level', {
    summary: 'The membership levels, lowest first',
    auth: 'none',
    answer: z.array(level),
  }),
  /** What a level would have added to the member's last 30 days. */
  preview: endpoint('GET level/:level_id/preview', {
    summary: 'What this level would have added in the last 30 days, and how long that takes to cover the fee',
    params: z.object({ level_id: id }),
    answer: z.object({
      level_id: id,
      joining_fee: money,
      earned_30_days: money.describe('awards of the last 30 days: the total of `awards/by-day`'),
      rewards_30_days: money.describe('rewards of orders claimed in the last 30 days'),
      bonus_30_days: money.describe('the bonus they brought'),
      added_30_days: money.describe('bonus this level would have added beyond it'),
      days_to_cover_fee: z.int().nullable().describe('null when nothing would have been added'),
      orders_to_earn: z.int().nullable().describe('verified orders still missing to get it free of charge'),
      can_be_bought_from: z.iso
        .datetime()
        .nullable()
        .describe('90 days after this level or a lower one was given back in full although used; null: now'),
    }),
    refusals: ['level_is_unknown'],
  }),
  upgrade: endpoint('POST update-level', {
    summary: 'Advance to a higher level',
    under_terms: true,
    body: z.object({
      user_id: id,
      level_id: id,
      joining_fee: shownPrice
        .optional()
        .describe('as the member saw it; another fee is refused and nothing is paid'),
    }),
    answer: user,
    idempotency: 'natural',
    refusals: [
      'insufficient_balance_to_upgrade',
      'you_cannot_upgrade_to_a_level_lower_than_your_current_level',
      'the_level_has_changed',
      'level_can_be_bought_again_later',
      'level_is_unknown',
      'your_account_has_been_locked',
    ],
  }),
  refundPreview: endpoint('GET level-refund', {
    summary: 'The refund for the current level, with its calculation',
    answer: z.object({
      purchase_id: id.nullable().describe('null: nothing bought, nothing to give back'),
      level_id: id.nullable(),
      returns_to_level_id: id.nullable(),
      restored_fee: money.describe(
        'what the purchase that this one replaced had returned: paid for it again, out of `refundable`, which restores it',
      ),
      bought_at: z.iso.datetime().nullable(),
      full_refund_until: z.iso.datetime().nullable(),
      fee: money,
      given_so_far: money.describe('extra bonus and discount the level has brought'),
      reserved: money.describe(
        'extra bonus and discount of orders and campaigns that are still open: refunded later, less what was delivered',
      ),
      refundable: money,
    }),
  }),
  refund: endpoint('POST level-refund', {
    summary:
      'Confirm the withdrawal from the contract: the level is given back, the money is available at once',
    body: z.object({ user_id: id, purchase_id: id }),
    answer: z.object({
      user,
      refunded: money,
      restored_fee: money.describe('paid out of it for the level that this one had replaced'),
      confirmed_at: z.iso.datetime(),
      reference: z.string(),
    }),
    idempotency: 'natural',
    refusals: ['there_is_no_level_to_give_back'],
  }),
}
