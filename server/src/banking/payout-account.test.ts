// A payout account that operators propose, while the member has the account themselves.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { bankingCalls } from '@fairturn/contract/banking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { BANK, IBAN, payable, saveBank } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { restoreBankDetails } from './bank-details.ts'

let app: TestApp
let first: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await startApp()
  first = await staff(app, 'finance')
  second = await staff(app, 'owner')
})
afterAll(() => app.close())

test('a proposed payout account is void once the member has changed the account, or a lock has put back the former', async () => {
  const MEANWHILE = 'BE68539007547034'
  const who = await payable(app, 'who changes it meanwhile', 0n)
  const propose = async (reason: string) =>
    answered(
      await app.call(adjustmentCalls.proposePayoutAccount, {
        as: first,
        params: { member_id: who._id },
        body: { holder: BANK.holder, iban: IBAN, reason },
      }),
    ).proposal_id
  const saved = async () =>
    answered(await app.call(bankingCalls.bank, { token: who.token, body: { user_id: who._id } })).bank
  const expectVoid = async (proposal_id: string) => {
    expect(
      answered(await app.call(approvalCalls.detail, { as: second, params: { proposal_id } })),
    ).toMatchObject({ status: 'void', waits_for: [], voided: { what: 'payout_account_changed', by: null } })
    expect(await approveProposal(app, proposal_id, second)).toMatchObject({
      status: 409,
      code: 'proposal_is_decided',
      details: { status: 'void' },
    })
  }
  const early = await propose('She cannot sign in abroad.')
  app.clock.advance(1000)
  answered(await saveBank(app, who, { holder: BANK.holder, iban: MEANWHILE }))
  await expectVoid(early)
  expect(await saved()).toMatchObject({ iban: MEANWHILE })

  const locked = await propose('She still cannot sign in abroad.')
  const at = app.clock.now()
  const lock = { member_id: who._id, since: new Date(at.getTime() - 500), at }
  await app.database.transaction((tx) => restoreBankDetails(tx, lock))
  await expectVoid(locked)

  // At once: whichever comes first, the member's own account is the last.
  const raced = await propose('She is on the phone about it.')
  const [approved] = await Promise.all([
    approveProposal(app, raced, second),
    saveBank(app, who, { holder: BANK.holder, iban: MEANWHILE }),
  ])
  expect(['', 'proposal_is_decided']).toContain(approved.status === 200 ? '' : approved.code)
  expect(await saved()).toMatchObject({ iban: MEANWHILE })
})
