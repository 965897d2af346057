// @vitest-environment node
import { COUNTRIES } from '@fairturn/contract/countries'
import { expect, test } from 'vitest'
import { countryOfPhone } from './phone-country.ts'

test.each([
  ['+84912345678', 'VN'],
  ['+381601234567', 'RS'],
  ['+33612345678', 'FR'],
  ['+819012345678', 'JP'],
  ['+12025550123', 'US'],
  ['+8613800138000', 'CN'],
])('the prefix of %s tells the country %s', (phone, country) => {
  expect(countryOfPhone(phone)).toBe(country)
  expect(COUNTRIES).toContain(country)
})

test('a number without a known prefix tells none', () => {
  expect(countryOfPhone('0912345678')).toBeUndefined()
  expect(countryOfPhone('+999123')).toBeUndefined()
  expect(countryOfPhone('')).toBeUndefined()
})
