// A small version of `node bench/fraud-limits.ts`, so that a change of the rules that costs honest people more, or leaves more to one
// address, fails at once.
import { expect, test } from 'vitest'
import { FIRST_RULES_VERSION, RULES_VERSION } from '../server/src/tracking/rules.ts'
import { cheats } from './fraud-cheats.ts'
import { hasOneAddress, measure, violations } from './fraud-limits.ts'
import { HOUR_MS, type Source, type SimulatedWeek, START_MS } from './fraud-people.ts'
import { openReviews } from './fraud-reviews.ts'
import { judgeWeek } from './fraud-simulation.ts'

const ofOneAddress = cheats.filter((cheat) => hasOneAddress(cheat))

test('honest people and one address stay within the limits', { timeout: 60_000 }, () => {
  expect(ofOneAddress.map(({ accounts }) => accounts)).toEqual([1, 1, 20, 1])
  const measured = measure({ seeds: [1], carriers: 120, cheats: ofOneAddress })
  expect(violations(measured)).toEqual([])
  // Not because nothing was simulated.
  for (const { before, after } of measured.honest) {
    expect(after.visits).toBeGreaterThan(4_000)
    expect(after.refused).toBeGreaterThan(before.refused + 1)
    expect(after.asked).toBeGreaterThan(1)
  }
})

test('each limit that is passed is named', () => {
  const { honest, cheats } = measure({ seeds: [1], carriers: 5, cheats: ofOneAddress.slice(0, 1) })
  const [one] = honest
  const strict = { ...one!, after: { ...one!.after, refused: 5.1, asked: 6.1 } }
  const before = cheats.map((result) => Object.assign({}, result, { after: result.before }))
  expect(violations({ honest: [strict], cheats: before, small_orders: [] })).toEqual([
    'wide NAT: 5.1 % of honest visits are refused on average',
    'wide NAT: a person is asked about 6.1 % of honest orders on average',
    'wide NAT, seed 1: 5.1 % of honest visits are refused',
    'script on one address, any user agent, seed 1: 100.0 % of what version 4 gave',
  ])
  const allowed = { ...one!, after: { ...one!.after, refused: 4.6, asked: 6 } }
  const fifth = cheats.map((result) => Object.assign({}, result, { before: 210, after: 42 }))
  expect(violations({ honest: [allowed], cheats: fifth, small_orders: [] })).toEqual([])
})

const TEN_MINUTES_MS = 10 * 60_000

/** Visits ten minutes apart on one order, each with a user agent of its own. */
function weekOf(target: number, sources: readonly Source[]): SimulatedWeek {
  const openedMs = START_MS + HOUR_MS
  const visits = sources.map((source, i) => ({
    order: 0,
    at_ms: openedMs + (i + 1) * TEN_MINUTES_MS,
    source,
    agent: `agent ${i}`,
    readsMs: 3_000,
    person: String(i),
  }))
  const order = { target, price_minor: 20, campaign: 0, campaign_visits: 10_000, carrier: 0, openedMs }
  return { orders: [order], visits, groups: [0] }
}

const address = (name: string): Source => ({ address: name, network: `network of ${name}` })

test.each([
  [FIRST_RULES_VERSION, 10, 10],
  [RULES_VERSION, 10, 3],
  [RULES_VERSION, 11, 4],
  [RULES_VERSION, 100, 12],
])('by rules %i an order of %i has at most %i visits of one address', (rules, target, most) => {
  const week = weekOf(target, Array.from({ length: target }, () => address('one')).slice(0, 20))
  const { results, verdicts } = judgeWeek(week, { rules, decision: 'paid' })
  expect(results[0]!.verified).toBe(most)
  expect(verdicts.filter((verdict) => verdict === 'verified')).toHaveLength(most)
})

test('an order ends when it is complete, and its reasons are those of its visits until then', () => {
  const week = weekOf(3, ['a', 'a', 'a', 'b'].map(address))
  const { results, verdicts } = judgeWeek(week, { rules: RULES_VERSION, decision: 'paid' })
  expect(verdicts).toEqual(['verified', 'verified', 'verified', 'link_not_active'])
  expect(results).toEqual([
    { verified: 3, award_minor: 60, reasons: ['few_addresses'], status: 'asked', reason: 'few_addresses' },
  ])
})

test('reviews remember what a person has seen, over linked accounts', () => {
  const end = openReviews([0, 0, 2], 'paid')
  expect(end(0, 500, [], 0)).toEqual({ status: 'none', reason: null })
  // Linked: the sum is 5.01. Another carrier's is its own.
  expect(end(1, 1, [], 1)).toEqual({ status: 'asked', reason: 'unseen' })
  expect(end(1, 1, [], 2)).toEqual({ status: 'waits', reason: 'unseen' })
  expect(end(2, 500, [], 3)).toEqual({ status: 'none', reason: null })
  // After twelve hours a person has paid: 20.00 for both, less the order that waited and that nobody looked at.
  expect(end(0, 1_999, [], 13 * HOUR_MS)).toEqual({ status: 'none', reason: null })
  expect(end(0, 1, [], 13 * HOUR_MS)).toEqual({ status: 'asked', reason: 'unseen' })
  const refusing = openReviews([0], 'refused')
  expect(refusing(0, 501, [], 0).status).toBe('asked')
  expect(refusing(0, 501, [], 13 * HOUR_MS).status).toBe('asked')
})
