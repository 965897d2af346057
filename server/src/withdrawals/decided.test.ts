// Two operators decide the same thing: the second learns who has decided, and when (staff/decided.ts).
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { expect, test } from 'vitest'
import { answered } from '../../test/carrying.ts'
import { openFinanceDesk, requestPayout } from '../../test/finance.ts'
import { executionDay } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'

const desk = openFinanceDesk()

test('the second of two who decide on a withdrawal learns by whom, what and when it was decided', async () => {
  const { app } = desk
  const withdrawal_id = await requestPayout(desk, 3000n)
  const approval = { params: { withdrawal_id }, body: {} }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: desk.approver, ...approval }))
  const at = app.clock.now().toISOString()
  app.clock.advance(60_000)
  const other = await staff(app, 'finance', 'out')
  expect(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: other, ...approval })).toMatchObject({
    status: 409,
    code: 'withdrawal_is_in_another_state',
    details: {
      status: 'approved',
      decided: { by: desk.approver.username, at, action: 'withdrawal_approved' },
    },
  })
})

test('a payment file says who created and exported it', async () => {
  const { app } = desk
  const withdrawal_id = await requestPayout(desk, 2000n)
  answered(
    await app.call(adminWithdrawalCalls.approveWithdrawal, {
      as: desk.approver,
      params: { withdrawal_id },
      body: {},
    }),
  )
  const body = {
    withdrawal_ids: [withdrawal_id],
    format: 'pain.001.001.03' as const,
    execution_day: executionDay(app),
  }
  const { _id: batch_id } = answered(
    await app.call(adminWithdrawalCalls.createBatch, { as: desk.releaser, body }),
  )
  const file = { as: desk.releaser, params: { batch_id } }
  answered(await app.call(adminWithdrawalCalls.exportBatch, file))
  const { steps } = answered(await app.call(adminWithdrawalCalls.batch, file))
  expect(steps.map(({ action, by }) => [action, by])).toEqual([
    ['payout_batch_drawn', desk.releaser.username],
    ['payout_batch_exported', desk.releaser.username],
  ])
})
