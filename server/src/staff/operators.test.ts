// Operators: set up with two halves of a code, signed in with two factors, changed by dual approval, and never without
// an owner.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallInput, startApp, type TestApp } from '../../test/app.ts'
import { approveProposal, approveProposed } from '../../test/approvals.ts'
import { Authenticator } from '../../test/authenticator.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { alarmHandlers, alarmSender } from '../operations/alarms.ts'
import { MAX_PASSKEYS } from '../platform/credentials/passkeys.ts'
import { hashPassword } from '../platform/credentials/passwords.ts'
import { disableByName } from './operators.ts'
import { takesSide } from './sides.ts'
import { createDemoOperator, openOwner } from './staff.ts'

const PASSWORD = 'a long enough one'
const FROM_HERE = { origin: 'http://localhost', 'x-staff': '1' }
const MINUTE_MS = 60_000
const STEP_MS = 30_000

let app: TestApp
let owner: TestOperator
let otherOwner: TestOperator
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await staff(app, 'owner')
  otherOwner = await staff(app, 'owner')
})

interface Code {
  first_code: string
  second_code: string
}

/** Approves as another owner; returns what that owner is shown. */
async function approved(proposal_id: string, by = otherOwner) {
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as: by, params: { proposal_id } }))
  return answered(
    await app.call(approvalCalls.approve, { as: by, params: { proposal_id }, body: { content_hash } }),
  )
}

async function invited(username: string, role: StaffRole = 'support'): Promise<Code> {
  const side = takesSide(role) ? ('in' as const) : undefined
  const body = { username, role, ...(side && { side }), reason: 'We need one more.' }
  const { proposal_id, first_code } = answered(await app.call(staffCalls.invite, { as: owner, body }))
  const { shown } = await approved(proposal_id)
  return { first_code, second_code: shown!['second_code']! }
}

const begin = (code: Code) => app.call(staffCalls.beginSetup, { body: code, headers: FROM_HERE })
const finish = (code: Code, more: { password?: string; otp?: string; credential?: never }) =>
  app.call(staffCalls.finishSetup, { body: { ...code, password: PASSWORD, ...more }, headers: FROM_HERE })
const codeAt = (totp: TOTP) => totp.generate({ timestamp: app.clock.now().getTime() })

/** Invites an operator and sets up an authenticator app. */
async function setUp(username: string, role?: StaffRole) {
  const code = await invited(username, role)
  const { one_time } = answered(await begin(code))
  const totp = URI.parse(one_time.uri) as TOTP
  const { _id } = answered(await finish(code, { otp: codeAt(totp) }))
  app.clock.advance(STEP_MS)
  return { _id, totp, username }
}

const login = (body: NonNullable<CallInput<typeof staffCalls.login>['body']>) =>
  app.call(staffCalls.login, { body, headers: FROM_HERE })

async function cookieOf(body: object): Promise<string> {
  const url = `/api/${staffCalls.login.path}`
  const answer = await app.fastify.inject({ method: 'POST', url, headers: FROM_HERE, payload: body })
  return String(answer.headers['set-cookie'])
}

