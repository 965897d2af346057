import { type Deposit, depositCalls } from '@fairturn/contract/deposits'
// Deposits through HTTP and the operators' functions: announced, credited with the amount received, expired, refused;
// never credited twice.
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, receiveAt } from '../../test/payments.ts'
import { actorOn } from '../../test/staff.ts'
import { readReference } from '../banking/banking.ts'
import { changeSetting } from '../content/content.ts'
import { expireDueDeposits } from './announce-deposit.ts'
import { creditDeposit, refuseDeposit } from './credit-deposit.ts'

const DAY_MS = 86_400_000
let ACTOR: { actor: string }

let app: TestApp
let member: TestMember

let members = 0

beforeAll(async () => {
  app = await startApp()
  ACTOR = { actor: await actorOn(app, 'in') }
})
beforeEach(async () => {
  member = await app.member(`thu ha ${(members += 1)}`)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

let keys = 0
const announce = (amount = '50.00', key = `deposit-${(keys += 1)}`, { token, _id } = member) =>
  app.call(depositCalls.deposit, { token, key, body: { user_id: _id, amount, method: 'bank_transfer' } })
const qrOf = (instructions: Deposit['instructions']) =>
  instructions !== null && 'epc_qr' in instructions ? instructions.epc_qr : undefined
const announced = async (amount?: string) => answered(await announce(amount))
const get = async (deposit_id: string, { token } = member) =>
  answered(await app.call(depositCalls.getDeposit, { token, params: { deposit_id } }))
const credit = (deposit_id: string, amount_minor: bigint, evidence = `line of ${deposit_id}`) =>
  app.database.transaction((tx) => creditDeposit(tx, { deposit_id, amount_minor, evidence, ...ACTOR }))
const turnDown = (deposit_id: string) =>
  app.database.transaction((tx) =>
    refuseDeposit(tx, { deposit_id, reason: 'Sent by somebody else.', ...ACTOR }),
  )
const balance = async () => answered(await app.call(memberCalls.me, { token: member.token })).account_balance
const notices = async ({ token, _id } = member) =>
  answered(await app.call(noticeCalls.list, { token, body: { user_id: _id } })).list

describe('announcing', () => {
  test('is offered only if an account is configured', async () => {
    const methods = async () =>
      answered(await app.call(depositCalls.depositMethods, { token: member.token })).list
    expect(await methods()).toEqual([])
    expect(await announce()).toMatchObject({ status: 409, code: 'deposit_method_is_not_available' })
    await receiveAt(app)
    expect(await methods()).toEqual(['bank_transfer'])
    expect((await announce()).status).toBe(200)
  })

  test('returns the account and the reference for the transfer; nothing is credited', async () => {
    await receiveAt(app)
    const answer = await announce('50.00')
    expect(answer).toMatchObject({ status: 200, message: 'deposit_announced_successfully' })
    expect(answer.data).toMatchObject({
      status: 'awaiting',
      amount: '50.00',
      received: null,
      expires_at: new Date(app.clock.now().getTime() + 14 * DAY_MS).toISOString(),
      instructions: {
        account: {
          holder: 'Fairturn Members',
          bank: 'Example Bank',
          iban: 'FR7630006000011234567890189',
          bic: 'PSSTFRPP',
        },
        epc_qr: null,
      },
    })
    expect(readReference('FT', answer.data.reference)).toBe(answer.data.reference)
    expect(await get(answer.data._id)).toEqual(answer.data)
    expect(await balance()).toBe('0.00')
  })

  test('in euro has a QR code with the same details, in the format EPC069-12', async () => {
    await receiveAt(app, 'EURO')
    const { instructions, reference } = await announced('1234.50')
    expect(qrOf(instructions)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'PSSTFRPP',
      'Fairturn Members',
      'FR7630006000011234567890189',
      'EUR1234.50',
      '',
      '',
      reference,
    ])
  })

  test('up to the setting, and never more than banks carry in one transfer', async () => {
    await receiveAt(app)
    const highest = async () =>
      answered(await app.call(depositCalls.depositMethods, { token: member.token })).highest
    expect(await highest()).toBe('100000.00')
    expect((await announce('100000.00')).status).toBe(200)
    expect(await announce('100000.01')).toMatchObject({
      status: 422,
      code: 'deposit_is_too_high',
      details: { highest: '100000.00' },
    })
    const limit = (wire: string) =>
      app.database.transaction((tx) => changeSetting(tx, 'highest_deposit', wire))
    for (const wire of ['1000000000.00', '0.99', '0.00']) await expect(limit(wire)).rejects.toThrow(ZodError)
    await limit('999999999.99')
    expect(await highest()).toBe('999999999.99')
    expect((await announce('999999999.99')).status).toBe(200)
    expect((await announce('1000000000.00')).code).toBe('deposit_is_too_high')
    await limit('100000.00')
  })

  test('with one key is one deposit', async () => {
    await receiveAt(app)
    const answers = await Promise.all(Array.from({ length: 50 }, () => announce('50.00', 'the-same-key')))
    expect(new Set(answers.map((answer) => answered(answer).reference)).size).toBe(1)
    expect((await announce('51.00', 'the-same-key')).code).toBe('idempotency_key_was_used')
    const body = { user_id: member._id, amount: '50.00', method: 'bank_transfer' as const }
    const without = await app.call(depositCalls.deposit, { token: member.token, body })
    expect(without).toMatchObject({ status: 400, code: 'idempotency_key_is_required' })
  })

  test.each([
    ['an amount of zero', { amount: '0.00' }, 'amount_is_invalid'],
    ['a negative amount', { amount: '-5.00' }, 'amount_is_invalid'],
    ['a number', { amount: 5 }, 'amount_is_invalid'],
    ['another method', { method: 'cash' }, 'deposit_method_is_not_available'],
  ])('%s is refused', async (_name, changed, code) => {
    await receiveAt(app)
    const body = { user_id: member._id, amount: '50.00', method: 'bank_transfer', ...changed } as never
    expect(
      (await app.call(depositCalls.deposit, { token: member.token, key: 'some-key-1', body })).code,
    ).toBe(code)
  })

  test('another member’s deposit is unknown', async () => {
    await receiveAt(app)
    const { _id } = await announced()
    const other = await app.member(`somebody else ${members}`)
    const read = await app.call(depositCalls.getDeposit, { token: other.token, params: { deposit_id: _id } })
    expect(read).toMatchObject({ status: 404, code: 'deposit_is_unknown' })
  })
})

describe('the outcome', () => {
  beforeEach(() => receiveAt(app))

  test.each([
    ['as much', 5000n, '50.00'],
    ['less', 4999n, '49.99'],
    ['more', 7000n, '70.00'],
  ])('%s than announced is credited with the amount received', async (_name, amount_minor, received) => {
    const { _id, reference } = await announced('50.00')
    app.clock.advance(1000)
    await credit(_id, amount_minor)
    expect(await balance()).toBe(received)
    expect(await get(_id)).toMatchObject({
      status: 'credited',
      amount: '50.00',
      received,
      instructions: null,
    })
    const [notice] = await notices()
    expect(notice).toMatchObject({ kind: 'deposit_credited', path: '/individual/deposit-history' })
    expect(notice!.text).toContain(`Reference ${reference.replaceAll('-', '\u2011')}.`)
  })

  test('credited again with the same evidence changes nothing; with other evidence or amount it is refused', async () => {
    const { _id } = await announced()
    await credit(_id, 5000n, 'line 7')
    expect((await credit(_id, 5000n, 'line 7')).status).toBe('credited')
    await expect(credit(_id, 5000n, 'line 8')).rejects.toMatchObject({ code: 'deposit_is_settled' })
    await expect(credit(_id, 5001n, 'line 7')).rejects.toMatchObject({ code: 'deposit_is_settled' })
    expect(await balance()).toBe('50.00')
  })

  test('one line of a bank statement credits one deposit', async () => {
    const [one, other] = [await announced(), await announced()]
    await credit(one._id, 5000n, 'line 9')
    await expect(credit(other._id, 5000n, 'line 9')).rejects.toMatchObject({ code: 'deposit_is_settled' })
    expect(await balance()).toBe('50.00')
  })

  test('fifty concurrent credits credit it once', async () => {
    const { _id } = await announced()
    await Promise.all(Array.from({ length: 50 }, () => credit(_id, 5000n)))
    expect(await balance()).toBe('50.00')
  })

  test('two concurrent deposits for the same line: only one is credited', async () => {
    const [one, other] = [await announced(), await announced()]
    const credited = await Promise.allSettled([
      credit(one._id, 5000n, 'line 10'),
      credit(other._id, 5000n, 'line 10'),
    ])
    expect(credited.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance()).toBe('50.00')
  })

  test('without money or evidence nothing is credited', async () => {
    const { _id } = await announced()
    await expect(credit(_id, 0n)).rejects.toThrow(RangeError)
    await expect(credit(_id, 5000n, ' ')).rejects.toThrow(RangeError)
    await expect(credit(member._id, 5000n)).rejects.toMatchObject({ code: 'deposit_is_unknown' })
    expect(await balance()).toBe('0.00')
  })

  test('it expires after 14 days with one notice; money that arrives later is still credited', async () => {
    app.clock.advance(1000) // deposits of other tests expire earlier
    const { _id } = await announced()
    app.clock.advance(14 * DAY_MS - 1)
    await expireDueDeposits(app.database)
    member = await app.signedIn(member)
    expect((await get(_id)).status).toBe('awaiting')
    app.clock.advance(1)
    expect(await expireDueDeposits(app.database)).toBe(1)
    expect(await expireDueDeposits(app.database)).toBe(0)
    expect(await get(_id)).toMatchObject({ status: 'expired', instructions: null })
    expect((await notices()).filter((notice) => notice.kind === 'deposit_expired')).toHaveLength(1)
    await credit(_id, 5000n)
    expect(await get(_id)).toMatchObject({ status: 'credited', received: '50.00' })
    expect(await balance()).toBe('50.00')
  })

  const cancel = (deposit_id: string, { token } = member) =>
    app.call(depositCalls.cancelDeposit, { token, params: { deposit_id } })

  test('a deposit is cancelled by its member, once however often; money that arrives all the same is credited', async () => {
    const { _id } = await announced()
    const other = await app.member(`no friend ${members}`)
    expect(await cancel(_id, other)).toMatchObject({ status: 404, code: 'deposit_is_unknown' })
    expect((await get(_id)).status).toBe('awaiting')
    const answers = await Promise.all([cancel(_id), cancel(_id)])
    for (const { message, data } of answers)
      expect([message, data.status]).toEqual(['deposit_cancelled_successfully', 'expired'])
    const { settled_at, expires_at } = await get(_id)
    expect(settled_at! < expires_at).toBe(true)
    expect((await notices()).filter(({ kind }) => kind === 'deposit_expired')).toEqual([])
    await credit(_id, 5000n)
    expect(await balance()).toBe('50.00')
    expect(await cancel(_id)).toMatchObject({ status: 409, code: 'deposit_cannot_be_cancelled' })
  })

  test('refused, it has a reason and can no longer be credited', async () => {
    const { _id } = await announced()
    await turnDown(_id)
    expect(await get(_id)).toMatchObject({
      status: 'refused',
      reason: 'Sent by somebody else.',
      instructions: null,
    })
    await expect(credit(_id, 5000n)).rejects.toMatchObject({ code: 'deposit_is_settled' })
    await expect(turnDown(_id)).rejects.toMatchObject({ code: 'deposit_is_settled' })
    expect(await balance()).toBe('0.00')
    expect((await notices()).some((notice) => notice.kind === 'deposit_refused')).toBe(true)
  })

  test('the history is newest first, in pages, by state and by time', async () => {
    const began = app.clock.now()
    for (let i = 0; i < 22; i++) {
      await announced(`${i + 1}.00`)
      app.clock.advance(1000)
    }
    const history = (more: object) =>
      app.call(depositCalls.depositHistory, { token: member.token, body: { user_id: member._id, ...more } })
    const first = answered(await history({}))
    expect(first.list.map((each) => each.amount)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${22 - i}.00`),
    )
    expect(first.list[0]!.instructions).not.toBeNull()
    const second = answered(await history({ cursor: first.cursor! }))
    expect(second).toMatchObject({ list: [{ amount: '2.00' }, { amount: '1.00' }], cursor: null })
    await credit(second.list[1]!._id, 100n)
    expect(answered(await history({ state: 'credited' })).list).toHaveLength(1)
    const to = new Date(began.getTime() + 3000).toISOString()
    expect(answered(await history({ from: began.toISOString(), to })).list).toHaveLength(3)
    expect((await history({ cursor: 'nonsense' })).code).toBe('cursor_is_invalid')
    expect((await history({ to: '2026-13-01' })).status).toBe(422)
  })
})
