// Parsing of typed recovery codes, and their comparison with existing ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { hashPassword } from './passwords.ts'
import { findRecoveryCode, insertCodes, isRecoveryCode, recoveryCodesLeft } from './recovery-codes.ts'
import { memberSubject } from './subjects.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const stored = async (code: string) => ({
  shown: [],
  stored: [{ selector: code.slice(0, 4), hash: await hashPassword(code) }],
})

test('letters that look like digits are accepted as digits, in any case, with any dashes and spaces', async () => {
  const subject = memberSubject((await app.member('who types'))._id)
  const codes = await stored('0110AB0110CD1111')
  await app.database.transaction((tx) => insertCodes(tx, subject, codes))
  for (const typed of ['0110-AB01-10CD-1111', 'OIlo ab0l 1ocd iLi1', ' oiLO--AB oiio\tCDIIII '])
    expect([typed, await findRecoveryCode(app.database, subject, typed)]).toEqual([typed, expect.any(String)])
  for (const typed of ['0110-AB01-10CD-1110', '0010-AB01-10CD-1111', 'x'])
    expect([typed, await findRecoveryCode(app.database, subject, typed)]).toEqual([typed, undefined])
})

test.each(['', '123456', '0110AB0110CD111', '0110AB0110CD11111', '0110AB0110CD111U', '0110AB0110CD11.1'])(
  '%j is no recovery code',
  (typed) => {
    expect(isRecoveryCode(typed)).toBe(false)
  },
)

test('a new code with the prefix of an existing one replaces it', async () => {
  const subject = memberSubject((await app.member('who has codes'))._id)
  for (const code of ['ABCD000000000000', 'EFGH000000000000', 'ABCD111111111111']) {
    const codes = await stored(code)
    await app.database.transaction((tx) => insertCodes(tx, subject, codes))
  }
  expect(await recoveryCodesLeft(app.database, subject)).toBe(2)
  expect(await findRecoveryCode(app.database, subject, 'ABCD000000000000')).toBeUndefined()
  expect(await findRecoveryCode(app.database, subject, 'ABCD111111111111')).toBeDefined()
  expect(await findRecoveryCode(app.database, subject, 'EFGH000000000000')).toBeDefined()
})
