// The time windows of the rules, to the millisecond: earlier verified visits count, whatever the order in which they
// were opened.
import { newId } from '@fairturn/contract/ids'
import { describe, expect, test } from 'vitest'
import type { Candidate } from './judge.store.ts'
import { type Signals, NOTHING_COUNTED, RULES_VERSION } from './rules.ts'
import { signalsOfCandidate, noVisits } from './signals.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let visitors = 0
/** A visit by a new visitor of the same network, order, carrier and campaign. */
function visit(given: Partial<Candidate> = {}): Candidate {
  visitors += 1
  return {
    id: newId(AT),
    day: '2026-11-21',
    at: AT,
    link_id: 'order',
    campaign_id: 'campaign',
    carrier_id: 'carrier',
    visitor: `visitor ${visitors}`,
    before: `visitor ${visitors}, yesterday's salt`,
    network: 'network',
    network_before: 'network, yesterday’s salt',
    reason: null,
    address: 'address',
    address_before: 'address, yesterday’s salt',
    ...NOTHING_COUNTED,
    rules: RULES_VERSION,
    campaign_visits: null,
    target: 50,
    ...given,
  }
}

const after = (ms: number) => new Date(AT.getTime() + ms)

/** The signals of a visit at AT after these were verified, in this order. */
function signalsAfter(verified: readonly Partial<Candidate>[], given: Partial<Candidate> = {}): Signals {
  const before = noVisits()
  for (const one of verified) before.add(visit(one))
  return signalsOfCandidate(visit(given), before)
}

describe('a window', () => {
  type Window =
    | 'network_in_hour'
    | 'network_in_day'
    | 'network_for_campaign'
    | 'network_for_carrier'
    | 'address_in_day'
    | 'address_for_campaign'
    | 'address_for_carrier'
    | 'carrier_in_hour'
    | 'carrier_in_day'
  const windows: [Window, number, number][] = [
    ['network_in_hour', HOUR_MS, 20 * MINUTE_MS],
    ['network_in_day', DAY_MS, 20 * MINUTE_MS],
    ['network_for_campaign', DAY_MS, 20 * MINUTE_MS],
    ['network_for_carrier', DAY_MS, 20 * MINUTE_MS],
    ['address_in_day', DAY_MS, 20 * MINUTE_MS],
    ['address_for_campaign', DAY_MS, 20 * MINUTE_MS],
    ['address_for_carrier', DAY_MS, 20 * MINUTE_MS],
    ['carrier_in_hour', HOUR_MS, 20 * MINUTE_MS],
    ['carrier_in_day', DAY_MS, 20 * MINUTE_MS],
  ]
  const minutes: ['order_in_minute' | 'order_in_next_minute', number, number][] = [
    ['order_in_minute', MINUTE_MS, 0],
    ['order_in_next_minute', 0, MINUTE_MS],
  ]
  test.each([...windows, ...minutes])(
    '%s starts after %d ms before and ends %d ms after',
    (signal, beforeMs, afterMs) => {
      const inside = [1 - beforeMs, afterMs]
      const outside = [-beforeMs, afterMs + 1]
      const shuffled = [inside[1]!, outside[0]!, inside[0]!, outside[1]!].map((ms) => ({ at: after(ms) }))
      expect(signalsAfter(shuffled)[signal]).toBe(2)
      expect(signalsAfter(outside.map((ms) => ({ at: after(ms) })))[signal]).toBe(0)
    },
  )

  test('of many visits in any order contains the same visits', () => {
    const steps = Array.from({ length: 200 }, (_, i) => ((i * 73) % 200) - 150)
    const signals = signalsAfter(steps.map((step) => ({ at: after(step * MINUTE_MS) })))
    expect(signals).toMatchObject({ network_in_hour: 80, network_in_day: 171, verified: 200 })
  })
})

test('other orders, carriers, campaigns and networks are counted separately', () => {
  expect(signalsAfter([{ link_id: 'another' }])).toMatchObject({
    network_in_hour: 0,
    network_in_day: 0,
    network_for_campaign: 1,
    network_for_carrier: 1,
    address_in_day: 0,
    address_for_campaign: 1,
    address_for_carrier: 1,
    order_in_minute: 0,
    carrier_in_hour: 1,
    verified: 0,
    campaign_in_hour: 1,
  })
  expect(signalsAfter([{ network: 'another' }])).toMatchObject({
    network_in_hour: 0,
    network_for_campaign: 0,
    order_in_minute: 1,
    verified: 1,
  })
  expect(signalsAfter([{ address: 'another' }])).toMatchObject({
    network_in_day: 1,
    address_in_day: 0,
    address_for_campaign: 0,
    address_for_carrier: 0,
  })
  expect(signalsAfter([{ carrier_id: 'another' }])).toMatchObject({
    carrier_in_hour: 0,
    carrier_in_day: 0,
    network_for_carrier: 0,
    address_for_carrier: 0,
    address_in_day: 1,
  })
  expect(signalsAfter([{ campaign_id: 'another' }])).toMatchObject({
    network_for_campaign: 0,
    campaign_in_hour: 0,
  })
})

