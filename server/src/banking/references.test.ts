// Payment references: typing errors of people and banks are corrected, wrong references are refused.
import { describe, expect, test } from 'vitest'
import { nearReferences, newReference, readReference } from './references.ts'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const many = Array.from({ length: 300 }, () => newReference('FT'))

test('a reference has its format and is parsed as itself', () => {
  for (const reference of many) {
    expect(reference).toMatch(/^FT-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(readReference('FT', reference)).toBe(reference)
  }
  expect(new Set(many).size).toBe(many.length)
})

test('a reference with one wrong symbol is never another valid one', () => {
  const [reference] = many
  for (const position of [3, 4, 5, 6, 8, 9, 10, 11])
    for (const symbol of SYMBOLS.replace(reference!.charAt(position), '')) {
      const wrong = reference!.slice(0, position) + symbol + reference!.slice(position + 1)
      expect(readReference('FT', wrong)).toBeUndefined()
    }
})

test('a reference with two swapped symbols is never another valid one', () => {
  for (const reference of many) {
    const symbols = reference.slice(3).replace('-', '').split('')
    for (let i = 0; i < symbols.length; i++)
      for (let j = i + 1; j < symbols.length; j++) {
        if (symbols[i] === symbols[j]) continue
        const swapped = symbols.with(i, symbols[j]!).with(j, symbols[i]!).join('')
        expect(readReference('FT', `FT-${swapped}`)).toBeUndefined()
      }
  }
})

test('a reference is found again behind one typing error, and not behind two', () => {
  const found = (text: string) => nearReferences('FT', text).map(({ reference }) => reference)
  for (const reference of many.slice(0, 40)) {
    const symbols = reference.slice(3).replace('-', '')
    expect(found(`Nap tien ${reference}`)).not.toContain(reference)
    for (let i = 0; i < symbols.length; i++) {
      const other = symbols.charAt(i) === 'Q' ? 'W' : 'Q'
      const [before, after] = [symbols.slice(0, i), symbols.slice(i + 1)]
      expect(found(`ft ${before}${other}${after} thanks`)).toContain(reference)
      expect(found(`FT-${before}${after}`)).toContain(reference)
      expect(found(`FT-${before}${other}${symbols.slice(i)}`)).toContain(reference)
      const swapped = `${before}${symbols.charAt(i + 1)}${symbols.charAt(i)}${symbols.slice(i + 2)}`
      const known = swapped === symbols || found(`FT ${swapped}`).includes(reference)
      expect(known).toBe(true)
    }
    expect(found(`ET-${symbols}`)).toContain(reference)
    // Two symbols that differ from theirs.
    const far =
      SYMBOLS.charAt((SYMBOLS.indexOf(symbols.charAt(0)) + 1) % 32) +
      SYMBOLS.charAt((SYMBOLS.indexOf(symbols.charAt(1)) + 1) % 32)
    expect(found(`FT-${far}${symbols.slice(2)}`)).not.toContain(reference)
  }
})

test('a long text is searched in no time', () => {
  const began = performance.now()
  expect(nearReferences('FT', 'FT0'.repeat(3000)).length).toBeLessThan(500)
  expect(performance.now() - began).toBeLessThan(2000)
})

describe('a reference as transmitted by a bank', () => {
  const withZeroAndOne = () => {
    for (;;) {
      const reference = newReference('FT')
      if (/0/.test(reference) && /1/.test(reference)) return reference
    }
  }

  test.each([
    ['in lower case', (reference: string) => reference.toLowerCase()],
    ['without dashes', (reference: string) => reference.replaceAll('-', '')],
    ['with hyphens that do not break', (reference: string) => reference.replaceAll('-', '\u2011')],
    ['with spaces', (reference: string) => reference.replaceAll('-', ' ')],
    ['broken over two lines', (reference: string) => `${reference.slice(0, 7)}\n${reference.slice(7)}`],
    ['in a sentence', (reference: string) => `IBFT NGUYEN THU HA chuyen tien ${reference} thanks`],
    ['after a similar text', (reference: string) => `GIFT FT-AAAA-AAAB ${reference}`],
    ['with the letters O and I', (reference: string) => reference.replaceAll('0', 'O').replaceAll('1', 'I')],
    ['with a lower-case l', (reference: string) => reference.replaceAll('1', 'l')],
  ])('%s', (_name, change) => {
    const reference = withZeroAndOne()
    expect(readReference('FT', change(reference))).toBe(reference)
  })

  test.each(['', 'FT', 'FT-', 'FT-ABCD', 'thank you', 'F T', 'FT-UUUU-UUUU', '💸'])(
    '%s contains none',
    (text) => {
      expect(readReference('FT', text)).toBeUndefined()
    },
  )

  test('of a deposit is not one of a withdrawal', () => {
    expect(readReference('FW', newReference('FT'))).toBeUndefined()
  })
})
