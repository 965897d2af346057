// What is there by the bank's word: money on its way is named and counted where it belongs, and money that is missing is
// missing, whatever else is on its way.
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { bringDecided, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { payable, receiveAt } from '../../test/payments.ts'
import { createDeposit, creditDeposit } from '../deposits/deposits.ts'
import { entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { currentFigures } from './figures.ts'

const DAY_MS = 86_400_000
let app: TestApp
let member: TestMember
let bank_minor = 0n
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database, { closing_minor: 0n, day: today(-1) })
  member = await payable(app, 'thu ha', 0n)
  const { reference } = await announce(500_00n)
  await book([{ amount: '500.00', e2e: reference }])
})
beforeEach(() => {
  app.clock.advance(DAY_MS)
})
afterAll(() => app.close())

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work)
const today = (days = 0) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const announce = (amount_minor: bigint) =>
  inTx((tx) => createDeposit(tx, { member_id: member._id, amount_minor, method: 'bank_transfer' }))

async function book(lines: readonly Line[]): Promise<void> {
  const opening = formatMoney(bank_minor)
  for (const { amount } of lines) bank_minor += parseMoney(amount)
  await bringDecided(app.database, camt053({ id: `DAY-${++sheets}`, day: today(), opening, lines }))
}

async function payByCard(amount_minor: bigint): Promise<void> {
  const { id: deposit_id } = await announce(amount_minor)
  const arrival = { deposit_id, amount_minor, evidence: `stripe:pi_${deposit_id}`, actor: 'system' }
  await inTx((tx) => creditDeposit(tx, arrival))
}

async function atTheBank() {
  app.clock.advance(1)
  return (await currentFigures(app.database, app.clock.now())).cash.bank!
}

test('a statement that says what the ledger says needs no explanation', async () => {
  expect(await atTheBank()).toMatchObject({
    amount: '500.00',
    coverage: 100,
    differences: [],
    unexplained: '0.00',
    there: '500.00',
    there_coverage: 100,
  })
})

test('money at the card provider is there, named, and in no bank statement', async () => {
  await payByCard(80_00n)
  await book([])
  expect(await atTheBank()).toMatchObject({
    amount: '500.00',
    coverage: 86.2,
    differences: [{ kind: 'card_provider', amount: '-80.00' }],
    unexplained: '0.00',
    there: '580.00',
    there_coverage: 100,
  })
})

test('a payment that is not decided yet covers nothing else: it is owed to whoever paid it', async () => {
  const { reference } = await announce(50_00n)
  await book([{ amount: '75.00', e2e: reference }])
  expect(await atTheBank()).toMatchObject({
    amount: '575.00',
    differences: [
      { kind: 'lines_before_decision', amount: '75.00' },
      { kind: 'card_provider', amount: '-80.00' },
    ],
    unexplained: '0.00',
    there: '580.00',
    there_coverage: 100,
  })
})

test('a fee that the bank took is missing until it is booked on our own money, beside all that is on its way', async () => {
  await book([{ amount: '-4.50', text: 'Account maintenance fee' }])
  const bank = await atTheBank()
  expect(bank).toMatchObject({
    amount: '570.50',
    unexplained: '0.00',
    there: '575.50',
    there_coverage: 99.22,
  })
  expect(bank.differences).toContainEqual({ kind: 'other_debits', amount: '-4.50' })
})

test('money that is missing is shown as missing, to the cent: neither card money nor a correction hides it', async () => {
  await app.database.asSuperuser('alter table bank_statement disable trigger all')
  // 100.00 less than all its lines say.
  await app.database.asSchemaOwner(
    `update bank_statement set closing_minor = closing_minor - 10000 where closing_day = '${today(-1)}'`,
  )
  await app.database.asSuperuser('alter table bank_statement enable trigger all')
  const missing = { there: '475.50', there_coverage: 81.98 }
  expect(await atTheBank()).toMatchObject({ ...missing, unexplained: '-100.00' })
  // What two people book into cash that no bank has.
  const id = entryId('adjustment', 'invented')
  await inTx((tx) =>
    postOrRefuse(tx, [
      {
        id,
        type: 'adjustment',
        refers_to: member._id,
        actor: 'test',
        event_at: new Date(Date.parse(today(-1))),
        postings: [
          { account: platformAccount('cash', id), amount_minor: -100_00n },
          { account: platformAccount('own_money', id), amount_minor: 100_00n },
        ],
      },
    ]),
  )
  const bank = await atTheBank()
  expect(bank).toMatchObject({ ...missing, unexplained: '-200.00' })
  expect(bank.differences.map(({ kind }) => kind)).not.toContain('other_cash')
})
