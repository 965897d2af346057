import { type Campaign, campaignForm } from '@fairturn/contract/campaigns'
import { expect, test } from 'vitest'
import { problemsOf } from '../shell/forms/problems.ts'
import {
  check,
  countOf,
  emptyValues,
  sentOf,
  stepOf,
  valuesOfAgain,
  valuesOfDraft,
  withScheme,
  type Values,
} from './placing.ts'

const NOW = new Date(2026, 10, 21, 12)
const filled: Values = {
  ...emptyValues('en', NOW),
  brand: 'Lotus Tea',
  landing_url: 'https://tea.example.com/',
  creative: `/files/${'0a'.repeat(16)}.webp`,
  tagline: { en: 'Tea' },
  caption: { en: 'I like it' },
  price: '1 234,50',
  visits: '1 000',
  ends_at: '2026-11-30',
}

test('each step reports its missing fields, and nothing when it is complete', () => {
  const empty = emptyValues('en', NOW)
  expect(check(empty, 1, NOW)).toEqual({
    brand: 'field_is_required',
    landing_url: 'field_is_required',
    creative: 'creative_is_unknown',
    'tagline.en': 'field_is_required',
    'caption.en': 'field_is_required',
  })
  expect(check(empty, 3, NOW)).toEqual({ price: 'field_is_required', visits: 'field_is_required' })
  expect(check({ ...filled, price: '1000' }, 3, NOW)).toEqual({})
  expect(check(filled, 1, NOW)).toEqual({})
  expect(check({ ...filled, languages: ['en', 'rs'] }, 2, NOW)).toEqual({
    'tagline.rs': 'field_is_required',
    'caption.rs': 'field_is_required',
  })
})

test('prices, order sizes and end dates outside the limits are reported on their fields', async () => {
  const wrong = async (changed: Partial<Values>) => {
    const values = { ...filled, price: '0,05', ...changed }
    const refused = await problemsOf(() => Promise.resolve(campaignForm), sentOf(values))
    return { ...refused, ...check(values, 3, NOW) }
  }
  expect(await wrong({})).toEqual({})
  expect(await wrong({ price: '1 000,01' })).toEqual({ price: 'price_is_too_high' })
  expect(await wrong({ price: '0' })).toEqual({ price: 'amount_is_invalid' })
  expect(await wrong({ price: '1,234', order_hours: '1.5' })).toEqual({
    price: 'amount_is_invalid',
    order_hours: 'field_is_invalid',
  })
  expect(await wrong({ visits: '' })).toEqual({ visits: 'field_is_required' })
  expect(await wrong({ visits: '10 000 001' })).toEqual({ visits: 'field_is_invalid' })
  expect(await wrong({ order_visits: '1001' })).toEqual({ order_visits: 'order_visits_exceed_the_campaign' })
  expect(await wrong({ order_hours: '721' })).toEqual({ order_hours: 'field_is_invalid' })
  expect(await wrong({ brand: 'Lotus\u202e' })).toEqual({ brand: 'field_has_unseen_characters' })
  expect(await wrong({ caption: { en: 'I like it\u202e' } })).toEqual({
    'caption.en': 'field_has_unseen_characters',
  })
  expect(await wrong({ ends_at: '2026-11-20' })).toEqual({ ends_at: 'end_is_not_in_the_future' })
  expect(await wrong({ ends_at: '2026-11-21' })).toEqual({})
  expect(await wrong({ ends_at: '2027-12-31' })).toEqual({ ends_at: 'end_is_too_far_away' })
})

test('a schema that cannot be loaded refuses nothing: the server decides', async () => {
  expect(await problemsOf(() => Promise.reject(new Error('offline')), sentOf(filled))).toEqual({})
})

test('the form is sent in the contract’s format, with the last second of the end date', () => {
  expect(sentOf({ ...filled, price: '$ 12.50' })).toMatchObject({
    price: '12.50',
    visits: 1000,
    order_visits: 20,
    order_hours: 48,
    ends_at: new Date(2026, 10, 30, 23, 59, 59).toISOString(),
  })
})

test('whole numbers are parsed with thousands separators; anything else is refused', () => {
  expect(['1000', '1 000', '1.000', '1,000', '1’000'].map(countOf)).toEqual(Array(5).fill(1000))
  expect(['', '1.5', '1,00', '-1', '1e3', 'ten'].map(countOf)).toEqual(Array(6).fill(undefined))
})

test('a draft of another version keeps the values that are still valid', () => {
  const empty = emptyValues('en', NOW)
  expect(valuesOfDraft({}, empty)).toEqual(empty)
  const kept = valuesOfDraft(
    { kind: 'like', languages: ['en', 'xx'], brand: 'Tea', tagline: { rs: '' } },
    empty,
  )
  expect(kept).toMatchObject({ kind: 'visit', languages: ['en'], brand: 'Tea', tagline: { rs: '' } })
})

test('refusals know their step, and URLs get their scheme', () => {
  expect([stepOf('tagline.en'), stepOf('countries'), stepOf('ends_at')]).toEqual([1, 2, 3])
  expect(withScheme(' example.com/shop ')).toBe('https://example.com/shop')
  expect(withScheme('http://example.com')).toBe('http://example.com')
  expect(withScheme('')).toBe('')
})

test('a campaign of before is placed again with its own fields, and a new end once its own has passed', () => {
  const campaign = {
    ...sentOf(filled),
    verification: 'page',
    ends_at: new Date(2026, 11, 24, 23, 59, 59).toISOString(),
  } as unknown as Campaign
  const again = valuesOfAgain(campaign, 'en', NOW)
  expect(again).toMatchObject({
    brand: 'Lotus Tea',
    tagline: { en: 'Tea' },
    visits: '1000',
    ends_at: '2026-12-24',
  })
  expect(check(again, 1, NOW)).toEqual({})
  const later = valuesOfAgain(campaign, 'en', new Date(2027, 0, 2))
  expect(later).toEqual({ ...again, ends_at: '2027-02-01' })
})
