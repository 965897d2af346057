// An instant in the member's time zone; the exact value is in the `datetime` attribute.
import { date, dateTime, timeOfDay } from './formats.ts'

interface DateTimeProps {
  /** ISO 8601, as on the wire. */
  value: string
  /** IANA name; the device's time zone if absent. */
  timeZone?: string | undefined
  /** Only the date. */
  day?: boolean
  /** Only the time, where the date is shown above. */
  time?: boolean
  className?: string
}

export function DateTime({ value, timeZone, day = false, time = false, className }: DateTimeProps) {
  return (
    <time
      dateTime={value}
      className={`figures whitespace-nowrap large-text:whitespace-normal ${className ?? ''}`}
    >
      {day ? date(value, timeZone) : time ? timeOfDay(value, timeZone) : dateTime(value, timeZone)}
    </time>
  )
}
