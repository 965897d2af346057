// Who works on which item of a queue at the moment.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../ids.ts'
import { person } from './approvals.ts'
import { may } from './roles.ts'

export const TAKEN_KINDS = [
  'approval',
  'bank_line',
  'bank_statement',
  'campaign',
  'card_event',
  'objection',
  'order',
  'payout_batch',
  'withdrawal',
] as const
export type TakenKind = (typeof TAKEN_KINDS)[number]

const kind = z.enum(TAKEN_KINDS, { error: 'field_is_invalid' })
const item = z.object({
  kind,
  object_id: id,
  by: person,
  taken_at: z.iso.datetime(),
  until: z.iso.datetime().describe('15 minutes after the last activity'),
})

export const takenCalls = {
  list: endpoint('GET backoffice/taken', {
    summary: 'Items of queues that somebody works on now',
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
