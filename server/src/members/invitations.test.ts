// Invitations in the back office and in the registration form.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { invitationCalls as calls } from '@fairturn/contract/backoffice/invitations'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { newId } from '@fairturn/contract/ids'
import { memberCalls } from '@fairturn/contract/members'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { createInvitation } from './invitations.ts'
import { getMember } from './members.ts'
import { newHouseCode } from './names.ts'

const DAY_MS = 86_400_000
let app: TestApp
let support: TestOperator
let registered = 0

beforeAll(async () => {
  app = await startApp()
  support = await staff(app, 'support')
})
afterAll(() => app.close())

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
type NewCode = Partial<{ note: string; max_uses: number; expires_at: string; lifts_limits: boolean }>
const ask = (body: NewCode = {}) =>
  app.call(calls.create, {
    as: support,
    body: { note: 'Visitors of the fair', max_uses: 3, expires_at: inDays(7), ...body },
  })
/** What a refused one has. */
const NOTHING = undefined as never
/** One that takes one person. */
async function create(body: NewCode = {}) {
  const answer = await ask(body)
  return answer.status === 200 ? { ...answer, data: answer.data.invitation! } : { ...answer, data: NOTHING }
}
const end = (invitation_id: string, reason = 'The code was published.') =>
  app.call(calls.end, { as: support, params: { invitation_id }, body: { reason } })
const detail = async (invitation_id: string) =>
  answered(await app.call(calls.detail, { as: support, params: { invitation_id } }))
const statusOf = async (invitation_id: string) => {
  const { state, uses } = await detail(invitation_id)
  return [state, uses]
}
function register(code: string, changed: object = {}) {
  const i = ++registered
  const body = {
    username: `guest ${i}`,
    phone: `+8493${String(1_000_000 + i)}`,
    password: TEST_PASSWORD,
    password_confirmation: TEST_PASSWORD,
    code,
    terms: true as const,
    locale: 'vn' as const,
    ...changed,
  }
  return app.call(memberCalls.register, { body })
}
const wrong = { status: 422, code: 'the_introduction_code_is_not_correct' }

