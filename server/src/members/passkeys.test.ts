// Passkeys, with a software authenticator: bound to this site, each challenge valid once, and monotonic signature
// counters.
import { memberCalls } from '@fairturn/contract/members'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { Authenticator, type AuthenticatorOptions } from '../../test/authenticator.ts'
import { siteOf } from '../platform/credentials/webauthn.ts'
import { lockMember } from './members.ts'

const EXPIRED = { status: 422, code: 'passkey_request_has_expired' }
const NOT_ACCEPTED = { status: 422, code: 'passkey_was_not_accepted' }
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const newOptions = async (member: TestMember) =>
  (
    await app.call(securityCalls.newPasskey, {
      token: member.token,
      body: { user_id: member._id, password: TEST_PASSWORD },
    })
  ).data
const add = (member: TestMember, credential: ReturnType<Authenticator['create']>, name?: string) =>
  app.call(securityCalls.addPasskey, {
    token: member.token,
    body: { user_id: member._id, credential, ...(name !== undefined && { name }) },
  })
const ask = async (purpose: 'sign_in' | 'recover' = 'sign_in') =>
  (await app.call(securityCalls.askPasskey, { body: { purpose } })).data
const signIn = (assertion: ReturnType<Authenticator['get']>) =>
  app.call(securityCalls.signInWithPasskey, { body: { assertion } })
const askConfirmation = async (member: TestMember) =>
  (await app.call(securityCalls.confirmWithPasskey, { token: member.token, body: { user_id: member._id } }))
    .data
const listOf = async (member: TestMember) =>
  (await app.call(securityCalls.overview, { token: member.token })).data.passkeys

/** A member, and the authenticator with their passkey. */
async function keyed(username: string): Promise<{ member: TestMember; key: Authenticator }> {
  const member = await app.member(username)
  const key = new Authenticator()
  const added = await add(member, key.create(await newOptions(member)), 'My phone')
  expect(added).toMatchObject({ status: 200, message: 'passkey_added_successfully' })
  return { member, key }
}

