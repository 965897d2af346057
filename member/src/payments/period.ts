// The days a list is asked for. A day is the member's own, from midnight to midnight on this device.

/** Days as `yyyy-MM-dd`, both included; '' where there is no bound. */
export interface Period {
  from: string
  to: string
}

export const ALWAYS: Period = { from: '', to: '' }

/** As the server is asked: from the first instant of the first day on, before the first instant after the last. */
export function periodOnWire({ from, to }: Period): { from?: string; to?: string } {
  return {
    ...(from && { from: midnight(from, 0).toISOString() }),
    ...(to && { to: midnight(to, 1).toISOString() }),
  }
}

function midnight(day: string, days_later: number): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + days_later)
}
