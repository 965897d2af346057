// Promise 5: a withdrawal is refused for a reason of the closed list, in the member's language, and nobody holds a member's money alone.
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import type { Locale } from '@fairturn/contract/locales'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { REFUSAL_REASONS, withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

const DAY_MS = 86_400_000
let app: TestApp
let operator: TestOperator
let colleague: TestOperator

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  operator = await staff(app, 'finance', 'out')
  colleague = await staff(app, 'finance', 'out')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

let members = 0
const member = () => payable(app, `refused ${(members += 1)}`, 10_000n)
const requested = async (who: TestMember) => answered(await withdraw(app, who, '20.00')).withdrawal._id
const refuse = (withdrawal_id: string, body: object, as = operator) =>
  app.call(adminWithdrawalCalls.refuseWithdrawal, { as, params: { withdrawal_id }, body: body as never })
const shown = async ({ token }: TestMember, withdrawal_id: string, locale: Locale = 'en') =>
  answered(
    await app.call(withdrawalCalls.getWithdrawal, {
      token,
      params: { withdrawal_id },
      locale,
    }),
  )

describe('an operator', () => {
  test.each(REFUSAL_REASONS)('refuses for %s', async (reason) => {
    const who = await member()
    const _id = await requested(who)
    const to_send = reason === 'identity_in_doubt' ? ['identity_document', 'account_statement'] : []
    expect(answered(await refuse(_id, { reason, to_send }))).toEqual({ status: 'refused' })
    expect(await shown(who, _id)).toMatchObject({ status: 'refused', refused_for: reason, to_send })
  })

  test.each([
    ['words of their own', { reason: 'Deposit 100 first, then your withdrawal is released.' }],
    ['what only two people say', { reason: 'credited_by_mistake' }],
    ['what only a security lock says', { reason: 'account_entered_before_lock' }],
    ['a doubt without what would end it', { reason: 'identity_in_doubt' }],
    ['a doubt that asks for something else', { reason: 'identity_in_doubt', to_send: ['a deposit'] }],
    [
      'something to send without a doubt',
      { reason: 'account_does_not_exist', to_send: ['identity_document'] },
    ],
    ['nothing', {}],
  ])('cannot refuse for %s', async (_, body) => {
    const who = await member()
    const _id = await requested(who)
    expect(await refuse(_id, body)).toMatchObject({ status: 422, code: 'field_is_invalid' })
    expect(await shown(who, _id)).toMatchObject({ status: 'requested', reason: null, refused_for: null })
  })

  test('cannot refuse one member again and again: the next within 30 days is another operator’s', async () => {
    const who = await member()
    answered(await refuse(await requested(who), { reason: 'bank_cannot_be_reached' }))
    const second = await requested(who)
    expect(await refuse(second, { reason: 'bank_cannot_be_reached' })).toMatchObject({
      status: 403,
      code: 'another_operator_must_decide',
    })
    expect(await shown(who, second)).toMatchObject({ status: 'requested' })
    answered(await refuse(second, { reason: 'bank_cannot_be_reached' }, colleague))
    // Whoever decides the next one sees both.
    const { notes } = answered(
      await app.call(adminWithdrawalCalls.withdrawal, {
        as: operator,
        params: { withdrawal_id: await requested(who) },
      }),
    )
    expect(notes.find(({ fact }) => fact === 'refused_recently')?.detail).toMatch(
      /^FW-\S+ bank cannot be reached, FW-\S+ bank cannot be reached$/,
    )
    app.clock.advance(31 * DAY_MS)
    operator = await staff(app, 'finance', 'out')
    colleague = await staff(app, 'finance', 'out')
  })

  test('of two at once on two withdrawals of one member, one is refused', async () => {
    const who = await member()
    const both = [await requested(who), await requested(who)]
    const answers = await Promise.all(both.map((_id) => refuse(_id, { reason: 'bank_cannot_be_reached' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })
})

test('the member reads the reason in the language they use, in the app, the notice and the file', async () => {
  const who = await member()
  const _id = await requested(who)
  app.clock.advance(1000)
  const body = { reason: 'identity_in_doubt', to_send: ['identity_document', 'proof_of_name_change'] }
  answered(await refuse(_id, body))
  const { reason } = await shown(who, _id)
  expect(reason).toBe(
    'We could not confirm that the account is yours; please write to us through Support: your name exactly as in your identity card or passport (no photo, no number) and your former name with the date it changed',
  )
  expect((await shown(who, _id, 'jp')).reason).toContain('身分証明書またはパスポートに記載のとおりのお名前')
  const { list } = answered(
    await app.call(noticeCalls.list, { token: who.token, body: { user_id: who._id } }),
  )
  // Whoever reads the notice in another language reads all of it in that one.
  const inFrench = answered(
    await app.call(noticeCalls.list, { token: who.token, body: { user_id: who._id }, locale: 'fr' }),
  )
  expect(inFrench.list[0]!.text).toContain('votre nom exactement')
  const acts = answered(await app.call(personalDataCalls.acts, { token: who.token, locale: 'rs' }))
  expect(JSON.stringify(acts)).toContain('ime tačno kako stoji')
  expect(list[0]!.text).toContain('your name exactly as in your identity card or passport')
})

test('the database refuses any other reason, too', async () => {
  const who = await member()
  const _id = await requested(who)
  const update = (reason: string, to_send: string[]) =>
    app.database.query({
      text: `update withdrawal set status = 'refused', settled_at = now(), settled_by = 'system', reason = $2, to_send = $3 where id = $1`,
      values: [_id, reason, to_send],
    })
  await expect(update('Deposit first.', [])).rejects.toThrow('is not refused for')
  await expect(update('identity_in_doubt', [])).rejects.toThrow('says what to send')
  await expect(update('bank_cannot_be_reached', ['identity_document'])).rejects.toThrow('says what to send')
  await expect(update('identity_in_doubt', ['a deposit'])).rejects.toThrow('withdrawal_to_send_check')
})
