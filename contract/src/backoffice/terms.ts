// Versions of the terms and the privacy notice. Their texts are edited as content pages; a version publishes what they say by
// then, at least thirty days ahead.
import { z } from 'zod'
import { AGREED_PAGES } from '../content.ts'
import { endpoint } from '../endpoint.ts'
import { locale } from '../fields.ts'
import { id } from '../ids.ts'
import { reason } from './approvals.ts'
import { may } from './roles.ts'

export const TERMS_PROPOSAL = 'terms_announcement'

export const adminTerms = z.object({
  list: z
    .array(
      z.object({
        version: z.int(),
        announced_at: z.iso.datetime(),
        in_force_at: z.iso.datetime(),
        agreed: z.int().describe('open accounts that have agreed to it'),
      }),
    )
    .describe('newest first'),
  changed: z
    .array(z.object({ name: z.enum(AGREED_PAGES), locale }))
    .describe('pages that say something else than the last version: what a new one would announce'),
  earliest_day: z.iso.date().describe('the first day that is possible for a new one'),
})
export type AdminTerms = z.infer<typeof adminTerms>

export const adminTermsCalls = {
  list: endpoint('GET backoffice/terms', {
    auth: 'staff',
    roles: may.read_pages,
    summary: 'Versions of the terms and the privacy notice, and what a new one would change',
    answer: adminTerms,
  }),
  announce: endpoint('POST backoffice/terms', {
    auth: 'staff',
    roles: may.change_content,
    summary:
      'Propose a new version with what the two pages say now; approved, it is announced to all members, and holds from that day',
    body: z.object({
      in_force_on: z.iso
        .date('field_is_invalid')
        .describe('begins at midnight of the site’s time zone, at least 30 days after the approval'),
      reason,
    }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'terms_come_too_soon',
      'terms_come_before_the_last',
      'nothing_would_change',
      'reason_is_required',
    ],
  }),
}
