// Formats of figures, times and names, the same in every language (spec §3 and §4). Never computes money: formats wire
// strings, and parses typed input.

/** The value of setting `currency`. */
export type CurrencyName = 'USD' | 'EURO'

const NO_BREAK_SPACE = '\u00a0'
const WIRE_AMOUNT = /^(-?)(\d+)\.(\d{2})$/

/** `$` or `€`; any other currency is shown unchanged, so that it is never shown as dollars. */
export function currencySign(currency: string): string {
  if (currency === 'USD') return '$'
  if (currency === 'EURO') return '€'
  return currency
}

/**
 * The displayed parts of an amount: minus sign or '', and digits with spaces between thousands and a decimal comma.
 * Takes the wire string (`"1234.50"`); throws on anything else.
 */
export function amountParts(wire: string): { minus: string; digits: string } {
  const match = WIRE_AMOUNT.exec(wire)
  if (!match) throw new RangeError(`not an amount: ${JSON.stringify(wire)}`)
  const [, minus, whole, cents] = match as unknown as [string, string, string, string]
  return { minus: minus && '−', digits: `${spaced(whole)},${cents}` }
}

/** `"1234.50"` → `$ 1 234,50`, with no-break spaces. */
export function money(wire: string, currency: string): string {
  const { minus, digits } = amountParts(wire)
  return `${minus && minus + NO_BREAK_SPACE}${currencySign(currency)}${NO_BREAK_SPACE}${digits}`
}

/** An integer with spaces between thousands: 1234 → `1 234`. */
export function count(value: number): string {
  const whole = Math.trunc(value)
  return (whole < 0 ? '−' : '') + spaced(String(Math.abs(whole)))
}

function spaced(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? ''
  let format = clocks.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(key, format)
  }
  return format
}

function timeParts(at: string | Date, timeZone: string | undefined): Record<string, string> {
  const parts = clock(timeZone).formatToParts(new Date(at))
  return Object.fromEntries(parts.map((part) => [part.type, part.value]))
}

/**
 * An instant as `dd-MM-yyyy HH:mm:ss` in the given time zone (IANA name) or the device's. Throws on an invalid date.
 */
