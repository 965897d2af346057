import { expect, test } from 'vitest'
import { refuseCommonPassword } from './common-passwords.ts'

const SUBJECT = { username: 'Thu Hà 90', phone: '+84912345678' }
const codeOf = (password: string, subject: Parameters<typeof refuseCommonPassword>[1] = SUBJECT) =>
  refuseCommonPassword(password, subject).then(
    () => undefined,
    (error: { code: string }) => error.code,
  )

test.each([
  ['in the list', 'password'],
  ['in the list, in capitals', 'PASSWORD123'],
  ['in the list, in full-width letters', 'ｐａｓｓｗｏｒｄ'],
  ['the name', 'thu hà 90'],
  ['the name in another Unicode composition', 'THU HÀ 90'.normalize('NFD')],
  ['the name with other digits', '#1 Thu Hà 2026'],
  ['the product with digits', 'fairturn1'],
  ['the product between symbols', '**Fairturn**'],
  ['the phone number as it is stored', '+84912345678'],
  ['the phone number as dialled at home', '0912 345 678'],
  ['the phone number as dialled from abroad', '0084-912345678'],
  ['its end', '00345678'],
  // ASVS V6.2.4 V6.2.11
])('a password is refused that is %s', async (_what, password) => {
  expect(await codeOf(password)).toBe('password_is_too_common')
})

test.each([
  ['starts with one in the list', 'password but longer'],
  ['contains the name', 'thu hà likes tea'],
  ['contains the product', 'fairturn-demo'],
  ['has a trailing space that the one in the list has not', 'password123 '],
  ['is another phone number', '0912 345 679'],
  ['has no letter, while a name without letters leaves no word', '#?$%&/()='],
])('a password is accepted that %s', async (_what, password) => {
  expect(await codeOf(password)).toBeUndefined()
})

test('a name without letters, and a subject without a phone, are compared as well', async () => {
  const subject = { username: '🎉🎉🎉🎉' }
  expect(await codeOf('🎉🎉🎉🎉', subject)).toBe('password_is_too_common')
  expect(await codeOf('🎉🎉🎉🎈', subject)).toBeUndefined()
  expect(await codeOf('0912 345 678', subject)).toBeUndefined()
})
