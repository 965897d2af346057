// The kinds of notice and their parameters; its texts are `notice_<kind>_title` and `_text` in
// ../texts/.
import { DEFAULT_LOCALE, type Locale } from '@fairturn/contract/locales'
import { parseMoney } from '@fairturn/contract/money'
import type { NoticeGroup } from '@fairturn/contract/notices'
import { levelNameText, noticeText } from '../texts/notices.ts'
import { type Currency, formatInstantText, formatMoneyText } from './formats.ts'

/**
 * `text` is shown as it is, `sentence` with its own full stop, `money` is a wire string, `instant` ISO
 * 8601; `said` is stored with the broadcast, by language.
 */
type Word = 'text' | 'sentence' | 'money' | 'instant' | 'level' | 'said'

export const NOTICE_WORDS = {
  welcome: {},
  order_success: { brand: 'text', award: 'money' },
  order_expired: { brand: 'text' },
  order_review: { brand: 'text' },
  order_review_refused: { brand: 'text', reason: 'sentence' },
  objection_upheld: { brand: 'text', added: 'money' },
  objection_refused: { brand: 'text', reason: 'sentence' },
  award: { brand: 'text', award: 'money' },
  award_automatic: { brand: 'text', award: 'money' },
  level_bought: { level: 'level', fee: 'money', until: 'instant' },
  level_earned: { level: 'level' },
  level_gives_less: { level: 'level' },
  level_refunded: { level: 'level', at: 'instant', refunded: 'money', reference: 'text' },
  password_changed: {},
  session_reused: {},
  one_time_codes_on: {},
  one_time_codes_off: {},
  recovery_codes_made: {},
  recovery_code_used: { left: 'text' },
  passkey_added: { name: 'text' },
  passkey_removed: { name: 'text' },
  email_changed: { email: 'text' },
  email_removed: {},
  phone_changed: { phone: 'text' },
  locked_for_conduct: { reason: 'sentence' },
  locked_for_security: { reason: 'sentence' },
  unlocked: {},
  security_lock_ended: {},
  security_lock_confirmed: { until: 'instant' },
  bank_put_back: { account: 'text' },
  bank_removed: {},
  level_fee_returned: { level: 'level', refunded: 'money' },
  campaign_approved: { brand: 'text' },
  campaign_paused: { brand: 'text', reason: 'sentence' },
  campaign_resumed: { brand: 'text' },
  campaign_taken_down: { brand: 'text', reason: 'sentence' },
  campaign_pause_lifted: { brand: 'text' },
  campaign_cancelled: { brand: 'text', refunded: 'money' },
  campaign_finished: { brand: 'text', refunded: 'money' },
  campaign_rejected: { brand: 'text', reason: 'sentence', refunded: 'money' },
  deposit_credited: { amount: 'money', reference: 'text' },
  deposit_expired: { reference: 'text' },
  deposit_refused: { reference: 'text', reason: 'sentence' },
  withdrawal_requested: { amount: 'money', account: 'text' },
  withdrawal_approved: { amount: 'money', account: 'text' },
  withdrawal_sent: { amount: 'money', account: 'text', reference: 'text' },
  withdrawal_paid: { amount: 'money', account: 'text' },
  withdrawal_returned: { amount: 'money', reason: 'sentence' },
  withdrawal_refused: { amount: 'money', reason: 'sentence' },
  bank_added: { account: 'text' },
  bank_changed: { account: 'text', until: 'instant' },
  broadcast: { title: 'said', text: 'said' },
} as const satisfies Record<string, Record<string, Word>>

export type NoticeKind = keyof typeof NOTICE_WORDS
export type NoticeParams<Kind extends NoticeKind> = Kind extends 'broadcast'
  ? Readonly<Record<string, never>>
  : Readonly<Record<keyof (typeof NOTICE_WORDS)[Kind], string>>
/** As stored; a broadcast's are read from its own row. */
export type KeptParams = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The groups members choose by. A kind without a group does not compile. */
export const GROUP_OF = {
  welcome: 'announcements',
  broadcast: 'announcements',
  order_success: 'orders',
  order_expired: 'orders',
  order_review: 'orders',
  order_review_refused: 'orders',
  objection_upheld: 'orders',
  objection_refused: 'orders',
  award: 'awards',
  award_automatic: 'awards',
  level_bought: 'levels',
  level_earned: 'levels',
  level_gives_less: 'levels',
  level_refunded: 'levels',
  level_fee_returned: 'levels',
  password_changed: 'security',
  session_reused: 'security',
  one_time_codes_on: 'security',
  one_time_codes_off: 'security',
  recovery_codes_made: 'security',
  recovery_code_used: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  email_changed: 'security',
  email_removed: 'security',
  phone_changed: 'security',
  locked_for_conduct: 'security',
  locked_for_security: 'security',
  unlocked: 'security',
  security_lock_ended: 'security',
  security_lock_confirmed: 'security',
  bank_put_back: 'security',
  bank_removed: 'security',
  bank_added: 'security',
  bank_changed: 'security',
  campaign_approved: 'campaigns',
  campaign_paused: 'campaigns',
  campaign_resumed: 'campaigns',
  campaign_taken_down: 'campaigns',
  campaign_pause_lifted: 'campaigns',
  campaign_cancelled: 'campaigns',
  campaign_finished: 'campaigns',
  campaign_rejected: 'campaigns',
  deposit_credited: 'deposits',
  deposit_expired: 'deposits',
  deposit_refused: 'deposits',
  withdrawal_requested: 'withdrawals',
  withdrawal_approved: 'withdrawals',
  withdrawal_sent: 'withdrawals',
  withdrawal_paid: 'withdrawals',
  withdrawal_returned: 'withdrawals',
  withdrawal_refused: 'withdrawals',
} as const satisfies Record<NoticeKind, NoticeGroup>

/** The deployment's formats. */
export interface NoticeStyle {
  readonly currency: Currency
  /** IANA name. */
  readonly time_zone: string
}

const wordsOf = (kind: NoticeKind): [string, Word][] => Object.entries(NOTICE_WORDS[kind])

/**
 * Throws when a parameter is missing or has another form than its kind says: a notice must be readable for
 * ever.
 */
export function checkParams(kind: NoticeKind, params: Readonly<Record<string, string>>): void {
  for (const [name, word] of wordsOf(kind).filter(([, word]) => word !== 'said')) {
    const value = params[name]
    if (value === undefined) throw new RangeError(`a notice ${kind} needs ${name}`)
    if (word === 'money') parseMoney(value)
    if (word === 'instant' && Number.isNaN(Date.parse(value)))
      throw new RangeError(`${name} of a notice ${kind} is not an instant: ${value}`)
  }
}

/** Title and text in the reader's language, with money and instants as the site writes them. */
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
    text: noticeText(`notice_${kind}_text`, locale, shown),
  }
}

/** A text of several languages is read in Vietnamese where the reader's is missing. */
function wordIn(params: KeptParams, name: string, locale: Locale): string {
  const kept = params[name]
  if (kept !== undefined) return typeof kept === 'string' ? kept : ''
  const said = params[locale] ?? params[DEFAULT_LOCALE]
  return (typeof said === 'object' ? said[name] : undefined) ?? ''
}

function show(word: Word, value: string, locale: Locale, style: NoticeStyle): string {
  if (word === 'level') return levelNameText(value, locale)
  if (word === 'money') return formatMoneyText(value, style.currency)
  if (word === 'instant') return formatInstantText(value, style.time_zone)
  if (word === 'sentence') return /\p{Sentence_Terminal}$/u.test(value) ? value : `${value}.`
  return value
}