describe('an invitation', () => {
  test('lets the first member of a deployment register, who has no inviter and is found by it', async () => {
    expect(answered(await app.call(adminMemberCalls.list, { as: support, query: {} })).list).toEqual([])
    const made = answered(await create())
    expect(made).toMatchObject({
      note: 'Visitors of the fair',
      state: 'open',
      max_uses: 3,
      uses: 0,
      created_by: { _id: support._id, username: support.username },
      ended_at: null,
      link: `http://localhost:80/register?code=${made.code}`,
    })
    expect(made.code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
    const { user } = answered(await register(` ${made.code.toLowerCase()} `))
    expect((await getMember(app.database, user._id)).invited_by).toBeNull()
    expect(await statusOf(made._id)).toEqual(['open', 1])
    const query = { invitation_id: made._id }
    const came = answered(await app.call(adminMemberCalls.list, { as: support, query }))
    expect(came.list.map(({ username }) => username)).toEqual([user.username])
    const look = { params: { member_id: user._id }, query: { reason: 'Ticket 17 asks for this' } }
    expect(answered(await app.call(adminMemberCalls.detail, { as: support, ...look }))).toMatchObject({
      invited_by: null,
      invitation: { _id: made._id, code: made.code, note: made.note },
    })
  })

  test('does not change a member’s own code: members who use that have this inviter', async () => {
    const first = answered(await register(answered(await create()).code)).user
    const second = answered(await register(first.code)).user
    expect((await getMember(app.database, second._id)).invited_by).toBe(first._id)
    const look = { params: { member_id: second._id }, query: { reason: 'Ticket 17 asks for this' } }
    expect(answered(await app.call(adminMemberCalls.detail, { as: support, ...look }))).toMatchObject({
      invited_by: { _id: first._id, username: first.username },
      invitation: null,
    })
  })

  test('of 3 uses admits exactly 3 of fifty concurrent registrations, the others are refused with the code as incorrect', async () => {
    const { _id, code } = answered(await create({ max_uses: 3 }))
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(wrong)
    expect(await statusOf(_id)).toEqual(['used_up', 3])
    const query = { invitation_id: _id }
    expect(answered(await app.call(adminMemberCalls.list, { as: support, query })).list).toHaveLength(3)
  })

  test('is not used by a refused registration', async () => {
    const { _id, code } = answered(await create({ max_uses: 1 }))
    const taken = (await app.member('somebody who is there')).username
    expect(await register(code, { username: taken })).toMatchObject({
      code: 'username_or_phone_number_already_exists',
    })
    expect(
      await register(code, { password: 'password123', password_confirmation: 'password123' }),
    ).toMatchObject({ code: 'password_is_too_common' })
    expect(await statusOf(_id)).toEqual(['open', 0])
    answered(await register(code))
    expect(await statusOf(_id)).toEqual(['used_up', 1])
  })

  test('that is unknown, used up, ended or expired is refused with the same message', async () => {
    const used = answered(await create({ max_uses: 1 }))
    answered(await register(used.code))
    const ended = answered(await create())
    answered(await end(ended._id))
    const expired = answered(await create({ expires_at: inDays(1) }))
    app.clock.advance(DAY_MS)
    support = await staff(app, 'support')
    const unknown = await register('ABCDEFGH23')
    expect(unknown).toMatchObject(wrong)
    for (const { code } of [used, ended, expired]) {
      const { status, code: refusal, message, details } = await register(code)
      expect({ status, code: refusal, message, details }).toEqual({
        status: unknown.status,
        code: unknown.code,
        message: unknown.message,
        details: unknown.details,
      })
    }
    expect(await statusOf(used._id)).toEqual(['used_up', 1])
    expect(await statusOf(ended._id)).toEqual(['ended', 0])
    expect(await statusOf(expired._id)).toEqual(['expired', 0])
  })

  test('is included in its member’s data export', async () => {
    const { code } = answered(await create())
    const { access_token, user } = answered(await register(code))
    const body = { user_id: user._id, password: TEST_PASSWORD }
    const { profile } = answered(await app.call(personalDataCalls.export, { token: access_token, body }))
    expect(profile).toMatchObject({ invited_by: null, house_invitation: code })
  })
})

describe('operators', () => {
  test.each([
    ['field_is_required', { note: ' ' }],
    ['field_is_too_long', { note: 'x'.repeat(201) }],
    ['field_is_invalid', { max_uses: 0 }],
    ['field_is_invalid', { max_uses: 1.5 }],
    ['field_is_invalid', { max_uses: 10_001 }],
    ['field_is_invalid', { expires_at: 'tomorrow' }],
    ['invitation_end_is_not_possible', { expires_at: '2020-01-01T00:00:00Z' }],
    ['invitation_end_is_not_possible', { expires_at: '2120-01-01T00:00:00Z' }],
  ])('are refused %s for %o', async (code, changed) => {
    expect(await create(changed)).toMatchObject({ status: 422, code })
  })

  test('end an open one once, with a reason; fifty concurrent requests end it once', async () => {
    const { _id } = answered(await create())
    expect(await end(_id, ' ')).toMatchObject({ code: 'reason_is_required' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => end(_id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 409, code: 'invitation_is_not_open' })
    expect(await detail(_id)).toMatchObject({ state: 'ended', ended_by: { username: support.username } })
    const nobodys = newId(app.clock.now())
    expect(await end(nobodys)).toMatchObject({ status: 404, code: 'invitation_is_unknown' })
    const params = { invitation_id: nobodys }
    expect(await app.call(calls.detail, { as: support, params })).toMatchObject({ status: 404 })
  })

  test('are in the audit log for creating and ending one', async () => {
    const { _id } = answered(await create({ note: 'For the log' }))
    // Events of the same instant have no order.
    app.clock.advance(1000)
    answered(await end(_id))
    const owner = await staff(app, 'owner')
    const query = { object_kind: 'invitation', object_id: _id }
    const { list } = answered(await app.call(auditCalls.acts, { as: owner, query }))
    expect(list.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
      ['invitation_ended', support.actor, 'The code was published.'],
      ['invitation_created', support.actor, null],
    ])
    expect(list.at(-1)!.after).toMatchObject({ note: 'For the log', max_uses: 3 })
  })

  test('find them by state, by the whole code and by the note, and export the list as CSV', async () => {
    const made = answered(await create({ note: '=Radio 100%' }))
    const found = async (query: object) =>
      answered(await app.call(calls.list, { as: support, query })).list.map(({ _id }) => _id)
    expect(await found({ search: made.code.toLowerCase() })).toEqual([made._id])
    expect(await found({ search: 'radio 100%' })).toEqual([made._id])
    expect(await found({ search: 'radio_100' })).toEqual([])
    expect(await found({ state: 'open' })).toContain(made._id)
    answered(await end(made._id))
    expect(await found({ state: 'open' })).not.toContain(made._id)
    expect(await found({ state: 'ended', sort: 'expires_at.asc' })).toContain(made._id)
    const { body } = await app.fastify.inject({
      url: '/api/backoffice/invitations.csv?search=radio',
      headers: support.headers,
    })
    const [, line] = body.split('\r\n')
    expect(line).toContain(`${made._id},${made.code},"'=Radio 100%",ended,3,0,`)
  })
})

describe('a code that takes two people', () => {
  const approve = async (proposal_id: string, as: TestOperator) => await approveProposal(app, proposal_id, as)

  test.each([
    ['31 uses', { max_uses: 31 }],
    ['limits lifted', { max_uses: 1, lifts_limits: true }],
  ])('with %s is made once another operator has approved it', async (_what, changed) => {
    const note = `A school with ${_what}`
    const { invitation, proposal_id } = answered(await ask({ note, ...changed }))
    expect(invitation).toBeNull()
    const mine = async () =>
      answered(await app.call(calls.list, { as: support, query: { search: note } })).list
    expect(await mine()).toEqual([])
    expect(await approve(proposal_id!, support)).toMatchObject({ code: 'another_operator_must_approve' })
    const finance = await staff(app, 'finance')
    expect(await approve(proposal_id!, finance)).toMatchObject({ code: 'your_role_may_not_do_this' })
    const owner = await staff(app, 'owner')
    const approved = await approve(proposal_id!, owner)
    expect(approved.status).toBe(200)
    const [made] = await mine()
    expect(made).toMatchObject({
      lifts_limits: 'lifts_limits' in changed,
      max_uses: changed.max_uses,
      created_by: { _id: support._id },
      approved_by: { _id: owner._id, username: owner.username },
    })
    const { user } = answered(await register(made!.code))
    expect((await getMember(app.database, user._id)).invited_by).toBeNull()
  })

  test('of thirty uses takes one', async () => {
    const { max_uses, approved_by, lifts_limits } = answered(await create({ max_uses: 30 }))
    expect([max_uses, approved_by, lifts_limits]).toEqual([30, null, false])
  })

  test('lasts at most 30 days, also by the time it is approved', async () => {
    answered(await create({ expires_at: inDays(30) }))
    for (const changed of [{}, { max_uses: 31 }, { lifts_limits: true }])
      expect(await ask({ expires_at: inDays(30.001), ...changed })).toMatchObject({
        status: 422,
        code: 'invitation_end_is_not_possible',
      })
    const soon = answered(await ask({ max_uses: 31, expires_at: inDays(0.5) }))
    app.clock.advance(DAY_MS)
    support = await staff(app, 'support')
    expect(await approve(soon.proposal_id!, support)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'invitation_end_is_not_possible' },
    })
  })

  test('is not made by the processes’ login without a second person', async () => {
    const insert = (max_uses: number, lifts_limits: boolean, approved_by: string | null) =>
      app.database.query({
        text: `insert into invitation (id, code, note, max_uses, expires_at, lifts_limits, created_by, approved_by, created_at)
          values ($1, $2, 'Mine', $3, $4, $5, $6, $7, $8)`,
        values: [
          newId(app.clock.now()),
          newHouseCode(),
          max_uses,
          inDays(1),
          lifts_limits,
          support._id,
          approved_by,
          app.clock.now(),
        ],
      })
    await insert(30, false, null)
    await expect(insert(31, false, null)).rejects.toThrow('takes two people')
    await expect(insert(1, true, null)).rejects.toThrow('takes two people')
    await expect(insert(1, true, support._id)).rejects.toThrow('invitation_is_approved_by_another')
  })
})

test('its last use, wanted by two at once, is had by one', async () => {
  const { _id, code } = answered(await create({ max_uses: 2 }))
  answered(await register(code))
  const answers = await Promise.all([register(code), register(code)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
  expect(await statusOf(_id)).toEqual(['used_up', 2])
})

describe('the database', () => {
  test('allows no invitation more uses than its limit, and no member two origins', async () => {
    const row = await app.database.transaction((tx) =>
      createInvitation(
        tx,
        { note: 'One', max_uses: 1, expires_at: new Date(inDays(1)), lifts_limits: false },
        { created_by: null, approved_by: null },
      ),
    )
    const owner = app.database.asSchemaOwner(`update invitation set uses = 2 where id = $1`, [row.id])
    await expect(owner).rejects.toThrow('invitation_has_no_more_uses')
    const { user } = answered(await register(row.code))
    const both = app.database.asSchemaOwner(`update member set invited_by = id where id = $1`, [user._id])
    await expect(both).rejects.toThrow('member_came_one_way')
  })
})
