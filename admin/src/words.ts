// How times and keys of the server are written in the operator's language.
import { useLocale, useTranslate } from 'react-admin'

/** Writes an instant in the operator's own time zone; a dash for none. */
export function useWhen(): (at: string | null) => string {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
  return (at) => (at === null ? '—' : format.format(new Date(at)))
}

/** Writes a day of the wire, which is of no time zone; a dash for none. */
export function useDay(): (day: string | null) => string {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' })
  return (day) => (day === null ? '—' : format.format(new Date(`${day}T00:00:00Z`)))
}

/** Writes a key of the server by its text below `group`; one that has none yet in plain words: `member_locked`, member locked. */
export function useKeyWords(group: string): (key: string) => string {
  const translate = useTranslate()
  return (key) => translate(`${group}.${key}`, { _: key.replaceAll('_', ' ') })
}

/** What was typed as a date and time of the operator's zone, as an instant of the wire; empty for nothing. */
export const instantOf = (typed: string): string => (typed ? new Date(typed).toISOString() : '')
