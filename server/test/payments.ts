// Members who can be paid: with an address, a bank account, and calls that move money in and out.
import { randomUUID } from 'node:crypto'
import { bankingCalls } from '@fairturn/contract/banking'
import { nextExecutionDay } from '@fairturn/contract/banking-days'
import type { SentBodyOf } from '@fairturn/contract/endpoint'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { changeSetting } from '../src/content/content.ts'
import { checkRunningTotals } from '../src/platform/database/running-totals.ts'
import { checkBooked, checkCardMoney, checkWithdrawals } from '../src/withdrawals/withdrawals.check.ts'
import { TEST_PASSWORD, type TestApp, type TestMember } from './app.ts'
import { answered, expectLedgerCorrect, deposit } from './carrying.ts'

export const ADDRESS = {
  name: 'Nguyễn Thu Hà',
  street: '12 Hàng Bạc',
  city: 'Hà Nội',
  country: 'VN',
} as const
export const BANK = { holder: 'NGUYEN THU HA', bank_code: 'VCB', account_number: '0011 0042 31899' } as const
/** The house's own, of receiveAt(). */
export const OUR_IBAN = 'FR76 3000 6000 0112 3456 7890 189'
export const IBAN = 'FR14 2004 1010 0505 0001 3M02 606'

type Form = Omit<SentBodyOf<typeof bankingCalls.updateBank>, 'user_id'>

/** With the member's password, unless the form says otherwise. */
export const saveBank = (app: TestApp, { token, _id }: TestMember, form: Form = BANK) =>
  app.call(bankingCalls.updateBank, { token, body: { user_id: _id, password: TEST_PASSWORD, ...form } })

export const saveAddress = (app: TestApp, { token, _id }: TestMember) =>
  app.call(bankingCalls.updateAddress, { token, body: { user_id: _id, ...ADDRESS } })

/** A member with an address, bank details and this balance. */
export async function payable(app: TestApp, username: string, balance_minor: bigint): Promise<TestMember> {
  const member = await app.member(username)
  answered(await saveAddress(app, member))
  answered(await saveBank(app, member))
  if (balance_minor > 0n) await deposit(app.database, member._id, balance_minor)
  return member
}

/** The first day on which a payment file may be executed: today, or after the weekend. */
export const executionDay = ({ clock }: Pick<TestApp, 'clock'>): string =>
  nextExecutionDay(clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }), 'USD')

const randomKey = (): string => randomUUID()

/** Requests a withdrawal of an amount, or of everything; with a new key unless one is given. */
export const withdraw = (
  app: TestApp,
  { token, _id }: TestMember,
  /** An amount, or `all`. */
  amount: string,
  { key = randomKey(), password = TEST_PASSWORD } = {},
) =>
  app.call(withdrawalCalls.withdraw, {
    token,
    key,
    body: { user_id: _id, password, ...(amount === 'all' ? { all: true as const } : { amount }) },
  })

export const cancel = (app: TestApp, { token }: TestMember, withdrawal_id: string) =>
  app.call(withdrawalCalls.cancelWithdrawal, { token, params: { withdrawal_id } })

/** Enables deposits by bank transfer, in dollars or, with the IBAN, in euro. */
export const receiveAt = (app: TestApp, currency: 'USD' | 'EURO' = 'USD') =>
  app.database.transaction(async (tx) => {
    await changeSetting(tx, 'currency', currency)
    await changeSetting(tx, 'receive_account', {
      holder: 'Fairturn Members',
      bank: 'Example Bank',
      iban: OUR_IBAN.replaceAll(' ', ''),
      bic: 'PSSTFRPP',
      street: '1 rue de la Paix',
      postal_code: '75002',
      city: 'Paris',
      country: 'FR',
    })
  })

/** Throws unless the ledger is intact, and held money equals open withdrawals. */
export async function expectPaymentsCorrect(app: TestApp): Promise<void> {
  await expectLedgerCorrect(app)
  const found = [
    ...(await checkWithdrawals(app.database)),
    ...(await checkBooked(app.database)),
    ...(await checkCardMoney(app.database)),
    ...(await checkRunningTotals(app.database)),
  ]
  if (found.length > 0)
    throw new Error(
      `what is held is not what is asked for: ${JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
}
