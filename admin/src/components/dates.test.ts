import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf, onDay, parseTyped, plusDays, typedOf } from './dates.ts'

const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Asia/Ho_Chi_Minh'
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('a day', () => {
  test.each([
    ['31-12-2026', '2026-12-31'],
    ['1.3.2026', '2026-03-01'],
    ['3/1/2026', '2026-01-03'],
    ['31122026', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    [' ', ''],
  ])('%s', (typed, day) => {
    expect(parseTyped(typed, 'day')).toBe(day)
  })

  test.each(['31-02-2026', '12-31-2026', '2026-13-01', '31-12', 'tomorrow', '31-12-2026 10:00'])(
    '%s is none',
    (typed) => {
      expect(parseTyped(typed, 'day')).toBeUndefined()
    },
  )

  test('is shown with the day first, and goes up and down', () => {
    expect(typedOf('2026-12-31', 'day')).toBe('31-12-2026')
    expect(typedOf('', 'day')).toBe('')
    const today = new Date('2026-11-20T20:00:00Z') // the 21st there
    expect(plusDays('2026-12-31', 1, 'day', today)).toBe('2027-01-01')
    expect(plusDays('2027-01-01', -1, 'day', today)).toBe('2026-12-31')
    expect(plusDays('', 1, 'day', today)).toBe('2026-11-21')
    expect(onDay('2026-12-31', '2026-12-01', 'day')).toBe('2026-12-01')
  })
})

describe('a time', () => {
  test.each([
    ['31-12-2026 10:05', '2026-12-31T03:05:00.000Z'],
    ['31-12-2026', '2026-12-30T17:00:00.000Z'],
    ['31.12.2026 9.30', '2026-12-31T02:30:00.000Z'],
    ['2020-01-01T12:00', '2020-01-01T05:00:00.000Z'],
    ['', ''],
  ])('%s', (typed, at) => {
    expect(parseTyped(typed, 'time')).toBe(at)
  })

  test.each(['31-12-2026 24:00', '31-12-2026 10:60', '30-02-2026 10:00', '10:00', '31-12-2026 10'])(
    '%s is none',
    (typed) => {
      expect(parseTyped(typed, 'time')).toBeUndefined()
    },
  )

  test('is shown in the operator’s time zone, and keeps its time of the day on another day', () => {
    const at = '2026-12-30T17:30:00.000Z'
    expect(typedOf(at, 'time')).toBe('31-12-2026 00:30')
    expect(parseTyped(typedOf(at, 'time'), 'time')).toBe(at)
    expect(dayOf(at, 'time')).toBe('2026-12-31')
    expect(onDay(at, '2026-12-01', 'time')).toBe('2026-11-30T17:30:00.000Z')
    expect(onDay('', '2026-12-01', 'time')).toBe('2026-11-30T17:00:00.000Z')
    expect(plusDays(at, -1, 'time', new Date())).toBe('2026-12-29T17:30:00.000Z')
    expect(typedOf('not a time', 'time')).toBe('not a time')
  })
})
