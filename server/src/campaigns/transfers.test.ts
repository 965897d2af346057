// A campaign paid by transfer: by itself and once, when the money of its own reference is credited in full.
import { searchCalls } from '@fairturn/contract/backoffice/search'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { depositCalls } from '@fairturn/contract/deposits'
import { memberCalls } from '@fairturn/contract/members'
import { formatMoney } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, deposit as putIn, unpaidCampaign } from '../../test/carrying.ts'
import { setProfile, setSeller } from '../../test/invoices.ts'
import { expectPaymentsCorrect, receiveAt } from '../../test/payments.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import { actorOn, staff } from '../../test/staff.ts'
import { expireDueDeposits } from '../deposits/announce-deposit.ts'
import { creditDeposit, refuseDeposit } from '../deposits/deposits.ts'
import { lockMember } from '../members/members.ts'
import { endDueCampaigns, payByTransfer } from './campaigns.ts'

const DAY_MS = 86_400_000
let app: TestApp
let actor: string
let member: TestMember
let campaign_id: string
/** What is payable. */
let payable: string
let counted = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  actor = await actorOn(app, 'in')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})
beforeEach(async () => {
  member = await app.member(`pays by transfer ${(counted += 1)}`)
  campaign_id = (await app.database.transaction((tx) => unpaidCampaign(tx, member))).id
  payable = (await campaign()).payable
})

const at = () => ({ token: member.token, params: { campaign_id } })
const campaign = async () => answered(await app.call(campaignCalls.get, at()))
const announce = (changed: object = {}, as = member) =>
  app.call(depositCalls.deposit, {
    token: as.token,
    key: `transfer-${(counted += 1)}`,
    body: { user_id: as._id, amount: payable, method: 'bank_transfer', campaign_id, ...changed },
  })
async function announced() {
  await app.confirm(member, payable)
  return answered(await announce())
}
const get = async (deposit_id: string) =>
  answered(await app.call(depositCalls.getDeposit, { token: member.token, params: { deposit_id } }))
const minor = (wire: string) => BigInt(wire.replace('.', ''))
async function credit(deposit_id: string, wire = payable): Promise<void> {
  const arrival = { deposit_id, amount_minor: minor(wire), evidence: `line of ${deposit_id}`, actor }
  await app.database.transaction((tx) => creditDeposit(tx, arrival))
  app.clock.advance(1000)
}
const less = (wire: string, cents: bigint) => formatMoney(minor(wire) - cents)
const balance = async () => answered(await app.call(memberCalls.me, { token: member.token })).account_balance
const newest = async () =>
  answered(await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } })).list[0]!

describe('a transfer for a campaign', () => {
  test('is announced with a confirmation, shown with the campaign, and pays it when credited in full', async () => {
    expect(await announce()).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
      details: { total: payable },
    })
    const deposit = await announced()
    expect(deposit).toMatchObject({
      campaign_id,
      campaign_outcome: null,
      amount: payable,
      status: 'awaiting',
    })
    const { reference, expires_at } = deposit
    const transfer = { deposit_id: deposit._id, reference, amount: payable, expires_at }
    expect(await campaign()).toMatchObject({ transfer, unpaid_until: expires_at })
    await payByTransfer(app.database)
    expect((await campaign()).status).toBe('unpaid')
    await credit(deposit._id)
    await Promise.all([payByTransfer(app.database), payByTransfer(app.database), payByTransfer(app.database)])
    await payByTransfer(app.database)
    expect(await campaign()).toMatchObject({ status: 'review', transfer: null })
    expect(await get(deposit._id)).toMatchObject({ campaign_outcome: 'paid' })
    expect(await balance()).toBe('0.00')
    expect(await newest()).toMatchObject({
      kind: 'campaign_paid_by_transfer',
      path: `/campaigns/${campaign_id}`,
    })
  })

  test('has one reference as long as the price stays, and another when it does not', async () => {
    const first = await announced()
    expect(answered(await announce())).toEqual(first)
    await app.database.asSchemaOwner(
      'update campaign set service_fee_minor = service_fee_minor + 1 where id = $1',
      [campaign_id],
    )
    expect(await announce()).toMatchObject({ status: 409, code: 'the_quote_has_changed' })
    payable = (await campaign()).payable
    const second = await announced()
    expect(second.reference).not.toBe(first.reference)
    expect(await get(first._id)).toMatchObject({ status: 'expired', campaign_id: null })
    await credit(first._id)
    await payByTransfer(app.database)
    expect(await campaign()).toMatchObject({ status: 'unpaid', transfer: { reference: second.reference } })
  })

  test('with VAT is of what is payable', async () => {
    await app.database.transaction(async (tx) => {
      await setSeller(tx)
      await setProfile(tx, member._id)
    })
    try {
      const { total, vat, payable: withVat } = await campaign()
      expect(vat).not.toBe('0.00')
      expect(await announce({ amount: total })).toMatchObject({ code: 'the_quote_has_changed' })
      payable = withVat
      const deposit = await announced()
      await credit(deposit._id)
      await payByTransfer(app.database)
      expect(await campaign()).toMatchObject({ status: 'review', vat, payable })
    } finally {
      await app.database.transaction((tx) => setSeller(tx, null))
    }
  })

  test('that arrives after its time pays all the same; until then the campaign is not cancelled', async () => {
    const deposit = await announced()
    app.clock.advance(13 * DAY_MS)
    await endDueCampaigns(app.database)
    member = await app.signedIn(member)
    expect((await campaign()).status).toBe('unpaid')
    app.clock.advance(2 * DAY_MS)
    await expireDueDeposits(app.database)
    await credit(deposit._id)
    await endDueCampaigns(app.database)
    await payByTransfer(app.database)
    member = await app.signedIn(member)
    expect((await campaign()).status).toBe('review')
  })
})

