// What an e-mail address is: refused with its code whatever is typed, never with a fault.
import { expect, test } from 'vitest'
import { email } from './security.ts'

test.each([
  '',
  ' ',
  'correct horse',
  'a',
  '@',
  'a@',
  '@a.b',
  'a@b',
  'a b@c.d',
  'a@b..c',
  'a@b.c@d.e',
  `${'x'.repeat(251)}@b.c`,
  null,
  7,
  {},
])('%j is refused email_is_invalid', (typed) => {
  const { error } = email.safeParse(typed)
  expect(error?.issues[0]?.message).toBe('email_is_invalid')
})

test.each(['a@b.c', ' nguyen.anh+tag@example.com ', "o'neil@example.co.uk"])('%j is an address', (typed) => {
  expect(email.parse(typed)).toBe(typed.trim())
})
