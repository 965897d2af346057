// Complaints: about each decision, decided by somebody else, with what upholding undoes; and what the clock does, with controls.
import { randomUUID } from 'node:crypto'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { adminCampaignCalls, adminOrderCalls } from '@fairturn/contract/backoffice/reviews'
import { adminSupportCalls as calls } from '@fairturn/contract/backoffice/support'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { noticeCalls } from '@fairturn/contract/notices'
import { supportCalls } from '@fairturn/contract/support'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import {
  answered,
  distribute,
  getOrder,
  placeCampaign,
  putInReview,
  unpaidCampaign,
  visit,
  work,
} from '../../test/carrying.ts'
import { deposit } from '../../test/carrying.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { ask, conversationOf, read, write } from '../../test/support.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { linkMembers } from '../members/members.ts'
import { settleDueOrders } from '../orders/orders.ts'
import { deleteOldConversations, passDueTimes } from './support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WHY = 'They sell accounts to others.'
const STATEMENT = {
  facts: 'The account was used by one person only.',
  rule: 'One person, one account.',
  machine: 'found',
  can_be_done: 'Nothing needs to be done.',
} as const

let app: TestApp
let member: TestMember
let one: TestOperator
let two: TestOperator
beforeEach(async () => {
  app = await startApp()
  member = await app.member('who objects')
  one = await staff(app, 'support')
  two = await staff(app, 'support')
})
afterEach(() => app.close())

const decide = (conversation_id: string, verdict: 'upheld' | 'not_upheld', as = two, said: object = {}) =>
  app.call(calls.decide, {
    as,
    params: { conversation_id },
    body: { verdict, ...STATEMENT, ...said },
  })
const lock = (
  as: TestOperator,
  reason = WHY,
  { _id: member_id } = member,
  kind: 'conduct' | 'security' = 'conduct',
) => app.call(adminMemberCalls.lock, { as, params: { member_id }, body: { kind, reason } })
const ofLock = ({ _id } = member) => ({ complaint: true, subject: { kind: 'lock' as const, _id } })
const lockOf = async ({ _id } = member) =>
  (
    await app.database.asSchemaOwner<{ lock_kind: string | null; conduct_reason: string | null }>(
      'select lock_kind, conduct_reason from member where id = $1',
      [_id],
    )
  )[0]!
const pass = async (ms: number) => {
  app.clock.advance(ms)
  await passDueTimes(app.database)
}
const again = async () => (member = await app.signedIn(member))

test('a conduct lock is decided by another operator than the one who locked, and upheld ends it', async () => {
  answered(await lock(one))
  const query = { kind: 'lock', subject_id: member._id } as const
  const { list: locks } = answered(await app.call(supportCalls.subjects, { token: member.token, query }))
  expect(locks).toMatchObject([{ decision: 'conduct_lock', reason: WHY }])
  const asked = await conversationOf(app, member, { ...ofLock(), message: 'I have one account.' })
  const now_ms = app.clock.now().getTime()
  expect(asked.complaint).toMatchObject({
    against: 'conduct_lock',
    status: 'open',
    decide_by: new Date(now_ms + 72 * HOUR_MS).toISOString(),
    lock_ends_at: new Date(now_ms + 7 * DAY_MS).toISOString(),
    statement: null,
  })
  expect(asked.answer_by).toBeNull()
  expect(await ask(app, member, ofLock())).toMatchObject({ status: 409, code: 'complaint_was_made_already' })
  expect(
    await app.call(supportCalls.solved, { token: member.token, params: { conversation_id: asked._id } }),
  ).toMatchObject({
    status: 409,
    code: 'complaint_is_not_decided',
  })
  const close = { as: two, params: { conversation_id: asked._id } }
  expect(await app.call(calls.close, close)).toMatchObject({ code: 'complaint_is_not_decided' })
  expect(await decide(asked._id, 'not_upheld', one)).toMatchObject({
    status: 403,
    code: 'you_decided_this_yourself',
  })
  const seen = (as: TestOperator) => app.call(calls.detail, { as, params: { conversation_id: asked._id } })
  expect(answered(await seen(one))).toMatchObject({
    may_decide: false,
    decided_before_by: [{ _id: one._id }],
  })
  expect(answered(await seen(two))).toMatchObject({ may_decide: true })
  const own = async (as: TestOperator) =>
    answered(await app.call(calls.queue, { as })).conversations.own.waiting
  expect([await own(one), await own(two)]).toEqual([0, 1])

  expect(answered(await decide(asked._id, 'upheld'))).toEqual({ decided: [asked._id], remedy: 'lock_ended' })
  expect(await lockOf()).toEqual({ lock_kind: null, conduct_reason: null })
  expect((await read(app, member, asked._id)).complaint).toMatchObject({
    status: 'upheld',
    statement: STATEMENT,
    remedy: 'lock_ended',
  })
  const { list } = answered(
    await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } }),
  )
  expect(list.map(({ kind }) => kind)).toContain('complaint_upheld')
  expect(await decide(asked._id, 'upheld')).toMatchObject({ status: 409, code: 'complaint_is_decided' })
  const question = await conversationOf(app, member)
  expect(await decide(question._id, 'upheld')).toMatchObject({
    status: 409,
    code: 'there_is_no_complaint_here',
  })
  expect(await decide('019a0000-0000-7000-8000-00000000abcd', 'upheld')).toMatchObject({
    status: 404,
    code: 'conversation_is_unknown',
  })
})

