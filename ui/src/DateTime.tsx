// An instant in the member's time zone, with the exact one kept for machines.
import { date, dateTime } from './formats.ts'

interface DateTimeProps {
  /** ISO 8601, as on the wire. */
  value: string
  /** IANA name; the device's own when absent. */
  timeZone?: string | undefined
  /** Only the day. */
  day?: boolean
  className?: string
}

export function DateTime({ value, timeZone, day = false, className }: DateTimeProps) {
  return (
    <time dateTime={value} className={`figures ${className ?? ''}`}>
      {day ? date(value, timeZone) : dateTime(value, timeZone)}
    </time>
  )
}
