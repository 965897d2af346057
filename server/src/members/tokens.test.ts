// Access tokens: accepted only if issued by us, intact, unexpired and for this purpose; every known attack is refused.
import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { memberCalls } from '@fairturn/contract/members'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { type AccessTokenKey, accessTokenKey, accessTokenReader, signAccessToken } from './tokens.ts'

let app: TestApp
let member: TestMember
let other: TestMember
let key: AccessTokenKey
/** The signing key, for signing arbitrary tokens. */
let secretKey: Buffer
let session_id: string

beforeAll(async () => {
  app = await startApp()
  member = await app.member('holder')
  other = await app.member('other holder')
  key = accessTokenKey(app.config.secret)
  secretKey = Buffer.from(hkdfSync('sha256', app.config.secret, '', 'fairturn access token 1', 32))
  session_id = claimsOf(member.token)['sid'] as string
})
afterAll(() => app.close())

const me = (token: string) => app.call(memberCalls.me, { token })
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decode = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const partsOf = (token: string) => token.split('.') as [string, string, string]
const claimsOf = (token: string) => decode(partsOf(token)[1])
const seconds = () => Math.floor(app.clock.now().getTime() / 1000)

const good = () => ({
  sub: member._id,
  sid: session_id,
  iss: 'fairturn',
  aud: 'fairturn-member',
  iat: seconds(),
  exp: seconds() + 900,
})
/** A token signed with our own key, with arbitrary content. */
const hmac = (header: object, claims: unknown, secret: string | Buffer = secretKey, hash = 'sha256') => {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}
const HEADER = { alg: 'HS256', typ: 'at+jwt' }
const RFC_7515_A1 =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

// ASVS V9.2.4 V11.2.3
test('the token of a session is HS256, names its subject, and is valid for fifteen minutes', async () => {
  expect(decode(partsOf(member.token)[0])).toEqual(HEADER)
  const { exp, iat, ...claims } = claimsOf(member.token)
  expect(claims).toEqual({ sub: member._id, sid: session_id, iss: 'fairturn', aud: 'fairturn-member' })
  expect(Number(exp) - Number(iat)).toBe(900)
  expect(key.extractable).toBe(false)
  expect((await me(member.token)).status).toBe(200)
  expect((await me(hmac(HEADER, good()))).status).toBe(200) // the valid token that the forgeries below modify
})

// ASVS V9.2.1
test('after fifteen minutes the refusal is exactly `Token is Expired`, in every language', async () => {
  const fresh = await app.member('expiring')
  app.clock.advance(899_000)
  expect((await me(fresh.token)).status).toBe(200)
  app.clock.advance(1000)
  for (const locale of ['en', 'vn', 'jp'])
    expect(await app.call(memberCalls.me, { token: fresh.token, locale })).toMatchObject({
      status: 401,
      code: 'token_is_expired',
      message: 'Token is Expired',
    })
})

