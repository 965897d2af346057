// The table of countries beside the metadata it follows; NOT RUN where that is not there.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COUNTRIES, isInOtherLetters, needsPostalCode, onlyTownOf } from './countries.ts'
import { isPostalCodeOf, normalPostalCode, POSTAL_CODE_FORMS, postalCodeExample } from './postal-codes.ts'

/** Have another form besides, which the metadata does not know. */
const SINCE = new Set(['TW', 'VN'])
const METADATA = new URL('../../../shared/standards/addresses/countries.txt', import.meta.url)
const isThere = existsSync(METADATA)
if (!isThere) console.warn('NOT RUN: ../shared/standards/addresses is not there')

test.skipIf(!isThere)(
  'countries and which of them require a postal code are those of the address metadata',
  () => {
    const required = new Map<string, string>()
    for (const [, code, row] of readFileSync(METADATA, 'utf8').matchAll(/^data\/([A-Z]{2})=(.*)$/gm))
      if (code !== 'ZZ') required.set(code!, (JSON.parse(row!) as { require?: string }).require ?? '')
    expect(COUNTRIES.toSorted()).toEqual([...required.keys()].toSorted())
    expect(COUNTRIES.filter(needsPostalCode).toSorted()).toEqual(
      [...required].flatMap(([code, fields]) => (fields.includes('Z') ? [code] : [])).toSorted(),
    )
  },
)

test.skipIf(!isThere)(
  'of the countries whose addresses need no town, those that are one propose it, and others none',
  () => {
    const without: string[] = []
    for (const [, code, row] of readFileSync(METADATA, 'utf8').matchAll(/^data\/([A-Z]{2})=(.*)$/gm)) {
      const { require: fields, fmt } = JSON.parse(row!) as { require?: string; fmt?: string }
      if (fields !== undefined && !fields.includes('C') && !fmt?.includes('%C')) without.push(code!)
    }
    // Islands and parishes with several towns.
    const several = ['AD', 'AG', 'KY', 'NR', 'VG']
    expect(without.filter((code) => onlyTownOf(code) === undefined)).toEqual(several)
    // Their addresses write the town, of which there is one.
    expect(COUNTRIES.filter((code) => onlyTownOf(code) !== undefined && !without.includes(code))).toEqual([
      'MC',
      'VA',
    ])
  },
)

test.skipIf(!isThere)(
  'each country’s form of postal codes is that of the address metadata, with one of its examples',
  () => {
    const forms = new Map<string, string>()
    const others: (readonly [string, string | undefined])[] = []
    for (const [, code, row] of readFileSync(METADATA, 'utf8').matchAll(/^data\/([A-Z]{2})=(.*)$/gm)) {
      const { zip, zipex = '' } = JSON.parse(row!) as { zip?: string; zipex?: string }
      if (code === 'ZZ' || zip === undefined) continue
      forms.set(code!, zip)
      for (const example of zipex.split(',').filter((one) => new RegExp(`^(?:${zip})$`).test(one)))
        expect([code, example, isPostalCodeOf(code!, example)]).toEqual([code, example, true])
      const example = postalCodeExample(code!)
      if (zipex !== '' && !SINCE.has(code!) && !zipex.split(',').includes(example ?? ''))
        others.push([code!, example])
    }
    expect(others).toEqual([])
    expect(Object.fromEntries(POSTAL_CODE_FORMS)).toEqual(Object.fromEntries(forms))
  },
)

test('each example has the form it stands for, and other writings of a country’s own codes are taken', () => {
  for (const code of COUNTRIES) {
    const example = postalCodeExample(code)
    if (example === undefined) continue
    expect([code, example, isPostalCodeOf(code, example)]).toEqual([code, example, true])
    expect([code, isPostalCodeOf(code, 'no code at all')]).toEqual([code, false])
  }
  for (const [code, typed] of [
    ['LV', '1073'],
    ['DE', 'D-10115'],
    ['DE', ' 10115 '],
    ['CH', 'CH-8001'],
    ['JP', '〒１００－０００５'],
    ['GB', 'sw1a 1aa'],
    ['SE', '114 55'],
    ['VN', '70000'],
    ['VN', '700000'],
    ['TW', '104'],
    // It has none, so nothing is known of what is written.
    ['HK', 'whatever'],
  ] as const)
    expect([code, typed, isPostalCodeOf(code, typed)]).toEqual([code, typed, true])
  for (const [code, typed] of [
    ['DE', '1011'],
    ['FR', '7500A'],
    ['PL', '00950'],
    ['US', '1234'],
    ['AD', '100'],
  ] as const)
    expect([code, typed, isPostalCodeOf(code, typed)]).toEqual([
      code,
      typed,
      code === 'AD' && typed === '100',
    ])
})

test('each has a name in every browser’s data', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of COUNTRIES) expect([code, names.of(code)]).toEqual([code, expect.any(String)])
})

test.each([
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'M1 1ae', 'M1 1AE'],
  ['GB', 'bfpo 12', 'BFPO 12'],
  ['JP', '１００－０００１', '100-0001'],
  ['JP', '〒1000001', '100-0001'],
  ['CA', 'h3z2y7', 'H3Z 2Y7'],
  ['NL', '1234ab', '1234 AB'],
  ['US', '95014', '95014'],
  ['BR', '40301110', '40301-110'],
  ['LV', '1010', 'LV-1010'],
  ['MT', 'nxr 1234', 'NXR 1234'],
  ['DE', '10115', '10115'],
  ['VN', '70000', '70000'],
  // Of another form it stays as it was typed, to be refused so; where none is known, too.
  ['GB', 'sw1a', 'sw1a'],
  ['HK', 'none', 'none'],
])('a postal code of %s typed as %s is kept as %s', (country, typed, kept) => {
  expect(normalPostalCode(country, typed)).toBe(kept)
  expect(normalPostalCode(country, kept)).toBe(kept)
})

test('every example is written as its country writes it', () => {
  for (const code of POSTAL_CODE_FORMS.keys())
    expect(normalPostalCode(code, postalCodeExample(code)!)).toBe(postalCodeExample(code))
})

test('where banks cannot read the letters of addresses, whoever lives there is told', () => {
  for (const country of ['JP', 'KR', 'CN', 'TW', 'TH', 'GR', 'UA', 'EG'])
    expect(isInOtherLetters(country)).toBe(true)
  for (const country of ['VN', 'FR', 'DE', 'US', 'RS', 'RU', 'BG'])
    expect(isInOtherLetters(country)).toBe(false)
  expect(COUNTRIES.filter(isInOtherLetters).length).toBeGreaterThan(50)
})
