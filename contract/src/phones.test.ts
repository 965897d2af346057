import { expect, test } from 'vitest'
import { COUNTRIES } from './countries.ts'
import { registration } from './members.ts'
import { countryOfPhone, maybePhone } from './phones.ts'

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

test.each([
  ['0912 345 678', 'vn'],
  ['84912345678', 'vn'],
  ['+84 912-345-678', 'en'],
  ['(+84) 912345678', 'fr'],
  ['00 84 912 345 678', 'fr'],
  ['０９０１２３４５６７８', 'jp'],
  ['(201) 555-0123', 'en'],
] as const)('%s in %s may be a phone number', (text, locale) => {
  expect(maybePhone(text, locale)).toBe(true)
})

test.each([
  ['0912345678', 'en'],
  ['912345678', 'en'],
  ['06 12 34', 'fr'],
  ['+999 123 456 789', 'vn'],
  ['+84 91', 'vn'],
  ['+84 912 345 678 901 234', 'vn'],
] as const)('%s in %s is none', (text, locale) => {
  expect(maybePhone(text, locale)).toBe(false)
})

test('a registration says a number without its country code beside everything else that is wrong', () => {
  const sent = { username: '', phone: '0912345678', password: 'short', password_confirmation: '', code: '' }
  const issues = registration.safeParse({ ...sent, locale: 'en' }).error!.issues
  expect(
    Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).toReversed()),
  ).toEqual({
    username: 'username_is_required',
    phone: 'phone_is_invalid',
    password: 'password_must_have_at_least_8_characters',
    password_confirmation: 'passwords_do_not_match',
    code: 'code_is_required',
    terms: 'terms_must_be_agreed',
  })
})
