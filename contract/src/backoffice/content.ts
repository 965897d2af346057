// Content managed by operators: pages, popups and the banner, per language, versioned. HTML is sanitised by the server;
// films and pictures are uploaded files, or bundled with the product.
import { z } from 'zod'
import { type PageName, PAGES } from '../content.ts'
import { endpoint } from '../endpoint.ts'
import { forEachLocale, locale } from '../fields.ts'
import { id } from '../ids.ts'
import { LOCALES } from '../locales.ts'
import { reason } from './approvals.ts'
import { may } from './roles.ts'
import { changeResult, expected, historyOf, VERSION_REFUSALS, versionNumber } from './versions.ts'

const INVALID = 'field_is_invalid'
const read = { auth: 'staff', roles: may.read_content } as const
const change = { auth: 'staff', roles: may.change_content } as const
const readPages = { auth: 'staff', roles: may.read_pages } as const
const version = z.int().describe('the last one kept, 0 for none')
const changed = { expected, reason }
const restored = z.object({ number: versionNumber, ...changed })
const RESTORE_REFUSALS = [...VERSION_REFUSALS, 'version_is_unknown'] as const

/** Characters; a page is sent as JSON of at most 64 KB. */
export const MAX_PAGE_LENGTH = 15_000

// Pages -----------------------------------------------------------------------------------------------------------------

const html = z.string({ error: INVALID }).max(MAX_PAGE_LENGTH, 'field_is_too_long')
const ofPage = z.object({ name: z.enum(PAGES, { error: INVALID }), locale })
const dropped = z.array(z.string()).describe('what the sanitiser took out, such as `script` or `a[onclick]`')

export const pageContent = z.object({
  html: html.nullable().describe('null: the text that came with the product'),
})
export type PageContent = z.infer<typeof pageContent>

export const adminPage = z.object({
  name: z.enum(PAGES),
  locale,
  version,
  html: z.string().describe('as members are shown it'),
  own: z.boolean().describe('false: the text that came with the product'),
  dropped,
})
export type AdminPage = z.infer<typeof adminPage>

/** Says where money goes: proposed and approved by owners, as the setting is, and never together with other pages. */
export const RECEIVING_PAGE: PageName = 'receive-account'
export const RECEIVING_PAGE_PROPOSAL = 'money_page_change'
export const PAGES_PROPOSAL = 'page_change'
export const POPUP_PROPOSAL = 'popup_change'
export const BANNER_PROPOSAL = 'banner_change'
const MAX_PAGES = PAGES.length * LOCALES.length

/** The page after the call: for a proposal the unchanged page, with what was sanitised out of the proposed text. */
const changedPage = adminPage.extend(changeResult.shape)

export const adminPageCalls = {
  list: endpoint('GET backoffice/pages', {
    ...readPages,
    summary:
      'Every content page in every language: whether it is the text that came with the product, and its version',
    answer: z.object({
      list: z.array(
        z.object({
          name: z.enum(PAGES),
          locale,
          version,
          own: z.boolean(),
          changed_at: z.iso.datetime().nullable(),
        }),
      ),
    }),
  }),
  one: endpoint('GET backoffice/pages/:name/:locale', {
    ...readPages,
    summary: 'A content page in a language',
    params: ofPage,
    answer: adminPage,
  }),
  check: endpoint('POST backoffice/pages/check', {
    ...change,
    summary: 'Preview of sanitising a text: what is kept and what is removed; nothing is stored',
    body: z.object({ html }),
    answer: z.object({ html: z.string(), dropped }),
    limit: { hits: 600, per_seconds: 300 },
  }),
  propose: endpoint('POST backoffice/pages', {
    ...change,
    summary:
      'Propose texts of several pages and languages at once; another operator approves all of them, or none',
    body: z.object({
      pages: z
        .array(ofPage.extend({ html, expected }), { error: INVALID })
        .min(1, 'field_is_required')
        .max(MAX_PAGES, INVALID),
      reason,
    }),
    answer: z.object({ proposal_id: id }),
    refusals: [...VERSION_REFUSALS, 'page_is_empty', 'receiving_page_is_proposed_alone'],
  }),
  change: endpoint('POST backoffice/pages/:name/:locale', {
    ...change,
    summary:
      'Propose a text of a content page in a language to another operator; going back to the text that came with the product, or to the last approved one, is made at once',
    params: ofPage,
    body: pageContent.extend(changed),
    answer: changedPage,
    refusals: [...VERSION_REFUSALS, 'page_is_empty'],
  }),
  history: historyOf('backoffice/pages/:name/:locale/versions', 'Versions of a content page', {
    roles: may.read_pages,
    params: ofPage,
    content: pageContent,
  }),
  restore: endpoint('POST backoffice/pages/:name/:locale/restore', {
    ...change,
    summary:
      'Restore an older version of a content page: the last approved one at once, others by a proposal',
    params: ofPage,
    body: restored,
    answer: changedPage,
    refusals: RESTORE_REFUSALS,
  }),
}

