import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { user } from './members.ts'

/** A code on its way to a phone. */
export const phoneCode = z.object({
  until: z.iso.datetime().describe('when the code expires'),
  again_at: z.iso.datetime().describe('from when another one can be asked for'),
  phone: z.string().describe('where it was sent'),
  code: z.string().optional().describe('in a demo only, which sends nothing and shows it on the screen'),
})
export type PhoneCode = z.infer<typeof phoneCode>

export const SEND_REFUSALS = [
  'phone_is_invalid',
  'username_or_phone_number_already_exists',
  'phone_code_was_just_sent',
  'too_many_phone_codes',
  'phone_code_could_not_be_sent',
  'phone_cannot_be_reached',
] as const

export const phoneCodeCalls = {
  send: endpoint('POST phone-codes', {
    summary:
      'Send a code to the member’s own number; it is valid for ten minutes, and an earlier one no longer',
    lockedOut: true,
    body: z.object({ user_id: id }),
    answer: phoneCode,
    limit: { hits: 60, per_seconds: 3600 },
    refusals: [...SEND_REFUSALS, 'phone_is_already_confirmed', 'phone_codes_are_not_available'],
  }),
  confirm: endpoint('POST phone-codes/confirm', {
    summary:
      'Confirm the number that the latest code was sent to, the new one after `POST phone`; five tries a code',
    lockedOut: true,
    body: z.object({
      user_id: id,
      code: z.string({ error: 'phone_code_is_incorrect' }).max(40, 'phone_code_is_incorrect'),
    }),
    answer: user,
    limit: { hits: 120, per_seconds: 3600 },
    refusals: [
      'phone_code_is_incorrect',
      'phone_code_has_expired',
      'username_or_phone_number_already_exists',
    ],
  }),
}