describe('setting up', () => {
  // ASVS V6.4.1
  test('needs both halves: neither the inviter nor the approver can do it in the colleague’s place', async () => {
    const code = await invited('linh')
    for (const half of [
      { ...code, second_code: code.first_code },
      { ...code, first_code: code.second_code },
      { first_code: code.second_code, second_code: code.first_code },
      { first_code: 'A'.repeat(22), second_code: 'A'.repeat(22) },
    ])
      expect(await begin(half)).toMatchObject({ status: 422, code: 'setup_code_is_not_valid' })
    expect(answered(await begin(code))).toMatchObject({ username: 'linh', role: 'support' })
  })

  test('names the operator and the site in the app and in the passkey', async () => {
    const { one_time, passkey } = answered(await begin(await invited('hoa')))
    expect(URI.parse(one_time.uri)).toMatchObject({ issuer: 'Fairturn staff', label: 'hoa' })
    expect(passkey).toMatchObject({ rp: { name: 'Fairturn staff' }, user: { name: 'hoa' } })
  })

  test('offers no passkey if there can be none', async () => {
    const headers = { origin: 'http://192.0.2.7', host: '192.0.2.7', 'x-staff': '1' }
    const begun = await app.call(staffCalls.beginSetup, { body: await invited('tuan'), headers })
    expect(answered(begun)).toMatchObject({ username: 'tuan', passkey: null })
  })

  test('of fifty concurrent requests one succeeds, and it cannot be restarted once codes are on', async () => {
    const code = await invited('dong.thoi')
    const { one_time } = answered(await begin(code))
    const otp = codeAt(URI.parse(one_time.uri) as TOTP)
    const answers = await Promise.all(Array.from({ length: 50 }, () => finish(code, { otp })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(['setup_code_is_not_valid', 'one_time_code_is_incorrect']).toContain(answer.code)
    const raced = await invited('cham.hon')
    answered(await begin(raced))
    await app.database.asSchemaOwner(
      `update one_time_secret set confirmed_at = now()
       where subject_id = (select id from operator where username = 'cham.hon')`,
    )
    expect(await begin(raced)).toMatchObject({ status: 422, code: 'setup_code_is_not_valid' })
  })

  // ASVS V6.2.1 V6.3.3
  test('fails with a password alone, a short one, or a wrong code; then succeeds once, and signs in', async () => {
    const code = await invited('minh')
    const { one_time } = answered(await begin(code))
    const otp = codeAt(URI.parse(one_time.uri) as TOTP)
    expect(await finish(code, {})).toMatchObject({ code: 'second_proof_is_required' })
    expect(await finish(code, { otp, password: 'elevenchars' })).toMatchObject({
      code: 'password_must_have_at_least_12_characters',
    })
    for (const common of ['qwerty123456', 'Fairturn-2026', '!!minh123456'])
      expect(await finish(code, { otp, password: common })).toMatchObject({
        status: 422,
        code: 'password_is_too_common',
      })
    const wrong = otp === '000000' ? '000001' : '000000'
    expect(await finish(code, { otp: wrong })).toMatchObject({ code: 'one_time_code_is_incorrect' })
    expect(answered(await finish(code, { otp }))).toMatchObject({ username: 'minh', role: 'support' })
    expect(await finish(code, { otp })).toMatchObject({ code: 'setup_code_is_not_valid' })
    expect(await begin(code)).toMatchObject({ code: 'setup_code_is_not_valid' })
  })

  // ASVS V6.4.1
  test('expires after 72 hours', async () => {
    const code = await invited('cham')
    app.clock.advance(72 * 60 * MINUTE_MS)
    expect(await begin(code)).toMatchObject({ code: 'setup_code_is_not_valid' })
  })

  test('with a passkey needs no authenticator app, and the passkey alone signs in', async () => {
    const code = await invited('quyen')
    const { passkey } = answered(await begin(code))
    const authenticator = new Authenticator()
    const credential = authenticator.create(passkey!) as never
    const { _id } = answered(await finish(code, { credential }))
    expect(
      await app.database.asSchemaOwner('select from one_time_secret where subject_id = $1', [_id]),
    ).toEqual([])
    const options = answered(await app.call(staffCalls.passkeyOptions, { headers: FROM_HERE }))
    const assertion = authenticator.get(options)
    const url = `/api/${staffCalls.login.path}`
    const signedIn = await app.fastify.inject({
      method: 'POST',
      url,
      headers: FROM_HERE,
      payload: { assertion },
    })
    expect(signedIn.json()).toMatchObject({ data: { username: 'quyen' } })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    const { list } = answered(
      await app.call(staffCalls.passkeys, { as: { headers: { ...FROM_HERE, cookie } } }),
    )
    expect(list).toMatchObject([{ name: '—' }])
    expect(await login({ assertion })).toMatchObject({ code: 'passkey_request_has_expired' })
    expect(await login({ username: 'quyen', password: PASSWORD })).toMatchObject({
      code: 'one_time_code_is_required',
    })
    expect(await login({ username: 'quyen', password: PASSWORD, otp: '123456' })).toMatchObject({
      code: 'username_or_password_is_incorrect',
    })
    const disabling = await app.call(staffCalls.disable, {
      as: owner,
      params: { operator_id: _id },
      body: { reason: 'They left. It is written down.' },
    })
    answered(await approveProposed(app, disabling, await staff(app, 'owner')))
    const again = answered(await app.call(staffCalls.passkeyOptions, { headers: FROM_HERE }))
    expect(await login({ assertion: authenticator.get(again) })).toMatchObject({
      code: 'passkey_was_not_accepted',
    })
  })

  test('names the passkey after its device, and is in the audit log', async () => {
    const code = await invited('thiet.bi')
    const { passkey } = answered(await begin(code))
    const credential = new Authenticator().create(passkey!) as never
    const { statusCode, headers, json } = await app.fastify.inject({
      method: 'POST',
      url: `/api/${staffCalls.finishSetup.path}`,
      headers: {
        ...FROM_HERE,
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1',
      },
      payload: { ...code, password: PASSWORD, credential },
    })
    expect(statusCode).toBe(200)
    const { data } = json<{ data: { _id: string } }>()
    const as = { headers: { ...FROM_HERE, cookie: String(headers['set-cookie']).split(';')[0]! } }
    expect(answered(await app.call(staffCalls.passkeys, { as })).list).toMatchObject([
      { name: 'Safari · iPhone' },
    ])
    expect(answered(await app.call(staffCalls.sessions, { as })).list).toMatchObject([
      { device: 'Safari · iPhone' },
    ])
    const query = { object_kind: 'operator', object_id: data._id, action: 'operator_set_up' as const }
    expect(answered(await app.call(auditCalls.acts, { as: owner, query })).list).toMatchObject([
      { actor: `operator:${data._id}` },
    ])
  })
})

describe('signing in', () => {
  // ASVS V7.2.3 V7.2.4
  test('needs the password and an unused code; the cookie is for this path and not readable by scripts', async () => {
    const { totp, username } = await setUp('an.nguyen')
    expect(await login({ username, password: 'another long one', otp: codeAt(totp) })).toMatchObject({
      status: 401,
      code: 'username_or_password_is_incorrect',
    })
    expect(await login({ username, password: PASSWORD })).toMatchObject({ code: 'one_time_code_is_required' })
    const body = { username, password: PASSWORD, otp: codeAt(totp) }
    const cookie = await cookieOf(body)
    expect(cookie).toMatch(/^staff_session=[\w-]{43}; Path=\/api\/backoffice; HttpOnly; SameSite=Strict$/)
    expect(await login(body)).toMatchObject({ code: 'username_or_password_is_incorrect' })
    const headers = { ...FROM_HERE, cookie: cookie.split(';')[0]! }
    expect(answered(await app.call(staffCalls.me, { headers }))).toMatchObject({ username })
  })

  test('of fifty concurrent requests with one code, one succeeds', async () => {
    const { totp, username } = await setUp('song.song')
    const body = { username, password: PASSWORD, otp: codeAt(totp) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ code }) => code === 'username_or_password_is_incorrect')
    expect(refused).toHaveLength(49)
  })

  test('is refused to a page of another site', async () => {
    const { totp, username } = await setUp('xa.la')
    const body = { username, password: PASSWORD, otp: codeAt(totp) }
    const headers = { origin: 'https://elsewhere.example', 'x-staff': '1' }
    expect(await app.call(staffCalls.login, { body, headers })).toMatchObject({
      code: 'request_is_not_from_the_back_office',
    })
  })

  // ASVS V6.3.1
  test('is limited to few attempts from one network', async () => {
    const strict = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const guess = () =>
        strict.call(staffCalls.login, {
          body: { username: 'nobody', password: 'x', otp: '1' },
          headers: FROM_HERE,
        })
      for (let i = 0; i < 10; i++)
        expect(await guess()).toMatchObject({ code: 'username_or_password_is_incorrect' })
      expect(await guess()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    } finally {
      await strict.close()
    }
  })

  test('requires a new confirmation where necessary, with both factors', async () => {
    const { totp, username } = await setUp('xac.nhan', 'owner')
    const cookie = (await cookieOf({ username, password: PASSWORD, otp: codeAt(totp) })).split(';')[0]!
    const as = { headers: { ...FROM_HERE, cookie } }
    app.clock.advance(6 * MINUTE_MS)
    const change = {
      as,
      body: { username: 'nobody.yet', role: 'support' as const, reason: 'One more. It is written down.' },
    }
    expect(await app.call(staffCalls.invite, change)).toMatchObject({ code: 'please_confirm_that_it_is_you' })
    expect(await app.call(staffCalls.confirm, { as, body: { password: PASSWORD } })).toMatchObject({
      code: 'one_time_code_is_required',
    })
    answered(await app.call(staffCalls.confirm, { as, body: { password: PASSWORD, otp: codeAt(totp) } }))
    answered(await app.call(staffCalls.invite, change))
  })
})

