// Days and times as they are typed, dd-MM-yyyy and dd-MM-yyyy HH:mm, in the operator's time zone; and on the wire.
import { dayText, parseDay } from '@fairturn/ui/formats.ts'

const TIME = /[\sT]+(\d{1,2})[:.h](\d\d)$/
/** What calendars and other programs give: the year first. */
const YEAR_FIRST = /^(20\d\d)-(\d\d)-(\d\d)(?=$|[\sT])/

export type DateKind = 'day' | 'time'

/** `yyyy-MM-dd`, or an instant, where a day without a time means its beginning; '' for no input, undefined for another text. */
export function parseTyped(text: string, kind: DateKind): string | undefined {
  const typed = text.trim().replace(YEAR_FIRST, '$3-$2-$1')
  if (typed === '') return ''
  if (kind === 'day') return parseDay(typed)
  const time = TIME.exec(typed)
  const day = parseDay(time === null ? typed : typed.slice(0, time.index))
  const [hours, minutes] = [Number(time?.[1] ?? 0), Number(time?.[2] ?? 0)]
  if (!day || hours > 23 || minutes > 59) return undefined
  const at = new Date(`${day}T00:00`)
  at.setHours(hours, minutes)
  return at.toISOString()
}

const two = (part: number): string => String(part).padStart(2, '0')
const localDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** What is shown for a value of the wire; what is none stays as it is. */
export function typedOf(value: string, kind: DateKind): string {
  if (kind === 'day') return dayText(value)
  const at = new Date(value)
  if (value === '' || Number.isNaN(at.getTime())) return value
  return `${dayText(localDay(at))} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The value some days later or earlier, its time of the day kept; the other value if there is none yet. */
export function plusDays(value: string, days: number, kind: DateKind, otherwise = new Date()): string {
  if (kind === 'day') {
    const at = new Date(`${value || localDay(otherwise)}T00:00:00Z`)
    at.setUTCDate(at.getUTCDate() + (value === '' ? 0 : days))
    return at.toISOString().slice(0, 10)
  }
  const at = value === '' ? new Date(`${localDay(otherwise)}T00:00`) : new Date(value)
  at.setDate(at.getDate() + (value === '' ? 0 : days))
  return at.toISOString()
}

/** The day of a value, for a calendar. */
export const dayOf = (value: string, kind: DateKind): string =>
  kind === 'day' || value === '' ? value : localDay(new Date(value))

/** The value with another day, its time of the day kept. */
export function onDay(value: string, day: string, kind: DateKind): string {
  if (kind === 'day' || day === '') return day
  const time = value === '' ? '00:00' : typedOf(value, 'time').slice(-'HH:mm'.length)
  return new Date(`${day}T${time}`).toISOString()
}
