// Card money through HTTP, with the provider's official library against a server that speaks its protocol: spent first,
// returned to its card, followed through campaigns and levels, kept back while it is disputed.
import { adminCampaignCalls } from '@fairturn/contract/backoffice/reviews'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { depositCalls } from '@fairturn/contract/deposits'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { type Withdrawal, withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CardProvider, eventOf, signatureOf, startCardProvider } from '../../../testing/stripe.ts'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { openBankAccount } from '../../test/bank/account.ts'
import { answered, carry, claim, unpaidCampaign } from '../../test/carrying.ts'
import { freezeScope, releaseFreeze } from '../../test/freezes.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { saveAddress, saveBankDetails, readPayee } from '../banking/banking.ts'
import { reconciliation } from '../banking/reconciliation.ts'
import { cancelCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { openCardProvider } from '../deposits/deposits.ts'
import { loadConfig } from '../platform/config.ts'
import { returnToCards } from './card-returns.ts'

const ORIGIN = 'https://app.example.com'
const DAY_MS = 86_400_000
const REASON = 'Its card did not take it back; the account is the member’s.'

let provider: CardProvider
let app: TestApp
let member: TestMember
let approver: TestOperator
let second: TestOperator
let content: TestOperator
let count = 0

beforeAll(async () => {
  provider = await startCardProvider()
  app = await startApp({ variables: { ...provider.variables, PUBLIC_ORIGIN: ORIGIN } })
  await receiveAt(app)
  await openBankAccount(app.database)
  approver = await staff(app, 'finance', 'out')
  second = await staff(app, 'owner', 'out')
  content = await staff(app, 'content')
})
beforeEach(async () => {
  member = await app.member(`the nap ${(count += 1)}`)
  Object.assign(provider, { down: false, refunding: 'succeeded', loses_answers: false })
  for (const who of [approver, second, content]) Object.assign(who, { headers: await signedIn(app, who._id) })
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
  await provider.close()
})

const sessionOf = (deposit_id: string) =>
  [...provider.sessions.values()].find((session) => session.client_reference_id === deposit_id)!

async function send(type: string, object: object): Promise<void> {
  const payload = JSON.stringify(eventOf(type, object, app.clock.now()))
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signatureOf(payload, app.clock.now()),
  }
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/payments/stripe-webhook',
    headers,
    payload,
  })
  expect(answer.statusCode).toBe(200)
}

/** A credited card deposit; returns the provider's payment. */
async function payByCard(amount: string, by = member): Promise<string> {
  const deposit = answered(
    await app.call(depositCalls.deposit, {
      token: by.token,
      key: `card-money-${(count += 1)}`,
      body: { user_id: by._id, amount, method: 'card' },
    }),
  )
  const session = provider.pay(sessionOf(deposit._id).id)
  await send('checkout.session.completed', session)
  app.clock.advance(60_000)
  return session.payment_intent!
}

/** With a payout account and an address. */
async function withAccount(who = member): Promise<void> {
  await app.database.transaction(async (tx) => {
    const address = { name: 'Nguyen Van Nap', street: '12 Bach Dang', city: 'Da Nang', postal_code: '550000' }
    await saveAddress(tx, who._id, { ...address, region: '', country: 'VN' })
    const form = { holder: 'NGUYEN VAN NAP', bank_code: 'VCB', account_number: '0000111122223333' }
    await saveBankDetails(tx, { member_id: who._id, payee: await readPayee(tx, form), confirmed: true })
  })
}

const request = async (amount: string | undefined, key = `withdraw-${(count += 1)}`, by = member) => {
  await app.confirm(by)
  return await app.call(withdrawalCalls.withdraw, {
    token: by.token,
    key,
    body: { user_id: by._id, ...(amount === undefined ? { all: true as const } : { amount }) },
  })
}
async function withdraw(amount?: string): Promise<Withdrawal[]> {
  const { withdrawal, others } = answered(await request(amount))
  return [withdrawal, ...others]
}
const partsOf = (list: readonly Withdrawal[]) => list.map(({ to, amount }) => `${to} ${amount}`)
const terms = async () => answered(await app.call(withdrawalCalls.withdrawTerms, { token: member.token }))
const get = async (withdrawal_id: string) =>
  answered(await app.call(withdrawalCalls.getWithdrawal, { token: member.token, params: { withdrawal_id } }))
