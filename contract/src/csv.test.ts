import { expect, test } from 'vitest'
import { separatorFor } from './csv.ts'
import { LANGUAGES } from './locales.ts'

test('languages that write a decimal comma get semicolons', () => {
  const semicolons = Object.entries(LANGUAGES).flatMap(([code, { tag }]) =>
    separatorFor(tag) === 'semicolon' ? [code] : [],
  )
  expect(semicolons).toEqual(['vn', 'rs', 'fr'])
})
