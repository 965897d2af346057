// A member and an operator with the same id: no credential of one verifies the other, of any kind.
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { memberCalls } from '@fairturn/contract/members'
import { securityCalls } from '@fairturn/contract/security'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { Authenticator } from '../../../test/authenticator.ts'
import { answered } from '../../../test/carrying.ts'
import { signedIn } from '../../../test/staff.ts'
import { declaredStatements } from '../database/statement.ts'
import * as store from './credentials.store.ts'
import { deleteCredentials, revertCredentials } from './credentials.ts'
import { oneTimeCipher, spendOneTimeStep, storeOneTimeSecret } from './one-time-codes.ts'
import { listPasskeys } from './passkeys.ts'
import { createPassword, hashPassword, passwordHash } from './passwords.ts'
import { createRecoveryCodes, insertCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { memberSubject, operatorSubject, type Subject } from './subjects.ts'

const STAFF_PASSWORD = 'one that few people use'
const FROM_HERE = { origin: 'http://localhost', 'x-staff': '1' }
const EXPIRED = { status: 422, code: 'passkey_request_has_expired' }
const NOT_ACCEPTED = { status: 422, code: 'passkey_was_not_accepted' }
const INCORRECT = { status: 401, code: 'username_or_password_is_incorrect' }

let app: TestApp
let member: TestMember
/** The operator with the member's id. */
let username: string
let as: Record<string, string>
let made = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  username = `one.${++made}`
  member = await app.member(username)
  const { _id } = member
  await app.database.asSchemaOwner(
    `insert into operator (id, username, role, set_up, created_at) values ($1, $2, 'owner', true, now())`,
    [_id, username],
  )
  const hash = await hashPassword(STAFF_PASSWORD)
  await app.database.transaction((tx) => createPassword(tx, operatorSubject(_id), hash))
  as = await signedIn(app, _id)
})

const totpOf = (secret: Buffer) => new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
const codeOf = (secret: Buffer) => totpOf(secret).generate({ timestamp: app.clock.now().getTime() })

async function turnOnCodes(subject: Subject, secret: Buffer): Promise<void> {
  await app.database.transaction(async (tx) => {
    const ciphertext = await storeOneTimeSecret(tx, oneTimeCipher(app.config.secrets), subject, secret)
    expect(await spendOneTimeStep(tx, { subject, ciphertext: ciphertext!, step: 1 })).toBe(true)
  })
}
const memberLogin = (password: string, otp?: string) =>
  app.call(memberCalls.login, { body: { username, password, ...(otp !== undefined && { otp }) } })
const staffLogin = (password: string, otp: string) =>
  app.call(staffCalls.login, { headers: FROM_HERE, body: { username, password, otp } })

async function addMemberPasskey(key: Authenticator) {
  const body = { user_id: member._id, password: TEST_PASSWORD }
  const options = answered(await app.call(securityCalls.newPasskey, { token: member.token, body }))
  return await app.call(securityCalls.addPasskey, {
    token: member.token,
    body: { user_id: member._id, credential: key.create(options) },
  })
}
async function addStaffPasskey(key: Authenticator) {
  const options = answered(await app.call(staffCalls.newPasskey, { headers: as }))
  return await app.call(staffCalls.addPasskey, {
    headers: as,
    body: { credential: key.create(options) },
  })
}
const memberSignIn = (assertion: ReturnType<Authenticator['get']>) =>
  app.call(securityCalls.signInWithPasskey, { body: { assertion } })
const staffSignIn = (assertion: ReturnType<Authenticator['get']>) =>
  app.call(staffCalls.login, { headers: FROM_HERE, body: { assertion } })
const askMember = async () =>
  answered(await app.call(securityCalls.askPasskey, { body: { purpose: 'sign_in' } }))
const askStaff = async () => answered(await app.call(staffCalls.passkeyOptions, { headers: FROM_HERE }))

test('a password does not sign in the other kind', async () => {
  const secret = Buffer.alloc(20, 1)
  await turnOnCodes(operatorSubject(member._id), secret)
  expect(await memberLogin(STAFF_PASSWORD)).toMatchObject(INCORRECT)
  expect(await staffLogin(TEST_PASSWORD, codeOf(secret))).toMatchObject(INCORRECT)
  expect((await memberLogin(TEST_PASSWORD)).status).toBe(200)
  expect((await staffLogin(STAFF_PASSWORD, codeOf(secret))).status).toBe(200)
})

test('a changed password changes for its own kind only', async () => {
  const before = await passwordHash(app.database, memberSubject(member._id))
  const body = { password: 'another that few people use' }
  expect(answered(await app.call(staffCalls.changePassword, { headers: as, body }))).toEqual({
    changed: true,
  })
  expect(await passwordHash(app.database, memberSubject(member._id))).toBe(before)
  expect((await memberLogin(TEST_PASSWORD)).status).toBe(200)
})

