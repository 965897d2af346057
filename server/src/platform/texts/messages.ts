import type { Locale } from '@fairturn/contract/locales'
import { isOperatorMessage, type MessageCode, type MessageTexts } from '@fairturn/contract/messages'
import { fillIn, textsOf } from './texts.ts'

const texts = await textsOf<MessageTexts>('messages')

/**
 * The text with its `{words}` filled in. Clients recognise an expired token by its message, so that one is
 * never translated. Messages only for operators return the code itself, for which the back office has the texts.
 */
export function textOf(
  code: MessageCode,
  locale: Locale,
  words: Readonly<Record<string, string>> = {},
): string {
  if (isOperatorMessage(code)) return code.replaceAll('_', ' ')
  return fillIn(texts[code === 'token_is_expired' ? 'en' : locale][code], words)
}
