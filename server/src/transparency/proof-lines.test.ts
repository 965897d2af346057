// The lines, awards and audit log that a proof signs, as a member's device checks them: the honest platform passes, and
// each dishonest one is caught by a device that has checked before.
import { adminProofCalls } from '@fairturn/contract/proofs'
import { readStatement } from '@fairturn/contract/proof/statement'
import { levelCalls } from '@fairturn/contract/levels'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, deposit, placeCampaign } from '../../test/carrying.ts'
import { deviceOf, failures, withoutKind } from '../../test/device.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'

let app: TestApp
let finance: TestOperator
let placer: TestMember
let carrier: TestMember
beforeAll(async () => {
  app = await startApp()
  finance = await staff(app, 'finance')
  placer = await app.member('placer')
  carrier = await payable(app, 'carrier', 50_017n)
  await placeCampaign(app, placer)
  await carry(app, carrier)
  answered(await withdraw(app, carrier, '123.45'))
  const body = { user_id: carrier._id, level_id: LEVEL_2 }
  answered(await app.call(levelCalls.upgrade, { token: carrier.token, body }))
}, 60_000)
afterAll(() => app.close())
beforeEach(() => app.clock.advance(5_000))

const make = async () => answered(await app.call(adminProofCalls.make, { as: finance }))

/** As whoever owns the machine: past every trigger. */
const rewrite = (sql: string) =>
  app.database.asSuperuser(`do $$ begin set local session_replication_role = replica; ${sql}; end $$`)

describe('the honest platform', () => {
  test('a device checks six kinds, every line, what it remembers and the audit log, from proof to proof', async () => {
    await make()
    const devices = [carrier, placer].map((member) => deviceOf(app, member))
    for (const device of devices) {
      const checked = await device.check()
      expect(failures(checked)).toEqual([])
      expect(checked.steps.filter(({ state }) => state === 'unchecked')).toEqual([])
      expect(checked.steps.find(({ name }) => name === 'memory')).toMatchObject({ why: 'first_sight' })
    }
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance(600_000)
      await deposit(app.database, carrier._id, 1_000n + BigInt(i))
      await placeCampaign(app, placer)
      await make()
    }
    // Moved after the proof: signed in the next one only.
    await deposit(app.database, carrier._id, 9n)
    await deposit(app.database, placer._id, 9n)
    for (const device of devices) {
      const checked = await device.check()
      expect(failures(checked)).toEqual([])
      expect(checked.steps.map(({ state, why }) => [state, why])).toEqual(
        checked.steps.map(() => ['passed', undefined]),
      )
      expect(device.last!.history).toHaveLength(2)
      expect(device.last!.evidence.since).toHaveLength(1)
    }
  })
})

describe('a dishonest platform is caught by a device that has checked before', () => {
  /** A device that has checked, then a new proof of an honest platform. */
  async function experienced(member: TestMember) {
    const device = deviceOf(app, member)
    await make()
    expect(failures(await device.check())).toEqual([])
    app.clock.advance(60_000)
    await deposit(app.database, member._id, 77n)
    await make()
    return device
  }

  test('who lowers balance and statement together', async () => {
    const device = deviceOf(app, carrier)
    await deposit(app.database, carrier._id, 5_000n)
    await make()
    expect(failures(await device.check())).toEqual([])
    const own = `(select no from account where kind = 'member_available' and holder_id = '${carrier._id}')`
    const last = `(select max(version) from posting where account_no = ${own})`
    const cash = `(select min(p.account_no) from posting p join account a on a.no = p.account_no and a.kind = 'cash'
      where p.entry_no = (select entry_no from posting where account_no = ${own} and version = ${last}))`
    const lower = (by: number) =>
      rewrite(`
        update posting set amount_minor = amount_minor - ${by}, balance_after = balance_after - ${by} where account_no = ${own} and version = ${last};
        update account set balance_minor = balance_minor - ${by} where no = ${own};
        update account set balance_minor = balance_minor + ${by} where no = ${cash}`)
    await lower(1_000)
    app.clock.advance(1_000)
    await make()
    // Balance, statement and proof agree with one another: a device that has never checked finds nothing.
    expect(failures(await deviceOf(app, carrier).check())).toEqual([])
    const caught = await device.check()
    expect(failures(caught)).toEqual(['memory: balance_does_not_follow'])
    expect(caught.seen).toBeUndefined()
    // A later entry does not hide it.
    await deposit(app.database, carrier._id, 1_000n)
    await make()
    expect(failures(await device.check())).toEqual(['memory: balance_does_not_follow'])
    await rewrite(`update posting set balance_after = balance_after + 1000 where account_no = ${own} and version = ${last}`)
    await lower(-1_000)
    await rewrite(`update posting set balance_after = balance_after - 1000 where account_no = ${own} and version = ${last} - 1`)
  })
})