describe('adding a passkey', () => {
  test('requests a discoverable one, with user verification, and stores it under its name', async () => {
    const member = await app.member('adder')
    const options = await newOptions(member)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Fairturn' },
      user: { name: 'adder', displayName: 'adder' },
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const credential = new Authenticator().create(options)
    expect((await add(member, credential, ' My\u200b phone ')).data).toMatchObject({
      name: 'My phone',
      last_used_at: null,
    })
    expect(await listOf(member)).toHaveLength(1)
    expect((await newOptions(member)).excludeCredentials).toEqual([
      { id: credential.id, type: 'public-key', transports: ['internal'] },
    ])
  })

  test('needs the password first, and is limited to twenty', async () => {
    const member = await app.member('collector')
    const sent = { token: member.token, body: { user_id: member._id } }
    expect(await app.call(securityCalls.newPasskey, sent)).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
    })
    const late = new Authenticator().create(await newOptions(member))
    for (let made = 0; made < 20; made++)
      expect((await add(member, new Authenticator().create(await newOptions(member)))).status).toBe(200)
    const body = { user_id: member._id, password: TEST_PASSWORD }
    expect(await app.call(securityCalls.newPasskey, { token: member.token, body })).toMatchObject({
      status: 409,
      code: 'too_many_passkeys',
    })
    expect(await add(member, late)).toMatchObject({ status: 409, code: 'too_many_passkeys' })
  })

  test.each<[string, AuthenticatorOptions]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['from a longer name of this site', { origin: 'http://localhost.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without the user verified', { verified: false }],
    ['that is no registration', { type: 'webauthn.get' }],
  ])('refuses one made %s', async (what, overrides) => {
    const member = await app.member(`made ${what}`.slice(0, 30))
    expect(await add(member, new Authenticator().create(await newOptions(member), overrides))).toMatchObject(
      NOT_ACCEPTED,
    )
    expect(await listOf(member)).toEqual([])
  })

  test('a challenge is valid once, for its member and purpose, for five minutes', async () => {
    const member = await app.member('challenged')
    const other = await app.member('other challenged')
    const options = await newOptions(member)
    expect(await add(other, new Authenticator().create(options))).toMatchObject(EXPIRED)
    expect((await add(member, new Authenticator().create(options))).status).toBe(200)
    expect(await add(member, new Authenticator().create(options))).toMatchObject(EXPIRED)
    const failed = await newOptions(member)
    await add(member, new Authenticator().create(failed, { origin: 'https://evil.example' }))
    expect(await add(member, new Authenticator().create(failed))).toMatchObject(EXPIRED)
    const foreign = { ...options, challenge: (await ask()).challenge }
    expect(await add(member, new Authenticator().create(foreign))).toMatchObject(EXPIRED)
    const old = await newOptions(member)
    app.clock.advance(5 * 60_000)
    expect(await add(member, new Authenticator().create(old))).toMatchObject(EXPIRED)
    const invented = { ...options, challenge: 'AAAA' }
    expect(await add(member, new Authenticator().create(invented))).toMatchObject(EXPIRED)
  })

  test('the same credential is stored once, whoever adds it', async () => {
    const { member, key } = await keyed('has it already')
    const thief = await app.member('wants it too')
    const { id } = key.get({ challenge: '', rpId: 'localhost' })
    const copied = new Authenticator().create(await newOptions(thief), { credential_id: id })
    expect(await add(thief, copied)).toMatchObject(NOT_ACCEPTED)
    const relabelled = new Authenticator().create(await newOptions(thief))
    expect(await add(thief, { ...relabelled, id, rawId: id })).toMatchObject(NOT_ACCEPTED)
    expect(await listOf(member)).toHaveLength(1)
    expect(await listOf(thief)).toEqual([])
  })

  test.each([
    ['no client data', { clientDataJSON: 'AAAA' }],
    ['client data that is null', { clientDataJSON: Buffer.from('null').toString('base64url') }],
    [
      'a challenge that is a number',
      { clientDataJSON: Buffer.from('{"challenge":1}').toString('base64url') },
    ],
  ])('refuses %s', async (_what, response) => {
    const member = await app.member(`garbled ${_what}`.slice(0, 30))
    const credential = new Authenticator().create(await newOptions(member))
    const garbled = { ...credential, response: { ...credential.response, ...response } }
    expect(await add(member, garbled)).toMatchObject(NOT_ACCEPTED)
  })

  test('refuses an unreadable attestation', async () => {
    const member = await app.member('unreadable')
    const credential = new Authenticator().create(await newOptions(member))
    const garbled = { ...credential, response: { ...credential.response, attestationObject: 'oWNmbXQ' } }
    expect(await add(member, garbled)).toMatchObject(NOT_ACCEPTED)
  })
})

