import { describe, expect, test, vi } from 'vitest'
import {
  count,
  countdown,
  currencySign,
  date,
  dateTime,
  dayText,
  initials,
  money,
  parseAmount,
  parseDay,
  remaining,
  timeOfDay,
} from './formats.ts'

/** Replaces no-break spaces by plain ones, for readable tables. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('money', () => {
  test.each([
    ['0.00', 'USD', '$ 0,00'],
    ['0.05', 'USD', '$ 0,05'],
    ['999.99', 'USD', '$ 999,99'],
    ['1000.00', 'EURO', '€ 1 000,00'],
    ['1234.50', 'USD', '$ 1 234,50'],
    ['1234567.80', 'EURO', '€ 1 234 567,80'],
    ['-12.30', 'USD', '− $ 12,30'],
    ['5.00', 'CHF', 'CHF 5,00'],
    ['90071992547409.91', 'USD', '$ 90 071 992 547 409,91'],
  ])('%s in %s is %s', (wire, currency, shown) => {
    expect(plain(money(wire, currency))).toBe(shown)
  })

  test('never wraps within an amount', () => {
    expect(money('1234567.00', 'USD')).not.toMatch(/ /)
  })

  test.each(['', '1', '1.5', '1.234', '1e3', 'NaN', '1,50', ' 1.50', '$1.50'])(
    'refuses to show %j',
    (wire) => {
      expect(() => money(wire, 'USD')).toThrow(RangeError)
    },
  )

  test('shows no plus sign unless requested', () => {
    expect([currencySign('USD'), currencySign('EURO'), currencySign('XAU')]).toEqual(['$', '€', 'XAU'])
  })
})

describe('a typed amount', () => {
  test.each([
    ['1234.5', '1234.50'],
    ['1234,5', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1\u00a0234,50', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234,567', '1234567.00'],
    ['1.234.567,8', '1234567.80'],
    ['$ 5', '5.00'],
    ['5 €', '5.00'],
    ['0,05', '0.05'],
    [',5', '0.50'],
    ['007', '7.00'],
    ['5,', '5.00'],
    ['１２,５０', '12.50'],
    ['0', '0.00'],
    ['1234,50', '1234.50'],
  ])('%j is %s', (typed, wire) => {
    expect(parseAmount(typed)).toEqual({ ok: true, wire })
  })

  test.each([
    ['', 'amount_missing'],
    ['  $ ', 'amount_missing'],
    ['-5', 'amount_negative'],
    ['−5', 'amount_negative'],
    ['1,234', 'amount_ambiguous'],
    ['12.345', 'amount_ambiguous'],
    ['0,125', 'amount_too_precise'],
    ['1.2345', 'amount_too_precise'],
    ['1234,567', 'amount_too_precise'],
    ['1e3', 'amount_not_a_number'],
    ['NaN', 'amount_not_a_number'],
    ['0x10', 'amount_not_a_number'],
    ['.', 'amount_not_a_number'],
    ['1,2,3', 'amount_not_a_number'],
    ['1,23.50', 'amount_not_a_number'],
    ['1.234,50.1', 'amount_not_a_number'],
    ['٣', 'amount_not_a_number'],
    ['4111111111111111', 'amount_too_large'],
  ])('%j is refused: %s', (typed, reason) => {
    expect(parseAmount(typed)).toEqual({ ok: false, reason })
  })
})

describe('counts', () => {
  test('have spaces between thousands', () => {
    expect(plain(count(0))).toBe('0')
    expect(plain(count(1234567))).toBe('1 234 567')
    expect(plain(count(-1200))).toBe('−1 200')
  })
})

describe('times', () => {
  test.each([
    ['2026-11-21T02:46:10Z', 'Asia/Ho_Chi_Minh', '21-11-2026 09:46:10'],
    ['2026-11-20T17:00:00Z', 'Asia/Ho_Chi_Minh', '21-11-2026 00:00:00'],
    ['2026-03-29T01:30:00Z', 'Europe/Belgrade', '29-03-2026 03:30:00'],
    ['2026-01-01T00:00:00Z', 'America/New_York', '31-12-2025 19:00:00'],
  ])('%s in %s is %s', (at, zone, shown) => {
    expect(dateTime(at, zone)).toBe(shown)
    expect(date(at, zone)).toBe(shown.slice(0, 10))
  })

  test('an invalid date is refused', () => {
    expect(() => date('yesterday', 'UTC')).toThrow(RangeError)
  })

  test('time left is split into whole units and ends at zero', () => {
    const now = new Date('2026-11-21T00:00:00Z')
    expect(remaining('2026-11-22T06:05:09.900Z', now)).toEqual({
      days: 1,
      hours: 6,
      minutes: 5,
      seconds: 9,
      over: false,
    })
    expect(remaining('2026-11-20T00:00:00Z', now)).toEqual({
      days: 0,
      hours: 0,
      minutes: 0,
      seconds: 0,
      over: true,
    })
    expect(countdown(remaining('2026-11-21T00:04:59Z', now))).toBe('4:59')
    expect(countdown(remaining('2026-11-22T06:05:09Z', now))).toBe('30:05:09')
  })
})

describe('days', () => {
  test.each([
    ['31-12-2026', '2026-12-31'],
    ['3-1-2026', '2026-01-03'],
    ['03.01.2026.', '2026-01-03'],
    ['3/1/2026', '2026-01-03'],
    ['03012026', '2026-01-03'],
    [' 29-02-2028 ', '2028-02-29'],
    ['３１－１２－２０２６', '2026-12-31'],
    ['', ''],
    ['29-02-2026', undefined],
    ['31-13-2026', undefined],
    ['2026-12-31', undefined],
    ['31-12-26', undefined],
    ['31-12-1999', undefined],
    ['3112', undefined],
    ['today', undefined],
  ])('%s is typed for the day %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day)
  })

  test('a date is formatted as it is parsed', () => {
    expect(dayText('2026-01-03')).toBe('03-01-2026')
    expect(dayText('')).toBe('')
    expect(parseDay(dayText('2026-01-03'))).toBe('2026-01-03')
  })

  test('the time of an instant depends on the time zone', () => {
    expect(timeOfDay('2026-11-21T23:04:05Z', 'Asia/Ho_Chi_Minh')).toBe('06:04:05')
  })
})

describe('names', () => {
  test('initials are letters, not code units', () => {
    expect(initials('thu.ha')).toBe('TH')
    expect(initials('minh')).toBe('MI')
    expect(initials('đào')).toBe('ĐÀ')
    expect(initials('👩🏽‍🚀')).toBe('👩🏽‍🚀')
    expect(initials('')).toBe('')
  })

  test('neither loading nor a plain name creates a segmenter, which is slow; the letters are the same', async () => {
    const segmenters = vi.spyOn(Intl, 'Segmenter')
    vi.resetModules()
    const { lettersOf } = await import('./formats.ts')
    for (const name of ['Thu.Ha 42', 'Thu Hà Đặng', 'Ljiljana Đorđević', 'たかし', '王小明', '김민준'])
      expect(lettersOf(name)).toEqual(Array.from(name))
    expect(segmenters).not.toHaveBeenCalled()
    expect(lettersOf('e\u0301か\u3099')).toEqual(['e\u0301', 'か\u3099'])
    segmenters.mockRestore()
  })
})