const history = async () =>
  answered(
    await app.call(withdrawalCalls.withdrawHistory, { token: member.token, body: { user_id: member._id } }),
  ).list
const me = async () => {
  const { account_balance, held_balance } = answered(await app.call(memberCalls.me, { token: member.token }))
  return { account_balance, held_balance }
}
const noticeKinds = async () =>
  answered(await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } })).list.map(
    ({ kind }) => kind,
  )

const openProvider = async () =>
  await openCardProvider(loadConfig({ ...provider.variables, PUBLIC_ORIGIN: ORIGIN }).card)
const run = async () => await returnToCards(app.database, await openProvider())

/** A paid campaign of the member, in review. */
async function pay(visits: number, price_minor: bigint, by = member): Promise<string> {
  return await app.database.transaction(async (tx) => {
    const { id } = await unpaidCampaign(tx, by, { price_minor, visits, order_visits: visits })
    await payCampaign(tx, { member_id: by._id, campaign_id: id })
    return id
  })
}
const costOf = async (campaign_id: string) => {
  const { from_cards } = answered(
    await app.call(adminCampaignCalls.detail, { as: content, params: { campaign_id } }),
  )
  return from_cards
}
const cancel = (campaign_id: string, by = member) =>
  app.database.transaction((tx) => cancelCampaign(tx, { member_id: by._id, campaign_id }))

/** Awards of a campaign that another member placed. */
async function earn(price_minor: bigint): Promise<string> {
  const placer = await payable(app, `nguoi dat ${(count += 1)}`, price_minor * 4n)
  const campaign_id = await pay(1, price_minor, placer)
  answered(await app.call(adminCampaignCalls.approve, { as: content, params: { campaign_id } }))
  const before = parseMoney((await me()).account_balance)
  const order = await carry(app, member)
  answered(await claim(app, member, order._id))
  await cancel(campaign_id, placer)
  return formatMoney(parseMoney((await me()).account_balance) - before)
}

const dispute = (payment_intent: string, status: string, amount = 5000, id = `dp_${payment_intent}`) =>
  send(`charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`, {
    id,
    status,
    payment_intent,
    amount,
    currency: 'usd',
  })

