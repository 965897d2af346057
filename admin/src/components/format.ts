// Formats of times and server keys: dates as members see them, in any language; keys in the operator's
// language.
import { date, dateTime } from '@fairturn/ui/formats.ts'
import { useTranslate } from 'react-admin'

const NO_BREAK_SPACE = '\u00a0'

/** An instant in the operator's time zone, `dd-MM-yyyy HH:mm`; a dash for null. */
export const formatTime = (at: string | null): string =>
  at === null ? '—' : dateTime(at).slice(0, -':ss'.length).replace(' ', NO_BREAK_SPACE)

/** The same to the second, for evidence. */
export const formatSecond = (at: string): string => dateTime(at).replace(' ', NO_BREAK_SPACE)

/** A calendar day, which has no time zone, as `dd-MM-yyyy`; a dash for null. */
export const formatDay = (day: string | null): string =>
  day === null ? '—' : date(`${day}T00:00:00Z`, 'UTC')

/** A range of days; a single day is written once. */
export const formatPeriod = (from: string, to: string): string =>
  from === to ? formatDay(to) : `${formatDay(from)} – ${formatDay(to)}`

/**
 * Translates a server key below `group`; an unknown key is shown as plain words: `member_locked`, member
 * locked.
 */
export function useKeyText(group: string): (key: string) => string {
  const translate = useTranslate()
  return (key) => translate(`${group}.${key}`, { _: key.replaceAll('_', ' ') })
}

/** The last characters of an id, enough to tell ids apart on a screen. */
export const shortId = ({ id }: { id?: unknown }): string => `…${String(id).slice(-6)}`
