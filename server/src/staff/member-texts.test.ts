// Texts that a member reads, through HTTP: whoever hides a way to be reached in one needs a second operator.
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

let app: TestApp
let support: TestOperator
let other: TestOperator

beforeAll(async () => {
  app = await startApp()
  support = await staff(app, 'support')
  other = await staff(app, 'support')
})
afterAll(() => app.close())

let count = 0
const lock = async (reason: string) => {
  const { _id } = await app.member(`the locked ${(count += 1)}`)
  const params = { member_id: _id }
  const answer = await app.call(adminMemberCalls.lock, {
    as: support,
    params,
    body: { kind: 'conduct', reason },
  })
  const detail = async () =>
    answered(
      await app.call(adminMemberCalls.detail, {
        as: support,
        params,
        query: { reason: 'A check. It is written down.' },
      }),
    )
  return { answer, detail }
}

test.each([
  'Please call 0️⃣9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣ to be let in.',
  'Pay to DE89 • 3704 • 0044 • 0532 • 0130 • 00 first.',
  'Gọi không chín một hai ba bốn năm sáu bảy tám.',
  'Look at fairturn dot com for help.',
  'Write to us on Telegram @fairturn_help.',
])('%s: locks nobody until another operator has approved it', async (reason) => {
  const { answer, detail } = await lock(reason)
  expect(answer).toMatchObject({ status: 409, code: 'this_text_takes_two_people' })
  expect((await detail()).lock).toBeNull()
  const proposal_id = String(answer.details!['proposal_id'])
  expect(await approveProposal(app, proposal_id, support)).toMatchObject({
    code: 'another_operator_must_approve',
  })
  answered(await approveProposal(app, proposal_id, other))
  expect((await detail()).lock).not.toBeNull()
})

test('a plain sentence needs one operator', async () => {
  const { answer, detail } = await lock('Three orders were carried by a program on 26-11-2026.')
  answered(answer)
  expect((await detail()).lock).not.toBeNull()
})
