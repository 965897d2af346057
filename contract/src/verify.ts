// "Is this you?": whether a mail or push message is from us, by the code it carries.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NOTICE_CHANNELS, NOTICE_GROUPS } from './notices.ts'

/** Crockford's base 32: no I, L, O or U. */
export const MESSAGE_CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 bits. */
export const MESSAGE_CODE_LENGTH = 8
const MAX_PASTED_LENGTH = 500

/** What a mail or push message was about: the group of its notice, or a mail that is no notice. */
export const MESSAGE_SUBJECTS = [
  ...NOTICE_GROUPS,
  'new_password',
  'email_confirmation',
  'former_email',
  'recovery_code',
  'invoices',
] as const
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number]

const WHOLE = new RegExp(`^[${MESSAGE_CODE_SYMBOLS}]{${MESSAGE_CODE_LENGTH}}$`)
/** As it is written in a message, wherever it stands in what was pasted. */
const INSIDE = /(?<![0-9A-Z])([0-9A-Z]{4})\p{Pd}([0-9A-Z]{4})(?![0-9A-Z])/u

/**
 * The code in what was typed or pasted, as eight symbols: case, spaces, hyphens, full-width characters and the look-alikes
 * of Crockford's alphabet (O, I, L) make no difference, nor does the sentence around it. Undefined if there is none.
 */
export function readMessageCode(pasted: string): string | undefined {
  const text = pasted.normalize('NFKC').toUpperCase()
  const whole = readSymbols(text.replaceAll(/[^\p{L}\p{N}]|ー/gu, ''))
  if (whole !== undefined) return whole
  const [, first = '', second = ''] = INSIDE.exec(text) ?? []
  return readSymbols(first + second)
}

function readSymbols(text: string): string | undefined {
  const symbols = text.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return WHOLE.test(symbols) ? symbols : undefined
}

export const verifyCalls = {
  message: endpoint('POST support/verify', {
    summary:
      'Whether a mail or push message of the last 90 days is from us, by the code in it; with a session, whether it was written to this member',
    auth: 'optional',
    body: z.object({
      code: z
        .string({ error: 'message_code_is_required' })
        .max(MAX_PASTED_LENGTH, 'message_code_is_required')
        .trim()
        .min(1, 'message_code_is_required')
        .describe('in any writing: case, spaces and hyphens make no difference')
        .meta({ examples: ['K7QF-9M2X'] }),
    }),
    answer: z.object({
      verdict: z
        .enum(['from_us', 'not_from_us', 'not_to_you'])
        .describe('not_to_you: from us, but written to somebody else than the member who is signed in'),
      message: z
        .object({
          username: z.string().describe('masked: to whom it was written'),
          channel: z.enum(NOTICE_CHANNELS),
          sent_at: z.iso.datetime(),
          subject: z.enum(MESSAGE_SUBJECTS).describe('what it is about'),
        })
        .nullable()
        .describe('null unless from_us'),
    }),
    limit: { hits: 20, per_seconds: 3600, by: 'address' },
    refusals: ['message_code_is_required'],
  }),
}