test('of two who decide at once, one has decided', async () => {
  answered(await lock(one))
  const { _id } = await conversationOf(app, member, ofLock())
  const three = await staff(app, 'owner')
  const decided = await Promise.all([decide(_id, 'upheld', two), decide(_id, 'not_upheld', three)])
  expect(decided.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect(decided.find(({ status }) => status === 409)!.code).toBe('complaint_is_decided')
})

test('what was overruled locks nobody again, and another lock within 30 days takes two people', async () => {
  answered(await lock(one))
  answered(await decide((await conversationOf(app, member, ofLock()))._id, 'upheld'))
  const same = { status: 409, code: 'these_facts_were_decided_otherwise' }
  expect(await lock(two, '  they SELL accounts… to others')).toMatchObject(same)
  const other = answered(await lock(two, 'They threaten other members now.'))
  expect(other.proposal_id).not.toBeNull()
  expect((await lockOf()).lock_kind).toBeNull()
  app.clock.advance(1)
  answered(await approveProposal(app, other.proposal_id!, one))
  expect((await lockOf()).lock_kind).toBe('conduct')
  const first = await conversationOf(app, await again(), ofLock())
  const deciders = await Promise.all([one, two].map((as) => decide(first._id, 'upheld', as)))
  expect(deciders.map(({ code }) => code)).toEqual(['you_decided_this_yourself', 'you_decided_this_yourself'])
  answered(await decide(first._id, 'upheld', await staff(app, 'owner')))
  app.clock.advance(30 * DAY_MS)
  const three = await staff(app, 'support')
  expect(await lock(three)).toMatchObject(same)
  expect(answered(await lock(three, 'They send threats to advertisers.')).proposal_id).toBeNull()
})

const unlock = (as: TestOperator, { _id: member_id } = member) =>
  app.call(adminMemberCalls.unlock, { as, params: { member_id }, body: { reason: 'We look at it again.' } })
const SAME = { status: 409, code: 'these_facts_were_decided_otherwise' }

test('what is overruled are the facts complained about, however the lock was lifted or reworded meanwhile', async () => {
  const calm = await app.member('whose lock is reworded')
  for (const each of [member, calm]) answered(await lock(one, WHY, each))
  const lifted = await conversationOf(app, member, ofLock(member))
  const reworded = await conversationOf(app, calm, ofLock(calm))
  app.clock.advance(1)
  answered(await unlock(one))
  answered(await lock(one, 'They threaten other members.', calm))
  const three = await staff(app, 'owner')
  expect(answered(await decide(reworded._id, 'upheld', three)).remedy).toBe('lock_ended')
  expect(await lock(three, WHY, calm)).toMatchObject(SAME)
  expect(await lock(three, 'They threaten other members.', calm)).toMatchObject(SAME)
  await pass(7 * DAY_MS)
  expect((await read(app, await again(), lifted._id)).complaint).toMatchObject({
    status: 'ended_by_time',
    remedy: null,
  })
  expect(await lock(await staff(app, 'support'))).toMatchObject(SAME)
})

test('another lock since, for other facts, is another decision and stays; for the same facts it ends', async () => {
  const calm = await app.member('who is locked for the same again')
  for (const each of [member, calm]) {
    answered(await lock(one, WHY, each))
    await conversationOf(app, each, ofLock(each))
    answered(await unlock(one, each))
  }
  app.clock.advance(1)
  answered(await lock(one, 'They threaten other members.'))
  answered(await lock(one, `${WHY}!`, calm))
  await pass(7 * DAY_MS)
  expect((await lockOf()).lock_kind).toBe('conduct')
  expect((await lockOf(calm)).lock_kind).toBeNull()
  const other = await conversationOf(app, await again(), ofLock())
  answered(await decide(other._id, 'upheld', await staff(app, 'support')))
  expect((await lockOf()).lock_kind).toBeNull()
})

test('silence ends a conduct lock after seven days, however its due time was moved, and operators are called on day five', async () => {
  answered(await lock(one))
  const { _id } = await conversationOf(app, member, ofLock())
  const alarms = async () =>
    (
      await app.database.asSchemaOwner<{ about: string }>(
        `select payload ->> 'about' as about from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'alarm_conversation' order by j.id`,
      )
    ).map(({ about }) => about)
  const until = new Date(app.clock.now().getTime() + 144 * HOUR_MS).toISOString()
  const body = { until, reason: 'We wait for what the bank says.' }
  answered(await app.call(calls.extend, { as: two, params: { conversation_id: _id }, body }))
  await pass(5 * DAY_MS - 1)
  expect(await alarms()).toEqual([])
  await pass(1)
  expect(await alarms()).toEqual(['lock_ends'])
  await pass(2 * DAY_MS - 1)
  expect((await lockOf()).lock_kind).toBe('conduct')
  await pass(1)
  expect((await lockOf()).lock_kind).toBeNull()
  expect((await read(app, await again(), _id)).complaint).toMatchObject({
    status: 'ended_by_time',
    remedy: 'lock_ended',
    statement: null,
  })
  expect(await alarms()).toEqual(['lock_ends'])
  const three = await staff(app, 'support')
  expect(await lock(three)).toMatchObject({ code: 'these_facts_were_decided_otherwise' })
  expect(answered(await lock(three, 'They threaten other members now.')).proposal_id).not.toBeNull()
  expect(await decide(_id, 'upheld', three)).toMatchObject({ code: 'complaint_is_decided' })
})

test('a security lock stays whatever time passes over a complaint, and the conduct lock under it ends', async () => {
  answered(await lock(one))
  const { _id } = await conversationOf(app, member, ofLock())
  app.clock.advance(6 * DAY_MS)
  const three = await staff(app, 'support')
  answered(await lock(three, 'Somebody else has taken the account.', member, 'security'))
  await pass(DAY_MS)
  expect(await lockOf()).toEqual({ lock_kind: 'security', conduct_reason: null })
  const [made] = await app.database.asSchemaOwner<{ status: string; remedy: string }>(
    'select status, remedy from complaint where conversation_id = $1',
    [_id],
  )
  expect(made).toEqual({ status: 'ended_by_time', remedy: 'lock_ended' })
  // Control: nobody objected to this one, and no time of a complaint ends it.
  const calm = await app.member('who does not object')
  answered(await lock(await staff(app, 'support'), WHY, calm))
  await pass(30 * DAY_MS)
  expect((await lockOf(calm)).lock_kind).toBe('conduct')
})

test('complaints of one ring about their locks are decided together', async () => {
  const friend = await app.member('who is linked')
  const stranger = await app.member('who is not linked')
  await app.database.transaction((tx) =>
    linkMembers(tx, member._id, [{ member_id: friend._id, kind: 'device' }], tx.now),
  )
  for (const each of [member, friend, stranger]) answered(await lock(one, WHY, each))
  const [first, second, third] = [
    await conversationOf(app, member, ofLock(member)),
    await conversationOf(app, friend, ofLock(friend)),
    await conversationOf(app, stranger, ofLock(stranger)),
  ]
  const seen = answered(await app.call(calls.detail, { as: two, params: { conversation_id: first._id } }))
  expect(seen.together).toMatchObject([{ conversation_id: second._id, member: { _id: friend._id } }])
  const { decided } = answered(await decide(first._id, 'upheld'))
  expect(new Set(decided)).toEqual(new Set([first._id, second._id]))
  expect((await read(app, friend, second._id)).complaint).toMatchObject({
    status: 'upheld',
    statement: STATEMENT,
  })
  expect((await lockOf(friend)).lock_kind).toBeNull()
  expect((await lockOf(stranger)).lock_kind).toBe('conduct')
  expect((await read(app, stranger, third._id)).complaint!.status).toBe('open')
})

test('a refused withdrawal: upheld, the same reason cannot refuse it again, another one can', async () => {
  const payer = await payable(app, 'who withdraws', 50_000n)
  const out = await staff(app, 'finance', 'out')
  const refusal = (
    withdrawal_id: string,
    reason: 'account_does_not_exist' | 'payee_is_another_person',
    as: TestOperator,
  ) => app.call(adminWithdrawalCalls.refuseWithdrawal, { as, params: { withdrawal_id }, body: { reason } })
  const requested = answered(await withdraw(app, payer, '10.00')).withdrawal
  answered(await refusal(requested._id, 'account_does_not_exist', out))
  const subject = { kind: 'withdrawal' as const, _id: requested._id }
  const as = { token: payer.token, locale: 'rs' }
  const query = { kind: 'withdrawal', subject_id: requested._id } as const
  const found = answered(await app.call(supportCalls.subjects, { ...as, query }))
  const params = { withdrawal_id: requested._id }
  const { reason } = answered(await app.call(withdrawalCalls.getWithdrawal, { ...as, params }))
  expect(reason).toMatch(/[žšćč]/) // a sentence in the reader's language
  expect(found.list).toMatchObject([{ decision: 'withdrawal_refused', reason }])
  const asked = await conversationOf(app, payer, { complaint: true, subject })
  expect(asked.complaint).toMatchObject({ against: 'withdrawal_refused', lock_ends_at: null })
  expect(answered(await decide(asked._id, 'upheld')).remedy).toBe('withdraw_again')
  const used = async () => (await read(app, payer, asked._id)).complaint!.remedy_used
  expect(await used()).toBe(false)
  const next = answered(await withdraw(app, payer, '10.00')).withdrawal
  expect(await used()).toBe(true)
  const another = await staff(app, 'finance', 'out')
  const { notes } = answered(
    await app.call(adminWithdrawalCalls.withdrawal, { as: another, params: { withdrawal_id: next._id } }),
  )
  expect(notes.find(({ fact }) => fact === 'refused_recently')?.detail).toMatch(
    /^FW-\S+ account does not exist \(overruled by a complaint\)$/,
  )
  expect(await refusal(next._id, 'account_does_not_exist', another)).toMatchObject({
    status: 409,
    code: 'these_facts_were_decided_otherwise',
  })
  answered(await refusal(next._id, 'payee_is_another_person', another))
  expect(await used()).toBe(false)
})

test('an overruled refusal is withdrawn again once, whatever keys and tabs ask, and again after that was cancelled', async () => {
  const payer = await payable(app, 'who taps twice', 50_000n)
  const out = await staff(app, 'owner', 'out')
  const again = ({ _id: user_id, token }: TestMember, withdrawal_id: string) =>
    app.call(withdrawalCalls.withdraw, {
      token,
      key: randomUUID(),
      body: { user_id, password: TEST_PASSWORD, again: withdrawal_id },
    })
  const unknown = { status: 404, code: 'withdrawal_is_unknown' }
  const refused = answered(await withdraw(app, payer, '10.00')).withdrawal
  expect(await again(payer, refused._id)).toMatchObject(unknown)
  const params = { withdrawal_id: refused._id }
  const body = { reason: 'account_does_not_exist' as const }
  answered(await app.call(adminWithdrawalCalls.refuseWithdrawal, { as: out, params, body }))
  expect(await again(payer, refused._id)).toMatchObject(unknown)
  const subject = { kind: 'withdrawal' as const, _id: refused._id }
  const { _id } = await conversationOf(app, payer, { complaint: true, subject })
  expect(await decide(_id, 'upheld', out)).toMatchObject({ code: 'you_decided_this_yourself' })
  answered(await decide(_id, 'upheld'))
  expect(await again(await payable(app, 'somebody else', 50_000n), refused._id)).toMatchObject(unknown)

  const asked = await Promise.all(Array.from({ length: 10 }, () => again(payer, refused._id)))
  const [made, ...more] = new Set(asked.map((each) => answered(each).withdrawal._id))
  expect(more).toEqual([])
  const held = async () =>
    answered(await app.call(withdrawalCalls.withdrawTerms, { token: payer.token })).available
  expect(await held()).toBe('490.00')
  expect((await read(app, payer, _id)).complaint!.remedy_used).toBe(true)

  const cancelled = { token: payer.token, params: { withdrawal_id: made! } }
  answered(await app.call(withdrawalCalls.cancelWithdrawal, cancelled))
  expect((await read(app, payer, _id)).complaint!.remedy_used).toBe(false)
  const next = answered(await again(payer, refused._id)).withdrawal
  expect(next).toMatchObject({ amount: '10.00', status: 'requested' })
  expect(answered(await again(payer, refused._id)).withdrawal._id).toBe(next._id)
  expect(await held()).toBe('490.00')
})

/** An order of three verified visits that waits for an operator. */
async function inReview() {
  const placer = await app.member('who places')
  await placeCampaign(app, placer, { visits: 100, order_visits: 30 })
  const order = await distribute(app, member)
  for (let i = 0; i < 3; i++) await visit(app, order)
  await work(app)
  await putInReview(app, order, 72)
  return order
}
const refuseVisits = (order_id: string, as: TestOperator) =>
  app.call(adminOrderCalls.decide, {
    as,
    params: { order_id },
    body: { verdict: 'refuse' as const, reason: 'One hand pressed them all.' },
  })

test('an order in review: upheld pays it', async () => {
  const order = await inReview()
  const subject = { kind: 'order' as const, _id: order._id }
  const asked = await conversationOf(app, member, { complaint: true, subject })
  expect(asked.complaint!.against).toBe('order_in_review')
  expect(answered(await decide(asked._id, 'upheld')).remedy).toBe('order_paid')
  expect(answered(await getOrder(app, member, order._id)).status).toBe('success')
})

test('an order in review: who refused its visits meanwhile does not decide, and there is nothing to undo', async () => {
  const order = await inReview()
  const subject = { kind: 'order' as const, _id: order._id }
  const asked = await conversationOf(app, member, { complaint: true, subject })
  answered(await refuseVisits(order._id, two))
  expect(await decide(asked._id, 'upheld')).toMatchObject({ code: 'you_decided_this_yourself' })
  expect(answered(await decide(asked._id, 'upheld', one)).remedy).toBeNull()
})

test('refused visits: the complaint keeps the money reserved, and upheld accepts them', async () => {
  const order = await inReview()
  answered(await refuseVisits(order._id, one))
  const subject = { kind: 'visits' as const, _id: order._id }
  const asked = await conversationOf(app, member, { complaint: true, subject, message: 'They are three.' })
  expect(answered(await getOrder(app, member, order._id))).toMatchObject({ objection: 'open' })
  expect(await decide(asked._id, 'upheld', one)).toMatchObject({ code: 'you_decided_this_yourself' })
  expect(answered(await decide(asked._id, 'upheld')).remedy).toBe('visits_accepted')
  expect(answered(await getOrder(app, member, order._id))).toMatchObject({ status: 'success', verified: 3 })
})

test('refused visits: not upheld, they stay refused, and time does not uphold them', async () => {
  const order = await inReview()
  answered(await refuseVisits(order._id, one))
  const subject = { kind: 'visits' as const, _id: order._id }
  const asked = await conversationOf(app, member, { complaint: true, subject })
  expect(answered(await decide(asked._id, 'not_upheld')).remedy).toBeNull()
  expect(answered(await getOrder(app, member, order._id))).toMatchObject({
    objection: 'refused',
    verified: 0,
  })
})

test('what is decided by silence elsewhere ends the complaint for the member', async () => {
  const order = await inReview()
  const subject = { kind: 'order' as const, _id: order._id }
  const { _id } = await conversationOf(app, member, { complaint: true, subject })
  app.clock.advance(73 * HOUR_MS)
  await settleDueOrders(app.database)
  await pass(0)
  expect((await read(app, await again(), _id)).complaint).toMatchObject({
    status: 'ended_by_time',
    remedy: 'order_paid',
  })
})

test('a rejected campaign can be placed again; a staff action is decided by somebody else', async () => {
  await deposit(app.database, member._id, 100_000n)
  const { id: campaign_id } = await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, member)
    return await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
  })
  const body = { reason: 'The picture shows somebody else.' }
  answered(await app.call(adminCampaignCalls.reject, { as: one, params: { campaign_id }, body }))
  const [event] = await app.database.asSchemaOwner<{ id: string }>(
    `select id from audit_event where action = 'campaign_rejected' and object_id = $1`,
    [campaign_id],
  )
  // By its line in the list of staff actions: the same decision under another name.
  const asked = await conversationOf(app, member, {
    complaint: true,
    subject: { kind: 'staff_action', _id: event!.id },
  })
  expect(asked.complaint!.against).toBe('campaign_rejected')
  const twice = { complaint: true, subject: { kind: 'campaign' as const, _id: campaign_id } }
  expect(await ask(app, member, twice)).toMatchObject({ code: 'complaint_was_made_already' })
  expect(await decide(asked._id, 'upheld', one)).toMatchObject({ code: 'you_decided_this_yourself' })
  expect(answered(await decide(asked._id, 'upheld')).remedy).toBe('place_again')

  const reason = 'Ticket 17 asks for this one'
  answered(
    await app.call(adminMemberCalls.detail, {
      as: one,
      params: { member_id: member._id },
      query: { reason },
    }),
  )
  const [look] = await app.database.asSchemaOwner<{ id: string }>(
    `select id from audit_event where action = 'member_looked_at' and member_id = $1`,
    [member._id],
  )
  const of = { complaint: true, subject: { kind: 'staff_action' as const, _id: look!.id } }
  const about = await conversationOf(app, member, of)
  expect(about.complaint!.against).toBe('staff_action')
  expect(await decide(about._id, 'upheld', one)).toMatchObject({ code: 'you_decided_this_yourself' })
  expect(answered(await decide(about._id, 'not_upheld')).remedy).toBeNull()
})

