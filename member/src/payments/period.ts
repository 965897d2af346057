// The days a list is asked for. A day is the member's own, from midnight to midnight on this device.

/** Days as `yyyy-MM-dd`, both included; '' where there is no bound. */
export interface Period {
  from: string
  to: string
}

export const ALWAYS: Period = { from: '', to: '' }

/** A day that an address names; '' for anything that is none. */
export function dayOf(text: string | null): string {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return ''
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : ''
}

/** As the server is asked: from the first instant of the first day on, before the first instant after the last. */
export function periodOnWire({ from, to }: Period): { from?: string; to?: string } {
  return {
    ...(from && { from: midnight(from, 0).toISOString() }),
    ...(to && { to: midnight(to, 1).toISOString() }),
  }
}

/** `statement-2026-01-01-to-2026-03-31.pdf`; without bounds `statement.pdf`. */
export const fileName = (subject: string, { from, to }: Period, ending: 'pdf' | 'csv'): string =>
  `${[subject, from, to && `to-${to}`].filter(Boolean).join('-')}.${ending}`

function midnight(day: string, days_later: number): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + days_later)
}
