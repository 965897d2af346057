// The text of a message key in the reader's language.
import { fillIn, messages, type MessageCode, type MessageTexts } from '@fairturn/contract/messages'
import type { Locale } from '@fairturn/contract/locales'
import cn from '@fairturn/contract/messages/cn'
import fr from '@fairturn/contract/messages/fr'
import jp from '@fairturn/contract/messages/jp'
import kr from '@fairturn/contract/messages/kr'
import rs from '@fairturn/contract/messages/rs'
import vn from '@fairturn/contract/messages/vn'

const translated: Record<Exclude<Locale, 'en'>, MessageTexts> = { vn, jp, kr, cn, rs, fr }

/**
 * The text with its `{words}` filled in. Clients recognise an expired token by its message, so that one is
 * never translated.
 */
export function textOf(
  code: MessageCode,
  locale: Locale,
  words: Readonly<Record<string, string>> = {},
): string {
  const text = locale === 'en' || code === 'token_is_expired' ? messages[code].text : translated[locale][code]
  return fillIn(text, words)
}

/**
 * A level's name in the reader's language for the product's own levels; operators' names stay as they are.
 */
export function levelNameText(name: string, locale: Locale): string {
  const number = /^Level (\d+)$/.exec(name)?.[1]
  return number === undefined ? name : textOf('level_number', locale, { number })
}
