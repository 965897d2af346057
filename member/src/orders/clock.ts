import { serverNow } from '@fairturn/ui/server-time.ts'
import { useEffect, useState } from 'react'

/**
 * The server's time as estimated here, updated at this interval. Only the server decides whether something
 * has expired.
 */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** UTC offsets are multiples of a quarter of an hour, so days begin on one. */
const QUARTER_MS = 15 * 60_000

/** The next midnight in a time zone (IANA name). Throws a RangeError for an unknown zone. */
export function nextMidnight(time_zone: string, now: Date): Date {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
  const today = day.format(now)
  let at = Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS
  do at += QUARTER_MS
  while (day.format(at) === today)
  return new Date(at)
}