describe('signing in with a passkey', () => {
  test('opens a session of its member without any input, and records the time', async () => {
    const { member, key } = await keyed('signs in')
    const options = await ask()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials).toEqual([]) // which passkeys exist is not revealed
    const { status, data } = await signIn(key.get(options))
    expect(status).toBe(200)
    expect(data.user._id).toBe(member._id)
    expect((await app.call(memberCalls.me, { token: data.access_token })).status).toBe(200)
    expect((await listOf(member))[0]!.last_used_at).toBe(app.clock.now().toISOString())
  })

  test.each<[string, AuthenticatorOptions]>([
    ['made on another site', { origin: 'https://evil.example' }],
    ['made for another site', { rpId: 'evil.example' }],
    ['without the user verified', { verified: false }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['that says it is somebody else’s', { user_handle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['that does not say whose it is', { user_handle: null }],
  ])('refuses an assertion %s, and consumes its challenge', async (what, overrides) => {
    const { key } = await keyed(`in ${what}`.replaceAll('’', '').slice(0, 30))
    const options = await ask()
    expect(await signIn(key.get(options, overrides))).toMatchObject(NOT_ACCEPTED)
    expect(await signIn(key.get(options))).toMatchObject(EXPIRED)
  })

  test('refuses a wrong signature, and an unknown passkey', async () => {
    const { key } = await keyed('forged')
    const right = key.get(await ask())
    const { response } = key.get(await ask())
    const forged = { ...right, response: { ...right.response, signature: response.signature } }
    expect(await signIn(forged)).toMatchObject(NOT_ACCEPTED)
    const stranger = new Authenticator()
    stranger.create({ challenge: '', rp: { id: 'localhost' }, user: { id: 'AAAAAAAAAAAAAAAAAAAAAA' } })
    expect(await signIn(stranger.get(await ask()))).toMatchObject(NOT_ACCEPTED)
  })

  test('refuses an assertion used twice, for another purpose, too late, or for a challenge of the caller’s own', async () => {
    const { member, key } = await keyed('replayed')
    const answer = key.get(await ask())
    expect((await signIn(answer)).status).toBe(200)
    expect(await signIn(answer)).toMatchObject(EXPIRED)
    expect(await signIn(key.get(await ask('recover')))).toMatchObject(EXPIRED)
    expect(await signIn(key.get(await askConfirmation(member)))).toMatchObject(EXPIRED)
    expect(await signIn(key.get(await ask(), { challenge: 'AAAA' }))).toMatchObject(EXPIRED)
    const late = await ask()
    app.clock.advance(5 * 60_000)
    expect(await signIn(key.get(late))).toMatchObject(EXPIRED)
  })

  test('refuses a counter that does not increase, as of a clone; an authenticator without a counter is accepted', async () => {
    const { key } = await keyed('counts')
    expect((await signIn(key.get(await ask(), { counter: 7 }))).status).toBe(200)
    expect(await signIn(key.get(await ask(), { counter: 7 }))).toMatchObject(NOT_ACCEPTED)
    expect(await signIn(key.get(await ask(), { counter: 6 }))).toMatchObject(NOT_ACCEPTED)
    expect(await signIn(key.get(await ask(), { counter: 0 }))).toMatchObject(NOT_ACCEPTED)
    expect((await signIn(key.get(await ask(), { counter: 8 }))).status).toBe(200)
    const { key: uncounting } = await keyed('does not count')
    for (let used = 0; used < 2; used++)
      expect((await signIn(uncounting.get(await ask(), { counter: 0 }))).status).toBe(200)
  })

  test('of fifty concurrent uses of one assertion one signs in, and of two assertions with the same count one', async () => {
    const { key } = await keyed('at once')
    const answer = key.get(await ask())
    const same = await Promise.all(Array.from({ length: 50 }, () => signIn(answer)))
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
    const one = key.get(await ask(), { counter: 5 })
    const other = key.get(await ask(), { counter: 5 })
    const both = await Promise.all([signIn(one), signIn(other)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a member locked for conduct signs in as with a password; a security lock removes the passkey', async () => {
    const { member, key } = await keyed('locked signs in')
    const lock = (kind: 'conduct' | 'security') =>
      app.database.transaction((tx) =>
        lockMember(tx, {
          actor: 'operator:first',
          member_id: member._id,
          kind,
          reason: 'it seemed so to us',
        }),
      )
    await lock('conduct')
    expect((await signIn(key.get(await ask()))).data.user.lock).toMatchObject({ kind: 'conduct' })
    await lock('security')
    expect(await signIn(key.get(await ask()))).toMatchObject({
      status: 422,
      code: 'passkey_was_not_accepted',
    })
  })
})

describe('a member’s passkeys', () => {
  test('have names, and are removed with the password or a passkey; a removed one no longer signs in', async () => {
    const { member, key } = await keyed('keeper')
    const [{ _id: passkey_id } = { _id: '' }] = await listOf(member)
    const sent = { token: member.token, params: { passkey_id } }
    const rename = (name: string) =>
      app.call(securityCalls.renamePasskey, { ...sent, body: { user_id: member._id, name } })
    expect((await rename(' Blue key ')).data.name).toBe('Blue key')
    expect(await rename('  ')).toMatchObject({ status: 422, code: 'name_is_required' })
    expect(await rename('x'.repeat(61))).toMatchObject({ status: 422, code: 'name_is_too_long' })
    const remove = (confirmation: object) =>
      app.call(securityCalls.removePasskey, { ...sent, body: { user_id: member._id, ...confirmation } })
    expect(await remove({})).toMatchObject({ code: 'confirmation_is_required' })
    expect(await remove({ password: 'wrong' })).toMatchObject({ code: 'current_password_is_incorrect' })
    expect(await remove({ assertion: key.get(await askConfirmation(member)) })).toMatchObject({ status: 200 })
    expect(await remove({ password: TEST_PASSWORD })).toMatchObject({
      status: 404,
      code: 'passkey_is_unknown',
    })
    expect(await signIn(key.get(await ask()))).toMatchObject(NOT_ACCEPTED)
  })

  test('cannot be renamed nor removed by another member', async () => {
    const { member: holder } = await keyed('holder of it')
    const other = await app.member('not the holder')
    const [{ _id: passkey_id } = { _id: '' }] = await listOf(holder)
    const sent = { token: other.token, params: { passkey_id } }
    const body = { user_id: other._id }
    expect(
      await app.call(securityCalls.renamePasskey, { ...sent, body: { ...body, name: 'mine' } }),
    ).toMatchObject({ status: 404, code: 'passkey_is_unknown' })
    expect(
      await app.call(securityCalls.removePasskey, { ...sent, body: { ...body, password: TEST_PASSWORD } }),
    ).toMatchObject({ status: 404, code: 'passkey_is_unknown' })
    expect(await listOf(holder)).toHaveLength(1)
  })
})

describe('confirming with a passkey', () => {
  const codes = (member: TestMember, assertion: ReturnType<Authenticator['get']>) =>
    app.call(securityCalls.makeRecoveryCodes, {
      token: member.token,
      body: { user_id: member._id, assertion },
    })

  test('replaces the password, once', async () => {
    const { member, key } = await keyed('confirms')
    const options = await askConfirmation(member)
    expect(options.allowCredentials).toHaveLength(1)
    const answer = key.get(options)
    expect((await codes(member, answer)).data.recovery_codes).toHaveLength(10)
    expect(await codes(member, answer)).toMatchObject(EXPIRED)
    expect(await codes(member, key.get(await ask()))).toMatchObject(EXPIRED)
  })

  test('accepts only the member’s own passkey and challenge', async () => {
    const { member } = await keyed('confirmed one')
    const { member: other, key: otherKey } = await keyed('confirming other')
    expect(await codes(member, otherKey.get(await askConfirmation(member)))).toMatchObject(NOT_ACCEPTED)
    expect(await codes(member, otherKey.get(await askConfirmation(other)))).toMatchObject(EXPIRED)
  })

  test('is impossible without a passkey', async () => {
    const member = await app.member('has no passkey')
    const sent = { token: member.token, body: { user_id: member._id } }
    expect(await app.call(securityCalls.confirmWithPasskey, sent)).toMatchObject({
      status: 404,
      code: 'passkey_is_unknown',
    })
  })
})

describe('the site that passkeys are bound to', () => {
  const request = (host: string) => ({ host, protocol: 'http' as const })
  test.each([
    [undefined, 'localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
    [
      'https://app.example.com',
      'evil.example',
      { rpId: 'app.example.com', origin: 'https://app.example.com' },
    ],
    [undefined, 'evil.example', undefined],
    [undefined, 'localhost.evil.example', undefined],
    [undefined, '127.0.0.1:3000', undefined],
    [undefined, '[::1]:3000', undefined],
    [undefined, 'a b', undefined],
    ['http://192.0.2.7', 'localhost', undefined],
  ])('configured %s, requested at %s', (publicOrigin, host, site) => {
    const others = 'https://staff.example.org'
    expect(siteOf('member', { publicOrigin, adminOrigin: others }, request(host))).toEqual(site)
    expect(siteOf('operator', { publicOrigin: others, adminOrigin: publicOrigin }, request(host))).toEqual(
      site,
    )
  })

  test('if passkeys are impossible, they are neither offered nor accepted', async () => {
    const member = await app.member('at an address')
    const headers = { host: 'app.example.com' }
    const sent = { token: member.token, headers }
    expect((await app.call(securityCalls.overview, sent)).data.passkeys_available).toBe(false)
    expect((await app.call(securityCalls.recovery, { headers })).data.passkey).toBe(false)
    expect(await app.call(securityCalls.askPasskey, { headers, body: { purpose: 'sign_in' } })).toMatchObject(
      {
        status: 409,
        code: 'passkeys_are_not_available',
      },
    )
  })
})