describe('pays nothing, says so, and leaves the money in the balance', () => {
  const expectNotPaid = async (deposit_id: string, outcome: string, text: RegExp) => {
    const before = (await campaign()).status
    await payByTransfer(app.database)
    await payByTransfer(app.database)
    expect((await campaign()).status).toBe(before)
    expect(await get(deposit_id)).toMatchObject({ status: 'credited', campaign_outcome: outcome })
    const notice = await newest()
    expect(notice).toMatchObject({ kind: 'campaign_not_paid_by_transfer' })
    expect(notice.text).toMatch(text)
  }

  test('when a cent is missing, even with money in the balance', async () => {
    await putIn(app.database, member._id, 100_000n)
    const { _id } = await announced()
    await credit(_id, less(payable, 1n))
    await expectNotPaid(_id, 'less_arrived', /Less arrived/)
    expect(minor(await balance())).toBe(100_000n + minor(payable) - 1n)
  })

  test('when the price has changed meanwhile', async () => {
    const { _id } = await announced()
    await app.database.asSchemaOwner(
      'update campaign set service_fee_minor = service_fee_minor - 1 where id = $1',
      [campaign_id],
    )
    await credit(_id)
    await expectNotPaid(_id, 'price_changed', /price/)
    expect(await balance()).toBe(payable)
  })

  test('when the campaign was cancelled between the credit and the payment', async () => {
    const { _id } = await announced()
    await credit(_id)
    answered(await app.call(campaignCalls.cancel, at()))
    await expectNotPaid(_id, 'not_payable', /cancelled/)
    expect(await balance()).toBe(payable)
  })

  test('when it was paid by hand between the credit and the payment', async () => {
    await putIn(app.database, member._id, minor(payable))
    const { _id } = await announced()
    await credit(_id)
    await app.confirm(member, payable)
    answered(await app.call(campaignCalls.pay, at()))
    await expectNotPaid(_id, 'not_payable', /paid/)
    expect(await balance()).toBe(payable)
  })

  test('while the account is locked', async () => {
    const { _id } = await announced()
    await credit(_id)
    await app.database.transaction((tx) =>
      lockMember(tx, { member_id: member._id, kind: 'conduct', reason: 'Looked into by us.', actor }),
    )
    await payByTransfer(app.database)
    const [row] = await app.database.asSchemaOwner('select campaign_outcome from deposit where id = $1', [
      _id,
    ])
    expect(row).toEqual({ campaign_outcome: 'not_covered' })
  })

  test('of two transfers credited at once for one campaign, one pays', async () => {
    const first = await announced()
    await app.database.asSchemaOwner(
      `update deposit set status = 'expired', settled_at = created_at where id = $1`,
      [first._id],
    )
    const second = await announced()
    await Promise.all([credit(first._id), credit(second._id)])
    await Promise.all([payByTransfer(app.database), payByTransfer(app.database)])
    const outcomes = [await get(first._id), await get(second._id)].map((each) => each.campaign_outcome)
    expect(new Set(outcomes)).toEqual(new Set(['not_payable', 'paid']))
    expect(await balance()).toBe(payable)
  })
})

