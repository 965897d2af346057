// Boundary values of the reasons for a review: the last value that passes and the first that does not (docs/rules.md).
import { describe, expect, test } from 'vitest'
import { type OrderFacts, reasonsOf, variationOf } from './review-reasons.ts'

const USUAL: OrderFacts = {
  people: 0,
  farmed: 0,
  verified: 0,
  largestNetwork: 0,
  gapsMs: [],
  readsMs: [],
  day: { visits: 0, largestAddress: 0, networks: 0 },
  sign: null,
}
const reasons = (facts: Partial<OrderFacts>) => reasonsOf({ ...USUAL, ...facts }).map(({ reason }) => reason)
const day = (visits: number, largestAddress: number, networks = visits) => ({
  day: { visits, largestAddress, networks },
})
const sign = (confirmed: number, passed: number, others_confirmed: number, others_passed: number) => ({
  sign: { confirmed, passed, others_confirmed, others_passed },
})
/** Times with a large variation, as people have them. */
const CHANCE = [1_000, 90_000, 4_000, 600_000, 20_000]

describe('each reason begins at its limit', () => {
  test.each<[string, Partial<OrderFacts>, string[]]>([
    ['7 people, all refused', { people: 7, farmed: 7 }, []],
    ['8 people, 5 refused', { people: 8, farmed: 5 }, []],
    ['8 people, 6 refused', { people: 8, farmed: 6 }, ['mostly_refused']],
    ['4 verified, all of one network', { verified: 4, largestNetwork: 4 }, []],
    ['5 verified, 3 of one network', { verified: 5, largestNetwork: 3 }, []],
    ['5 verified, 4 of one network', { verified: 5, largestNetwork: 4 }, ['one_network']],
    ['2 in a day, both of one address', day(2, 2), []],
    ['3 in a day, 1 of one address', day(3, 1), []],
    ['3 in a day, 2 of one address', day(3, 2), ['few_addresses']],
    ['5 in a day, 3 of one address', day(5, 3), []],
    ['5 in a day, 4 of one address', day(5, 4), ['few_addresses']],
    ['7 in a day from one network', day(7, 1, 1), []],
    ['8 in a day from 3 networks', day(8, 1, 3), []],
    ['8 in a day from 2 networks', day(8, 1, 2), ['few_networks']],
    ['5 verified every minute', { verified: 5, gapsMs: [60, 60, 60, 60] }, []],
    ['6 verified every minute', { verified: 6, gapsMs: [60, 60, 60, 60, 60] }, ['too_regular']],
    ['6 verified at once', { verified: 6, gapsMs: [0, 0, 0, 0, 0] }, ['too_regular']],
    ['6 verified by chance', { verified: 6, gapsMs: CHANCE, readsMs: [...CHANCE, 3_000] }, []],
    [
      '6 verified that read for the same time',
      { verified: 6, gapsMs: CHANCE, readsMs: [3_000, 3_000, 3_000, 3_000, 3_000, 3_100] },
      ['too_regular'],
    ],
    [
      '6 verified, 4 of them in under two seconds',
      { verified: 6, gapsMs: CHANCE, readsMs: [900, 1_999, 1_200, 1_700, 2_000, 60_000] },
      [],
    ],
    [
      '6 verified, 5 of them in under two seconds',
      { verified: 6, gapsMs: CHANCE, readsMs: [900, 1_999, 1_200, 1_700, 1_999, 60_000] },
      ['too_regular'],
    ],
    ['9 passed, none confirmed', sign(0, 9, 60, 100), []],
    ['10 passed, 2 confirmed, of others 3 in 5', sign(2, 10, 60, 100), ['no_sign']],
    ['10 passed, 3 confirmed, of others 3 in 5', sign(3, 10, 60, 100), []],
    ['10 passed, none confirmed, of others none either', sign(0, 10, 0, 100), []],
    ['10 passed, none confirmed, of others only 9 passed', sign(0, 10, 9, 9), []],
  ])('%s: %j', (_name, facts, expected) => {
    expect(reasons(facts)).toEqual(expected)
  })
})

test('several reasons are given with what they rest on, in the order in which they decide', () => {
  const found = reasonsOf({
    ...USUAL,
    people: 10,
    farmed: 8,
    verified: 5,
    largestNetwork: 5,
    ...day(5, 5, 1),
  })
  expect(found).toEqual([
    { reason: 'mostly_refused', found: 8, among: 10, measure: null, unseen: null, limit: null },
    { reason: 'one_network', found: 5, among: 5, measure: null, unseen: null, limit: null },
    { reason: 'few_addresses', found: 5, among: 5, measure: null, unseen: null, limit: null },
  ])
})

test('variation is the standard deviation in relation to the mean', () => {
  expect(variationOf([])).toBe(1)
  expect(variationOf([5])).toBe(1)
  expect(variationOf([0, 0])).toBe(0)
  expect(variationOf([10, 10, 10])).toBe(0)
  expect(variationOf([5, 15])).toBe(0.5)
})