describe('token_is_invalid', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string

  const forgeries: [string, () => string | Promise<string>][] = [
    ['alg none without a signature', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(good())}.`],
    ['alg NoNe', () => `${encode({ alg: 'NoNe', typ: 'at+jwt' })}.${encode(good())}.`],
    [
      // ASVS V9.1.2
      'alg none with our signature kept',
      () => `${encode({ alg: 'none' })}.${partsOf(member.token)[1]}.${partsOf(member.token)[2]}`,
    ],
    ['no signature', () => `${partsOf(member.token)[0]}.${partsOf(member.token)[1]}.`],
    ['two parts', () => partsOf(member.token).slice(0, 2).join('.')],
    ['four parts', () => `${member.token}.x`],
    [
      'RS256 with the attacker’s key',
      () => new SignJWT(good()).setProtectedHeader({ ...HEADER, alg: 'RS256' }).sign(privateKey),
    ],
    [
      'RS256 with the key in the header',
      () =>
        new SignJWT(good())
          .setProtectedHeader({ ...HEADER, alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) })
          .sign(privateKey),
    ],
    ['HS256 with a public key as secret', () => hmac(HEADER, good(), pem)],
    // ASVS V9.1.2
    ['HS512 with our key', () => hmac({ ...HEADER, alg: 'HS512' }, good(), secretKey, 'sha512')],
    ['HS384 with our key', () => hmac({ ...HEADER, alg: 'HS384' }, good(), secretKey, 'sha384')],
    ['another secret', () => hmac(HEADER, good(), 'another secret of thirty-two letters')],
    ['the deployment’s secret itself', () => hmac(HEADER, good(), app.config.secret)],
    ['an empty secret', () => hmac(HEADER, good(), '')],
    [
      // ASVS V9.1.1
      'a modified claim',
      () => {
        const [header, , signature] = partsOf(member.token)
        return `${header}.${encode({ ...claimsOf(member.token), sub: other._id })}.${signature}`
      },
    ],
    [
      'a modified header',
      () =>
        `${encode({ ...HEADER, kid: '../../dev/null' })}.${partsOf(member.token)[1]}.${partsOf(member.token)[2]}`,
    ],
    [
      'the signature of another token',
      () => [...partsOf(member.token).slice(0, 2), partsOf(other.token)[2]].join('.'),
    ],
    // ASVS V9.2.3
    ['another audience', () => hmac(HEADER, { ...good(), aud: 'fairturn-staff' })],
    ['no audience', () => hmac(HEADER, { ...good(), aud: undefined })],
    ['another issuer', () => hmac(HEADER, { ...good(), iss: 'somebody' })],
    // ASVS V9.2.2
    ['another token type', () => hmac({ ...HEADER, typ: 'JWT' }, good())],
    ['no kind', () => hmac({ alg: 'HS256' }, good())],
    ['an unknown critical extension', () => hmac({ ...HEADER, crit: ['b64'], b64: false }, good())],
    ['no expiry', () => hmac(HEADER, { ...good(), exp: undefined })],
    ['an expiry that is a word', () => hmac(HEADER, { ...good(), exp: 'tomorrow' })],
    // ASVS V9.2.1
    ['not valid yet', () => hmac(HEADER, { ...good(), nbf: seconds() + 60 })],
    ['no session', () => hmac(HEADER, { ...good(), sid: undefined })],
    ['a session that is not an id', () => hmac(HEADER, { ...good(), sid: "' or true --" })],
    ['a member that is not an id', () => hmac(HEADER, { ...good(), sub: { $ne: null } })],
    ['claims that are an array', () => hmac(HEADER, [good()])],
    ['claims that are not JSON', () => hmac(HEADER, '{"sub":')],
    ['expired and for another audience', () => hmac(HEADER, { ...good(), aud: 'x', exp: seconds() - 1 })],
    // From RFC 7515 and 7519, and from known attacks on their implementations.
    ...['none', 'NONE', 'nOnE', 'none ', ' none', 'null', '', 'HS256 ', 'hs256'].map(
      (alg): [string, () => string] => [
        `the algorithm ${JSON.stringify(alg)}, with our signature and without`,
        () => hmac({ alg, typ: 'at+jwt' }, good()),
      ],
    ),
    ...[null, true, 0, ['HS256'], { toString: 'HS256' }].map((alg): [string, () => string] => [
      `an algorithm that is ${JSON.stringify(alg)}`,
      () => hmac({ alg, typ: 'at+jwt' }, good()),
    ]),
    ...['ES256', 'PS256', 'EdDSA', 'dir', 'A128KW', 'ECDH-ES'].map((alg): [string, () => string] => [
      `${alg} over our HMAC`,
      () => hmac({ alg, typ: 'at+jwt' }, good()),
    ]),
    [
      'ES256 with r and s zero (CVE-2022-21449)',
      () => `${encode({ alg: 'ES256', typ: 'at+jwt' })}.${encode(good())}.${'A'.repeat(86)}`,
    ],
    ['a signature of zeros', () => `${encode(HEADER)}.${encode(good())}.${'A'.repeat(43)}`],
    ...['kid', 'jku', 'x5u', 'x5c', 'jwk'].map((name): [string, () => string] => [
      // ASVS V9.1.3
      `a key of one’s own named by ${name}`,
      () => {
        const named = {
          kid: '/dev/null',
          jku: 'https://a.example/k',
          x5u: 'https://a.example/c',
          x5c: ['AAAA'],
        }
        const value = name === 'jwk' ? { kty: 'oct', k: encode('mine') } : named[name as keyof typeof named]
        return hmac({ ...HEADER, [name]: value }, good(), 'mine')
      },
    ]),
    ['an empty key named by kid', () => hmac({ ...HEADER, kid: '../../../dev/null' }, good(), '')],
    ['an empty list of critical extensions', () => hmac({ ...HEADER, crit: [] }, good())],
    ['a critical extension that is missing', () => hmac({ ...HEADER, crit: ['exp'] }, good())],
    ['an unencoded payload (RFC 7797)', () => hmac({ ...HEADER, b64: false, crit: ['b64'] }, good())],
    ['a truncated signature', () => hmac(HEADER, good()).slice(0, -1)],
    ['an extended signature', () => `${hmac(HEADER, good())}A`],
    ['half of the signature', () => hmac(HEADER, good()).slice(0, -22)],
    [
      // ASVS V9.1.1
      'a non-canonical encoding of the same signature',
      () => {
        const token = hmac(HEADER, good())
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        return token.slice(0, -1) + letters[letters.indexOf(token.at(-1)!) + 1]!
      },
    ],
    ['a signature with padding', () => `${hmac(HEADER, good())}=`],
    [
      'base64 instead of base64url',
      () => {
        const [header, claims, signature] = partsOf(hmac(HEADER, { ...good(), x: '???>>>~~~' }))
        return [header, Buffer.from(claims, 'base64url').toString('base64'), signature].join('.')
      },
    ],
    ['an expiry that is a numeric string', () => hmac(HEADER, { ...good(), exp: String(seconds() + 900) })],
    ['a fractional expiry', () => hmac(HEADER, { ...good(), exp: seconds() + 900.5 })],
    ['an infinite expiry', () => hmac(HEADER, { ...good(), exp: 1e308 })],
    ['an expiry that is not a number', () => hmac(HEADER, { ...good(), exp: null })],
    ['an expiry in an array', () => hmac(HEADER, { ...good(), exp: [seconds() + 900] })],
    ['an empty audience', () => hmac(HEADER, { ...good(), aud: [] })],
    ['an issuer in an array', () => hmac(HEADER, { ...good(), iss: ['fairturn'] })],
    ['an issue time that is a word', () => hmac(HEADER, { ...good(), iat: 'now' })],
    ['another token type, similar to ours', () => hmac({ ...HEADER, typ: 'application/at+jwt2' }, good())],
    ['a JWT nested in the JWT', () => hmac({ ...HEADER, cty: 'JWT' }, hmac(HEADER, good()))],
    ['an encrypted JWT (five parts)', () => `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
    [
      'duplicate names, the second unsigned',
      () => {
        const [header, claims, signature] = partsOf(hmac(HEADER, good()))
        const twice = Buffer.from(claims, 'base64url').toString().replace('{', `{"sub":"${other._id}",`)
        return [header, encode(twice), signature].join('.')
      },
    ],
    ['the example of RFC 7515, A.1', () => RFC_7515_A1],
    [
      'the example of RFC 7519, 6.1',
      () =>
        'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.',
    ],
    ['nothing', () => '.'],
    ['two dots', () => '..'],
    ['garbage', () => 'not.a.token'],
    ['a very long token', () => `${'A'.repeat(2000)}.${'A'.repeat(1500)}.A`],
    ['one too long to read', () => 'A'.repeat(5000)],
  ]

  test.each(forgeries)('%s', async (_trick, forge) => {
    expect(await me(await forge())).toMatchObject({ status: 401, code: 'token_is_invalid' })
  })

  test.each(['', 'Basic bWluaDp4', 'Bearer', 'Bearer ', 'Token x', 'Bearer a b'])(
    'the header %j',
    async (authorization) => {
      expect(await app.call(memberCalls.me, { headers: { authorization } })).toMatchObject({
        status: 401,
        code: 'token_is_invalid',
      })
    },
  )

  test('a valid token with additional text before or after it', async () => {
    for (const token of [`x.${member.token}`, `!${member.token}`, `${member.token}!`, `${member.token}A`])
      expect(await me(token)).toMatchObject({ status: 401, code: 'token_is_invalid' })
  })

  test('no header', async () => {
    expect(await app.call(memberCalls.me)).toMatchObject({ status: 401, code: 'token_is_invalid' })
  })
})