test('late answers rise, once; what nobody reopens is closed after 30 days, and deleted 400 days later', async () => {
  const late = await conversationOf(app, member)
  const seen = async () =>
    answered(await app.call(calls.list, { as: one, query: { member_id: member._id } })).list.map(
      ({ raised_to }) => raised_to,
    )
  await pass(24 * HOUR_MS - 1)
  one = await staff(app, 'support')
  expect(await seen()).toEqual([null])
  await pass(1)
  await pass(HOUR_MS)
  one = await staff(app, 'support')
  expect(await seen()).toEqual(['owner'])
  const params = { conversation_id: late._id }
  answered(await app.call(calls.answer, { as: one, key: randomUUID(), params, body: { message: 'Here.' } }))
  const status = async () =>
    (
      await app.database.asSchemaOwner<{ status: string }>('select status from conversation where id = $1', [
        late._id,
      ])
    )[0]?.status
  await pass(30 * DAY_MS - 1)
  expect(await status()).toBe('answered')
  await pass(1)
  expect(await status()).toBe('closed')
  app.clock.advance(400 * DAY_MS - 1)
  await deleteOldConversations(app.database)
  expect(await status()).toBe('closed')
  app.clock.advance(1)
  await deleteOldConversations(app.database)
  expect(await status()).toBeUndefined()
  expect(
    await app.database.asSchemaOwner('select from conversation_message where conversation_id = $1', [
      late._id,
    ]),
  ).toEqual([])
})