test('a one-time code does not sign in the other kind, and is used up for its own only', async () => {
  const [ofMember, ofOperator] = [Buffer.alloc(20, 2), Buffer.alloc(20, 3)]
  await turnOnCodes(operatorSubject(member._id), ofOperator)
  expect((await memberLogin(TEST_PASSWORD)).status).toBe(200) // the member has one-time codes off
  await turnOnCodes(memberSubject(member._id), ofMember)
  expect(await memberLogin(TEST_PASSWORD, codeOf(ofOperator))).toMatchObject({
    code: 'one_time_code_is_incorrect',
  })
  expect(await staffLogin(STAFF_PASSWORD, codeOf(ofMember))).toMatchObject(INCORRECT)
  expect((await memberLogin(TEST_PASSWORD, codeOf(ofMember))).status).toBe(200)
  expect((await staffLogin(STAFF_PASSWORD, codeOf(ofOperator))).status).toBe(200)
})

describe('a passkey', () => {
  test('does not sign in the other kind, even with the same host and id', async () => {
    const [ofMember, ofOperator] = [new Authenticator(), new Authenticator()]
    expect((await addMemberPasskey(ofMember)).status).toBe(200)
    expect((await addStaffPasskey(ofOperator)).status).toBe(200)
    expect(await staffSignIn(ofMember.get(await askStaff()))).toMatchObject(NOT_ACCEPTED)
    expect(await memberSignIn(ofOperator.get(await askMember()))).toMatchObject(NOT_ACCEPTED)
    expect((await staffSignIn(ofOperator.get(await askStaff()))).status).toBe(200)
    expect((await memberSignIn(ofMember.get(await askMember()))).status).toBe(200)
  })

  test('is removed by its own kind only', async () => {
    const key = new Authenticator()
    const { _id } = answered(await addMemberPasskey(key))
    await turnOnCodes(operatorSubject(member._id), Buffer.alloc(20, 4))
    const removed = await app.call(staffCalls.removePasskey, { headers: as, params: { passkey_id: _id } })
    expect(removed).toMatchObject({ code: 'passkey_is_unknown' })
    expect((await memberSignIn(key.get(await askMember()))).status).toBe(200)
  })

  test('does not answer a challenge of the other kind, for any purpose', async () => {
    const [ofMember, ofOperator] = [new Authenticator(), new Authenticator()]
    await addMemberPasskey(ofMember)
    await addStaffPasskey(ofOperator)
    expect(await memberSignIn(ofMember.get(await askStaff()))).toMatchObject(EXPIRED)
    expect(await staffSignIn(ofOperator.get(await askMember()))).toMatchObject(EXPIRED)

    const forStaff = answered(await app.call(staffCalls.confirmOptions, { headers: as }))
    const own = { token: member.token, body: { user_id: member._id } }
    const forMember = answered(await app.call(securityCalls.confirmWithPasskey, own))
    const confirmed = await app.call(staffCalls.confirm, {
      headers: as,
      body: { assertion: ofOperator.get(forMember) },
    })
    expect(confirmed).toMatchObject(EXPIRED)
    const codes = await app.call(securityCalls.makeRecoveryCodes, {
      token: member.token,
      body: { user_id: member._id, assertion: ofMember.get(forStaff) },
    })
    expect(codes).toMatchObject(EXPIRED)

    const toMake = answered(await app.call(staffCalls.newPasskey, { headers: as }))
    const added = await app.call(securityCalls.addPasskey, {
      token: member.token,
      body: { user_id: member._id, credential: new Authenticator().create(toMake) },
    })
    expect(added).toMatchObject(EXPIRED)
  })

  test('of an operator answers each challenge once, and only for its purpose', async () => {
    const key = new Authenticator()
    await addStaffPasskey(key)
    const askConfirm = async () => answered(await app.call(staffCalls.confirmOptions, { headers: as }))
    const confirm = (assertion: ReturnType<Authenticator['get']>) =>
      app.call(staffCalls.confirm, { headers: as, body: { assertion } })
    expect(await confirm(key.get(await askStaff()))).toMatchObject(EXPIRED)
    expect(await staffSignIn(key.get(await askConfirm()))).toMatchObject(EXPIRED)
    const confirmation = key.get(await askConfirm())
    expect((await confirm(confirmation)).status).toBe(200)
    expect(await confirm(confirmation)).toMatchObject(EXPIRED)
    const sign_in = key.get(await askStaff())
    expect((await staffSignIn(sign_in)).status).toBe(200)
    expect(await staffSignIn(sign_in)).toMatchObject(EXPIRED)
  })
})

