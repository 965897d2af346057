// IBANs: the registry's own examples are valid, and single typing errors are detected.
import { describe, expect, test } from 'vitest'
import { readIban } from './bank-details.ts'

/** Examples of SWIFT's IBAN registry. */
const EXAMPLES = [
  'AD12 0001 2030 2003 5910 0100',
  'AE07 0331 2345 6789 0123 456',
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'BR18 0036 0305 0000 1000 9795 493C 1',
  'CH93 0076 2011 6238 5295 7',
  'DE89 3704 0044 0532 0130 00',
  'ES91 2100 0418 4502 0005 1332',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'LC55 HEMM 0001 0001 0012 0012 0002 3015',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NL91 ABNA 0417 1643 00',
  'NO93 8601 1117 947',
  'PL61 1090 1014 0000 0712 1981 2874',
  'RS35 2600 0560 1001 6113 79',
  'SI56 2633 0001 2039 086',
  'UA21 3223 1300 0002 6007 2335 6600 1',
]

describe('the registry’s examples', () => {
  test.each(EXAMPLES)('%s', (example) => {
    const iban = example.replaceAll(' ', '')
    expect(readIban(example)).toBe(iban)
    expect(readIban(example.toLowerCase())).toBe(iban)
    // As pages, documents and messengers copy it.
    for (const copied of [
      `IBAN ${example}`,
      `iban: ${iban}`,
      `\u202a${example}\u202c`,
      iban.replace(/^../, '$&\u200b'),
      example.replaceAll(' ', '\u00a0'),
    ])
      expect(readIban(copied)).toBe(iban)
  })
})

test('any single wrong character and any two swapped neighbours are detected', () => {
  const wrong = EXAMPLES.map((example) => example.replaceAll(' ', '')).flatMap((iban) =>
    Array.from(iban, (symbol, i) => {
      const digits = /\d/.test(symbol) ? '0123456789'.replace(symbol, '').split('') : []
      const swapped =
        iban.slice(0, i) +
        iban
          .slice(i, i + 2)
          .split('')
          .toReversed()
          .join('') +
        iban.slice(i + 2)
      return [...digits.map((digit) => iban.slice(0, i) + digit + iban.slice(i + 1)), swapped].filter(
        (changed) => changed !== iban,
      )
    }).flat(),
  )
  expect(wrong.length).toBeGreaterThan(3000)
  expect(wrong.filter((iban) => readIban(iban) !== undefined)).toEqual([])
})

test.each([
  ['too short', 'DE89 3704 0044 0532 0130 0'],
  ['too long', 'DE89 3704 0044 0532 0130 000'],
  ['of a country without IBANs', 'VN89 3704 0044 0532 0130 00'],
  ['empty', ''],
  ['a country alone', 'FR'],
  ['with a letter for check digits', 'DEA9 3704 0044 0532 0130 00'],
  ['with another script', 'DE89 3704 0044 0532 0130 ００'],
  ['with a property of objects for its country', '__proto__'],
])('%s is not an IBAN', (_name, text) => {
  expect(readIban(text)).toBeUndefined()
})