test('a statement of reasons that names where to turn to waits for a second person', async () => {
  answered(await lock(one))
  const { _id } = await conversationOf(app, member, ofLock())
  answered(await write(app, member, _id, 'Is anybody there?'))
  expect(await decide(_id, 'upheld', two, { can_be_done: 'Call +84 90 123 45 67' })).toMatchObject({
    status: 409,
    code: 'this_text_takes_two_people',
  })
  expect((await lockOf()).lock_kind).toBe('conduct')
})

test('who made a decision does not approve the statement that decides the complaint against it', async () => {
  answered(await lock(one))
  const { _id } = await conversationOf(app, member, ofLock())
  const refused = await decide(_id, 'not_upheld', two, { can_be_done: 'Write to help@evil.io' })
  expect(refused.code).toBe('this_text_takes_two_people')
  const { proposal_id } = refused.details as { proposal_id: string }
  const params = { proposal_id }
  const seen = answered(await app.call(approvalCalls.detail, { as: one, params }))
  expect(seen.may.approve).toBe(false)
  expect(await approveProposal(app, proposal_id, one)).toMatchObject({
    status: 403,
    code: 'nobody_decides_about_themselves',
  })
  expect((await read(app, member, _id)).complaint!.status).toBe('open')
  const three = await staff(app, 'support')
  const other = await decide(_id, 'upheld', three, { can_be_done: 'Write to else@evil.io' })
  const { proposal_id: stale } = other.details as { proposal_id: string }
  answered(await approveProposal(app, proposal_id, three))
  expect((await read(app, member, _id)).complaint!.status).toBe('not_upheld')
  // What else was proposed for it waits for nobody any more.
  const ofStale = { proposal_id: stale }
  expect(answered(await app.call(approvalCalls.detail, { as: two, params: ofStale })).status).toBe('void')
})