describe('a password of staff', () => {
  // ASVS V6.2.4 V6.2.11
  test('can only be changed to an uncommon one', async () => {
    const { totp, username } = await setUp('doi.moi')
    const loginNow = (password: string) => login({ username, password, otp: codeAt(totp) })
    const cookie = (await cookieOf({ username, password: PASSWORD, otp: codeAt(totp) })).split(';')[0]!
    const change = (password: string) =>
      app.call(staffCalls.changePassword, { as: { headers: { ...FROM_HERE, cookie } }, body: { password } })
    for (const common of ['123456789012', 'Doi.Moi-20262026'])
      expect(await change(common)).toMatchObject({
        status: 422,
        code: 'password_is_too_common',
        details: { fields: [{ field: 'password', code: 'password_is_too_common' }] },
      })
    expect(answered(await change('another long one'))).toEqual({ changed: true })
    app.clock.advance(STEP_MS)
    expect(await loginNow(PASSWORD)).toMatchObject({ code: 'username_or_password_is_incorrect' })
    expect(answered(await loginNow('another long one'))).toMatchObject({ username })
  })
})

describe('a colleague', () => {
  // ASVS V7.4.2
  test('who is disabled by two owners is signed out at once', async () => {
    const colleague = await staff(app, 'support')
    const disabling = await app.call(staffCalls.disable, {
      as: owner,
      params: { operator_id: colleague._id },
      body: { reason: 'They left. It is written down.' },
    })
    expect(await app.call(staffCalls.me, { as: colleague })).toMatchObject({ status: 200 })
    answered(await approveProposed(app, disabling, await staff(app, 'owner')))
    expect(await app.call(staffCalls.me, { as: colleague })).toMatchObject({ status: 401 })
    const { list } = answered(await app.call(staffCalls.list, { as: owner }))
    expect(list.find(({ _id }) => _id === colleague._id)).toMatchObject({ state: 'disabled' })
  })

  test('gets another role by dual approval, and their earlier proposals are void', async () => {
    const colleague = await staff(app, 'owner')
    const params = { operator_id: colleague._id }
    const own = answered(
      await app.call(staffCalls.changeRole, {
        as: colleague,
        params: { operator_id: owner._id },
        body: { role: 'support', reason: 'Too much to do.' },
      }),
    )
    const body = { role: 'finance' as const, reason: 'They do the ledger now.' }
    const { proposal_id } = answered(await app.call(staffCalls.changeRole, { as: owner, params, body }))
    expect(await app.call(staffCalls.me, { as: colleague })).toMatchObject({ data: { role: 'owner' } })
    await approved(proposal_id)
    expect(await app.call(staffCalls.me, { as: colleague })).toMatchObject({ status: 401 })
    const { list } = answered(await app.call(staffCalls.list, { as: owner }))
    expect(list.find(({ _id }) => _id === colleague._id)).toMatchObject({ role: 'finance' })
    const voided = await app.call(approvalCalls.detail, { as: owner, params: own })
    expect(voided.data).toMatchObject({ status: 'void', voided: { what: 'operator_role_changed' } })
  })

  // ASVS V6.4.4
  test('sets up again after approval by two other owners, and no earlier credential works', async () => {
    const { _id, totp, username } = await setUp('quen.roi')
    const cookie = (await cookieOf({ username, password: PASSWORD, otp: codeAt(totp) })).split(';')[0]!
    const params = { operator_id: _id }
    const body = { reason: 'They lost their phone.' }
    const { proposal_id, first_code } = answered(
      await app.call(staffCalls.recover, { as: owner, params, body }),
    )
    const { shown } = await approved(proposal_id)
    const old = { username, password: PASSWORD, otp: codeAt(totp) }
    expect(await login(old)).toMatchObject({ code: 'username_or_password_is_incorrect' })
    expect(await app.call(staffCalls.me, { headers: { ...FROM_HERE, cookie } })).toMatchObject({
      status: 401,
    })
    const code = { first_code, second_code: shown!['second_code']! }
    const { one_time } = answered(await begin(code))
    const again = URI.parse(one_time.uri) as TOTP
    expect(again.secret.base32).not.toBe(totp.secret.base32)
    answered(await finish(code, { otp: codeAt(again) }))
  })

  test('cannot decide about themselves', async () => {
    const params = { operator_id: owner._id }
    for (const call of [staffCalls.changeRole, staffCalls.recover])
      expect(
        await app.call(call, { as: owner, params, body: { role: 'owner', reason: 'I would like to.' } }),
      ).toMatchObject({ status: 403, code: 'nobody_decides_about_themselves' })
    const aboutOther = answered(
      await app.call(staffCalls.changeRole, {
        as: owner,
        params: { operator_id: otherOwner._id },
        body: { role: 'support', reason: 'Too much to do.' },
      }),
    )
    const paramsOf = { proposal_id: aboutOther.proposal_id }
    const { content_hash } = answered(
      await app.call(approvalCalls.detail, { as: otherOwner, params: paramsOf }),
    )
    expect(
      await app.call(approvalCalls.approve, { as: otherOwner, params: paramsOf, body: { content_hash } }),
    ).toMatchObject({ status: 403, code: 'nobody_decides_about_themselves' })
  })
})

