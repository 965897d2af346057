// Levels through HTTP: buying, earning, refunds, and when the platform earns the fee.
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestMember, startApp } from '../../test/app.ts'
import { availableOf, deposit } from '../../test/campaigns.ts'
import { claimBonuses } from '../../test/levels.ts'
import { changeSetting } from '../content/content.ts'
import { accountOf, balancesOf, checkLedger, platformTotals } from '../ledger/ledger.ts'
import { addToRecord, lockMember } from '../members/members.ts'
import { earnLevels, findOpenPurchase, levelsOf, recogniseFees } from './levels.ts'

const DAY_MS = 86_400_000
const LEVEL_1 = '019a0000-0000-7000-8000-000000000001'
const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'
const LEVEL_3 = '019a0000-0000-7000-8000-000000000003'
const LEVEL_4 = '019a0000-0000-7000-8000-000000000004'

let app: TestApp
let made = 0
let member: TestMember

beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app.close()
})
beforeEach(async () => {
  made += 1
  member = await app.member(`level member ${made}`)
})

const pay = (amount_minor: bigint) => app.database.transaction((tx) => deposit(tx, member._id, amount_minor))
const available = () => availableOf(app.database, member._id)
const upgrade = (level_id: string) =>
  app.call(levelCalls.upgrade, { token: member.token, body: { user_id: member._id, level_id } })
const preview = () => app.call(levelCalls.refundPreview, { token: member.token })
const giveBack = (purchase_id: string) =>
  app.call(levelCalls.refund, { token: member.token, body: { user_id: member._id, purchase_id } })
const levelOfMember = async () => (await app.call(memberCalls.me, { token: member.token })).data.level_id
const signIn = async () => {
  const { data } = await app.call(memberCalls.login, {
    body: { username: member.username, password: 'correct horse' },
  })
  member = { ...member, token: data.access_token }
}
/** Advances the clock and signs in again, because tokens are valid for minutes. */
const wait = async (durationMs: number) => {
  app.clock.advance(durationMs)
  await signIn()
}
/** Creates claims whose bonus exceeds that of Level 1 by `extra_minor`. */
const give = (extra_minor: bigint) =>
  app.database.transaction((tx) =>
    claimBonuses(tx, [
      { member_id: member._id, reward_minor: 10_000n, quality_bp: 10_000, bonus_minor: 200n + extra_minor },
    ]),
  )
const record = (orders: number, verified: number, counted: number) =>
  app.database.transaction(async (tx) => {
    await addToRecord(tx, member._id, {
      verified_orders: orders,
      verified_visits: verified,
      counted_visits: counted,
      level_orders: Object.fromEntries((await levelsOf(tx)).map(({ id }) => [id, orders])),
    })
    return await earnLevels(tx, member._id)
  })
