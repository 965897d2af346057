import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
// Which names are equal, which phone numbers are accepted, which codes are possible.
import { maybePhone, plainPhone } from '@fairturn/contract/phones'
import * as fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { PASTED_PHONES } from '../../test/pasted-phones.ts'
import { deviceOf } from '../platform/http/devices.ts'
import { looksOfficial, mixesScripts } from './misleading-names.ts'
import {
  maskName,
  maskPhone,
  nameKey,
  newInviteCode,
  possiblePhones,
  readInviteCode,
  readPhone,
} from './names.ts'

test.each([
  ['Minh', 'mINH'],
  ['Ｍｉｎｈ', 'minh'],
  ['Straße', 'STRASSE'],
  ['ẞtr', 'sstr'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['Thu\u200d Hà', 'thu ha\u0300'],
  ['a   b', 'A b'],
  ['ﬁne', 'FINE'],
])('%s and %s are the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test('accents and other scripts make a different name', () => {
  expect(nameKey('Ha')).not.toBe(nameKey('Hà'))
  expect(nameKey('pаypal')).not.toBe(nameKey('paypal')) // the first а is Cyrillic
})

test.each([
  ['0912 345 678', 'vn', '+84912345678'],
  ['+84 912-345-678', 'fr', '+84912345678'],
  ['０９１２３４５６７８', 'vn', '+84912345678'],
  ['090-1234-5678', 'jp', '+819012345678'],
  ['010-2345-6789', 'kr', '+821023456789'],
  ['138 0013 8000', 'cn', '+8613800138000'],
  ['064 1234567', 'rs', '+381641234567'],
  ['06 12 34 56 78', 'fr', '+33612345678'],
  ['(201) 555-0123', 'en', '+12015550123'],
] as const)('%s in %s is %s', (typed, locale, phone) => {
  expect(readPhone(typed, locale)).toBe(phone)
})

test.each([
  '',
  '12',
  '+84',
  'call 0912345678',
  '0912345678 ext 5',
  '+999123456789',
  '0912345678\u0000',
  '📞📞📞',
  '٠'.repeat(40),
])('%j is not a phone number', (typed) => {
  expect(readPhone(typed, 'vn')).toBeUndefined()
})

test('a number without country code can mean several, those of the reader’s country first', () => {
  expect(possiblePhones('0912345678', 'en')).toContain('+84912345678')
  expect(possiblePhones('0912345678', 'vn')[0]).toBe('+84912345678')
  expect(possiblePhones('minh', 'vn')).toEqual([])
})

test('invite codes are parsed in any case, and only if well-formed', () => {
  expect(readInviteCode(' wElcome ')).toBe('WELCOME')
  for (const typed of ['', 'abc', 'A B C D', "A'; drop", 'ＷＥＬＣＯＭＥ\u0000', 'X'.repeat(21)])
    expect(readInviteCode(typed)).toBeUndefined()
  for (let i = 0; i < 200; i++) expect(newInviteCode()).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
})

