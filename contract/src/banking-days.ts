// Banking days: Monday to Friday but the closing days of TARGET, the euro's settlement system (ECB, since 2002: 1 January, Good
// Friday, Easter Monday, 1 May, 25 and 26 December). Days are ISO dates without a time zone.

const DAY_MS = 86_400_000

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm, Meeus 1991). */
function easterOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function isBankingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false
  const easter = easterOf(Number(day.slice(0, 4)))
  return day !== plus(easter, -2) && day !== plus(easter, 1)
}

/** Whether a bank executes payments on that day: no weekend, and for the euro no closing day of TARGET. */
export const isExecutionDay = (day: string, currency: 'USD' | 'EURO'): boolean =>
  currency === 'EURO' ? isBankingDay(day) : ![0, 6].includes(new Date(day).getUTCDay())

/** The first such day, not before that one. */
export function nextExecutionDay(day: string, currency: 'USD' | 'EURO'): string {
  let at = day
  while (!isExecutionDay(at, currency)) at = plus(at, 1)
  return at
}

/** As far ahead as payments are ordered: two weeks, longer than any run of closing days. */
export const lastExecutionDay = (today: string): string => plus(today, 14)

/** The day that many banking days later. */
export function addBankingDays(day: string, count: number): string {
  let at = day
  for (let left = count; left > 0; left -= isBankingDay(at) ? 1 : 0) at = plus(at, 1)
  return at
}