const noticesOf = async () => {
  const rows = await app.database.asSchemaOwner<{ kind: string }>(
    `select kind from notification where member_id = $1 and kind like 'level%'`,
    [member._id],
  )
  return rows.map((row) => row.kind).toSorted()
}
const paramsOf = async (kind: string) => {
  const [row] = await app.database.asSchemaOwner<{ params: unknown }>(
    `select params from notification where member_id = $1 and kind = $2 order by id desc limit 1`,
    [member._id, kind],
  )
  return row?.params
}
const feeAccount = async (purchase_id: string) => {
  const account = accountOf('level_fee', purchase_id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}
const revenue = async () => (await platformTotals(app.database)).get('revenue')?.balance_minor ?? 0n

describe('the list', () => {
  test('contains the default levels, lowest first, for everybody', async () => {
    const { status, data } = await app.call(levelCalls.list)
    expect(status).toBe(200)
    expect(data).toEqual([
      {
        _id: LEVEL_1,
        name: 'Level 1',
        joining_fee: '0.00',
        bonus_ads: 2,
        number_ads: 3,
        orders_to_earn: null,
      },
      {
        _id: LEVEL_2,
        name: 'Level 2',
        joining_fee: '20.00',
        bonus_ads: 4,
        max_bonus: 6,
        number_ads: 6,
        orders_to_earn: 40,
      },
      {
        _id: LEVEL_3,
        name: 'Level 3',
        joining_fee: '60.00',
        bonus_ads: 6,
        max_bonus: 9,
        number_ads: 12,
        orders_to_earn: 150,
      },
      {
        _id: LEVEL_4,
        name: 'Level 4',
        joining_fee: '150.00',
        bonus_ads: 8,
        max_bonus: 12,
        number_ads: 25,
        orders_to_earn: 400,
      },
    ])
  })

  test('a new member is at the first', async () => {
    expect(await levelOfMember()).toBe(LEVEL_1)
  })
})

describe('upgrading', () => {
  test('charges the fee once and returns the member at their new level', async () => {
    await pay(5_000n)
    const { status, data, message } = await upgrade(LEVEL_2)
    expect([status, message]).toEqual([200, 'level_update_successful'])
    expect(data).toMatchObject({ level_id: LEVEL_2, account_balance: '30.00' })
    expect(await noticesOf()).toEqual(['level_bought'])
    const purchase = (await findOpenPurchase(app.database, member._id))!
    expect(await feeAccount(purchase.id)).toBe(2_000n)
  })

  test('is refused if the balance is insufficient, and nothing changes', async () => {
    await pay(1_999n)
    expect(await upgrade(LEVEL_2)).toMatchObject({ status: 409, code: 'insufficient_balance_to_upgrade' })
    expect(await levelOfMember()).toBe(LEVEL_1)
    expect(await available()).toBe(1_999n)
    expect(await preview()).toMatchObject({ data: { purchase_id: null } })
  })

  test.each([
    ['a lower level', LEVEL_2],
    ['the same level', LEVEL_3],
    ['the first level', LEVEL_1],
  ])('to %s is refused', async (_name, level_id) => {
    await pay(50_000n)
    await upgrade(LEVEL_3)
    expect(await upgrade(level_id)).toMatchObject({
      status: 409,
      code: 'you_cannot_upgrade_to_a_level_lower_than_your_current_level',
      message: 'You cannot upgrade to a level lower than your current level',
    })
    expect(await available()).toBe(44_000n)
  })

  test('to a level that does not exist is refused', async () => {
    expect(await upgrade(newId(new Date()))).toMatchObject({ status: 404, code: 'level_is_unknown' })
    expect(await upgrade('level-2')).toMatchObject({ status: 422, code: 'id_is_invalid' })
  })

  test("is refused with another member's user_id, and to a locked account", async () => {
    const other = await app.member(`other ${made}`)
    const body = { user_id: other._id, level_id: LEVEL_2 }
    expect(await app.call(levelCalls.upgrade, { token: member.token, body })).toMatchObject({ status: 403 })
    await app.database.transaction((tx) =>
      lockMember(tx, {
        actor: 'operator:first',
        member_id: member._id,
        kind: 'conduct',
        reason: 'Bots. It is written down.',
      }),
    )
    await pay(5_000n)
    expect(await upgrade(LEVEL_2)).toMatchObject({ status: 423, code: 'your_account_has_been_locked' })
    expect(await available()).toBe(5_000n)
  })

  test('50 times concurrently has one effect and one fee', async () => {
    await pay(100_000n)
    const answers = await Promise.all(Array.from({ length: 50 }, () => upgrade(LEVEL_2)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const codes = new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.code))
    expect(codes).toEqual(new Set(['you_cannot_upgrade_to_a_level_lower_than_your_current_level']))
    expect(await available()).toBe(98_000n)
  })

  test('to two levels concurrently never charges more than the balance, and leaves one open purchase', async () => {
    await pay(20_000n)
    await Promise.all([LEVEL_2, LEVEL_3, LEVEL_4, LEVEL_3, LEVEL_2].map(upgrade))
    const purchase = (await findOpenPurchase(app.database, member._id))!
    expect(await levelOfMember()).toBe(purchase.level_id)
    // Levels replaced on the way were refunded in full.
    expect(await available()).toBe(20_000n - purchase.fee_minor)
  })
})

describe('promise 6: a level cannot cost a member money', () => {
  test('within 14 days the whole fee is refunded, whatever the level has given, to the last second', async () => {
    await pay(2_000n)
    await upgrade(LEVEL_2)
    await give(900n)
    await wait(14 * DAY_MS)
    await recogniseFees(app.database)
    const { data } = await preview()
    expect(data).toMatchObject({
      level_id: LEVEL_2,
      returns_to_level_id: LEVEL_1,
      fee: '20.00',
      given_so_far: '9.00',
      refundable: '20.00',
      full_refund_until: app.clock.now().toISOString(),
    })
    const answer = await giveBack(data.purchase_id!)
    expect(answer).toMatchObject({
      status: 200,
      message: 'level_given_back_successfully',
      data: {
        refunded: '20.00',
        confirmed_at: app.clock.now().toISOString(),
        user: { level_id: LEVEL_1, account_balance: '20.00' },
      },
    })
    expect(answer.data.reference).toMatch(/^L-[0-9A-F]{12}$/)
    expect(await noticesOf()).toEqual(['level_bought', 'level_refunded_after_use'])
  })

  test.each([
    ['nothing', 0n, '20.00'],
    ['a part', 750n, '12.50'],
    ['as much as it cost', 2_000n, '0.00'],
    ['more than it cost', 9_000n, '0.00'],
  ])('later the fee less what it gave comes back: it gave %s', async (_name, given_minor, refunded) => {
    await pay(2_000n)
    await upgrade(LEVEL_2)
    if (given_minor > 0n) await give(given_minor)
    const before = await revenue()
    await wait(14 * DAY_MS + 1000)
    const { data } = await preview()
    expect(data.refundable).toBe(refunded)
    expect((await giveBack(data.purchase_id!)).data.refunded).toBe(refunded)
    const kept_minor = given_minor < 2_000n ? given_minor : 2_000n
    expect(await available()).toBe(2_000n - kept_minor)
    expect(await revenue()).toBe(before + kept_minor)
    expect(await feeAccount(data.purchase_id!)).toBe(0n)
    expect(await levelOfMember()).toBe(LEVEL_1)
  })

  test('refunding again, also 50 times concurrently, returns the same and pays once', async () => {
    await pay(2_000n)
    await upgrade(LEVEL_2)
    const { data } = await preview()
    const answers = await Promise.all(Array.from({ length: 50 }, () => giveBack(data.purchase_id!)))
    const stable = answers.map(({ status, data: { refunded, confirmed_at, reference } }) => [
      status,
      refunded,
      confirmed_at,
      reference,
    ])
    expect(new Set(stable.map((each) => each.join())).size).toBe(1)
    expect(await available()).toBe(2_000n)
    expect(await noticesOf()).toEqual(['level_bought', 'level_refunded'])
  })

  test('a level on top of a bought one: the refundable part of the first is returned, and giving the second back restores the first', async () => {
    await pay(10_000n)
    await upgrade(LEVEL_2)
    await wait(20 * DAY_MS)
    await give(500n)
    const first = (await preview()).data.purchase_id!
    expect((await upgrade(LEVEL_3)).data).toMatchObject({ level_id: LEVEL_3, account_balance: '35.00' })
    expect(await feeAccount(first)).toBe(0n)
    expect(await giveBack(first)).toMatchObject({ status: 409, code: 'there_is_no_level_to_give_back' })
    const { data } = await preview()
    expect(data).toMatchObject({
      level_id: LEVEL_3,
      returns_to_level_id: LEVEL_2,
      fee: '60.00',
      given_so_far: '0.00',
      refundable: '60.00',
      restored_fee: '15.00',
    })
    const answers = [await giveBack(data.purchase_id!), await giveBack(data.purchase_id!)]
    for (const answer of answers)
      expect(answer.data).toMatchObject({ refunded: '60.00', restored_fee: '15.00' })
    expect(await levelOfMember()).toBe(LEVEL_2)
    expect(await available()).toBe(8_000n)
    expect(await feeAccount(first)).toBe(1_500n)
    // The first is what it was: bought 20 days ago, 5.00 of it used.
    expect((await preview()).data).toMatchObject({
      purchase_id: first,
      refundable: '15.00',
      restored_fee: '0.00',
    })
    await giveBack(first)
    expect(await available()).toBe(9_500n)
    expect(await levelOfMember()).toBe(LEVEL_1)
  })

  test('an upgrade whose refund is less than its predecessor costs again, or whose predecessor was earned, restores nothing', async () => {
    await pay(10_000n)
    await upgrade(LEVEL_2)
    await upgrade(LEVEL_3)
    await wait(20 * DAY_MS)
    await give(4_500n)
    const { data } = await preview()
    expect(data).toMatchObject({ returns_to_level_id: LEVEL_1, refundable: '15.00', restored_fee: '0.00' })
    expect((await giveBack(data.purchase_id!)).data).toMatchObject({
      refunded: '15.00',
      restored_fee: '0.00',
    })
    expect(await levelOfMember()).toBe(LEVEL_1)

    member = await app.member(`level member earns ${made}`)
    await pay(10_000n)
    await upgrade(LEVEL_2)
    await upgrade(LEVEL_3)
    await record(40, 90, 100)
    const { data: earned } = await preview()
    expect(earned).toMatchObject({ returns_to_level_id: LEVEL_2, refundable: '60.00', restored_fee: '0.00' })
    await giveBack(earned.purchase_id!)
    expect([await levelOfMember(), await available()]).toEqual([LEVEL_2, 10_000n])
  })

  describe('used and given back in full', () => {
    const refused = async (level_id: string) => {
      const { status, code, details } = await upgrade(level_id)
      expect({ status, code }).toEqual({ status: 409, code: 'level_can_be_bought_again_later' })
      const { can_be_bought_from } = (
        await app.call(levelCalls.preview, { token: member.token, params: { level_id } })
      ).data
      expect(details).toEqual({ until: can_be_bought_from })
      return can_be_bought_from
    }
    const giveBackAll = async () => (await giveBack((await preview()).data.purchase_id!)).data.refunded

    test('can be bought again, and a higher one, after 90 days, to the last second; a lower one at once', async () => {
      await pay(50_000n)
      await upgrade(LEVEL_3)
      await give(1n)
      const closed_at = app.clock.now()
      expect(await giveBackAll()).toBe('60.00')
      const until = new Date(closed_at.getTime() + 90 * DAY_MS).toISOString()
      expect(await refused(LEVEL_3)).toBe(until)
      expect(await noticesOf()).toEqual(['level_bought', 'level_refunded_after_use'])
      expect(await paramsOf('level_refunded_after_use')).toMatchObject({ refunded: '60.00', until })
      await refused(LEVEL_4)
      expect((await upgrade(LEVEL_2)).status).toBe(200)
      await giveBackAll()
      await wait(90 * DAY_MS - 1000)
      await refused(LEVEL_3)
      await wait(1000)
      expect((await upgrade(LEVEL_3)).status).toBe(200)
    })

    test('unused, or later with what it has given kept back, it can be bought again at once', async () => {
      await pay(50_000n)
      await upgrade(LEVEL_2)
      await giveBackAll()
      expect((await noticesOf()).at(-1)).toBe('level_refunded')
      expect((await upgrade(LEVEL_2)).status).toBe(200)
      await give(100n)
      await wait(15 * DAY_MS)
      expect(await giveBackAll()).toBe('19.00')
      expect((await upgrade(LEVEL_3)).status).toBe(200)
    })

    test('levels in turn are no way around: an upgrade given back leads to the used one, which counts', async () => {
      await pay(50_000n)
      await upgrade(LEVEL_2)
      await give(100n)
      await upgrade(LEVEL_3)
      await giveBackAll()
      expect(await levelOfMember()).toBe(LEVEL_2)
      // Bought again on top of it: an upgrade that was not used.
      expect((await upgrade(LEVEL_3)).status).toBe(200)
      await giveBackAll()
      expect(await giveBackAll()).toBe('20.00')
      for (const level_id of [LEVEL_2, LEVEL_3, LEVEL_4]) await refused(level_id)
      expect(await available()).toBe(50_000n)
    })
  })

  test('the fee must be available before any refund, as the app checks it', async () => {
    await pay(7_000n)
    await upgrade(LEVEL_2)
    expect(await upgrade(LEVEL_3)).toMatchObject({ code: 'insufficient_balance_to_upgrade' })
    expect(await preview()).toMatchObject({ data: { level_id: LEVEL_2, refundable: '20.00' } })
  })

  test('without a purchase, or with another member’s, there is no level to refund', async () => {
    expect((await preview()).data).toEqual({
      purchase_id: null,
      level_id: null,
      returns_to_level_id: null,
      bought_at: null,
      full_refund_until: null,
      fee: '0.00',
      given_so_far: '0.00',
      reserved: '0.00',
      refundable: '0.00',
      restored_fee: '0.00',
    })
    await pay(2_000n)
    await upgrade(LEVEL_2)
    const { purchase_id } = (await preview()).data
    member = await app.member(`thief ${made}`)
    expect(await giveBack(purchase_id!)).toMatchObject({
      status: 409,
      code: 'there_is_no_level_to_give_back',
    })
    expect(await giveBack(newId(new Date()))).toMatchObject({ code: 'there_is_no_level_to_give_back' })
    expect(await available()).toBe(0n)
  })

  test('a member locked for conduct can still refund a level', async () => {
    await pay(2_000n)
    await upgrade(LEVEL_2)
    const { purchase_id } = (await preview()).data
    await app.database.transaction((tx) =>
      lockMember(tx, {
        actor: 'operator:first',
        member_id: member._id,
        kind: 'conduct',
        reason: 'Bots. It is written down.',
      }),
    )
    expect(await giveBack(purchase_id!)).toMatchObject({ status: 200, data: { refunded: '20.00' } })
  })

  test('only the bonus beyond the level without the purchase counts as benefit', async () => {
    await pay(6_000n)
    const claim = { member_id: member._id, reward_minor: 10_000n, quality_bp: 10_000 }
    const count = (bonus_minor: bigint) =>
      app.database.transaction((tx) =>
        claimBonuses(tx, [
          { ...claim, bonus_minor },
          { ...claim, bonus_minor: 200n },
        ]),
      )
    await count(900n) // nothing is bought yet
    await upgrade(LEVEL_3)
    expect((await preview()).data.given_so_far).toBe('0.00')
    await count(900n) // Level 1 would have given 2 %
    expect((await preview()).data.given_so_far).toBe('7.00')
    await record(40, 4_000, 4_000)
    await count(900n) // Level 2, earned by now, would have given 6 %
    expect((await preview()).data.given_so_far).toBe('10.00')
  })
})

describe('the platform’s earned part of a fee', () => {
  test('is zero for 14 days, then what the level has given, never more than the fee', async () => {
    await pay(2_000n)
    await upgrade(LEVEL_2)
    const { purchase_id } = (await preview()).data
    // The fee account is debited by what revenue receives; the purchase records the amount.
    const recognised = async () => {
      await Promise.all([recogniseFees(app.database), recogniseFees(app.database)])
      expect(await recogniseFees(app.database)).toBe(0)
      const { recognised_minor } = (await findOpenPurchase(app.database, member._id))!
      expect(await feeAccount(purchase_id!)).toBe(2_000n - recognised_minor)
      return recognised_minor
    }
    await give(300n)
    await wait(14 * DAY_MS)
    expect(await recognised()).toBe(0n)
    await wait(1000)
    expect(await recognised()).toBe(300n)
    await give(450n)
    expect(await recognised()).toBe(750n)
    expect((await preview()).data.refundable).toBe('12.50')
    await give(5_000n)
    expect(await recognised()).toBe(2_000n)
    expect((await giveBack(purchase_id!)).data.refunded).toBe('0.00')
  })
})

describe('earning a level', () => {
  test('is free: 40 verified orders with 80 % of visits verified', async () => {
    expect(await record(39, 800, 1_000)).toBeUndefined()
    expect((await record(1, 0, 0))?.name).toBe('Level 2')
    expect(await levelOfMember()).toBe(LEVEL_2)
    expect(await noticesOf()).toEqual(['level_earned'])
    expect((await preview()).data.purchase_id).toBeNull()
    expect(await record(1, 20, 20)).toBeUndefined()
  })

  test('requires the quality too', async () => {
    expect(await record(60, 799, 1_000)).toBeUndefined()
    expect(await levelOfMember()).toBe(LEVEL_1)
    expect((await record(1, 5, 5))?.name).toBe('Level 2')
  })

  test('that was bought refunds its refundable fee', async () => {
    await pay(2_000n)
    await upgrade(LEVEL_2)
    const { purchase_id } = (await preview()).data
    await wait(15 * DAY_MS)
    await give(600n)
    expect((await record(40, 100, 100))?.name).toBe('Level 2')
    expect(await levelOfMember()).toBe(LEVEL_2)
    expect(await available()).toBe(1_400n)
    expect(await giveBack(purchase_id!)).toMatchObject({ code: 'there_is_no_level_to_give_back' })
    expect(await noticesOf()).toEqual(['level_bought', 'level_earned', 'level_fee_returned'])
  })

  test('below the bought one keeps the bought one, and refunding it leads to the earned one', async () => {
    await pay(6_000n)
    await upgrade(LEVEL_3)
    expect((await record(40, 100, 100))?.name).toBe('Level 2')
    expect(await levelOfMember()).toBe(LEVEL_3)
    const { data } = await preview()
    expect(data).toMatchObject({ returns_to_level_id: LEVEL_2, refundable: '60.00' })
    await giveBack(data.purchase_id!)
    expect(await levelOfMember()).toBe(LEVEL_2)
  })

  test('of several at once gives the highest, which stays when the thresholds rise', async () => {
    expect((await record(400, 4_000, 5_000))?.name).toBe('Level 4')
    await app.database.asSchemaOwner('update level set orders_to_earn = orders_to_earn * 10 where rank > 1')
    expect(await record(1, 0, 100)).toBeUndefined()
    expect(await levelOfMember()).toBe(LEVEL_4)
    await app.database.asSchemaOwner('update level set orders_to_earn = orders_to_earn / 10 where rank > 1')
  })
})

describe('the preview of a level', () => {
  const preview = (level_id: string) =>
    app.call(levelCalls.preview, { token: member.token, params: { level_id } })

  test('without claimed orders estimates nothing', async () => {
    expect((await preview(LEVEL_3)).data).toEqual({
      level_id: LEVEL_3,
      joining_fee: '60.00',
      earned_30_days: '0.00',
      rewards_30_days: '0.00',
      bonus_30_days: '0.00',
      added_30_days: '0.00',
      days_to_cover_fee: null,
      orders_to_earn: 150,
      can_be_bought_from: null,
    })
  })

  test('counts the orders still missing', async () => {
    await record(38, 100, 100)
    expect((await preview(LEVEL_2)).data.orders_to_earn).toBe(2)
    expect((await preview(LEVEL_1)).data.orders_to_earn).toBeNull()
  })

  test('of an unknown level is refused', async () => {
    expect(await preview(newId(new Date()))).toMatchObject({ status: 404, code: 'level_is_unknown' })
  })
})

describe('the fee rule is enforced by the database, for raw SQL too', () => {
  const wrong = { code: '23514', constraint: 'levels_fit_the_service_fee' }

  test('a level that the service fee cannot fund is refused', async () => {
    const raise = app.database.asSchemaOwner('update level set bonus_high_bp = 1701 where rank = 4')
    await expect(raise).rejects.toMatchObject(wrong)
    const most = (await levelsOf(app.database)).map((level) => level.bonus_high_bp)
    expect(most).toEqual([null, 600, 900, 1200])
  })

  test('a service fee that cannot fund the levels is refused', async () => {
    const set = (fee_bp: number) =>
      app.database.transaction((tx) => changeSetting(tx, 'service_fee', fee_bp / 100))
    await expect(set(1999)).rejects.toMatchObject(wrong)
    await set(2000)
    await set(2500)
  })

  test('without a stored service fee the default of the settings applies', async () => {
    await app.database.asSchemaOwner(`delete from setting where key = 'service_fee_bp'`)
    await app.database.asSchemaOwner('update level set bonus_high_bp = 1700 where rank = 4')
    const raise = app.database.asSchemaOwner('update level set bonus_high_bp = 1701 where rank = 4')
    await expect(raise).rejects.toMatchObject(wrong)
    await app.database.asSchemaOwner('update level set bonus_high_bp = 1200 where rank = 4')
  })

  test('promise 1: a level that can be bought and not earned is refused', async () => {
    const withhold = app.database.asSchemaOwner('update level set orders_to_earn = null where rank = 4')
    await expect(withhold).rejects.toMatchObject({ code: '23514' })
  })
})

test('the ledger check finds nothing after every test above', async () => {
  expect(await checkLedger(app.database)).toEqual([])
})