describe('what goes back to the card', () => {
  test('each payment, oldest first, without account, address, minimum or fee; sent and paid by the provider’s answer', async () => {
    const first = await payByCard('5.00')
    const last = await payByCard('30.00')
    expect(await terms()).toMatchObject({ available: '35.00', to_card: '35.00', fee: '0.00' })
    const made = await withdraw('12.00')
    expect(partsOf(made)).toEqual(['card 5.00', 'card 7.00'])
    expect(made[0]).toMatchObject({ status: 'requested', payee: null, fee: '0.00', cancellable: true })
    expect(await me()).toEqual({ account_balance: '23.00', held_balance: '12.00' })
    await run()
    expect(await get(made[0]!._id)).toMatchObject({ status: 'paid', cancellable: false })
    expect(await me()).toEqual({ account_balance: '23.00', held_balance: '0.00' })
    const refunds = [...provider.refunds.values()].filter(({ payment_intent }) =>
      [first, last].includes(payment_intent),
    )
    // Each is a job of its own; the worker runs them in no set order.
    expect(new Map(refunds.map(({ payment_intent, amount }) => [payment_intent, amount]))).toEqual(
      new Map([
        [first, 500],
        [last, 700],
      ]),
    )
    expect(refunds).toHaveLength(2)
    expect(await noticeKinds()).toEqual(
      expect.arrayContaining(['withdrawal_requested', 'withdrawal_sent', 'withdrawal_paid']),
    )
    expect((await history()).map(({ to }) => to)).toEqual(['card', 'card'])
  })

  test('the rest goes to the account, as the first of the answer; awards are free at once', async () => {
    await payByCard('20.00')
    const award = await earn(1000n)
    await withAccount()
    const rest = formatMoney(parseMoney(award))
    expect(partsOf(await withdraw())).toEqual([`bank ${rest}`, 'card 20.00'])
    await run()
    expect((await history()).map(({ to, status }) => `${to} ${status}`).toSorted()).toEqual([
      'bank requested',
      'card paid',
    ])
  })

  test('the rest needs a minimum, an address and an account; the card’s part does not', async () => {
    await payByCard('20.00')
    await earn(2000n)
    expect(await request('25.00')).toMatchObject({
      status: 409,
      code: 'your_account_has_not_reached_the_minimum_balance',
    })
    expect(await request('32.00')).toMatchObject({ status: 409, code: 'please_add_address_before' })
    expect(partsOf(await withdraw('20.00'))).toEqual(['card 20.00'])
  })

  test('the same key makes nothing twice; two at once share what there is', async () => {
    await payByCard('30.00')
    const [one, other] = await Promise.all([request('20.00', 'same-key-1'), request('20.00', 'same-key-1')])
    expect(answered(one).withdrawal._id).toBe(answered(other).withdrawal._id)
    const [third, fourth] = await Promise.all([request('8.00'), request('8.00')])
    const statuses = [third, fourth].map(({ status, code }) => `${status} ${code}`).toSorted()
    expect(statuses).toEqual(['200 undefined', '409 withdrawal_exceeds_the_available_balance'])
    await run()
    await run()
    expect(await me()).toEqual({ account_balance: '2.00', held_balance: '0.00' })
  })

  test('waits while payouts are frozen, and can be cancelled meanwhile', async () => {
    await payByCard('30.00')
    const freeze = await freezeScope(app, 'payouts')
    const [made] = await withdraw('20.00')
    const [other] = await withdraw('10.00')
    await run()
    expect([(await get(made!._id)).status, (await get(other!._id)).status]).toEqual([
      'requested',
      'requested',
    ])
    const params = { withdrawal_id: other!._id }
    answered(await app.call(withdrawalCalls.cancelWithdrawal, { token: member.token, params }))
    await releaseFreeze(app, freeze)
    await run()
    expect((await get(made!._id)).status).toBe('paid')
  })

  test('cancelled in time it is card money again', async () => {
    await payByCard('30.00')
    const [made] = await withdraw('30.00')
    answered(
      await app.call(withdrawalCalls.cancelWithdrawal, {
        token: member.token,
        params: { withdrawal_id: made!._id },
      }),
    )
    await run()
    expect(await get(made!._id)).toMatchObject({ status: 'cancelled' })
    expect((await terms()).to_card).toBe('30.00')
  })

  test('paid in more than 120 days ago it is ordinary money', async () => {
    await payByCard('30.00')
    app.clock.advance(121 * DAY_MS)
    await withAccount(member)
    member = await app.signedIn(member)
    expect(await terms()).toMatchObject({ available: '30.00', to_card: '0.00' })
    expect(partsOf(await withdraw())).toEqual(['bank 30.00'])
  })
})

