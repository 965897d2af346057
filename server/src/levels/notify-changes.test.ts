// Who is notified of a change of the level table: buyers see the new fee, and payers are told what gives less.
import { type LevelOfTable, adminLevelCalls as calls } from '@fairturn/contract/backoffice/levels'
import { levelCalls } from '@fairturn/contract/levels'
import { noticeCalls } from '@fairturn/contract/notices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { deposit } from '../../test/campaigns.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { noticeHandlers } from '../notices/notices.jobs.ts'
import { levelHandlers } from './levels.ts'

let app: TestApp
let owner: TestOperator
let second: TestOperator
const ids: string[] = []
beforeAll(async () => {
  app = await startApp()
  owner = await staff(app, 'owner')
  second = await staff(app, 'owner')
  ids.push(...answered(await app.call(levelCalls.list)).map(({ _id }) => _id))
})
afterAll(() => app.close())

/** Changes the row of Level 2. */
async function change(edited: Partial<LevelOfTable>) {
  const { version, levels } = answered(await app.call(calls.table, { as: owner }))
  const rows = levels.map(({ members: _members, bought: _bought, ...row }) =>
    Object.assign(row, row._id === ids[1] ? edited : {}),
  )
  const body = { levels: rows, reason: 'We agreed on it.', expected: version }
  answered(await approveProposed(app, await app.call(calls.change, { as: owner, body }), second))
}
async function rich(name: string) {
  const member = await app.member(name)
  await app.database.transaction((tx) => deposit(tx, member._id, 100_000n))
  return member
}
async function buyer(name: string, level: number) {
  const member = await rich(name)
  const body = { user_id: member._id, level_id: ids[level]! }
  answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
  return member
}

test('a buyer who saw another fee pays nothing, and gets the current level', async () => {
  const member = await rich('saw the old fee')
  const upgrade = (joining_fee: string) =>
    app.call(levelCalls.upgrade, {
      token: member.token,
      locale: 'jp',
      body: { user_id: member._id, level_id: ids[1]!, joining_fee },
    })
  const { joining_fee: seen } = answered(await app.call(levelCalls.list))[1]!
  await change({ joining_fee: '30.00', number_ads: 7 })
  expect(await upgrade(seen)).toMatchObject({
    status: 409,
    code: 'the_level_has_changed',
    details: { level: answered(await app.call(levelCalls.list, { locale: 'jp' }))[1] },
  })
  for (const joining_fee of ['30', '-30.00', '030.00', '3e1'])
    expect(await upgrade(joining_fee)).toMatchObject({ status: 422 })
  const paid = answered(await upgrade('30.00'))
  expect(paid).toMatchObject({ level_id: ids[1], account_balance: '970.00' })
})

test('whoever paid for a level that gives less is notified, once, and nobody else', async () => {
  const [paid, above, never, gaveBack] = [
    await buyer('paid for it', 1),
    await buyer('paid for more', 2),
    await app.member('never paid'),
    await buyer('gave it back', 1),
  ]
  const { purchase_id } = answered(await app.call(levelCalls.refundPreview, { token: gaveBack.token }))
  const body = { user_id: gaveBack._id, purchase_id: purchase_id! }
  answered(await app.call(levelCalls.refund, { token: gaveBack.token, body }))
  const noticesOf = async ({ _id }: { _id: string }) =>
    await app.database.asSchemaOwner(
      `select params from notification where member_id = $1 and kind = 'level_gives_less'`,
      [_id],
    )
  await change({ max_bonus: 7, joining_fee: '35.00' })
  await app.database.runDueJobs([...noticeHandlers, ...levelHandlers])
  expect(await noticesOf(paid)).toEqual([])

  const jobs = () =>
    app.database.asSchemaOwner<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs where payload::jsonb ? 'told'`,
    )
  await change({ max_bonus: 5 })
  const [{ payload }] = (await jobs()) as [{ payload: unknown }]
  await app.database.runDueJobs([...noticeHandlers, ...levelHandlers])
  // As when a worker dies after the commit and the job runs again.
  await levelHandlers[0]!.run(app.database, payload)
  expect(await noticesOf(paid)).toEqual([{ params: { level: 'Level 2' } }])
  for (const member of [above, never, gaveBack]) expect(await noticesOf(member)).toEqual([])
  const whose = { user_id: paid._id }
  const { list } = answered(
    await app.call(noticeCalls.list, { token: paid.token, locale: 'fr', body: whose }),
  )
  expect(list.map(({ title }) => title)).toContainEqual(
    expect.stringMatching(/offre désormais moins d’avantages$/),
  )
})
