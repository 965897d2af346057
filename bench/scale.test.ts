// docs/scale.md: its capacity figures are those of bench/README.md, and everything else follows from them and its assumptions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')
const scale = read('../docs/scale.md').replaceAll('\u00A0', ' ')
const benchmarks = read('README.md').replaceAll('\u00A0', ' ')

const rows = scale
  .split('\n')
  .filter((line) => /^\| (?!-)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const rowOf = (first: string, columns: number): string[] =>
  rows.find(([what, ...more]) => what === first && more.length === columns - 1)!
/** `7 000` and `1/10`, from the first digit on. */
function numberOf(text: string): number {
  const [, whole = '', part] = /(\d[\d .]*\d|\d)(?:\/(\d+))?/.exec(text)!
  return Number(whole.replaceAll(' ', '')) / Number(part ?? 1)
}

const DAY_S = 86_400
const active = numberOf(rowOf('daily active members, of all members', 2)[1]!)
const [hits, orders, entries, calls] = [
  'hits on tracked links, per active member and day',
  'orders taken',
  'ledger entries',
  'API calls (Home five times, and others)',
].map((what) => numberOf(rowOf(what, 2)[1]!)) as [number, number, number, number]
const busiest = numberOf(rowOf('busiest second, to the mean of the day', 2)[1]!)

const SIZES = [100_000, 10_000_000, 100_000_000]
const spaced = (n: number) => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
/** Figures are rounded to one or two digits. */
const ROUNDED = 0.08
const difference = (shown: number, exact: number): number => Math.abs(shown - exact) / exact

test.each(SIZES)('the load of %i members', (members) => {
  const [, ...loads] = rowOf(`${spaced(members)} (${spaced(members * active)})`, 4)
  const means = [hits, entries, calls].map((each) => (members * active * each) / DAY_S)
  for (const [column, mean] of means.entries()) {
    const [shown, peak] = loads[column]!.split(' / ').map(numberOf) as [number, number]
    expect(difference(shown, mean)).toBeLessThan(ROUNDED)
    expect(difference(peak, mean * busiest)).toBeLessThan(ROUNDED)
  }
})

test.each(SIZES)('the disk of %i members', (members) => {
  const bytesOf = (what: string) =>
    rowOf(what, 2)[1]!
      .split('+')
      .reduce((sum, part) => sum + part.split('×').reduce((product, each) => product * numberOf(each), 1), 0)
  const kept = bytesOf('a visit and its verdict') * hits * 400
  const ledger = bytesOf('an entry and its two postings') * entries * 365
  const done =
    (bytesOf('an order with its offer, hold, link and count') + bytesOf('an award and its notification')) *
    orders *
    365
  const size = (shown: string) => numberOf(shown) * (shown.endsWith('TB') ? 1e12 : 1e9)
  const [, own, ...others] = rowOf(spaced(members), 5)
  // 0.1 GB is shown where it is 0.138.
  const membersBytes = members * bytesOf('a member with password, session and account')
  expect(Math.abs(size(own!) - membersBytes)).toBeLessThan(Math.max(0.05e9, membersBytes * ROUNDED))
  for (const [column, bytes] of [kept, ledger, done].entries())
    expect(difference(size(others[column]!), members * active * bytes)).toBeLessThan(ROUNDED)
})

describe('the capacity of one server', () => {
  /** Members at whose busiest second (or mean) so many a second are reached. */
  const membersAt = (perSecond: number, each: number, peak = busiest) =>
    (perSecond * DAY_S) / (active * each * peak)
  const PARTS: readonly (readonly [part: string, enough: (measured: number) => number])[] = [
    ['ledger', (rate) => membersAt(rate, entries)],
    ['link pages, durable', (rate) => membersAt(rate, hits)],
    ['verdicts', (rate) => membersAt(rate, hits, 1)],
    ["members' reads", (rate) => membersAt(rate, calls)],
  ]
  test.each(PARTS)('%s: as measured, and what it is enough for', (part, enough) => {
    const [, measured, shown] = rowOf(part, 3)
    expect(difference(numberOf(shown!), enough(numberOf(measured!)))).toBeLessThan(ROUNDED)
  })

  test('every rate is one of bench/README.md', () => {
    const measured = [
      ...PARTS.map(([part]) => part),
      'sign-ins',
      'proof of liabilities',
      'full check of the ledger',
    ]
    for (const part of measured) {
      const [figure = ''] =
        /\d[\d .]*\d(?=\/s| (?:entries\/s|s\b))/.exec(rowOf(part, 3)[1]!.split(' in ').at(-1)!) ?? []
      expect([part, figure]).not.toEqual([part, ''])
      expect(benchmarks, `${part}: ${figure}`).toContain(figure)
    }
  })

  test('the proof and the full check of larger ones follow from those measured', () => {
    const [, proof, night] = rowOf('proof of liabilities', 3)
    const [, seconds] = / in ([\d.]+) s/.exec(proof!)!
    const [, minutes] = / in (\d+) minutes/.exec(night!)!
    expect(
      difference(Number(minutes), (Number(seconds) * (100_000_000 / numberOf(proof!))) / 60),
    ).toBeLessThan(ROUNDED)
    const [, check, aDay] = rowOf('full check of the ledger', 3)
    const [, took] = / in (\d+) s/.exec(check!)!
    expect(difference(numberOf(aDay!), (numberOf(check!) / Number(took)) * DAY_S)).toBeLessThan(ROUNDED)
  })
})
