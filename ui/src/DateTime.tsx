// An instant in the member's time zone, with the exact one kept for machines.
import { date, dateTime, timeOfDay } from './formats.ts'

interface DateTimeProps {
  /** ISO 8601, as on the wire. */
  value: string
  /** IANA name; the device's own when absent. */
  timeZone?: string | undefined
  /** Only the day. */
  day?: boolean
  /** Only the time, for places where the day is shown above. */
  time?: boolean
  className?: string
}

export function DateTime({ value, timeZone, day = false, time = false, className }: DateTimeProps) {
  return (
    <time dateTime={value} className={`figures ${className ?? ''}`}>
      {day ? date(value, timeZone) : time ? timeOfDay(value, timeZone) : dateTime(value, timeZone)}
    </time>
  )
}