describe('an owner', () => {
  /** Makes these operators the only owners. */
  async function alone(...owners: TestOperator[]) {
    const ids = owners.map(({ _id }) => _id)
    await app.database.asSchemaOwner(
      `update operator set disabled_at = $2 where role = 'owner' and disabled_at is null and id <> all($1)`,
      [ids, app.clock.now()],
    )
  }
  const disable = (as: TestOperator, whom: TestOperator) =>
    app.call(staffCalls.disable, {
      as,
      params: { operator_id: whom._id },
      body: { reason: 'They left. It is written down.' },
    })

  test('cannot disable the others alone: they neither decide on themselves nor count', async () => {
    const [mine, other, third] = [
      await staff(app, 'owner'),
      await staff(app, 'owner'),
      await staff(app, 'owner'),
    ]
    await alone(mine, other)
    expect(await disable(mine, mine)).toMatchObject({ status: 403, code: 'nobody_decides_about_themselves' })
    const { proposal_id } = answered(await disable(mine, other))
    const about = (as: TestOperator) => app.call(approvalCalls.detail, { as, params: { proposal_id } })
    expect(answered(await about(other)).may.approve).toBe(false)
    const { waiting } = answered(await app.call(approvalCalls.list, { as: other }))
    expect(await approveProposal(app, proposal_id, other)).toMatchObject({
      status: 403,
      code: 'nobody_decides_about_themselves',
    })
    const reject = { as: other, params: { proposal_id }, body: { reason: 'I stay. It is written down.' } }
    expect(await app.call(approvalCalls.reject, reject)).toMatchObject({
      code: 'nobody_decides_about_themselves',
    })
    expect(await approveProposal(app, proposal_id, mine)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    expect(await app.call(staffCalls.me, { as: other })).toMatchObject({ status: 200 })
    await app.database.asSchemaOwner('update operator set disabled_at = null where id = $1', [third._id])
    expect(answered(await about(third)).may.approve).toBe(true)
    expect(answered(await app.call(approvalCalls.list, { as: third })).waiting).toBe(waiting + 1)
    answered(await approveProposal(app, proposal_id, third))
    expect(await app.call(staffCalls.me, { as: other })).toMatchObject({ status: 401 })
    expect(await disable(mine, other)).toMatchObject({
      status: 409,
      code: 'operator_has_changed',
      details: { decided: { by: third.username, action: 'operator_disabled' } },
    })
  })

  test('who must go where only two are left is disabled by the command, which is logged and alarms', async () => {
    const [mine, other] = [await staff(app, 'owner'), await staff(app, 'owner')]
    await alone(mine, other)
    expect(await app.database.transaction((tx) => disableByName(tx, 'nobody.here'))).toBe(false)
    expect(await app.database.transaction((tx) => disableByName(tx, other.username))).toBe(true)
    expect(await app.database.transaction((tx) => disableByName(tx, other.username))).toBe(false)
    expect(await app.call(staffCalls.me, { as: other })).toMatchObject({ status: 401 })
    const query = { object_id: other._id, action: 'operator_disabled' as const }
    expect(answered(await app.call(auditCalls.acts, { as: mine, query })).list).toMatchObject([
      { actor: 'system command', reason: 'Asked for on the machine itself.' },
    ])
    await expect(app.database.transaction((tx) => disableByName(tx, mine.username))).rejects.toMatchObject({
      code: 'there_must_be_an_owner',
    })
    const mails: { to: string; text: string }[] = []
    const config = {
      mail: { smtpUrl: 'smtp://localhost', from: 'a@example.com', origin: 'https://example.com' },
      alarmMail: ['one@example.com', 'two@example.com'],
    }
    const send = async (mail: { to: string; text: string }) => void mails.push(mail)
    await app.database.runDueJobs([...alarmHandlers(config), alarmSender(send)])
    expect(mails.map(({ to }) => to).toSorted()).toEqual(config.alarmMail)
    expect(mails[0]!.text).toContain(`${other.username} (owner) was disabled`)
  })

  test('remains when fifty concurrent approvals disable each other', async () => {
    const owners = await Promise.all(Array.from({ length: 50 }, () => staff(app, 'owner')))
    await alone(...owners)
    const proposed = await Promise.all(owners.map((each, i) => disable(each, owners[(i + 1) % 50]!)))
    const answers = await Promise.all(
      proposed.map((each, i) => approveProposed(app, each, owners[(i + 2) % 50]!)),
    )
    expect(answers.filter(({ status }) => status === 500)).toEqual([])
    const [left] = await app.database.asSchemaOwner<{ n: number }>(
      `select count(*)::int as n from operator where role = 'owner' and disabled_at is null`,
    )
    expect(left!.n).toBeGreaterThanOrEqual(1)
  })

  test('does not count until set up', async () => {
    await app.database.transaction((tx) => openOwner(tx, { username: 'waiting.owner', side: 'in' }))
    await alone(owner)
    await app.database.transaction((tx) => openOwner(tx, { username: 'still.waiting', side: 'in' }))
    const other = await staff(app, 'support')
    const role = {
      as: owner,
      params: { operator_id: other._id },
      body: { role: 'owner' as const, side: 'in' as const, reason: 'More. It is written down.' },
    } as const
    expect((await app.call(staffCalls.changeRole, role)).status).toBe(200)
    await expect(app.database.transaction((tx) => disableByName(tx, owner.username))).rejects.toMatchObject({
      code: 'there_must_be_an_owner',
    })
  })

  test('is invited by the command, whose code works once', async () => {
    const { first, second } = await app.database.transaction((tx) =>
      openOwner(tx, { username: 'first.owner', side: 'in' }),
    )
    const code = { first_code: first, second_code: second }
    const { one_time, role } = answered(await begin(code))
    expect(role).toBe('owner')
    answered(await finish(code, { otp: codeAt(URI.parse(one_time.uri) as TOTP) }))
    expect(await begin(code)).toMatchObject({ code: 'setup_code_is_not_valid' })
  })
})

// ASVS V16.2.5
test('every change of an operator is logged, with a reason, and without credentials or codes', async () => {
  const code = await invited('trong.so')
  const query = { action: 'operator_invited' as const, actor: otherOwner.actor }
  const { list } = answered(await app.call(auditCalls.acts, { as: owner, query }))
  expect(list[0]).toMatchObject({
    actor_name: otherOwner.username,
    reason: 'We need one more.',
    after: { username: 'trong.so', role: 'support' },
  })
  const events = await app.database.asSchemaOwner(`select * from audit_event`)
  const proposals = await app.database.asSchemaOwner(`select * from proposal`)
  for (const half of Object.values(code)) expect(JSON.stringify([events, proposals])).not.toContain(half)
})

describe('an operator of the demo', () => {
  const one = { username: 'demo.somebody', role: 'finance' as const, one_time_secret: Buffer.alloc(20, 7) }
  const createOperator = (demo: boolean) =>
    app.database.transaction(async (tx) =>
      createDemoOperator(tx, { ...app.config, demo }, { ...one, passwordHash: await hashPassword(PASSWORD) }),
    )

  // ASVS V6.3.2 V15.2.3
  test('can be created only in a demo', async () => {
    await expect(createOperator(false)).rejects.toThrow('only a demo')
    const { list } = answered(await app.call(staffCalls.list, { as: owner }))
    expect(list.map(({ username }) => username)).not.toContain(one.username)
  })

  test('signs in like any other', async () => {
    await createOperator(true)
    await createOperator(true)
    const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(one.one_time_secret).buffer }) })
    const body = { username: one.username, password: PASSWORD }
    expect(await login(body)).toMatchObject({ code: 'one_time_code_is_required' })
    expect(answered(await login({ ...body, otp: codeAt(totp) }))).toMatchObject({ role: 'finance' })
  })
})

