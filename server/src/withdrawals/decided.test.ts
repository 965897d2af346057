// Two operators decide the same thing: the second learns who has decided, and when (staff/decided.ts).
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { expect, test } from 'vitest'
import { answered } from '../../test/carrying.ts'
import { openFinanceDesk, requestPayout } from '../../test/finance.ts'
import { staff } from '../../test/staff.ts'

const desk = openFinanceDesk()

test('the second of two who decide on a withdrawal learns by whom and when it was decided', async () => {
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
    details: { status: 'approved', decided: { by: desk.approver.username, at } },
  })
})