test('nor does who has decided about it only after the statement was proposed', async () => {
  const order = await inReview()
  const subject = { kind: 'order' as const, _id: order._id }
  const { _id } = await conversationOf(app, member, { complaint: true, subject })
  const refused = await decide(_id, 'not_upheld', two, { can_be_done: 'Write to help@evil.io' })
  const { proposal_id } = refused.details as { proposal_id: string }
  answered(await refuseVisits(order._id, one))
  expect(await approveProposal(app, proposal_id, one)).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'you_decided_this_yourself' },
  })
  expect((await read(app, member, _id)).complaint!.status).toBe('open')
})

test('what was overruled locks nobody under another name either: a security lock too has other facts and two people', async () => {
  answered(await lock(one))
  answered(await decide((await conversationOf(app, member, ofLock()))._id, 'upheld'))
  const same = { status: 409, code: 'these_facts_were_decided_otherwise' }
  expect(await lock(two, 'they sell ACCOUNTS to others', member, 'security')).toMatchObject(same)
  const other = answered(await lock(two, 'Somebody else signs in.', member, 'security'))
  expect((await lockOf()).lock_kind).toBeNull()
  app.clock.advance(1)
  answered(await approveProposal(app, other.proposal_id!, one))
  expect((await lockOf()).lock_kind).toBe('security')
  const params = { member_id: member._id }
  expect(
    await app.call(adminMemberCalls.confirmLock, { as: two, params, body: { reason: WHY } }),
  ).toMatchObject(same)
  // Control: of a member about whom nothing was overruled one person locks.
  const calm = await app.member('who does not object')
  expect(answered(await lock(two, WHY, calm, 'security')).proposal_id).toBeNull()
})

