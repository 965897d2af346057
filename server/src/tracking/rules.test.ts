// The rules as a table: each refuses exactly from its boundary on, and the first in order decides.
import { VISIT_REASONS } from '@fairturn/contract/tracking'
import { describe, expect, test } from 'vitest'
import {
  type Signals,
  judge,
  MACHINE_REASONS,
  NOTHING_COUNTED,
  refusedAge,
  RULES_VERSION,
  VISITOR_REASONS,
} from './rules.ts'

const FINE: Signals = {
  ...NOTHING_COUNTED,
  rules: RULES_VERSION,
  refused: null,
  campaign_visits: null,
  target: 50,
}

test('without a reason against it: verified', () => expect(judge(FINE)).toBe('verified'))

// ASVS V2.3.2
describe('each rule at its boundary', () => {
  const edges: [string, Partial<Signals>, Partial<Signals>][] = [
    ['bot', { refused: 'bot' }, {}],
    ['scanner', { looked_ahead: true }, {}],
    ['own_visit', { own: true }, {}],
    [
      'own_network',
      { own_network: true, network_for_campaign: 5 },
      { own_network: true, network_for_campaign: 4 },
    ],
    ['repeated', { repeated: true }, {}],
    ['network_pace', { network_in_hour: 10 }, { network_in_hour: 9 }],
    ['network_pace', { network_for_campaign: 50 }, { network_for_campaign: 49 }],
    ['order_pace', { order_in_minute: 30 }, { order_in_minute: 29 }],
    ['order_pace', { order_in_next_minute: 30 }, { order_in_minute: 29, order_in_next_minute: 29 }],
    ['carrier_pace', { carrier_in_hour: 200 }, { carrier_in_hour: 199 }],
    ['carrier_pace', { carrier_in_day: 1000 }, { carrier_in_day: 999 }],
    [
      'campaign_pace',
      { campaign_visits: 10_000, campaign_in_hour: 2500 },
      { campaign_visits: 10_000, campaign_in_hour: 2499 },
    ],
    [
      'campaign_pace',
      { campaign_visits: 20, campaign_in_hour: 100 },
      { campaign_visits: 20, campaign_in_hour: 99 },
    ],
    ['order_complete', { verified: 50 }, { verified: 49 }],
  ]
  test.each(edges)('%s: %o, and not %o', (reason, refused, fine) => {
    expect(judge({ ...FINE, ...refused })).toBe(reason)
    expect(judge({ ...FINE, ...fine })).toBe('verified')
  })

  test('a campaign of unknown size has no pace limit', () => {
    expect(judge({ ...FINE, campaign_in_hour: 1_000_000 })).toBe('verified')
  })
})

