import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

test.each([
  ['26-11-2026', '26\u201111\u20112026'],
  ['26-11-2026 12:04', '26\u201111\u20112026 12:04'],
  ['L-0A1B2C3D4E5F', 'L\u20110A1B2C3D4E5F'],
  ['•••• 3000', '••••\u00a03000'],
  ['DE •••• 3000', 'DE\u00a0••••\u00a03000'],
  ['Ngân hàng Á Châu •••• 11', 'Ngân hàng Á Châu\u00a0••••\u00a011'],
])('%j does not break', (text, kept) => {
  expect(unbroken(text)).toBe(kept)
})

test.each(['', 'a-b', '•••• and a sentence', 'no account •••• '])('%j stays as it is', (text) => {
  expect(unbroken(text)).toBe(text)
})