test('30 days after a conduct lock was overruled one person locks for security, with other facts', async () => {
  answered(await lock(one))
  answered(await decide((await conversationOf(app, member, ofLock()))._id, 'upheld'))
  app.clock.advance(30 * DAY_MS)
  const three = await staff(app, 'support')
  expect(await lock(three, WHY, member, 'security')).toMatchObject({
    code: 'these_facts_were_decided_otherwise',
  })
  expect(answered(await lock(three, 'Somebody else signs in.', member, 'security')).proposal_id).toBeNull()
})

test('of a ring, who locked one member decides for none, and the statement that all of them read names nobody', async () => {
  const friend = await app.member('ring-friend')
  await app.database.transaction((tx) =>
    linkMembers(tx, member._id, [{ member_id: friend._id, kind: 'device' }], tx.now),
  )
  answered(await lock(one))
  answered(await lock(two, WHY, friend))
  const first = await conversationOf(app, member, ofLock(member))
  await conversationOf(app, friend, ofLock(friend))
  const three = await staff(app, 'support')
  const seen = async (as: TestOperator) =>
    answered(await app.call(calls.detail, { as, params: { conversation_id: first._id } }))
  for (const as of [one, two]) {
    expect((await seen(as)).may_decide).toBe(false)
    expect(await decide(first._id, 'upheld', as)).toMatchObject({ code: 'you_decided_this_yourself' })
  }
  const { may_decide, decided_before_by } = await seen(three)
  expect(may_decide).toBe(true)
  expect(new Set(decided_before_by.map(({ _id }) => _id))).toEqual(new Set([one._id, two._id]))
  const { list } = answered(
    await app.call(calls.list, { as: two, query: { member_id: member._id, complaint: 'open' } }),
  )
  expect(list).toMatchObject([{ _id: first._id, may_decide: false }])
  for (const facts of ['Ring-Friend, not you, shared the phone.', 'Only “who objects” uses it.'])
    expect(await decide(first._id, 'upheld', three, { facts })).toMatchObject({
      status: 422,
      code: 'statement_names_another_member',
    })
  answered(
    await decide(first._id, 'upheld', three, { facts: 'The ring-friends of this account are others.' }),
  )
})