// The last value that passes, and the first that is refused: visits verified before this one.
describe('versions at their boundaries', () => {
  type Count = keyof typeof NOTHING_COUNTED
  const edges: [number, string, Count, number, Partial<Signals>][] = [
    [4, 'network_pace', 'network_in_day', 9, { target: 10 }],
    [4, 'network_pace', 'network_in_day', 40, { target: 201 }],
    [4, 'carrier_pace', 'carrier_in_hour', 199, { target: 1000 }],
    [5, 'address_pace', 'address_in_day', 2, { target: 10 }],
    [5, 'address_pace', 'address_in_day', 3, { target: 11 }],
    [5, 'address_pace', 'address_in_day', 11, { target: 100 }],
    [5, 'address_pace', 'address_in_day', 19, { target: 10_000 }],
    [5, 'address_pace', 'address_for_campaign', 7, { campaign_visits: 800 }],
    [5, 'address_pace', 'address_for_campaign', 8, { campaign_visits: 801 }],
    [5, 'address_pace', 'address_for_campaign', 7, { campaign_visits: 1 }],
    [5, 'network_pace', 'network_in_day', 2, { target: 1 }],
    [5, 'network_pace', 'network_in_day', 3, { target: 10 }],
    [5, 'network_pace', 'network_in_day', 4, { target: 11 }],
    [5, 'network_pace', 'network_in_day', 21, { target: 100 }],
    [5, 'carrier_pace', 'address_for_carrier', 5, { target: 10 }],
    [5, 'carrier_pace', 'address_for_carrier', 11, { target: 100 }],
    [5, 'carrier_pace', 'address_for_carrier', 19, { target: 10_000 }],
    [5, 'carrier_pace', 'network_for_carrier', 11, { target: 10 }],
    [5, 'carrier_pace', 'network_for_carrier', 21, { target: 100 }],
    [5, 'carrier_pace', 'carrier_in_hour', 199, { target: 400 }],
    [5, 'carrier_pace', 'carrier_in_hour', 200, { target: 401 }],
    [5, 'carrier_pace', 'carrier_in_hour', 499, { target: 1000 }],
  ]
  test.each(edges)('%d: %s from %s above %d of %o', (rules, reason, count, last, given) => {
    const signals = { ...FINE, target: 10_000, rules, ...given }
    expect(judge({ ...signals, [count]: last })).toBe('verified')
    expect(judge({ ...signals, [count]: last + 1 })).toBe(reason)
  })

  const unlimited: Count[] = [
    'address_in_day',
    'address_for_campaign',
    'address_for_carrier',
    'network_for_carrier',
  ]
  test.each(unlimited)('4 has no limit of %s', (count) => {
    expect(judge({ ...FINE, rules: 4, campaign_visits: 800, [count]: 1_000_000 })).toBe('verified')
  })

  test('5 has none of an address in a campaign of unknown size', () => {
    expect(judge({ ...FINE, address_for_campaign: 1_000_000 })).toBe('verified')
  })
})

test('of several reasons the first in the contract’s order applies', () => {
  const all: Signals = {
    ...FINE,
    looked_ahead: true,
    own: true,
    own_network: true,
    repeated: true,
    address_in_day: 7,
    network_in_hour: 10,
    network_in_day: 12,
    network_for_campaign: 50,
    order_in_minute: 30,
    carrier_in_hour: 200,
    campaign_in_hour: 100,
    campaign_visits: 1,
    verified: 50,
  }
  const healed: Partial<Signals>[] = [
    { looked_ahead: false },
    { own: false },
    { own_network: false },
    { repeated: false },
    { address_in_day: 0 },
    { network_in_hour: 0, network_in_day: 0, network_for_campaign: 0 },
    { order_in_minute: 0 },
    { carrier_in_hour: 0 },
    { campaign_in_hour: 0 },
    { verified: 0 },
  ]
  const signals = all
  const verdicts = [judge(signals)]
  for (const less of healed) {
    Object.assign(signals, less)
    verdicts.push(judge(signals))
  }
  const judged = verdicts.slice(0, -1)
  expect(verdicts.at(-1)).toBe('verified')
  expect(judged).toEqual(VISIT_REASONS.filter((reason) => (judged as string[]).includes(reason)))
  expect(judged).toHaveLength(healed.length)
})

test.each([
  [799, 'too_fast'],
  [800, null],
  [600_000, null],
  [600_001, 'too_late'],
])('a token of %d ms: %s', (ageMs, reason) => expect(refusedAge(ageMs)).toBe(reason))

// Decision 014; `review` counts for each visit, in another way.
test.each<[string, ReadonlySet<string>, string[]]>([
  ['machines', MACHINE_REASONS, ['not_a_page_view', 'prefetch', 'preview', 'bot', 'scanner']],
  [
    'visitors who lower the quality',
    VISITOR_REASONS,
    [
      'not_continued',
      'too_fast',
      'too_late',
      'own_visit',
      'own_network',
      'address_pace',
      'network_pace',
      'order_pace',
      'carrier_pace',
    ],
  ],
])('%s are refused by exactly these', (_kind, reasons, expected) => {
  expect(VISIT_REASONS.filter((reason) => reasons.has(reason)).toSorted()).toEqual(expected.toSorted())
})
