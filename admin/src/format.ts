// How times and keys of the server are written: days as members read them, whatever the language; keys in the operator's.
import { date, dateTime } from '@fairturn/ui/formats.ts'
import { useTranslate } from 'react-admin'

const NO_BREAK_SPACE = '\u00a0'

/** An instant in the operator's own time zone, `dd-MM-yyyy HH:mm`; a dash for none. */
export const formatTime = (at: string | null): string =>
  at === null ? '—' : dateTime(at).slice(0, -':ss'.length).replace(' ', NO_BREAK_SPACE)

/** A day of the wire, which is of no time zone, `dd-MM-yyyy`; a dash for none. */
export const formatDay = (day: string | null): string =>
  day === null ? '—' : date(`${day}T00:00:00Z`, 'UTC')

/** From one day to another; a single day once. */
export const formatPeriod = (from: string, to: string): string =>
  from === to ? formatDay(to) : `${formatDay(from)} – ${formatDay(to)}`

/** Writes a key of the server by its text below `group`; one that has none yet in plain words: `member_locked`, member locked. */
export function useKeyText(group: string): (key: string) => string {
  const translate = useTranslate()
  return (key) => translate(`${group}.${key}`, { _: key.replaceAll('_', ' ') })
}

/** What was typed as a date and time of the operator's zone, as an instant of the wire; empty for nothing. */
export const parseLocalTime = (typed: string): string => (typed ? new Date(typed).toISOString() : '')

/** The last characters of an id, enough to distinguish ids on a screen. */
export const shortId = ({ id }: { id?: unknown }): string => `…${String(id).slice(-6)}`
