// The head of every document of a member; shared with modules to the right.
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import { maskPhone, userOf } from '../members/members.ts'
import { formatInstantText, formatMoneyText } from '../notices/notices.ts'
import type { Queryable } from '../platform/database/database.ts'
import { documentTexts, type DocumentTexts } from '../platform/texts/documents.ts'
import type { Detail, Sheet } from './pdf-sheet.ts'

export interface Reader {
  readonly member_id: string
  readonly locale: Locale
  /** IANA name; the site's own without it. */
  readonly time_zone: string | undefined
  readonly now: Date
  /** Whether this is a deployment without real money, which every page then says. */
  readonly demo: boolean
}

export interface Letter {
  readonly words: DocumentTexts
  /** `$ 1 234,50` of minor units. */
  readonly money: (amount_minor: bigint) => string
  /** The same with its sign before it, plus as well as minus. */
  readonly change: (amount_minor: bigint) => string
  /** `dd-MM-yyyy HH:mm`. */
  readonly instant: (at: Date) => string
  readonly day: (at: Date) => string
  /** The beginning of a sheet; details without a text are omitted. */
  readonly sheet: (title: keyof DocumentTexts['titles'], details: readonly MaybeDetail[]) => Sheet
}
type MaybeDetail = Omit<Detail, 'text'> & { readonly text: string | null }

export async function letterTo(on: Queryable, reader: Reader): Promise<Letter> {
  const { member_id, locale, now, demo } = reader
  const [settings, user] = await Promise.all([settingsOf(on), userOf(on, member_id)])
  const time_zone = reader.time_zone ?? settings.time_zone
  const words = documentTexts[locale]
  const { labels } = words
  const money = (amount_minor: bigint) => formatMoneyText(formatMoney(amount_minor), settings.currency)
  const instant = (at: Date) => formatInstantText(at.toISOString(), time_zone)
  return {
    words,
    money,
    change: (amount_minor) =>
      amount_minor < 0n ? `−\u00a0${money(-amount_minor)}` : `+\u00a0${money(amount_minor)}`,
    instant,
    day: (at) => instant(at).slice(0, 10),
    sheet: (title, details) => ({
      locale,
      site: settings.site_title,
      title: words.titles[title],
      watermark: demo ? words.demo : null,
      details: [
        { label: labels.member, text: user.username, instead: `${labels.number} ${member_id}` },
        { label: labels.phone, text: maskPhone(user.phone) },
        ...details.flatMap(({ text, ...detail }) => (text === null ? [] : [{ ...detail, text }])),
        { label: labels.made_on, text: instant(now) },
      ],
      notes: [],
      notShown: words.notes.not_shown,
    }),
  }
}