test('a token signed by an earlier version is valid', async () => {
  const token =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzaWQiOiIwMTlhMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDIiLCJzdWIiOiIwMTlhMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJpc3MiOiJmYWlydHVybiIsImF1ZCI6ImZhaXJ0dXJuLW1lbWJlciIsImlhdCI6MTc5NTI0ODAwMCwiZXhwIjoxNzk1MjQ4OTAwfQ.3GaPTEMJPW973mYtieO_XYKj0slRo4V2L_f-FkhqDCg'
  const read = accessTokenReader([accessTokenKey('a secret of an earlier version and long enough')])
  expect(await read(new Date('2026-11-21T08:00:00Z'), token)).toEqual({
    member_id: '019a0000-0000-7000-8000-000000000001',
    session_id: '019a0000-0000-7000-8000-000000000002',
    expires_at: new Date('2026-11-21T08:15:00Z'),
  })
})

test('during a rotation of the secret a token of any key is valid until it expires', async () => {
  const keys = ['newest', 'middle', 'oldest'].map((secret) => accessTokenKey(secret))
  const now = new Date('2026-11-21T08:00:00Z')
  const holder = { member_id: member._id, session_id }
  for (const signing of keys) {
    const token = await signAccessToken(signing, now, holder)
    expect(await accessTokenReader(keys)(now, token)).toMatchObject(holder)
    const late = accessTokenReader(keys)(new Date(now.getTime() + 900_000), token)
    await expect(late).rejects.toMatchObject({ code: 'token_is_expired' })
  }
  const foreign = await signAccessToken(accessTokenKey('another'), now, holder)
  await expect(accessTokenReader(keys)(now, foreign)).rejects.toMatchObject({ code: 'token_is_invalid' })
})