describe('through campaigns and levels', () => {
  test('spending takes card money first, oldest payment first; what comes back is card money again', async () => {
    await payByCard('30.00')
    await payByCard('20.00')
    await earn(1000n)
    const campaign_id = await pay(10, 300n)
    const cost = parseMoney('50.00') - parseMoney((await terms()).to_card)
    expect(await costOf(campaign_id)).toBe(formatMoney(cost))
    expect(cost).toBeGreaterThan(3000n)
    // The second payment alone is left.
    const [made] = await withdraw('1.00')
    await run()
    expect(provider.refunds.get(`re_${made!._id}`)).toMatchObject({ amount: 100 })
    expect((await get(made!._id)).status).toBe('paid')
    await cancel(campaign_id)
    expect(await terms()).toMatchObject({ to_card: '49.00' })
    expect(await costOf(campaign_id)).toBe('0.00')
  })

  test('the detour through a cancelled campaign leads back to the card, with its first date', async () => {
    await payByCard('40.00')
    const campaign_id = await pay(10, 300n)
    app.clock.advance(119 * DAY_MS)
    member = await app.signedIn(member)
    expect((await terms()).to_card).not.toBe('40.00')
    await app.database.transaction(async (tx) => {
      const { rows } = await tx.query<{ status: string }>({
        text: 'select status from campaign where id = $1',
        values: [campaign_id],
      })
      if (rows[0]!.status === 'review') await cancelCampaign(tx, { member_id: member._id, campaign_id })
    })
    expect(partsOf(await withdraw())).toEqual(['card 40.00'])
    await run()
    app.clock.advance(2 * DAY_MS)
    member = await app.signedIn(member)
    expect((await terms()).to_card).toBe('0.00')
  })

  test('the detour through a returned level leads back to the card', async () => {
    await payByCard('900.00')
    const levels = answered(await app.call(levelCalls.list))
    const level = levels.find(({ joining_fee }) => joining_fee !== '0.00')!
    const body = { user_id: member._id, level_id: level._id }
    answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
    const left = formatMoney(parseMoney('900.00') - parseMoney(level.joining_fee))
    expect((await terms()).to_card).toBe(left)
    const { purchase_id } = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
    const back = { user_id: member._id, purchase_id: purchase_id! }
    answered(await app.call(levelCalls.refund, { token: member.token, body: back }))
    expect((await terms()).to_card).toBe('900.00')
  })

  test('a withdrawal of who carried it says how much card money of 30 days paid for it', async () => {
    const placer = member
    await payByCard('100.00')
    const campaign_id = await pay(1, 2000n)
    answered(await app.call(adminCampaignCalls.approve, { as: content, params: { campaign_id } }))
    const from_cards = await costOf(campaign_id)
    member = await payable(app, `nguoi nhan ${(count += 1)}`, 0n)
    const order = await carry(app, member)
    answered(await claim(app, member, order._id))
    const [made] = await withdraw()
    const { notes } = answered(
      await app.call(adminWithdrawalCalls.withdrawal, { as: approver, params: { withdrawal_id: made!._id } }),
    )
    expect(notes).toContainEqual({ fact: 'card_money_from_placers', detail: from_cards, member_ids: [] })
    await cancel(campaign_id, placer)
  })
})

