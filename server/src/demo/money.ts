// The demo's deposits and withdrawals by bank, through the functions of an operator's confirmations. The
// account numbers are invalid: none could be paid into.
import { readPayee, saveAddress, saveBankDetails, todayAtBank } from '../banking/banking.ts'
import { changeSetting } from '../content/content.ts'
import { createDeposit } from '../deposits/deposits.ts'
import type { Database } from '../platform/database/database.ts'
import { approveWithdrawal, requestWithdrawals, sendWithdrawal } from '../withdrawals/withdrawals.ts'
import { DEMO_ACCOUNT } from './dataset.ts'
import type { DemoClock } from './demo-history.ts'
import type { BankFileLine, DemoBank } from './demo-statements.ts'
import { demoActor } from './staff.ts'

const HOUR_MS = 3_600_000

/** Where deposits would go; the account's name says that this is a demo. */
export const openReceivingAccount = (database: Database): Promise<void> =>
  database.transaction((tx) =>
    changeSetting(tx, 'receive_account', {
      holder: 'Fairturn Demo, please do not pay',
      bank: 'No bank (demo)',
      account_number: '0000 0000 0000',
      iban: DEMO_ACCOUNT,
      city: 'Hà Nội',
      country: 'VN',
    }),
  )

/** An announced deposit, and the line that the bank brings for it. */
export async function announceDeposit(
  database: Database,
  { member_id, name, amount_minor }: { member_id: string; name: string; amount_minor: bigint },
): Promise<BankFileLine> {
  const deposit = { member_id, amount_minor, method: 'bank_transfer' as const }
  const { reference: text } = await database.transaction((tx) => createDeposit(tx, deposit))
  return { amount_minor, text, name }
}

/** A withdrawal from request to payment, twelve hours later. */
export async function withdrawByBank(
  { clock, database }: { clock: DemoClock; database: Database },
  bank: DemoBank,
  { member_id, amount_minor, at }: { member_id: string; amount_minor: bigint; at: Date },
): Promise<void> {
  const after = (hours: number) => clock.set(new Date(at.getTime() + hours * HOUR_MS))
  after(0)
  const name = 'NGUYEN THU HA'
  const [withdrawal] = await database.transaction(async (tx) => {
    const address = { name: 'Nguyễn Thu Hà', street: '12 Bạch Đằng', city: 'Đà Nẵng', postal_code: '550000' }
    await saveAddress(tx, member_id, { ...address, region: '', country: 'VN' })
    const form = { holder: name, bank_code: 'VCB', account_number: '0000111122223333' }
    await saveBankDetails(tx, { member_id, payee: await readPayee(tx, form), confirmed: true })
    return await requestWithdrawals(tx, { member_id, amount_minor })
  })
  const { id: withdrawal_id, reference: text, fee_minor } = withdrawal!
  // Each step by another operator, as everywhere (decision 033).
  after(3)
  const approver = await demoActor(database, 'demo.finance2')
  await database.transaction((tx) => approveWithdrawal(tx, { withdrawal_id, actor: approver }))
  after(4)
  const releaser = await demoActor(database, 'demo.owner2')
  await database.transaction((tx) => sendWithdrawal(tx, { withdrawal_id, actor: releaser }))
  after(12)
  const day = await todayAtBank(database, clock.now())
  await bank.book(day, [{ amount_minor: fee_minor - amount_minor, text, name }])
}