test.each([
  ['nguyen', 'ngu****n'],
  ['minhh', 'min****h'],
  ['minh', 'm****'],
  ['ab', 'a****'],
  ['', '****'],
  ['Hà\u0300nội', 'Hà\u0300n****i'],
  ['👨‍👩‍👧‍👦🎉🎊🇻🇳👍🏽', '👨‍👩‍👧‍👦🎉🎊****👍🏽'],
  ['👨‍👩‍👧‍👦🎉🎊🇻🇳', '👨‍👩‍👧‍👦****'],
  ['محمدعلي', 'محم****ي'],
])('%s is shown to others as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})

test.each([
  ['+84901234567', '+84901******'],
  ['+3815', '*****'],
  ['123456', '******'],
  ['1234567', '1******'],
  ['', ''],
  ['٠٩٠١٢٣٤٥٦٧', '٠٩٠١******'],
  ['090👍🏽e\u0301🇻🇳4567', '090👍🏽******'],
])('of the phone number %s the last six digits are hidden: %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked)
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox · Linux'],
  ['curl/8.9', ''],
  ['', ''],
])('%s is recognised as the device %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})

test.each([
  ['Nguyễn Văn Đức', false],
  ['山田 Taro 太郎 たろう', false],
  ['김 Min 民', false],
  ['Анна-Марија', false],
  ['สมชาย 12', false],
  ['محمد', false],
  ['Minh 🎉 ٣', false],
  ['P\u0430ypal', true],
  ['Αlex', true],
  ['Anna สม', true],
  ['カナ 한', true],
])('%s mixes scripts: %s', (name, mixes) => {
  expect(mixesScripts(name)).toBe(mixes)
})

test.each([
  ['admin', true],
  ['ADMIN_7', true],
  ['adm1n', true],
  ['A.d.m.i.n', true],
  ['Fairturn Support', true],
  ['f4irturn', true],
  ['the fairturn team', true],
  ['Hỗ trợ', true],
  ['Podrška', true],
  ['客服', true],
  ['Badminton', false],
  ['Supporter', false],
  ['Đức Minh', false],
  // As it looks.
  ['ƒairturn', true],
  ['Fairtum', true],
  ['Fa\u0131rturn', true],
  ['FaIrturn help', true],
  ['faɪʀᴛᴜʀɴ', true],
  ['Fairţurn', true],
  ['🇫 🇦 🇮 🇷 🇹 🇺 🇷 🇳', true],
  ['adrnin', true],
  ['AdmlnIstrator', true],
  ['suppоrt'.replace('о', 'ᴏ'), true],
  // Roles in the languages of the product.
  ['サポート', true],
  ['ｻﾎﾟｰﾄ', true],
  ['カスタマーサポート', true],
  ['運営チーム', true],
  ['CSKH', true],
  ['CSKH 24', true],
  ['Chăm sóc khách hàng', true],
  ['Ban Quản Trị', true],
  ['Service client', true],
  ['Le service client', true],
  ['Equipe securite', true],
  ['Assistance', true],
  ['客服小王', true],
  ['安全中心', true],
  ['고객센터', true],
  ['보안팀', true],
  ['Služba za korisnike', true],
  ['Подршка', true],
  ['Администратор', true],
  ['Служба поддержки', true],
  ['security', true],
  ['Security Team', true],
  ['billing_24', true],
  ['Billing Department', true],
  ['help', true],
  ['He1p', true],
  ['Help Center', true],
  ['no-reply', true],
  ['root', true],
  ['Customer Service', true],
  // Ordinary names.
  ['helpful.anna', false],
  ['help me anna', false],
  ['rootbeer', false],
  ['Joe Root', false],
  ['billings', false],
  ['Billie Billing', false],
  ['Secure Anna', false],
  ['Teamwork', false],
  ['Client 24', false],
  ['Fairtown', false],
  ['Thanh Toàn', false],
  ['Hồ Trọng Minh', false],
  ['Nguyễn Khách', false],
  ['Pomoćnik', false],
  ['Роман', false],
  ['Петар Подржић', false],
  ['サポーター', false],
  ['運命', false],
  ['김관리', false],
  ['官小明', false],
  ['Maître Clément', false],
  ['Arnaud', false],
  ['Warner', false],
  ['Alde', false],
])('%s looks official: %s', (name, official) => {
  expect(looksOfficial(name, 'Fairturn')).toBe(official)
})

test('marks that keep a number’s direction are no part of it', () => {
  for (const typed of [
    '\u202a+84 912 345 678\u202c',
    '\u200e0912\u2060345678',
    '\u20680912-345-678\u2069',
    '\ufeff0912345678',
  ])
    expect(readPhone(typed, 'vn')).toBe('+84912345678')
})

test.each(PASTED_PHONES)('a number with %s is read, by the forms and the server', (_, typed) => {
  expect(readPhone(typed, 'vn')).toBe('+33612345601')
  expect(maybePhone(typed, 'vn')).toBe(true)
  expect(possiblePhones(typed, 'vn')).toEqual(['+33612345601'])
})

test('spaces of a number are one each, and none around it', () => {
  expect(plainPhone('\u202f+33\u202f\u202f6\u200b')).toBe('+33 6')
})

describe('what the forms refuse at once is refused by the server too', () => {
  const isSaidByBoth = (text: string, locale: Locale): boolean =>
    readPhone(text, locale) === undefined || maybePhone(text, locale)

  test.each(LOCALES)('of numbers without a country code, in %s', (locale) => {
    const starts = ['', '0', '00', '1', '010', '011', getCountryCallingCode(LANGUAGES[locale].country)]
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 14 })
    const refusedByForms = fc.check(
      fc.property(fc.constantFrom(...starts), digits, (start, rest) =>
        isSaidByBoth(start + rest.join(''), locale),
      ),
      { numRuns: 1_000 },
    )
    expect(refusedByForms.counterexample).toBeNull()
  })

  test('of numbers of every country', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 13 })
    const refusedByForms = fc.check(
      fc.property(fc.constantFrom(...getCountries()), digits, (country, rest) =>
        isSaidByBoth(`+${getCountryCallingCode(country)}${rest.join('')}`, 'vn'),
      ),
      { numRuns: 4_000 },
    )
    expect(refusedByForms.counterexample).toBeNull()
  })
})