test('of concurrently added passkeys the one above the limit is refused', async () => {
  await app.database.asSchemaOwner(
    `insert into passkey
       (id, subject_kind, subject_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
     select gen_random_uuid(), 'operator', $1, 'kept_before_' || lpad(n::text, 20, '0'), 'key'::bytea, 0, '{}', 'key', false, now()
     from generate_series(1, $2) n`,
    [owner._id, MAX_PASSKEYS - 1],
  )
  const credentials: never[] = []
  for (let i = 0; i < 3; i++) {
    const options = answered(await app.call(staffCalls.newPasskey, { as: owner }))
    credentials.push(new Authenticator().create(options) as never)
  }
  const answers = await Promise.all(
    credentials.map((credential) => app.call(staffCalls.addPasskey, { as: owner, body: { credential } })),
  )
  expect(answers.map(({ status, code }) => (status === 200 ? 'kept' : code)).toSorted()).toEqual([
    'kept',
    'too_many_passkeys',
    'too_many_passkeys',
  ])
  expect(answered(await app.call(staffCalls.passkeys, { as: owner })).list).toHaveLength(MAX_PASSKEYS)
})

test('the list of operators is sorted by name, or as requested and filtered, and so is its export', async () => {
  for (let i = 0; i < 3; i++) await staff(app, 'content')
  const names = async (query: { sort?: 'username.desc' | 'created_at.asc'; state?: 'active' | 'disabled' }) =>
    answered(await app.call(staffCalls.list, { as: owner, query: { role: 'content', ...query } })).list.map(
      ({ username }) => username,
    )
  const all = await names({})
  expect(all.length).toBeGreaterThanOrEqual(3)
  expect(all).toEqual(all.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(await names({ sort: 'username.desc' })).toEqual(all.toReversed())
  expect(new Set(await names({ sort: 'created_at.asc' }))).toEqual(new Set(all))
  expect([await names({ state: 'active' }), await names({ state: 'disabled' })]).toEqual([all, []])
  const { body } = await app.fastify.inject({
    url: '/api/backoffice/staff.csv?sort=username.desc&role=content',
    headers: owner.headers,
  })
  const lines = body.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[1])).toEqual(all.toReversed())
})