test('a network is recognised by yesterday’s salt, or without one by today’s only', () => {
  const yesterday = [{ network: 'network, yesterday’s salt' }, {}]
  expect(signalsAfter(yesterday).network_in_hour).toBe(2)
  expect(signalsAfter(yesterday, { network_before: null }).network_in_hour).toBe(1)
})

describe('across midnight', () => {
  const beforeMidnight = new Date('2026-11-21T23:55:00Z')
  const nextDay = {
    at: new Date('2026-11-22T00:05:00Z'),
    network: 'network, tomorrow’s salt',
    network_before: 'network',
    address: 'address, tomorrow’s salt',
    address_before: 'address',
  }
  test('a page opened on the day after and verified before counts, from version 5 on', () => {
    const expected = {
      network_in_hour: 1,
      network_in_day: 1,
      network_for_campaign: 1,
      network_for_carrier: 1,
    }
    const same_address = { address_in_day: 1, address_for_campaign: 1, address_for_carrier: 1 }
    const given = { at: beforeMidnight }
    expect(signalsAfter([nextDay], given)).toMatchObject({ ...expected, ...same_address })
    const none = { network_in_hour: 0, network_in_day: 0, network_for_campaign: 0, network_for_carrier: 0 }
    expect(signalsAfter([nextDay], { ...given, rules: 4 })).toMatchObject(none)
  })
  test('one of the day before counts by yesterday’s salt', () => {
    expect(
      signalsAfter([{ address: 'address, yesterday’s salt' }, { address: null, address_before: null }]),
    ).toMatchObject({ address_in_day: 1, network_in_day: 2 })
  })
  test('without a hash of the address nothing counts as of one address', () => {
    const unknown = { address: null, address_before: null }
    expect(signalsAfter([unknown, {}], unknown)).toMatchObject({ address_in_day: 0, network_in_day: 2 })
  })
})

test('a campaign’s hour is a clock hour', () => {
  const around = [-1, 0, HOUR_MS - 1, HOUR_MS].map((ms) => ({ at: after(ms) }))
  expect(signalsAfter(around).campaign_in_hour).toBe(2)
})

describe('a visitor is repeated', () => {
  const me = { visitor: 'me', before: 'me yesterday' }
  const same: [string, Partial<Candidate>][] = [
    ['on the same day', { visitor: 'me' }],
    ['on the day after', { visitor: 'me yesterday' }],
    ['on the day before, by a page opened earlier', { before: 'me' }],
  ]
  test.each(same)('%s, within 24 hours either way', (_when, one) => {
    for (const ms of [1 - DAY_MS, DAY_MS - 1])
      expect(signalsAfter([{ ...one, at: after(ms) }], me).repeated).toBe(true)
    for (const ms of [-DAY_MS, DAY_MS])
      expect(signalsAfter([{ ...one, at: after(ms) }], me).repeated).toBe(false)
    expect(signalsAfter([{ ...one, campaign_id: 'another' }], me).repeated).toBe(false)
  })
  test('if the database says so', () => expect(signalsAfter([], { repeated: true }).repeated).toBe(true))
})

test('counts of the database are added, and its verdicts are kept', () => {
  const counted = {
    network_in_hour: 1,
    network_in_day: 2,
    network_for_campaign: 3,
    network_for_carrier: 10,
    address_in_day: 11,
    address_for_campaign: 12,
    address_for_carrier: 13,
    order_in_minute: 4,
    order_in_next_minute: 5,
    carrier_in_hour: 6,
    carrier_in_day: 7,
    campaign_in_hour: 8,
    verified: 9,
  }
  expect(signalsAfter([], { ...counted, reason: 'bot' })).toMatchObject({ ...counted, refused: 'bot' })
  const oneMore = Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, count + 1]))
  expect(signalsAfter([{}], counted)).toMatchObject({ ...oneMore, order_in_next_minute: 5 })
})