// Popups ----------------------------------------------------------------------------------------------------------------

const file = (endings: string) =>
  z
    .string({ error: INVALID })
    .regex(new RegExp(`^/files/[0-9a-f]{32}\\.(${endings})$`), 'file_is_no_longer_here')
const ofPopup = z.object({ locale })

export const popupContent = z.object({
  is_on: z.boolean(INVALID),
  image: file('webp').nullable().describe('null: the picture that came with the product'),
  alt: z
    .string(INVALID)
    .trim()
    .min(1, INVALID)
    .max(200, 'field_is_too_long')
    .nullable()
    .describe('what the picture says, for who cannot see it; not for the one that came with the product'),
})
export type PopupContent = z.infer<typeof popupContent>

export const adminPopup = popupContent.extend({
  locale,
  version,
  shown: z.string().describe('the picture’s address, whether it is on or not'),
})
export type AdminPopup = z.infer<typeof adminPopup>

/** The popup after the call: for a proposal the unchanged one. */
const changedPopup = adminPopup.extend(changeResult.shape)

export const adminPopupCalls = {
  list: endpoint('GET backoffice/popups', {
    ...read,
    summary: 'The popup of every language',
    answer: z.object({ list: z.array(adminPopup) }),
  }),
  change: endpoint('POST backoffice/popups/:locale', {
    ...change,
    summary:
      'Propose a popup of a language to another operator; an uploaded picture needs a text. Turning it off is made at once',
    params: ofPopup,
    body: popupContent.extend(changed),
    answer: changedPopup,
    refusals: [...VERSION_REFUSALS, 'file_is_no_longer_here', 'field_is_required'],
  }),
  history: historyOf('backoffice/popups/:locale/versions', 'Versions of a popup', {
    roles: may.read_content,
    params: ofPopup,
    content: popupContent,
  }),
  restore: endpoint('POST backoffice/popups/:locale/restore', {
    ...change,
    summary: 'Restore an older version of a popup',
    params: ofPopup,
    body: restored,
    answer: changedPopup,
    refusals: RESTORE_REFUSALS,
  }),
}

// The banner ------------------------------------------------------------------------------------------------------------

export const OWN_FILM = '/media/banner.mp4'
export const OWN_POSTER = '/media/banner-poster.webp'

/** An uploaded file, or a bundled one. */
const media = (endings: string) =>
  z
    .string({ error: INVALID })
    .max(200, INVALID)
    .regex(new RegExp(`^/(files/[0-9a-f]{32}|media/[a-z0-9][a-z0-9-]*)\\.(${endings})$`), 'film_is_unknown')

export interface Cue {
  /** Seconds from the start of the film. */
  readonly from: number
  readonly to: number
  readonly text: string
}