describe('what the provider does not refund', () => {
  test('goes to the payout account, without fee, by two people', async () => {
    await payByCard('40.00')
    await withAccount()
    provider.refunding = 'charge_already_refunded'
    const [made] = await withdraw('40.00')
    await run()
    expect(await get(made!._id)).toMatchObject({
      status: 'refused',
      reason: 'the card did not take the money back',
    })
    const instead = (await history()).find(({ to }) => to === 'bank')
    expect(instead).toMatchObject({ to: 'bank', amount: '40.00', fee: '0.00', status: 'requested' })
    expect(await me()).toEqual({ account_balance: '0.00', held_balance: '40.00' })
    const params = { withdrawal_id: instead!._id }
    const seen = answered(await app.call(adminWithdrawalCalls.withdrawal, { as: approver, params }))
    expect(seen).toMatchObject({ needs_two: true, takes_two: 'card' })
    const asked = answered(
      await app.call(adminWithdrawalCalls.approveWithdrawal, {
        as: approver,
        params,
        body: { reason: REASON },
      }),
    )
    expect(asked).toMatchObject({ status: 'requested' })
    await approveProposal(app, asked.proposal_id!, second)
    expect(await get(instead!._id)).toMatchObject({ status: 'approved' })
  })

  test('without an account the member has it again and is asked for one; then it takes two', async () => {
    await payByCard('40.00')
    provider.refunding = 'charge_disputed'
    await withdraw('40.00')
    await run()
    expect(await me()).toEqual({ account_balance: '40.00', held_balance: '0.00' })
    expect(await noticeKinds()).toContain('card_refund_needs_an_account')
    expect((await terms()).to_card).toBe('0.00')
    await withAccount()
    const [made] = await withdraw('40.00')
    expect(made).toMatchObject({ to: 'bank' })
    const seen = answered(
      await app.call(adminWithdrawalCalls.withdrawal, { as: approver, params: { withdrawal_id: made!._id } }),
    )
    expect(seen.takes_two).toBe('card')
  })

  test('or has not settled within ten days; a refund that succeeds after that is called out', async () => {
    await payByCard('40.00')
    await withAccount()
    provider.refunding = 'pending'
    const [made] = await withdraw('40.00')
    await run()
    expect(await get(made!._id)).toMatchObject({ status: 'sent' })
    app.clock.advance(10 * DAY_MS - 60_000)
    member = await app.signedIn(member)
    await run()
    expect(await get(made!._id)).toMatchObject({ status: 'sent' })
    app.clock.advance(120_000)
    await run()
    expect(await get(made!._id)).toMatchObject({ status: 'returned' })
    const instead = (await history()).find(({ to }) => to === 'bank')
    expect(instead).toMatchObject({ amount: '40.00', status: 'requested' })
    provider.refunds.get(`re_${made!._id}`)!.status = 'succeeded'
    await run()
    await run()
    const { rows } = await app.database.query<{ status: string; note: string }>({
      text: 'select status, note from card_event where id = $1',
      values: [`late:${made!._id}`],
    })
    expect(rows).toEqual([
      { status: 'needs_review', note: 'refunded to the card after it had gone to the payout account' },
    ])
  })

  test('a refund that fails after it had succeeded is not taken for paid: its event is read again', async () => {
    await payByCard('40.00')
    provider.refunding = 'pending'
    const [made] = await withdraw('40.00')
    await run()
    const refund = provider.refunds.get(`re_${made!._id}`)!
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    await send('refund.failed', refund)
    const { rows } = await app.database.query<{ count: number }>({
      text: `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'return_card_money'`,
    })
    expect(rows[0]!.count).toBe(1)
    await run()
    expect(await get(made!._id)).toMatchObject({ status: 'returned' })
    expect(await me()).toEqual({ account_balance: '40.00', held_balance: '0.00' })
  })

  test('nothing is refunded twice when the provider is down, or its answer is lost', async () => {
    await payByCard('40.00')
    const [made] = await withdraw('30.00')
    provider.down = true
    await expect(run()).rejects.toThrow('wait')
    // Approved: it can no longer be cancelled, because a refund may exist.
    const cancelled = await app.call(withdrawalCalls.cancelWithdrawal, {
      token: member.token,
      params: { withdrawal_id: made!._id },
    })
    expect(cancelled).toMatchObject({ status: 409, code: 'withdrawal_cannot_be_cancelled' })
    provider.down = false
    provider.loses_answers = true
    await expect(run()).rejects.toThrow('wait')
    provider.loses_answers = false
    await Promise.all([run(), run()])
    expect(await get(made!._id)).toMatchObject({ status: 'paid' })
    const refunds = [...provider.refunds.values()].filter(
      ({ metadata }) => metadata['withdrawal_id'] === made!._id,
    )
    expect(refunds.map(({ amount }) => amount)).toEqual([3000])
  })

  test('our own refund’s event needs nobody; one made at the provider does', async () => {
    const payment_intent = await payByCard('40.00')
    await withdraw('30.00')
    await run()
    const statusesOf = async () => {
      const { rows } = await app.database.query<{ status: string }>({
        text: `select status from card_event where payment_intent = $1 and type = 'charge.refunded' order by received_at`,
        values: [payment_intent],
      })
      return rows.map(({ status }) => status)
    }
    await send('charge.refunded', { payment_intent, amount_refunded: 3000, currency: 'usd' })
    expect(await statusesOf()).toEqual(['applied'])
    app.clock.advance(1000)
    await send('charge.refunded', { payment_intent, amount_refunded: 4000, currency: 'usd' })
    expect(await statusesOf()).toEqual(['applied', 'needs_review'])
  })

  test('operators neither approve nor refuse it, nor put it into a file', async () => {
    await payByCard('40.00')
    const [made] = await withdraw('40.00')
    const params = { withdrawal_id: made!._id }
    const refused = { status: 409, code: 'withdrawal_goes_back_to_the_card' }
    expect(
      await app.call(adminWithdrawalCalls.approveWithdrawal, {
        as: approver,
        params,
        body: { reason: REASON },
      }),
    ).toMatchObject(refused)
    expect(
      await app.call(adminWithdrawalCalls.refuseWithdrawal, {
        as: approver,
        params,
        body: { reason: 'account_does_not_exist' },
      }),
    ).toMatchObject(refused)
    const filed = await app.call(adminWithdrawalCalls.createBatch, {
      as: approver,
      body: {
        withdrawal_ids: [made!._id],
        refund_ids: [],
        format: 'pain.001.001.09',
        execution_day: executionDay(app),
      },
    })
    expect(filed).toMatchObject({ status: 409, code: 'payout_is_not_ready', details: { why: 'to_card' } })
    // Nor past the program.
    for (const set of [
      `status = 'approved', approved_at = now(), approved_by = '${approver.actor}'`,
      `holder = 'Somebody Else', iban = 'DE00'`,
      `card_deposit_id = null, holder = 'Somebody Else', iban = 'DE00'`,
    ])
      await expect(
        app.database.asSchemaOwner(`update withdrawal set ${set} where id = $1`, [made!._id]),
      ).rejects.toMatchObject({ code: '23514' })
    await run()
  })
})

