// Who works on which item of a queue at the moment.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../ids.ts'
import { person } from './approvals.ts'
import { may, type StaffRole } from './roles.ts'

const OF_MONEY = { read: may.read_money, take: may.move_money }

/** Who sees that somebody works on it, and who may: whoever reads its queue, and whoever decides in it. */
export const TAKEN = {
  approval: { read: may.everybody, take: may.decide_proposals },
  bank_line: OF_MONEY,
  bank_statement: OF_MONEY,
  campaign: { read: may.read_reviews, take: may.review_campaigns },
  card_event: OF_MONEY,
  conversation: { read: may.read_conversations, take: may.answer_conversations },
  objection: { read: may.read_reviews, take: may.review_orders },
  order: { read: may.read_reviews, take: may.review_orders },
  payout_batch: OF_MONEY,
  withdrawal: OF_MONEY,
} as const satisfies Record<string, Record<'read' | 'take', readonly StaffRole[]>>
export type TakenKind = keyof typeof TAKEN

export const mayTake = (kind: TakenKind, role: StaffRole): boolean =>
  TAKEN[kind].take.some((each) => each === role)
export const seesTaken = (kind: TakenKind, role: StaffRole): boolean =>
  TAKEN[kind].read.some((each) => each === role)

const kind = z.enum(Object.keys(TAKEN) as [TakenKind, ...TakenKind[]], { error: 'field_is_invalid' })
const item = z.object({
  kind,
  object_id: id,
  by: person,
  taken_at: z.iso.datetime(),
  until: z.iso.datetime().describe('15 minutes after the last activity'),
})

export const takenCalls = {
  list: endpoint('GET backoffice/taken', {
    summary: 'Items that somebody works on now, of queues that the caller reads',
    auth: 'staff',
    roles: may.everybody,
    answer: z.object({ list: z.array(item) }),
  }),
  take: endpoint('POST backoffice/taken', {
    summary: 'Take an item, or go on with it; reserves nothing, and ends 15 minutes after the last call',
    auth: 'staff',
    roles: may.decide_proposals,
    body: z.object({
      kind,
      object_id: id,
      over: z.boolean().optional().describe('although somebody else has taken it'),
    }),
    answer: item,
    refusals: ['somebody_else_has_taken_this'],
  }),
  release: endpoint('POST backoffice/taken/release', {
    summary: 'Give back an item that the caller has taken',
    auth: 'staff',
    roles: may.decide_proposals,
    body: z.object({ kind, object_id: id }),
    answer: z.object({ object_id: id }),
  }),
}