const TIME = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const TIMES = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}$`)
const MAX_CUES = 60
const MAX_CUE_LENGTH = 200
const MAX_NAME_LENGTH = 60

/**
 * Cues of a WebVTT text (W3C WebVTT, 4.1), or undefined if it is invalid. Only the subset that the banner displays: plain
 * text without markup or settings, at most 60 cues of 200 characters, in order.
 */
export function cuesOf(vtt: string): Cue[] | undefined {
  const [head, ...blocks] = vtt
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
  if (head !== 'WEBVTT' || blocks.length === 0 || blocks.length > MAX_CUES) return undefined
  const cues = blocks.map(cueOf)
  const whole = cues.every((cue, at) => cue !== undefined && cue.from >= (cues[at - 1]?.from ?? 0))
  return whole ? (cues as Cue[]) : undefined
}

/** Rejects anything that could be markup, another kind of block or a control character, anywhere in a block. */
const NOT_PLAIN = /[<>&]|[^\P{Cc}\t\n]/u
const OTHER_BLOCK = /^(NOTE|STYLE|REGION)\b/

function cueOf(block: string): Cue | undefined {
  const lines = block.split('\n')
  const name = TIMES.test(lines[0]!) ? '' : lines.shift()!
  const times = TIMES.exec(lines.shift() ?? '')
  const text = lines.join('\n')
  if (name.length > MAX_NAME_LENGTH || OTHER_BLOCK.test(name) || NOT_PLAIN.test(name)) return undefined
  if (times === null || text.trim() === '' || text.length > MAX_CUE_LENGTH || NOT_PLAIN.test(text))
    return undefined
  const [, h1, m1, s1, ms1, h2, m2, s2, ms2] = times.map((part) => Number(part ?? 0))
  const from = h1! * 3600 + m1! * 60 + s1! + ms1! / 1000
  const to = h2! * 3600 + m2! * 60 + s2! + ms2! / 1000
  return to > from ? { from, to, text } : undefined
}

const vtt = z
  .string({ error: INVALID })
  .trim()
  .max(6000, 'field_is_too_long')
  .refine((text) => cuesOf(text) !== undefined, 'captions_are_not_readable')
  .optional()

export const bannerContent = z.object({
  film: media('mp4|webm'),
  poster: media('webp'),
  captions: forEachLocale(vtt).describe(
    'WebVTT by language; of the product’s own film none, for it has its own',
  ),
})
export type BannerContent = z.infer<typeof bannerContent>

export const adminBanner = bannerContent.extend({ version })
export type AdminBanner = z.infer<typeof adminBanner>

const changedBanner = adminBanner.extend(changeResult.shape)

export const adminBannerCalls = {
  one: endpoint('GET backoffice/banner', {
    ...read,
    summary: 'The film of the home screen, its poster, and its captions',
    answer: adminBanner,
  }),
  change: endpoint('POST backoffice/banner', {
    ...change,
    summary: 'Propose a banner to another operator; going back to the product’s own is made at once',
    body: bannerContent.extend(changed),
    answer: changedBanner,
    refusals: [...VERSION_REFUSALS, 'file_is_no_longer_here', 'film_is_unknown', 'captions_are_not_readable'],
  }),
  history: historyOf('backoffice/banner/versions', 'Versions of the banner', {
    roles: may.read_content,
    params: z.object({}),
    content: bannerContent,
  }),
  restore: endpoint('POST backoffice/banner/restore', {
    ...change,
    summary: 'Restore an older version of the banner',
    body: restored,
    answer: changedBanner,
    refusals: RESTORE_REFUSALS,
  }),
}

// Files -----------------------------------------------------------------------------------------------------------------

export const FILE_KINDS = ['popup', 'poster', 'film'] as const
export type FileKind = (typeof FILE_KINDS)[number]
export const MAX_FILM_BYTES = 20 * 1024 * 1024

export const adminFileCalls = {
  upload: endpoint('POST backoffice/files', {
    ...change,
    summary:
      'Upload a picture, which is re-encoded, or a video: multipart with `file`. An upload that nothing refers to is deleted after a day',
    query: z.object({ kind: z.enum(FILE_KINDS, { error: INVALID }) }),
    answer: z.object({ url: z.string() }),
    limit: { hits: 60, per_seconds: 3600 },
    refusals: [
      'file_is_required',
      'file_is_empty',
      'file_is_too_large',
      'file_is_not_an_image',
      'film_is_too_large',
      'film_is_not_readable',
      'service_is_busy',
    ],
  }),
}