describe('undone', () => {
  test('by its member until the money arrives, which then is a plain deposit', async () => {
    const { _id } = await announced()
    answered(await app.call(depositCalls.cancelDeposit, { token: member.token, params: { deposit_id: _id } }))
    expect((await campaign()).transfer).toBeNull()
    await credit(_id)
    await payByTransfer(app.database)
    expect(await get(_id)).toMatchObject({ campaign_id: null, campaign_outcome: null })
    expect((await campaign()).status).toBe('unpaid')
  })

  test.each([
    ['cancelled', async () => void answered(await app.call(campaignCalls.cancel, at()))],
    [
      'paid from the balance',
      async () => {
        await putIn(app.database, member._id, minor(payable))
        await app.confirm(member, payable)
        answered(await app.call(campaignCalls.pay, at()))
      },
    ],
  ])('when the campaign is %s', async (_, end) => {
    const { _id } = await announced()
    await end()
    expect(await get(_id)).toMatchObject({ status: 'expired', campaign_id: null })
  })

  test('when it is refused by an operator', async () => {
    const { _id } = await announced()
    await app.database.transaction((tx) =>
      refuseDeposit(tx, { deposit_id: _id, reason: 'Sent by somebody else.', actor }),
    )
    expect(await get(_id)).toMatchObject({ status: 'refused', campaign_id: null })
  })

  test('of a cancellation and a credit at once one wins, and the campaign is paid only by the credit', async () => {
    const { _id } = await announced()
    const [cancelled] = await Promise.all([
      app.call(depositCalls.cancelDeposit, { token: member.token, params: { deposit_id: _id } }),
      credit(_id),
    ])
    await payByTransfer(app.database)
    expect((await campaign()).status).toBe(cancelled.status === 200 ? 'unpaid' : 'review')
  })
})

describe('is refused', () => {
  test('for a campaign of somebody else', async () => {
    const other = await app.member(`somebody else ${(counted += 1)}`)
    expect(await announce({}, other)).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
  })
  test('for another amount, by a cent', async () => {
    for (const cents of [1n, -1n])
      expect(await announce({ amount: less(payable, cents) })).toMatchObject({
        status: 409,
        code: 'the_quote_has_changed',
      })
  })
  test('by card', async () => {
    expect(await announce({ method: 'card' })).toMatchObject({ code: 'deposit_method_is_not_available' })
  })
  test('for a campaign that is cancelled, or whose end has passed', async () => {
    await app.database.asSchemaOwner('update campaign set ends_at = $2 where id = $1', [
      campaign_id,
      app.clock.now(),
    ])
    expect(await announce()).toMatchObject({ status: 409, code: 'campaign_cannot_be_paid' })
    answered(await app.call(campaignCalls.cancel, at()))
    expect(await announce()).toMatchObject({ status: 409, code: 'campaign_cannot_be_paid' })
  })
  test('above the highest deposit, with the confirmation left unused', async () => {
    await app.database.asSchemaOwner(
      'update campaign set service_fee_minor = service_fee_minor + 10000000000 where id = $1',
      [campaign_id],
    )
    payable = (await campaign()).payable
    expect(await announce()).toMatchObject({ status: 422, code: 'deposit_is_too_high' })
  })
})

describe('the quote as a document', () => {
  const quote = (as = member) =>
    app.fastify.inject({
      url: `/api/campaigns/${campaign_id}/quote-document`,
      headers: { authorization: `Bearer ${as.token}`, langcode: 'en' },
    })
  test('can be had of an unpaid campaign alone, by its placer', async () => {
    const answer = await quote()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const other = await app.member(`reads others ${(counted += 1)}`)
    expect((await quote(other)).json()).toMatchObject({ code: 'campaign_is_unknown' })
    answered(await app.call(campaignCalls.cancel, at()))
    expect((await quote()).json()).toMatchObject({ code: 'campaign_cannot_be_paid' })
  })
  test('has a number of its own, the same on every copy, by which operators find the campaign', async () => {
    const numberOn = async () => {
      const text = pdfPages((await quote()).rawPayload)
        .flat()
        .join(' ')
      const [title, number] = [/Quote (FQ\S+)/.exec(text), /Number (FQ\S+)/.exec(text)]
      expect(title![1]).toBe(number![1])
      return number![1]!
    }
    const number = await numberOn()
    expect(number).toMatch(/^FQ(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    app.clock.advance(60_000)
    expect(await numberOn()).toBe(number)
    const as = await staff(app, 'owner')
    const found = async (text: string) =>
      answered(await app.call(searchCalls.all, { as, query: { text } })).list.map(({ kind, _id }) => [
        kind,
        _id,
      ])
    answered(await app.call(campaignCalls.cancel, at()))
    campaign_id = (await app.database.transaction((tx) => unpaidCampaign(tx, member))).id
    const other = await numberOn()
    expect(other).not.toBe(number)
    for (const typed of [other, ` ${other.toLowerCase()} `, other.replaceAll('-', '').replaceAll('0', 'O')])
      expect(await found(typed)).toEqual([['campaigns', campaign_id]])
    for (const typed of [`${other}0`, other.slice(0, -1), other.replace(/.$/, 'U'), 'FQ-ZZZZ-ZZZZ-ZZZZ'])
      expect(await found(typed)).toEqual([])
  })
})