test('a verified token is cached and not verified again, but expires; the oldest leaves the cache', async () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const keys = [key]
  const read = accessTokenReader(keys, 2)
  const [first, second, third] = (await Promise.all(
    [member, other, { _id: newId(now) }].map(({ _id }) =>
      signAccessToken(key, now, { member_id: _id, session_id }),
    ),
  )) as [string, string, string]
  await read(now, first)
  await read(now, second)
  keys.length = 0 // from here on none is verified
  expect(await read(now, first)).toMatchObject({ member_id: member._id })
  expect(await read(now, second)).toMatchObject({ member_id: other._id })
  await expect(read(now, third)).rejects.toMatchObject({ code: 'token_is_invalid' })
  keys.push(key)
  await read(now, third)
  keys.length = 0
  await expect(read(now, first)).rejects.toMatchObject({ code: 'token_is_invalid' })
  for (const token of [second, third]) {
    expect(await read(new Date(now.getTime() + 899_999), token)).toMatchObject({ session_id })
    const late = read(new Date(now.getTime() + 900_000), token)
    await expect(late).rejects.toMatchObject({ code: 'token_is_expired' })
  }
})

test.each([
  ['a session that never was', () => ({ ...good(), sid: newId(app.clock.now()) })],
  ['another member’s session', () => ({ ...good(), sub: other._id })],
  ['a member who never was', () => ({ ...good(), sub: newId(app.clock.now()) })],
  // ASVS V7.2.1
])('a token of ours for %s is refused session_has_ended', async (_what, claims) => {
  expect(await me(hmac(HEADER, claims()))).toMatchObject({ status: 401, code: 'session_has_ended' })
})
