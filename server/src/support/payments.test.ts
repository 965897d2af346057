// Paying somebody out of a conversation: the refund of two people, linked to it. No text in one moves money.
import { randomUUID } from 'node:crypto'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminSupportCalls as calls } from '@fairturn/contract/backoffice/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { earnRevenue } from '../../test/ledger.ts'
import { staff } from '../../test/staff.ts'
import { conversationOf } from '../../test/support.ts'

const NOBODYS = '019a0000-0000-7000-8000-00000000abcd'

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startApp()
  await earnRevenue(app.database, 1_000n)
  member = await app.member('who is paid')
})
afterAll(() => app.close())

const look = async (conversation_id: string) =>
  answered(await app.call(calls.detail, { as: await staff(app, 'support'), params: { conversation_id } }))

test('a payment out of a conversation is a proposal of two people, for its own member, linked to it', async () => {
  const { _id } = await conversationOf(app, member, { message: 'My reward of Tuesday is missing.' })
  const first = await staff(app, 'owner', 'in')
  const second = await staff(app, 'finance', 'in')
  const pay = (member_id: string, refers_to: string) =>
    app.call(adjustmentCalls.proposeRefund, {
      as: first,
      key: randomUUID(),
      params: { member_id },
      body: { subject: 'conversation', refers_to, amount: '2.00', reason: 'It was lost by our own fault.' },
    })
  const other = await app.member('paid instead')
  for (const [member_id, refers_to] of [
    [other._id, _id],
    [member._id, NOBODYS],
  ] as const)
    expect(await pay(member_id, refers_to)).toMatchObject({
      status: 422,
      code: 'refund_refers_to_nothing_of_theirs',
    })
  expect((await look(_id)).payments).toEqual([])

  const { proposal_id } = answered(await pay(member._id, _id))
  const again = {
    subject: 'conversation',
    refers_to: _id,
    amount: '3.00',
    reason: 'Nobody else has proposed it.',
  } as const
  expect(
    await app.call(adjustmentCalls.proposeRefund, {
      as: second,
      key: randomUUID(),
      params: { member_id: member._id },
      body: again,
    }),
  ).toMatchObject({
    status: 409,
    code: 'this_is_proposed_already',
    details: { proposal: { _id: proposal_id } },
  })
  const proposed_by = { _id: first._id, username: first.username }
  const shown = { proposal_id, amount: '2.00', proposed_by }
  expect((await look(_id)).payments).toMatchObject([{ ...shown, status: 'open' }])
  const proposal = answered(await app.call(approvalCalls.detail, { as: second, params: { proposal_id } }))
  expect(proposal.content).toMatchObject({ subject: 'conversation', refers_to: _id, member_id: member._id })
  app.clock.advance(1)
  answered(await approveProposal(app, proposal_id, second))
  expect((await look(_id)).payments).toMatchObject([{ ...shown, status: 'executed' }])
  expect((await look((await conversationOf(app, member, { message: 'Another.' }))._id)).payments).toEqual([])

  const logged = await app.database.asSchemaOwner(
    `select action, actor, after ->> 'proposal_id' as proposal_id from audit_event
     where object_kind = 'conversation' and object_id = $1 and action like 'conversation_payment%' order by id`,
    [_id],
  )
  expect(logged).toEqual([
    { action: 'conversation_payment_proposed', actor: first.actor, proposal_id },
    { action: 'conversation_payment_made', actor: second.actor, proposal_id },
  ])
  const [entry] = await app.database.asSchemaOwner(`select type from entry where refers_to = $1`, [_id])
  expect(entry).toEqual({ type: 'adjustment' })
})
