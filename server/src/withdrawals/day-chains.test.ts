// However a day's bookings come, in the bank's numbered statements and in exports without numbers or balances, the accepted
// statements are one chain of balances, and each booking is there once.
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { formatMoney } from '@fairturn/contract/minor-units'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { nextSheet, openBankAccount, rightAnswers } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { decideNewLines } from './line-decisions.ts'

const RUNS = 14
const BETWEEN_MS = 1000

let app: TestApp
let importer: TestOperator
let confirmer: TestOperator
let mapping_id: string
let days = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  importer = await staff(app, 'finance')
  confirmer = await staff(app, 'finance')
  const mapping = {
    separator: ';' as const,
    decimal: ',' as const,
    day_format: 'yyyy-MM-dd' as const,
    encoding: 'utf-8' as const,
    skip_lines: 0,
    newest_first: false,
    amounts: 'signed' as const,
    columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'] },
  }
  const body = { name: 'Export of the day', mapping }
  mapping_id = answered(await app.call(adminBankingCalls.saveMapping, { as: importer, body }))._id
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/**
 * What one file brings: amounts of new bookings, in minor units, and whether it is the bank's numbered statement, an export of
 * what is new, or one of the whole day so far.
 */
const FILE = fc.oneof(
  // Few amounts, so that they are often equal, and add up to nothing.
  fc.record({
    kind: fc.constant('numbered'),
    amounts: fc.array(fc.constantFrom(1000, -1000, 1000, 250, -250, 5000), { minLength: 1, maxLength: 3 }),
  }),
  // Lines of an export that equal others in day and amount and add up to nothing might be the same ones, named otherwise.
  fc.record({
    kind: fc.constantFrom('new', 'whole_day'),
    amounts: fc.array(fc.constantFrom(1000, 250, 5000), { minLength: 1, maxLength: 3 }),
  }),
)
type DayFile = typeof FILE extends fc.Arbitrary<infer Value> ? Value : never

interface Booking {
  readonly amount_minor: bigint
  readonly text: string
}

/** One person imports it, another confirms it. */
async function accepted(content: string, fields: Record<string, string>): Promise<string> {
  const { data, code } = (await uploadBankFile(app, importer, {
    path: 'bank-statements',
    content,
    fields,
  })) as { code?: string; data?: { list: { _id: string }[] } }
  expect(code).toBeUndefined()
  const statement_id = data!.list[0]!._id
  app.clock.advance(BETWEEN_MS)
  const right = await rightAnswers(app, statement_id, confirmer)
  const { credits, lines } = right
  const closing = formatMoney(balance_minor)
  const params = { statement_id }
  const confirmed = await app.call(bankStatementCalls.confirmStatement, {
    as: confirmer,
    params,
    body: { closing, credits, lines },
  })
  expect(confirmed.code).toBeUndefined()
  expect(answered(confirmed)).toMatchObject({ right: true, statement: { status: 'accepted', gap: false } })
  return statement_id
}

/** The true balance of the account. */
let balance_minor = 100_000n

async function takeDay(files: readonly DayFile[]): Promise<void> {
  const { day, opening } = await nextSheet(app.database)
  expect(opening).toBe(formatMoney(balance_minor))
  const first_minor = balance_minor
  const booked: Booking[] = []
  const ids: string[] = []
  days += 1
  let number = 0
  for (const [i, { kind, amounts }] of files.entries()) {
    const before = formatMoney(balance_minor)
    const fresh = amounts.map((minor, j) => ({
      amount_minor: BigInt(minor),
      text: `booking ${days} ${i} ${j}`,
    }))
    booked.push(...fresh)
    balance_minor += fresh.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    const ofFile = kind === 'whole_day' ? booked : fresh
    const lines = ofFile.map(({ amount_minor, text }) => ({ amount: formatMoney(amount_minor), text }))
    if (kind === 'numbered') {
      number += 1
      const sheet = camt053({ id: `DAY-${days}-${number}`, day, opening: before, lines })
      const content = sheet.replace('</Id><CreDtTm>', `</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>`)
      ids.push(await accepted(content, {}))
    } else {
      const rows = lines.map(({ amount, text }) => `${day};${amount.replace('.', ',')};${text}\n`)
      ids.push(await accepted(`Day;Amount;Text\n${rows.join('')}`, { mapping_id }))
    }
    expect((await nextSheet(app.database)).opening).toBe(formatMoney(balance_minor))
  }
  await decideNewLines(app.database)

  const { rows } = await app.database.query<{ id: string; opening_minor: bigint; closing_minor: bigint }>({
    text: `select id, opening_minor, closing_minor from bank_statement where id = any ($1::uuid[])`,
    values: [ids],
  })
  let closing_minor = first_minor
  for (const id of ids) {
    const statement = rows.find((row) => row.id === id)!
    expect(statement.opening_minor).toBe(closing_minor)
    closing_minor = statement.closing_minor
  }
  expect(closing_minor).toBe(balance_minor)
  const { rows: texts } = await app.database.query<{ remittance: string }>({
    text: 'select remittance from bank_line where booking_day = $1 order by remittance',
    values: [day],
  })
  expect(texts.map(({ remittance }) => remittance)).toEqual(booked.map(({ text }) => text).toSorted())
}

test('a day’s accepted statements are one chain of balances that ends at the true one, with each booking once', async () => {
  await fc.assert(fc.asyncProperty(fc.array(FILE, { minLength: 2, maxLength: 5 }), takeDay), {
    numRuns: RUNS,
    seed: 38,
    endOnFailure: true,
  })
})
