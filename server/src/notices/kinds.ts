// The kinds of notice and their parameters; the texts are `notice_<kind>_title` and `_text` in ../texts/.
import { DEFAULT_LOCALE, type Locale } from '@fairturn/contract/locales'
import { parseMoney } from '@fairturn/contract/minor-units'
import type { NoticeGroup } from '@fairturn/contract/notices'
import { unbroken } from '@fairturn/contract/unbroken'
import { levelNameText, noticeText } from '../platform/texts/notices.ts'
import { reasonText } from '../platform/texts/reasons.ts'
import { type Currency, formatInstantText, formatMoneyText, offsetText } from './formats.ts'

/**
 * `sentence` is a stored reason and gets its own full stop, `money` is a wire string, `instant` ISO 8601; `said` is stored with the broadcast,
 * by language.
 */
type Word = 'text' | 'sentence' | 'money' | 'instant' | 'level' | 'verbatim'

/** Each kind with its group, by which members choose channels, and its parameters. */
export const NOTICES = {
  welcome: ['announcements', {}],
  order_success: ['orders', { brand: 'text', award: 'money' }],
  order_expired: ['orders', { brand: 'text' }],
  order_review: ['orders', { brand: 'text' }],
  order_review_refused: ['orders', { brand: 'text', reason: 'sentence' }],
  objection_upheld: ['orders', { brand: 'text', added: 'money' }],
  objection_refused: ['orders', { brand: 'text', reason: 'sentence' }],
  award: ['awards', { brand: 'text', award: 'money' }],
  award_automatic: ['awards', { brand: 'text', award: 'money' }],
  level_bought: ['levels', { level: 'level', fee: 'money', until: 'instant' }],
  level_earned: ['levels', { level: 'level' }],
  level_gives_less: ['levels', { level: 'level' }],
  level_refunded: ['levels', { level: 'level', at: 'instant', refunded: 'money', reference: 'text' }],
  level_refunded_after_use: [
    'levels',
    { level: 'level', at: 'instant', refunded: 'money', reference: 'text', until: 'instant' },
  ],
  password_changed: ['security', {}],
  session_reused: ['security', {}],
  one_time_codes_on: ['security', {}],
  one_time_codes_off: ['security', {}],
  recovery_codes_made: ['security', {}],
  recovery_code_used: ['security', { left: 'text' }],
  passkey_added: ['security', { name: 'text' }],
  passkey_removed: ['security', { name: 'text' }],
  email_changed: ['security', { email: 'text' }],
  email_removed: ['security', {}],
  phone_changed: ['security', { phone: 'text' }],
  locked_for_conduct: ['security', { reason: 'sentence' }],
  locked_for_security: ['security', { reason: 'sentence' }],
  unlocked: ['security', {}],
  security_lock_ended: ['security', {}],
  security_lock_confirmed: ['security', { until: 'instant' }],
  bank_put_back: ['security', { account: 'text' }],
  bank_removed: ['security', {}],
  address_changed: ['security', {}],
  level_fee_returned: ['levels', { level: 'level', refunded: 'money' }],
  campaign_approved: ['campaigns', { brand: 'text' }],
  campaign_paused: ['campaigns', { brand: 'text', reason: 'sentence' }],
  campaign_resumed: ['campaigns', { brand: 'text' }],
  campaign_taken_down: ['campaigns', { brand: 'text', reason: 'sentence' }],
  campaign_pause_lifted: ['campaigns', { brand: 'text' }],
  campaign_cancelled: ['campaigns', { brand: 'text', refunded: 'money' }],
  campaign_finished: ['campaigns', { brand: 'text', refunded: 'money' }],
  campaign_refunded: ['campaigns', { brand: 'text', refunded: 'money', reason: 'sentence' }],
  refund_granted: ['support', { refunded: 'money', reason: 'sentence' }],
  campaign_rejected: ['campaigns', { brand: 'text', reason: 'sentence', refunded: 'money' }],
  campaign_paid_by_transfer: ['campaigns', { brand: 'text', amount: 'money', reference: 'text' }],
  campaign_not_paid_by_transfer: ['campaigns', { brand: 'text', reference: 'text', reason: 'sentence' }],
  conversation_answered: ['support', {}],
  conversation_closed: ['support', { until: 'instant' }],
  due_time_moved: ['support', { until: 'instant', reason: 'sentence' }],
  complaint_upheld: ['support', {}],
  complaint_not_upheld: ['support', {}],
  complaint_ended_by_time: ['support', {}],
  deposit_credited: ['deposits', { amount: 'money', reference: 'text' }],
  deposit_expired: ['deposits', { reference: 'text' }],
  deposit_reversed: ['deposits', { amount: 'money', reference: 'text' }],
  card_dispute_opened: ['deposits', { amount: 'money', reference: 'text' }],
  card_dispute_won: ['deposits', { amount: 'money', reference: 'text' }],
  card_dispute_lost: ['deposits', { amount: 'money', reference: 'text' }],
  card_refund_needs_an_account: ['withdrawals', { amount: 'money', reference: 'text' }],
  deposit_refused: ['deposits', { reference: 'text', reason: 'sentence' }],
  withdrawal_requested: ['withdrawals', { amount: 'money', account: 'text' }],
  withdrawal_approved: ['withdrawals', { amount: 'money', account: 'text' }],
  withdrawal_sent: ['withdrawals', { amount: 'money', account: 'text', reference: 'text' }],
  withdrawal_paid: ['withdrawals', { amount: 'money', account: 'text', reference: 'text' }],
  withdrawal_returned: ['withdrawals', { amount: 'money', reason: 'sentence', reference: 'text' }],
  withdrawal_not_booked: ['withdrawals', { amount: 'money', account: 'text', reference: 'text' }],
  withdrawal_not_returned: ['withdrawals', { amount: 'money', reference: 'text' }],
  withdrawal_refused: ['withdrawals', { amount: 'money', reason: 'sentence', reference: 'text' }],
  bank_added: ['security', { account: 'text' }],
  bank_changed: ['security', { account: 'text', until: 'instant' }],
  terms_announced: ['announcements', { from: 'text' }],
  broadcast: ['announcements', { title: 'verbatim', text: 'verbatim' }],
} as const satisfies Record<string, readonly [NoticeGroup, Record<string, Word>]>

