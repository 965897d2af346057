import { dateTime } from '@fairturn/ui/formats.ts'

/** A time zone's name in a language: Asia/Ho_Chi_Minh → `Giờ Đông Dương`. */
export function zoneName(timeZone: string, tag: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'long' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Whether the device's clock shows another time than that of a time zone. */
export const hasOtherClock = (timeZone: string, now: Date): boolean =>
  dateTime(now, timeZone) !== dateTime(now)