describe('a dispute', () => {
  test('keeps back the disputed amount, no more; everything above it is paid; it is on each withdrawal', async () => {
    const payment_intent = await payByCard('50.00')
    const award = await earn(2000n)
    await withAccount()
    await dispute(payment_intent, 'needs_response')
    expect(await noticeKinds()).toContain('card_dispute_opened')
    expect(await terms()).toMatchObject({ available: award, kept_back: '50.00', to_card: '0.00' })
    const all = formatMoney(parseMoney(award) + 100n)
    expect(await request(all)).toMatchObject({
      status: 409,
      code: 'amount_is_in_dispute',
      details: { kept_back: '50.00' },
    })
    await expect(pay(10, 300n)).rejects.toMatchObject({ code: 'amount_is_in_dispute' })
    const [made] = await withdraw()
    expect(made).toMatchObject({ to: 'bank', amount: award })
    const { notes } = answered(
      await app.call(adminWithdrawalCalls.withdrawal, { as: approver, params: { withdrawal_id: made!._id } }),
    )
    expect(notes).toContainEqual({
      fact: 'card_dispute',
      detail: expect.stringContaining('50.00 open'),
      member_ids: [],
    })
    const { withdrawals } = answered(await app.call(transparencyCalls.figures))
    expect(withdrawals.waiting.map(({ exception }) => exception)).toContain('card_dispute')
    await dispute(payment_intent, 'won')
    expect(await noticeKinds()).toContain('card_dispute_won')
    expect(await terms()).toMatchObject({ available: '50.00', kept_back: '0.00', to_card: '50.00' })
    // Events come in any order: what is decided stays so.
    await dispute(payment_intent, 'needs_response')
    expect(await terms()).toMatchObject({ kept_back: '0.00' })
  })

  test('opened after a withdrawal to the account was requested or approved, holds that up as far as it is in dispute', async () => {
    const payment_intent = await payByCard('50.00')
    const award = await earn(2000n)
    await withAccount()
    provider.refunding = 'charge_disputed'
    await withdraw('50.00')
    await run()
    const waiting = (await history()).find(({ to, status }) => to === 'bank' && status === 'requested')!
    await dispute(payment_intent, 'needs_response')
    const [above] = await withdraw(award)
    const approve = async (withdrawal_id: string) => {
      const call = { as: approver, params: { withdrawal_id }, body: { reason: REASON } }
      const proposed = await app.call(adminWithdrawalCalls.approveWithdrawal, call)
      const { proposal_id } = answered(proposed)
      return proposal_id === null ? proposed : await approveProposal(app, proposal_id, second)
    }
    expect(await approve(waiting._id)).toMatchObject({
      status: 409,
      details: { code: 'amount_is_in_dispute', details: { kept_back: '50.00' } },
    })
    expect((await approve(above!._id)).status).toBe(200)
    await dispute(payment_intent, 'won')
    expect((await approve(waiting._id)).status).toBe(200)
    // Another one opens before the file is written.
    await dispute(payment_intent, 'needs_response', 5000, `dp_again_${payment_intent}`)
    const releaser = await staff(app, 'finance', 'out')
    expect(
      await app.call(adminWithdrawalCalls.createBatch, {
        as: releaser,
        body: {
          withdrawal_ids: [waiting._id],
          format: 'pain.001.001.09',
          execution_day: executionDay(app),
        },
      }),
    ).toMatchObject({ status: 409, code: 'amount_is_in_dispute' })
    await dispute(payment_intent, 'won', 5000, `dp_again_${payment_intent}`)
  })

  test('ends after 120 days even if it is not decided', async () => {
    const payment_intent = await payByCard('50.00')
    await dispute(payment_intent, 'needs_response')
    app.clock.advance(119 * DAY_MS)
    member = await app.signedIn(member)
    expect((await terms()).kept_back).toBe('50.00')
    app.clock.advance(2 * DAY_MS)
    member = await app.signedIn(member)
    expect(await terms()).toMatchObject({ available: '50.00', kept_back: '0.00' })
    await dispute(payment_intent, 'won')
  })

  test('lost, takes what the member has beyond their awards; the rest is the platform’s loss', async () => {
    const payment_intent = await payByCard('50.00')
    const campaign_id = await pay(10, 300n)
    const left = parseMoney((await me()).account_balance)
    const award = parseMoney(await earn(2000n))
    await dispute(payment_intent, 'needs_response')
    expect(await terms()).toMatchObject({ kept_back: formatMoney(left), available: formatMoney(award) })
    await dispute(payment_intent, 'lost')
    await dispute(payment_intent, 'lost')
    expect((await me()).account_balance).toBe(formatMoney(award))
    expect(await noticeKinds()).toContain('card_dispute_lost')
    // What the campaign gives back of that payment replaces the loss: the member does not get it.
    await cancel(campaign_id)
    expect((await me()).account_balance).toBe(formatMoney(award))
    expect(await terms()).toMatchObject({ to_card: '0.00', kept_back: '0.00' })
    const losses = await app.database.query<{ loss_minor: bigint }>({
      text: 'select loss_minor from card_dispute where id = $1',
      values: [`dp_${payment_intent}`],
    })
    expect(losses.rows).toEqual([{ loss_minor: 0n }])
  })

  test('decided otherwise later, it waits for an operator', async () => {
    const payment_intent = await payByCard('50.00')
    await dispute(payment_intent, 'lost')
    app.clock.advance(1000)
    await dispute(payment_intent, 'won')
    const { rows } = await app.database.query<{ status: string; note: string }>({
      text: `select status, note from card_event where payment_intent = $1 and type like '%dispute%' order by received_at`,
      values: [payment_intent],
    })
    expect(rows.map(({ note }) => note)).toEqual([
      'the dispute is lost',
      'the dispute was lost, and is won now',
    ])
  })
})

test('cash is reconciled without a line of the bank for what went to cards', async () => {
  const day = app.clock.now().toISOString().slice(0, 10)
  const before = await reconciliation(app.database, day)
  await payByCard('40.00')
  await withdraw('30.00')
  await run()
  const lost = await payByCard('10.00')
  await dispute(lost, 'lost', 1000)
  const after = await reconciliation(app.database, day)
  expect(after.unexplained).toBe(before.unexplained)
})
