import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money, forEachLocale } from './fields.ts'
import { id } from './ids.ts'

const text = z.object({ value: z.string().nullable() })

const priceLimit = z.object({
  price: money.describe('highest for one verified visit'),
  order: money.nullable().describe('highest reward of one order, price × visits; null: no limit'),
})

export const settings = z.object({
  site_title: text,
  link_support: text,
  link_deposit: text,
  currency: z.object({ value: z.enum(['USD', 'EURO']) }),
  banner_video: text,
  banner_poster: text,
  min_withdrawal: text,
  least_counted_award: text.describe('an order with a lower award counts towards no level'),
  time_zone: text,
  campaign_limits: z
    .object({
      value: z.object({
        page: priceLimit,
        beacon: priceLimit,
        postback: priceLimit,
      }),
    })
    .describe('what a visit may cost depends on how it is verified'),
  demo: z.object({
    value: z.boolean(),
    bank: z.boolean().describe('the demo’s bank books at a tap; never beside a real bank connection'),
  }),
})
export type Settings = z.infer<typeof settings>

export const contentPage = z.object({
  content: z.string().describe('sanitised HTML in the language asked for'),
  updated_at: z.iso.datetime(),
})

const page = <const Path extends string>(path: Path, summary: string) =>
  endpoint(`GET ${path}`, { summary, auth: 'none', answer: contentPage })

export const PAGES = [
  'company-profile',
  'development-cooperation',
  'foundation-rules',
  'ordering-rules',
  'receive-account',
  'terms',
  'privacy-notice',
  'imprint',
] as const
export type PageName = (typeof PAGES)[number]

/** What is agreed to, and so changes by announced versions only (terms.ts). */
export const AGREED_PAGES = ['terms', 'privacy-notice'] as const satisfies readonly PageName[]
export type AgreedPage = (typeof AGREED_PAGES)[number]
export const isAgreedPage = (name: string): name is AgreedPage => AGREED_PAGES.some((each) => each === name)

export const contentCalls = {
  settings: endpoint('GET settings', {
    summary: 'Public settings of the app',
    auth: 'none',
    answer: settings,
  }),
  popup: endpoint('GET popup', {
    summary: 'The popup image for the language, if any, and those of all languages',
    auth: 'none',
    answer: forEachLocale(z.string().nullable()).extend({
      image: z.string().nullable(),
      alt: z.string().nullable().describe('what the picture says in words'),
      version: z.string().describe('`default`: the picture that came with the product'),
    }),
  }),
  companyProfile: page('company-profile', 'Company profile'),
  developmentCooperation: page('development-cooperation', 'Development cooperation'),
  foundationRules: page('foundation-rules', 'Foundation rules'),
  orderingRules: page('ordering-rules', 'Ordering rules'),
  receiveAccount: page('receive-account', 'Receiving account'),
  imprint: page('imprint', 'Who runs this deployment'),
}

/** `POST upload` responds without the usual envelope, as older clients expect: 0 and the URL, or another code. */
export const uploadAnswer = z.object({
  error_code: z.int(),
  url: z.string().optional(),
  message: z.string().optional(),
})
export const uploadForm = z.object({ user_id: id })
