import { parseMoney } from '@fairturn/contract/minor-units'

const NO_BREAK_SPACE = '\u00a0'
const SIGN = { USD: '$', EURO: '€' } as const

export type Currency = keyof typeof SIGN

/** `"1234.50"` → `$ 1 234,50`; its spaces never wrap. Throws on anything that is not a wire amount. */
export function formatMoneyText(wire: string, currency: Currency): string {
  const minus = parseMoney(wire) < 0n ? '−' : ''
  const [whole, cents] = wire.replace('-', '').split('.') as [string, string]
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE)
  return `${minus}${SIGN[currency]}${NO_BREAK_SPACE}${spaced},${cents}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** ISO 8601 → `dd-MM-yyyy HH:mm` in the time zone (IANA name). */
export function formatInstantText(iso: string, time_zone: string): string {
  let clock = clocks.get(time_zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    clocks.set(time_zone, clock)
  }
  const parts = Object.fromEntries(clock.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  return `${parts['day']}-${parts['month']}-${parts['year']} ${parts['hour']}:${parts['minute']}`
}

/** How far the time zone's clock is ahead at an instant: `UTC+7`, `UTC−3:30`, `UTC`. */
export function offsetText(iso: string, time_zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    timeZoneName: 'shortOffset',
  }).formatToParts(new Date(iso))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return offset.replace('GMT+0', 'GMT').replace('GMT', 'UTC').replace('-', '−')
}