describe('a recovery code', () => {
  const recover = (recovery_code: string) =>
    app.call(securityCalls.recoverByCode, {
      body: {
        username,
        recovery_code,
        password: 'nobody guesses this',
        password_confirmation: 'nobody guesses this',
      },
    })

  test('does not work for the other kind', async () => {
    const codes = await createRecoveryCodes(1)
    await app.database.transaction((tx) => insertCodes(tx, operatorSubject(member._id), codes))
    expect(await recover(codes.shown[0]!)).toMatchObject({ code: 'username_or_recovery_code_is_incorrect' })
    expect((await memberLogin(TEST_PASSWORD)).status).toBe(200)
  })

  test('does not exist for operators: two colleagues set them up again', async () => {
    const codes = await createRecoveryCodes(1)
    await turnOnCodes(operatorSubject(member._id), Buffer.alloc(20, 5))
    await app.database.transaction((tx) => insertCodes(tx, operatorSubject(member._id), codes))
    expect(await staffLogin(STAFF_PASSWORD, codes.shown[0]!)).toMatchObject(INCORRECT)
    await expect(
      app.database.query({
        text: `insert into passkey_challenge (hash, subject_kind, purpose, expires_at) values ($1, 'operator', 'recover', now())`,
        values: [Buffer.alloc(32)],
      }),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('deleting credentials', () => {
  const ALL = { password: true, codes: 1, passkeys: 1, secret: true }
  async function equip(subject: Subject): Promise<void> {
    await turnOnCodes(subject, Buffer.alloc(20, 6))
    const codes = await createRecoveryCodes(1)
    await app.database.transaction((tx) => insertCodes(tx, subject, codes))
  }
  const has = async (subject: Subject) => ({
    password: (await passwordHash(app.database, subject)) !== undefined,
    codes: await recoveryCodesLeft(app.database, subject),
    passkeys: (await listPasskeys(app.database, subject)).length,
    secret:
      (
        await app.database.asSchemaOwner(
          'select from one_time_secret where subject_kind = $1 and subject_id = $2 and confirmed_at is not null',
          [subject.kind, subject.id],
        )
      ).length === 1,
  })

  test('affects one kind only', async () => {
    const subjects = [memberSubject(member._id), operatorSubject(member._id)] as const
    await addMemberPasskey(new Authenticator())
    await addStaffPasskey(new Authenticator())
    for (const subject of subjects) await equip(subject)
    for (const subject of subjects) expect(await has(subject)).toEqual(ALL)
    await app.database.transaction((tx) => revertCredentials(tx, subjects[0], new Date(0)))
    expect(await has(subjects[0])).toEqual({ password: true, codes: 0, passkeys: 0, secret: false })
    expect(await has(subjects[1])).toEqual(ALL)
    await app.database.transaction((tx) => deleteCredentials(tx, subjects[1]))
    expect(await has(subjects[1])).toEqual({ password: false, codes: 0, passkeys: 0, secret: false })
    expect((await has(subjects[0])).password).toBe(true)
  })

  test('includes everything of a closed account: the database refuses to close one that could still sign in', async () => {
    const subject = memberSubject(member._id)
    const close = () =>
      app.database.query({
        text: `update member set closed_at = now(), phone = null, username = '' where id = $1`,
        values: [member._id],
      })
    await expect(close()).rejects.toThrow('a closed account keeps no way to sign in')
    await app.database.asSchemaOwner(
      `delete from password where subject_kind = 'member' and subject_id = $1`,
      [member._id],
    )
    await equip(subject)
    await expect(close()).rejects.toThrow('a closed account keeps no way to sign in')
    await app.database.transaction((tx) => deleteCredentials(tx, subject))
    await close()
  })
})

test('every statement about a subject filters by kind', () => {
  const byTime = new Set<object>([
    store.deleteExpiredChallenges,
    store.deleteFormerSecrets,
    store.deleteReplacedCodes,
  ])
  const ofSubjects = Object.values(store).filter((each) => !byTime.has(each))
  expect(ofSubjects.length).toBeGreaterThan(20)
  for (const { name, text } of ofSubjects) {
    const { names } = declaredStatements().get(name)!
    const kind = names.findIndex((each) => each === 'kind' || each === 'subject_kind') + 1
    const filtered = new RegExp(
      String.raw`\(subject_kind, .*\)\s+(?:values \(\$${kind}\b|select \$${kind}\b)|where subject_kind = \$${kind} `,
      's',
    )
    expect([name, filtered.test(text)]).toEqual([name, true])
  }
})

test('the database refuses a credential without a subject, or of an unknown kind', async () => {
  const hash = await hashPassword(TEST_PASSWORD)
  const another = await app.member('a member alone')
  for (const subject of [
    operatorSubject(another._id),
    memberSubject('019a0000-0000-7000-8000-000000000000'),
    { kind: 'stranger', id: another._id } as unknown as Subject,
  ])
    await expect(app.database.transaction((tx) => createPassword(tx, subject, hash))).rejects.toMatchObject({
      code: subject.kind === ('stranger' as string) ? '23514' : '23503',
    })
})
