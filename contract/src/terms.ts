// What members agree to: the terms and the privacy notice, in versions that are announced thirty days before they hold.
import { z } from 'zod'
import { AGREED_PAGES, contentPage } from './content.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'

/** Between the announcement of a version and the day it holds. */
export const TERMS_NOTICE_DAYS = 30

export const termsVersion = z.object({
  version: z.int(),
  announced_at: z.iso.datetime(),
  in_force_at: z.iso.datetime(),
})
export type TermsVersion = z.infer<typeof termsVersion>

export const agreedPage = contentPage.extend({
  version: z.int(),
  in_force_at: z.iso.datetime(),
  next: termsVersion.nullable().describe('announced, and not in force yet'),
})
export type AgreedPageAnswer = z.infer<typeof agreedPage>

export const memberTerms = z.object({
  agreed: z.array(z.object({ version: z.int(), agreed_at: z.iso.datetime() })).describe('newest first'),
  in_force: termsVersion,
  due: z.boolean().describe('what is in force has not been agreed to: nothing new is taken or placed'),
  next: termsVersion.nullable().describe('announced, and not in force yet'),
})
export type MemberTerms = z.infer<typeof memberTerms>

const number = z.int('field_is_invalid').min(1, 'field_is_invalid').max(1_000_000, 'field_is_invalid')

export const termsCalls = {
  terms: endpoint('GET terms', { summary: 'The terms in force', auth: 'none', answer: agreedPage }),
  privacyNotice: endpoint('GET privacy-notice', {
    summary: 'The privacy notice in force',
    auth: 'none',
    answer: agreedPage,
  }),
  version: endpoint('GET terms/:version/:name', {
    summary: 'A text of a version: of an announced one before it holds, of an earlier one after',
    auth: 'none',
    params: z.object({
      version: z.coerce.number().pipe(number),
      name: z.enum(AGREED_PAGES, { error: 'field_is_invalid' }),
    }),
    answer: agreedPage,
    refusals: ['terms_version_is_unknown'],
  }),
  agreed: endpoint('GET account/terms', {
    summary: 'Which versions the member agreed to and when, and what is asked for',
    answer: memberTerms,
  }),
  agree: endpoint('POST account/terms', {
    summary: 'Agree to a version, in force or announced',
    body: z.object({ user_id: id, version: number }),
    answer: memberTerms,
    refusals: ['terms_version_is_unknown'],
  }),
}
