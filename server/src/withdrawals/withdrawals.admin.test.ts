// Money in the back office: one operator alone pays out only small amounts, files are uploaded, bank and ledger agree.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { newId } from '@fairturn/contract/ids'
import { parseMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { confirmStatement, openBankAccount } from '../../test/bank/account.ts'
import { camt053, pain002 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import {
  BANK,
  expectPaymentsCorrect,
  payable,
  receiveAt,
  saveAddress,
  saveBank,
  withdraw,
  executionDay,
} from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

let app: TestApp
let first: TestOperator
let second: TestOperator
/** Importer and matcher, and releaser: not the approvers. */
let importer: TestOperator
let matcher: TestOperator
let releaser: TestOperator

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  first = await staff(app, 'finance', 'out')
  second = await staff(app, 'owner', 'out')
  importer = await staff(app, 'finance')
  matcher = await staff(app, 'finance')
  releaser = await staff(app, 'finance', 'out')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const upload = (path: string, content: string) => uploadBankFile(app, importer, { path, content })

test('a small withdrawal is approved by one operator, a large one by two', async () => {
  const who = await payable(app, 'thu ha', 500_000n)
  const small = answered(await withdraw(app, who, '20.00')).withdrawal
  const large = answered(await withdraw(app, who, '1000.00')).withdrawal
  const approve = (withdrawal_id: string, body: { reason?: string } = {}) =>
    app.call(adminWithdrawalCalls.approveWithdrawal, { as: first, params: { withdrawal_id }, body })
  expect(answered(await approve(small._id))).toEqual({ status: 'approved', proposal_id: null })
  expect((await approve(large._id)).code).toBe('reason_is_required')
  const { status, proposal_id } = answered(await approve(large._id, { reason: 'Checked with her bank.' }))
  expect(status).toBe('requested')
  const read = (as: TestOperator) =>
    app.call(approvalCalls.detail, { as, params: { proposal_id: proposal_id! } })
  const { content_hash } = answered(await read(second))
  // A repeated request, from another tab, finds the open proposal.
  const again = {
    as: first,
    params: { withdrawal_id: large._id },
    body: { reason: 'Checked with her bank.' },
  }
  const pressed = await Promise.all(
    Array.from({ length: 50 }, () => app.call(adminWithdrawalCalls.approveWithdrawal, again)),
  )
  for (const answer of pressed) expect(answered(answer)).toEqual({ status: 'requested', proposal_id })
  // A colleague who was looking at it too has neither approved nor proposed anything, and is told so.
  const late = { ...again, as: second, body: { reason: 'I agree. It is written down.' } }
  expect(await app.call(adminWithdrawalCalls.approveWithdrawal, late)).toMatchObject({
    status: 409,
    code: 'this_is_proposed_already',
    details: {
      proposal: {
        _id: proposal_id,
        kind: 'withdrawal_over_threshold',
        by: first.username,
        own: false,
        member: 'thu ha',
        amount: '1000.00',
        waits_for: expect.arrayContaining([second.username]),
      },
    },
  })
  const waits = answered(
    await app.call(adminWithdrawalCalls.withdrawal, { as: first, params: { withdrawal_id: large._id } }),
  )
  expect(waits.proposal).toMatchObject({ _id: proposal_id, proposed_by: first.username })
  expect(waits.approvals).toEqual([
    { username: first.username, at: waits.proposal!.proposed_at, reason: 'Checked with her bank.' },
  ])
  const agree = (as: TestOperator) =>
    app.call(approvalCalls.approve, { as, params: { proposal_id: proposal_id! }, body: { content_hash } })
  expect((await agree(first)).code).toBe('another_operator_must_approve')
  answered(await agree(second))
  const detail = answered(
    await app.call(adminWithdrawalCalls.withdrawal, { as: first, params: { withdrawal_id: large._id } }),
  )
  expect(detail).toMatchObject({ status: 'approved', needs_two: true, username: 'thu ha', proposal: null })
  expect(detail.approvals.map(({ username }) => username)).toEqual([first.username, second.username])
  const alone = { as: first, params: { withdrawal_id: small._id } }
  const byOne = answered(await app.call(adminWithdrawalCalls.withdrawal, alone))
  expect(byOne.approvals.map(({ username }) => username)).toEqual([first.username])
  expect((await approve(small._id)).code).toBe('withdrawal_is_in_another_state')
  expect((await approve(large._id, { reason: 'Again. It is written down.' })).code).toBe(
    'withdrawal_is_in_another_state',
  )
  expect((await approve(newId(app.clock.now()))).code).toBe('withdrawal_is_unknown')
  expect(detail.notes.map(({ fact }) => fact)).toEqual(['first_withdrawal', 'account_is_new'])
})

test('a day of finance: import, dual-approved refund, batch, report; bank and ledger agree except for money in transit', async () => {
  const day = app.clock.now().toISOString().slice(0, 10)
  const who = await app.member('binh')
  answered(await saveAddress(app, who))
  // A payout account of their own, because earlier approvals for the same account count.
  answered(await saveBank(app, who, { ...BANK, account_number: '0011 0042 31900' }))
  const ledger = async () =>
    answered(await app.call(adminBankingCalls.reconciliation, { as: first, query: { day } }))
  // Money of earlier tests without a bank line counts as the bank's opening balance.
  const opening = (await ledger()).ledger
  await openBankAccount(app.database, { closing_minor: parseMoney(opening) })
  const sheet = camt053({
    id: 'DAY',
    day,
    opening,
    lines: [{ amount: '300.00', text: 'for nobody', name: 'Erika', iban: 'DE02120300000000202051' }],
  })
  expect(await upload('bank-statements', sheet)).toMatchObject({
    data: { list: [{ new_lines: 0, repeated: false, status: 'unconfirmed' }] },
  })
  expect(await upload('bank-statements', sheet)).toMatchObject({
    data: { list: [{ new_lines: 0, repeated: true }] },
  })
  expect(await upload('bank-statements', 'PK\u0003\u0004')).toMatchObject({
    code: 'bank_file_is_not_readable',
  })
  expect(await upload('bank-statements', 'x'.repeat(21 * 1024 * 1024))).toMatchObject({
    code: 'bank_file_is_too_large',
  })
  const { list: imported } = answered(
    await app.call(adminBankingCalls.statements, { as: first, query: { status: 'unconfirmed' } }),
  )
  await confirmStatement(app, imported[0]!._id, matcher)
  const [line] = answered(
    await app.call(adminBankingCalls.lines, { as: first, query: { state: 'unmatched', search: 'nobody' } }),
  ).list
  const give = { member_id: who._id, reason: 'He showed his transfer.' }
  const assign = () =>
    app.call(adminDepositCalls.assignLine, { as: matcher, params: { line_id: line!._id }, body: give })
  const nobody = { member_id: newId(app.clock.now()), reason: 'Who? It is written down.' }
  const lost = { as: matcher, params: { line_id: line!._id }, body: nobody }
  expect((await app.call(adminDepositCalls.assignLine, lost)).code).toBe('member_is_unknown')
  const { proposal_id } = answered(await assign())
  answered(await approveProposal(app, proposal_id, importer))
  expect((await assign()).code).toBe('bank_line_is_in_another_state')

  const { withdrawal } = answered(await withdraw(app, who, '100.00'))
  const params = { withdrawal_id: withdrawal._id }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: first, params, body: {} }))
  const body = {
    withdrawal_ids: [withdrawal._id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const batch = answered(await app.call(adminWithdrawalCalls.createBatch, { as: releaser, body }))
  const step = { as: releaser, params: { batch_id: batch._id } }
  const file = answered(await app.call(adminWithdrawalCalls.exportBatch, step))
  expect(file.text).toContain(withdrawal.reference)
  const refused = { as: first, params, body: { reason: 'account_does_not_exist' as const } }
  expect((await app.call(adminWithdrawalCalls.refuseWithdrawal, refused)).code).toBe(
    'withdrawal_is_in_a_payment_file',
  )
  answered(await app.call(adminWithdrawalCalls.sendBatch, step))
  expect(await ledger()).toMatchObject({
    difference: '100.00',
    items: expect.arrayContaining([{ kind: 'payouts_in_transit', count: 1, amount: '100.00' }]),
  })
  const report = pain002({
    reference: batch.reference,
    payments: [{ e2e: withdrawal.reference, status: 'ACCP' }],
  })
  expect(await upload('payout-reports', report)).toMatchObject({ data: { accepted: 1, rejected: 0 } })
})
