// Reasons that the product itself stores, with a withdrawal, in the audit log and in a notice's parameters: a code, which
// each reader sees as a sentence in their language. Operators' own words are stored and shown as they are.
//
// A bank's reasons are ISO 20022's external code sets ExternalReturnReason1Code and ExternalStatusReason1Code, as used by
// the SEPA rulebooks (EPC135-18); the texts are ours.
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import type { MessageCode } from '@fairturn/contract/messages'
import type en from './en/reasons.json'
import { textOf } from './messages.ts'
import { fillIn, textsOf } from './texts.ts'

type ReasonTexts = Readonly<Record<keyof typeof en, string>>
type ReasonCode = keyof ReasonTexts
/** The reasons that no bank gives. */
export type OwnReason =
  | 'lock_time_is_over'
  | 'complaint_was_upheld'
  | 'complaint_was_not_decided'
  | 'owner_set_new_password'
  | 'less_arrived'
  | 'price_changed'
  | 'not_payable'
  | 'not_covered'

const texts = await textsOf<ReasonTexts>('reasons')

const OWN = 'reason:'
const OF_BANK = 'bank_reason:'
const OF_LIST = 'listed_reason:'
const NO_REASON = 'MS03'

export const ownReason = (code: OwnReason): string => OWN + code

/** What is stored for a bank's reason, which is a code of ISO 20022 or the bank's own text; null if it gave none. */
export const bankReason = (said: string | null): string => OF_BANK + (said ?? NO_REASON)

/** What is stored for a reason of a closed list whose text is a message, with the messages that stand for its `{what}`. */
export const listedReason = (code: MessageCode, what: readonly MessageCode[] = []): string =>
  OF_LIST + [code, ...what].join(' ')

/** A reason of a closed list as a sentence. */
export function listedReasonText(code: MessageCode, what: readonly MessageCode[], locale: Locale): string {
  const list = new Intl.ListFormat(LANGUAGES[locale].tag, { type: 'conjunction' })
  return textOf(code, locale, { what: list.format(what.map((each) => textOf(each, locale))) })
}

/** Reasons were stored as English sentences before they were codes; the audit log still holds those. */
const CODE_OF = new Map(Object.entries(texts.en).map(([code, text]) => [text, code as ReasonCode]))
const WAS_CODE = /^The bank's reason has the code ([A-Z0-9]{4})\.$/
const WAS_SAID = /^The bank says: (.+)$/s

const ofBank = (said: string, locale: Locale): string => {
  const code = said.toUpperCase()
  if (/^[A-Z0-9]{4}$/.test(code) && code in texts.en) return texts[locale][code as ReasonCode]
  return fillIn(texts[locale][/^[A-Z0-9]{4}$/.test(said) ? 'bank_code' : 'bank_says'], { said })
}

/** A stored reason for a reader of this language. */
export function reasonText(stored: string, locale: Locale): string {
  if (stored.startsWith(OF_LIST)) {
    const [listed, ...what] = stored.slice(OF_LIST.length).split(' ') as [MessageCode, ...MessageCode[]]
    return listedReasonText(listed, what, locale)
  }
  if (stored.startsWith(OF_BANK)) return ofBank(stored.slice(OF_BANK.length), locale)
  const code = stored.startsWith(OWN) ? (stored.slice(OWN.length) as ReasonCode) : CODE_OF.get(stored)
  if (code !== undefined) return texts[locale][code] ?? stored
  const said = (WAS_CODE.exec(stored) ?? WAS_SAID.exec(stored))?.[1]
  return said === undefined ? stored : ofBank(said, locale)
}

/** The same, for a column that may be empty. */
export const reasonTextOrNull = (stored: string | null, locale: Locale): string | null =>
  stored === null ? null : reasonText(stored, locale)
