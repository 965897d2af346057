import type { Locale } from '@fairturn/contract/locales'
import type en from './en/notices.json'
import { fillIn, textsOf } from './texts.ts'

/** Texts of notices, mails and other automatic messages; words in braces are filled in. */
export type NoticeTexts = Readonly<Record<keyof typeof en, string>>

const texts = await textsOf<NoticeTexts>('notices')

export const noticeText = (
  name: keyof NoticeTexts,
  locale: Locale,
  words: Readonly<Record<string, string>> = {},
): string => fillIn(texts[locale][name], words)

/** A level's name in the reader's language for the product's own levels; operators' names stay as they are. */
export function levelNameText(name: string, locale: Locale): string {
  const number = /^Level (\d+)$/.exec(name)?.[1]
  return number === undefined ? name : noticeText('level_number', locale, { number })
}
