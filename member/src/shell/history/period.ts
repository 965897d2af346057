// The period filter of a list. A day is from midnight to midnight in the device's time zone.

/** Days as `yyyy-MM-dd`, both inclusive; '' for an open bound. */
export interface Period {
  from: string
  to: string
}

export const ALWAYS: Period = { from: '', to: '' }

/** Validates a day from the URL; '' if it is not one. */
export function dayOf(text: string | null): string {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return ''
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : ''
}

export const QUICK_RANGES = ['today', '7_days', '30_days', 'this_month', 'last_month'] as const
export type QuickRange = (typeof QUICK_RANGES)[number]

/** The days of a range relative to `now`; today counts as one of the 7 or 30. */
export function quickPeriod(range: QuickRange, now: Date): Period {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const today = isoDay(year, month, date)
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case '7_days':
      return { from: isoDay(year, month, date - 6), to: today }
    case '30_days':
      return { from: isoDay(year, month, date - 29), to: today }
    case 'this_month':
      return { from: isoDay(year, month, 1), to: today }
    default:
      return { from: isoDay(year, month - 1, 1), to: isoDay(year, month, 0) }
  }
}

/** Calendar arithmetic in UTC, where every day has 24 hours. */
const isoDay = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** On the wire: a half-open interval of instants, from the start of the first day to the end of the last. */
export function periodOnWire({ from, to }: Period): { from?: string; to?: string } {
  return {
    ...(from && { from: midnight(from, 0).toISOString() }),
    ...(to && { to: midnight(to, 1).toISOString() }),
  }
}

/** `statement-2026-01-01-to-2026-03-31.pdf`; without bounds `statement.pdf`. */
export const fileName = (subject: string, { from, to }: Period, ending: 'pdf' | 'csv'): string =>
  `${[subject, from, to && `to-${to}`].filter(Boolean).join('-')}.${ending}`

function midnight(day: string, daysLater: number): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + daysLater)
}
