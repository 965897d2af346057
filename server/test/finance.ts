// Set-up for tests of finance's lists: an app with a bank account, a member who can be paid, and new operators for
// each test.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createDeposit } from '../src/deposits/deposits.ts'
import { requestWithdrawals } from '../src/withdrawals/withdrawals.ts'
import { startApp, type TestApp, type TestMember } from './app.ts'
import { bringDecided, nextSheet, openBankAccount } from './bank/account.ts'
import { camt053, type Line } from './bank/files.ts'
import { answered } from './carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt } from './payments.ts'
import { staff, type TestOperator } from './staff.ts'

const MINUTE_MS = 60_000

export interface FinanceDesk {
  app: TestApp
  member: TestMember
  finance: TestOperator
  owner: TestOperator
  /** Approves payouts, and refunds with the releaser. */
  approver: TestOperator
  /** Has neither imported nor approved anything. */
  releaser: TestOperator
}

/** Opened before the tests of the file; closed after them, when the ledger check must find nothing. */
export function openFinanceDesk(): FinanceDesk {
  const desk = {} as FinanceDesk
  beforeAll(async () => {
    desk.app = await startApp()
    await receiveAt(desk.app)
    await openBankAccount(desk.app.database, { day: '2026-11-17' })
    desk.member = await payable(desk.app, 'thu ha', 900_000n)
  })
  beforeEach(async () => {
    desk.finance = await staff(desk.app, 'finance')
    desk.owner = await staff(desk.app, 'owner')
    desk.approver = await staff(desk.app, 'owner', 'out')
    desk.releaser = await staff(desk.app, 'finance', 'out')
  })
  afterAll(async () => {
    await expectPaymentsCorrect(desk.app)
    await desk.app.close()
  })
  return desk
}

export const unknownId = ({ app }: FinanceDesk) => newId(app.clock.now())

export const announce = ({ app, member }: FinanceDesk, amount_minor: bigint, member_id = member._id) =>
  app.database.transaction((tx) => createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' }))

/** The one to the payout account, which is the only one without card money. */
export async function requestWithdrawal(...input: Parameters<typeof requestWithdrawals>) {
  const [withdrawal] = await requestWithdrawals(...input)
  return withdrawal!
}

export async function requestPayout({ app, member }: FinanceDesk, amount_minor: bigint): Promise<string> {
  app.clock.advance(MINUTE_MS)
  const request = { member_id: member._id, amount_minor }
  return (await app.database.transaction((tx) => requestWithdrawal(tx, request))).id
}

/** The bank's connection brings a statement with these lines. */
export async function take({ app }: FinanceDesk, ...lines: Line[]): Promise<void> {
  app.clock.advance(MINUTE_MS)
  const sheet = await nextSheet(app.database)
  const content = camt053({ id: `LIST-${sheet.day}`, ...sheet, lines })
  await bringDecided(app.database, content)
}

export const lines = async ({ app, finance }: FinanceDesk, query: Record<string, string>) =>
  answered(await app.call(adminBankingCalls.lines, { as: finance, query })).list

/** An exported list: its columns and rows. */
export async function saved({ app, finance }: FinanceDesk, path: string, query: Record<string, string> = {}) {
  const response = await app.fastify.inject({
    method: 'GET',
    url: `/api/${path}`,
    query,
    headers: finance.headers,
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, ...rows] = response.body.replace('\ufeff', '').trimEnd().split('\r\n')
  return { head: head!.split(','), rows }
}

/** The lists that this operator has exported, from the audit log. */
export async function savedLists({ app, finance }: FinanceDesk): Promise<string[]> {
  const events = await app.database.asSchemaOwner<{ object_id: string }>(
    `select object_id from audit_event where actor = $1 and action = 'money_exported' order by object_id`,
    [finance.actor],
  )
  return events.map(({ object_id }) => object_id)
}