export type NoticeKind = keyof typeof NOTICES
export type NoticeParams<Kind extends NoticeKind> = Kind extends 'broadcast'
  ? Readonly<Record<string, never>>
  : Readonly<Record<keyof (typeof NOTICES)[Kind][1], string>>
/** As stored; a broadcast's texts are read from its own row. */
export type KeptParams = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The deployment's formats. */
export interface NoticeStyle {
  readonly currency: Currency
  /** IANA name of the site's own, which is named beside what it is used for. */
  readonly time_zone: string
  /** The reader's, if known: instants are written as the reader's clock shows them. */
  readonly readerZone?: string | undefined
}

export const groupOf = (kind: NoticeKind): NoticeGroup => NOTICES[kind][0]
const wordsOf = (kind: NoticeKind): [string, Word][] => Object.entries(NOTICES[kind][1])

/** Throws if a parameter is missing or malformed: a stored notice must remain readable. */
export function checkParams(kind: NoticeKind, params: Readonly<Record<string, string>>): void {
  for (const [name, word] of wordsOf(kind).filter(([, word]) => word !== 'verbatim')) {
    const value = params[name]
    if (value === undefined) throw new RangeError(`a notice ${kind} needs ${name}`)
    if (word === 'money') parseMoney(value)
    if (word === 'instant' && Number.isNaN(Date.parse(value)))
      throw new RangeError(`${name} of a notice ${kind} is not an instant: ${value}`)
  }
}

/** Title and text in the reader's language, with money in the site's format and instants in the reader's zone or else the site's, named. */
export function renderNotice(
  kind: NoticeKind,
  params: KeptParams,
  locale: Locale,
  style: NoticeStyle,
): { title: string; text: string } {
  const shown = Object.fromEntries(
    wordsOf(kind).map(([name, word]) => [name, show(word, wordIn(params, name, locale), locale, style)]),
  )
  return {
    title: noticeText(`notice_${kind}_title`, locale, shown),
    text: noticeText(`notice_${kind}_text`, locale, shown).trimEnd(),
  }
}

/** Texts in several languages fall back to Vietnamese. */
function wordIn(params: KeptParams, name: string, locale: Locale): string {
  const kept = params[name]
  if (kept !== undefined) return typeof kept === 'string' ? kept : ''
  const text = params[locale] ?? params[DEFAULT_LOCALE]
  return (typeof text === 'object' ? text[name] : undefined) ?? ''
}

const NO_SPACE_BETWEEN_SENTENCES: ReadonlySet<Locale> = new Set(['jp', 'cn'])

/**
 * With the full stop of the language. Japanese and Chinese texts have no space between sentences, so one that ends in a
 * narrow stop, as an operator may write it, brings its own.
 */
function asSentence(text: string, locale: Locale): string {
  const stops = /\p{Sentence_Terminal}$/u.test(text)
  if (!NO_SPACE_BETWEEN_SENTENCES.has(locale)) return stops ? text : `${text}.`
  if (!stops) return `${text}。`
  return /[.!?]$/.test(text) ? `${text} ` : text
}

const instantFor = ({ time_zone, readerZone }: NoticeStyle, value: string): string =>
  readerZone === undefined
    ? `${unbroken(formatInstantText(value, time_zone))}\u00a0(${offsetText(value, time_zone)})`
    : unbroken(formatInstantText(value, readerZone))

function show(word: Word, value: string, locale: Locale, style: NoticeStyle): string {
  if (word === 'level') return levelNameText(value, locale)
  if (word === 'money') return formatMoneyText(value, style.currency)
  if (word === 'instant') return instantFor(style, value)
  if (word === 'sentence') return asSentence(reasonText(value, locale), locale)
  return word === 'text' ? unbroken(value) : value
}
