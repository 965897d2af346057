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
  const look = `figures whitespace-nowrap ${className ?? ''}`
  if (day || time)
    return (
      <time dateTime={value} className={look}>
        {day ? date(value, timeZone) : timeOfDay(value, timeZone)}
      </time>
    )
  // In large text the time may be below the date; neither breaks.
  const [dated, timed] = dateTime(value, timeZone).split(' ')
  return (
    <time dateTime={value} className={`${look} large-text:whitespace-normal`}>
      <span className="whitespace-nowrap">{dated}</span> <span className="whitespace-nowrap">{timed}</span>
    </time>
  )
}
