// Silence helps the member against a conduct lock and not against a security lock, which keeps an attacker out: through the
// calls alone, with the clock moved. What the member reads of it is in e2e/security.e2e.ts.
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { adminSupportCalls } from '@fairturn/contract/backoffice/support'
import { memberCalls } from '@fairturn/contract/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember, TEST_PASSWORD } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { conversationOf, read } from '../../test/support.ts'
import { passDueTimes } from './support.ts'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const signIn = ({ username }: TestMember) =>
  app.call(memberCalls.login, { body: { username, password: TEST_PASSWORD } })
const lock = async ({ _id: member_id }: TestMember, kind: 'conduct' | 'security', reason: string) =>
  answered(
    await app.call(adminMemberCalls.lock, {
      as: await staff(app, 'support'),
      params: { member_id },
      body: { kind, reason },
    }),
  )
/** A member who objects to a conduct lock, and nobody decides. */
async function whoObjects(username: string) {
  const member = await app.member(username)
  await lock(member, 'conduct', `They sell accounts: ${username}.`)
  const subject = { kind: 'lock' as const, _id: member._id }
  const asked = { complaint: true, subject, message: 'I sold nothing.' }
  return { member, conversation: await conversationOf(app, member, asked) }
}

/** As staff reads it: under a security lock nobody is signed in. */
const complaintOf = async (conversation_id: string) =>
  answered(
    await app.call(adminSupportCalls.detail, {
      as: await staff(app, 'support'),
      params: { conversation_id },
    }),
  ).complaint

test('seven days of silence end a conduct lock, and leave a security lock over another as it was', async () => {
  const taken = await whoObjects('whose account is taken')
  const calm = await whoObjects('whose account is theirs')
  app.clock.advance(6 * DAY_MS)
  await lock(taken.member, 'security', 'Somebody else has taken the account.')
  const before = await signIn(taken.member)
  expect(before).toMatchObject({
    status: 423,
    code: 'your_account_has_been_locked',
    details: { kind: 'security', reason: 'Somebody else has taken the account.' },
  })
  app.clock.advance(DAY_MS)
  await passDueTimes(app.database)

  // Refused as before, with the same reason, beginning and end, which are its own (decision 035).
  const after = await signIn(taken.member)
  expect([after.status, after.code, after.details]).toEqual([before.status, before.code, before.details])
  expect(await complaintOf(taken.conversation._id)).toMatchObject({ status: 'ended_by_time' })

  // Control: the same complaint about a conduct lock alone, at the same times.
  expect((await signIn(calm.member)).status).toBe(200)
  expect(await complaintOf(calm.conversation._id)).toMatchObject({ status: 'ended_by_time' })
  const session = await app.signedIn(calm.member)
  expect((await read(app, session, calm.conversation._id)).complaint?.remedy).toBe('lock_ended')
})
