// Tracked links: why a visit was not counted, and a campaign's results for its placer.
import { z } from 'zod'
import { CAMPAIGN_LIMITS } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { money, locale } from './fields.ts'
import { id } from './ids.ts'

/** Reason codes, in the order of the rules; `review` is a later refusal by an operator. */
export const VISIT_REASONS = [
  'not_continued',
  'not_a_page_view',
  'prefetch',
  'preview',
  'bot',
  'scanner',
  'link_not_active',
  'token_invalid',
  'token_used',
  'too_fast',
  'too_late',
  'own_visit',
  'own_network',
  'repeated',
  'address_pace',
  'network_pace',
  'order_pace',
  'carrier_pace',
  'campaign_pace',
  'order_complete',
  'not_confirmed',
  'review',
] as const
export type VisitReason = (typeof VISIT_REASONS)[number]

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

/** From the hour of `from` (inclusive) to the hour of `to` (exclusive), in UTC hours. */
export const resultsPeriod = z.object({ from: instant.optional(), to: instant.optional() })

const figures = { verified: z.int(), refused: z.int() }

export const campaignResults = z.object({
  campaign_id: id,
  rules: z
    .int()
    .describe('the set of rules that new orders are judged by; a running order keeps that of its offer'),
  spend: z
    .object({ rewards: money, bonuses: money, total: money })
    .describe('claimed by carriers so far, whatever the period'),
  totals: z.object({ visits: z.int(), ...figures }),
  refused: z
    .array(z.object({ reason: z.enum(VISIT_REASONS), count: z.int() }))
    .describe('the most frequent first'),
  hours: z
    .array(z.object({ hour: z.iso.datetime(), ...figures }))
    .describe('the last 48 hours of the period, each of them, oldest first'),
  days: z
    .array(z.object({ day: z.iso.date(), ...figures }))
    .describe('days of the site’s time zone that had visits, oldest first'),
  languages: z.array(
    z.object({ locale: locale.nullable().describe('of the page served; null: not known'), ...figures }),
  ),
  conversions: z
    .object({ clicks: z.int(), postbacks: z.int() })
    .nullable()
    .describe(
      'visits that passed every rule, and those the advertiser’s server confirmed, whatever the period; null where it confirms none',
    ),
})
export type CampaignResults = z.infer<typeof campaignResults>

const MAX_URL_LENGTH = CAMPAIGN_LIMITS.landing_url_characters
const shown = z.string({ error: 'field_is_invalid' }).max(MAX_URL_LENGTH, 'field_is_too_long')

export const trackingCalls = {
  results: endpoint('GET campaigns/:campaign_id/results', {
    summary:
      'What a campaign’s visits came to; `GET campaigns/{id}/visits.csv` of the same period is the list of them',
    params: z.object({ campaign_id: id }),
    query: resultsPeriod,
    answer: campaignResults,
    refusals: ['campaign_is_unknown'],
  }),
  preview: endpoint('POST campaigns/preview', {
    summary: 'Preview of the page that visitors would see, before the campaign is placed; nothing is stored',
    body: z.object({
      brand: shown,
      tagline: z.partialRecord(locale, shown, { error: 'field_is_invalid' }),
      creative: shown.describe('URL that uploading it answered; empty: none'),
      landing_url: shown,
      locale: locale.describe('of the visitor'),
    }),
    answer: z.object({ html: z.string().describe('the whole page; its button leads nowhere') }),
    limit: { hits: 600, per_seconds: 3600 },
    refusals: ['field_is_too_long', 'landing_url_is_invalid'],
  }),
}
