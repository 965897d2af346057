import { expect, test } from 'vitest'
import { email, securityCalls } from './security.ts'

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
  'a@b.c\r\nBcc: d@e.f',
  'a@b.c\nd@e.f',
  'a@b.c, d@e.f',
  'A <a@b.c>',
  'a@b.c>\r\nRCPT TO:<d@e.f',
  null,
  7,
  {},
  // ASVS V1.3.11
])('%j is refused email_is_invalid', (typed) => {
  const { error } = email.safeParse(typed)
  expect(error?.issues[0]?.message).toBe('email_is_invalid')
})

test.each(['a@b.c', ' nguyen.anh+tag@example.com ', "o'neil@example.co.uk"])(
  '%j is accepted as an e-mail address',
  (typed) => {
    expect(email.parse(typed)).toBe(typed.trim())
  },
)

const newPassword = (password: string) => {
  const form = { username: 'a', recovery_code: 'b', password, password_confirmation: password }
  const read = securityCalls.recoverByCode.body.safeParse(form)
  return read.success ? read.data.password : read.error.issues[0]!.message
}

test.each([
  'aaaaaaaa',
  '12345678',
  'mật khẩu',
  ' with spaces around ',
  '\u{1f511}'.repeat(8),
  'x'.repeat(64),
  'x'.repeat(256),
  // ASVS V6.2.5 V6.2.8 V6.2.9
])('%j is accepted unchanged as a new password, whatever its characters', (typed) => {
  expect(newPassword(typed)).toBe(typed)
})

// ASVS V6.2.1
test('a new password has 8 to 256 characters', () => {
  expect(newPassword('x'.repeat(7))).toBe('password_must_have_at_least_8_characters')
  expect(newPassword('x'.repeat(257))).toBe('password_is_too_long')
  expect(newPassword('')).toBe('password_is_required')
})