export function dateTime(at: string | Date, timeZone?: string): string {
  const { day, month, year, hour, minute, second } = timeParts(at, timeZone)
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`
}

/** An instant as `dd-MM-yyyy` in the given time zone (IANA name) or the device's. Throws on an invalid date. */
export function date(at: string | Date, timeZone?: string): string {
  const { day, month, year } = timeParts(at, timeZone)
  return `${day}-${month}-${year}`
}

/** An instant as `HH:mm:ss` in the given time zone (IANA name) or the device's. Throws on an invalid date. */
export function timeOfDay(at: string | Date, timeZone?: string): string {
  const { hour, minute, second } = timeParts(at, timeZone)
  return `${hour}:${minute}:${second}`
}

/** A wire date (`yyyy-MM-dd`) as `dd-MM-yyyy`; '' stays ''. */
export const dayText = (day: string): string => day.split('-').toReversed().join('-')

/**
 * Parses a typed date (`31-12-2026`, `31.12.2026`, `3/1/2026`, `31122026`) into `yyyy-MM-dd`; '' for no input,
 * undefined for an invalid date. The day always comes first, as the placeholder beside it shows.
 */
export function parseDay(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return ''
  const parts =
    /^(\d{1,2})[-./\s]+(\d{1,2})[-./\s]+(20\d\d)\.?$/.exec(text) ?? /^(\d\d)(\d\d)(20\d\d)$/.exec(text)
  if (!parts) return undefined
  const [, date, month, year] = parts as unknown as [string, string, string, string]
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? day : undefined
}

/** Time left until an instant, in whole units; all zero and `over` once it has passed. */
export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number
  over: boolean
}

/** The time from `now` to `until`, split into units; the catalogue supplies words and plurals. */
export function remaining(until: string | Date, now: Date = new Date()): Remaining {
  const leftS = Math.max(0, Math.floor((new Date(until).getTime() - now.getTime()) / 1000))
  return {
    days: Math.floor(leftS / 86_400),
    hours: Math.floor(leftS / 3600) % 24,
    minutes: Math.floor(leftS / 60) % 60,
    seconds: leftS % 60,
    over: leftS === 0,
  }
}

/** A countdown as `m:ss`, or `h:mm:ss` from an hour on. */
export function countdown({ days, hours, minutes, seconds }: Remaining): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const allHours = days * 24 + hours
  return allHours > 0 ? `${allHours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** Why the input is not an amount. */
export type AmountRefusal =
  | 'amount_missing'
  | 'amount_not_a_number'
  | 'amount_ambiguous'
  | 'amount_too_precise'
  | 'amount_negative'
  | 'amount_too_large'

export type ParsedAmount = { ok: true; wire: string } | { ok: false; reason: AmountRefusal }

/** More integer digits than any account holds; prevents a pasted card number from becoming an amount. */
const WHOLE_DIGITS_MAX = 12

/**
 * Parses a typed amount (`1 234,50`, `1,234.50`, `1.234,50`, `1234.5`, `$ 5`) into the wire string. Refuses ambiguous
 * input: `1,234` is 1234 to some and 1.234 to others.
 */
export function parseAmount(typed: string): ParsedAmount {
  const text = typed.normalize('NFKC').replace(/[\s'’_$€]/gu, '')
  if (text === '') return refused('amount_missing')
  if (/^[-−]/.test(text)) return refused('amount_negative')
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return refused('amount_not_a_number')

  const separators = text.replace(/\d/g, '')
  const decimalAt = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const last = decimalAt < 0 ? '' : text[decimalAt]!
  const allSame = new Set(separators).size <= 1
  const repeated = allSame && separators.length > 1

  if (repeated) return grouped(text, last) ? whole(text.split(last).join('')) : refused('amount_not_a_number')
  if (separators === '') return whole(text)

  const before = text.slice(0, decimalAt)
  const cents = text.slice(decimalAt + 1)
  const group = allSame ? '' : separators[0]!
  if (group && (before.includes(last) || !grouped(before, group))) return refused('amount_not_a_number')
  if (!group && cents.length === 3 && /^[1-9]\d{0,2}$/.test(before)) return refused('amount_ambiguous')
  if (cents.length > 2) return refused('amount_too_precise')
  if (cents === '' && group) return refused('amount_not_a_number')
  return whole(before.split(group || ',').join('') || '0', cents)
}

/** Whether a reader of another country's notation would read what is typed as another amount, or as none. */
export const isAmbiguousAmount = (typed: string): boolean =>
  !/^\d*(,\d{0,2})?$/.test(typed.normalize('NFKC').replace(/[\s$€]/gu, ''))

function grouped(text: string, separator: string): boolean {
  const [first, ...rest] = text.split(separator)
  return /^\d{1,3}$/.test(first!) && rest.every((part) => /^\d{3}$/.test(part))
}

function whole(digits: string, cents = ''): ParsedAmount {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > WHOLE_DIGITS_MAX) return refused('amount_too_large')
  return { ok: true, wire: `${plain}.${cents.padEnd(2, '0')}` }
}

function refused(reason: AmountRefusal): ParsedAmount {
  return { ok: false, reason }
}

/** Printable ASCII, composed Latin, kana, Han and Hangul: each character is a grapheme. */
const WHOLE_LETTERS = /^[ -~\u00c0-\u024f\u1e00-\u1eff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/
let letters: Intl.Segmenter | undefined

/** The graphemes of a text: an accented letter, a flag or a family emoji counts as one. */
export function lettersOf(text: string): string[] {
  // Creating a segmenter takes some 15 ms, four times as long on a phone, and most names need none.
  if (WHOLE_LETTERS.test(text)) return Array.from(text)
  letters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(letters.segment(text), (part) => part.segment)
}

/** Up to two initials for a person without a picture: `thu.ha` → `TH`, `minh` → `MI`. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean)
  const first = lettersOf(words[0] ?? '')
  const second = words.length > 1 ? lettersOf(words[1]!)[0] : first[1]
  return `${first[0] ?? ''}${second ?? ''}`.toLocaleUpperCase()
}
