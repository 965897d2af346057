import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
// Statements as banks divide and repeat them, and CSV with fees, through HTTP: nothing is dropped without a word, and a member has
// what arrived.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { depositCalls } from '@fairturn/contract/deposits'
import { expect, test } from 'vitest'
import { bring, confirmStatement, nextSheet } from '../../test/bank/account.ts'
import { camt053, type Sheet } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { announce, lines, openFinanceDesk } from '../../test/finance.ts'
import { decideNewLines } from '../withdrawals/line-decisions.ts'

const desk = openFinanceDesk()

const upload = (content: string, fields: Record<string, string> = {}) =>
  uploadBankFile(desk.app, desk.finance, { path: 'bank-statements', content, fields })
const STATEMENT = /<Stmt>.*<\/Stmt>/s
/** One file with the statements of these sheets. */
function fileOf(...sheets: Sheet[]): string {
  const files = sheets.map((sheet) => camt053({ version: '08', ...sheet }))
  return files[0]!.replace(STATEMENT, () => files.map((file) => STATEMENT.exec(file)![0]).join(''))
}
const plus = (opening: string, amount: number) => (Number(opening) + amount).toFixed(2)
/** The nth page of a statement. */
const page = (file: string, no: number, isLast: boolean) =>
  file.replace('</Id>', `</Id><StmtPgntn><PgNb>${no}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`)
const statements = async () =>
  answered(await desk.app.call(bankStatementCalls.statements, { as: desk.finance, query: {} })).list
const credited = async (deposit_id: string) => {
  const { token } = desk.member
  const params = { deposit_id }
  const { status, received } = answered(await desk.app.call(depositCalls.getDeposit, { token, params }))
  return { status, received }
}

test('two statements of one id in a file are refused unless they say the same, and with them the whole file', async () => {
  const { day, opening } = await nextSheet(desk.app.database)
  const one = { id: 'TWICE', day, opening, lines: [{ amount: '5.00', text: 'twice, first', ref: 'T-1' }] }
  const other = {
    id: 'TWICE',
    day,
    opening: plus(opening, 5),
    lines: [{ amount: '5.00', text: 'twice, second', ref: 'T-2' }],
  }
  const before = await statements()
  const refused = { code: 'bank_statement_was_imported_otherwise', details: { statement: 'TWICE' } }
  expect(await upload(fileOf(one, other))).toMatchObject(refused)
  await expect(bring(desk.app.database, fileOf(one, other))).rejects.toMatchObject(refused)
  expect(await statements()).toEqual(before)
  // The same sums, another payer.
  const alike = { ...one, lines: [{ amount: '5.00', text: 'twice, third', ref: 'T-3' }] }
  expect(await upload(fileOf(one, alike))).toMatchObject(refused)
  const same = await upload(fileOf(one, one))
  expect(same).toMatchObject({ data: { list: [{ repeated: false, lines: 1 }, { repeated: true }] } })
  expect(await upload(fileOf(one, one))).toMatchObject({
    data: { list: [{ repeated: true }, { repeated: true }] },
  })
  const [{ _id }] = (same.data! as { list: [{ _id: string }] }).list
  answered(
    await desk.app.call(bankStatementCalls.discardStatement, {
      as: desk.owner,
      params: { statement_id: _id },
      body: { reason: 'Only a test of files.' },
    }),
  )
})

test('the import of camt.053 counts and lists its pending entries', async () => {
  const { day, opening } = await nextSheet(desk.app.database)
  const pending = { amount: '7.00', text: 'on its way', status: 'PDNG' }
  const sheet = { id: 'PENDING', day, opening, lines: [{ amount: '1.00', text: 'booked' }, pending] }
  expect(await upload(camt053(sheet))).toMatchObject({
    data: {
      list: [
        {
          lines: 1,
          skipped_count: 1,
          skipped: [{ why: 'not_booked', text: `${day} 7.00 USD PDNG on its way` }],
        },
      ],
    },
  })
})

test('the pages of a statement in one file are one statement, whether each has balances of its own or not', async () => {
  const { day, opening } = await nextSheet(desk.app.database)
  const deposit = await announce(desk, 500n)
  const first = [{ amount: '1.00', text: 'page one', ref: 'P-1' }]
  const second = [{ amount: '5.00', text: deposit.reference, ref: 'P-2' }]
  const [one, two] = [
    { id: 'PAGED', day, opening, lines: first },
    { id: 'PAGED', day, opening: plus(opening, 1), lines: second },
  ]
  const pages = (...of: [Sheet, number, boolean][]) => {
    const [file, ...more] = of.map(([sheet, no, isLast]) =>
      camt053({ version: '08', ...sheet }).replace(STATEMENT, (found) => page(found, no, isLast)),
    )
    return file!.replace(STATEMENT, (found) =>
      [found, ...more.map((each) => STATEMENT.exec(each)![0])].join(''),
    )
  }
  const refused = {
    code: 'bank_file_is_not_readable',
    details: { why: 'pages', where: 'PAGED' },
  }
  expect(await upload(pages([one, 1, false]))).toMatchObject(refused)
  expect(await upload(pages([two, 2, true]))).toMatchObject(refused)
  expect(await upload(pages([two, 2, true], [one, 1, false]))).toMatchObject(refused)
  expect(await upload(pages([one, 1, false], [{ ...two, id: 'OTHER' }, 2, true]))).toMatchObject(refused)
  expect(await upload(pages([one, 1, false], [two, 3, true]))).toMatchObject(refused)
  // Interim balances on each page, or those of the whole on all.
  const whole = { opening, closing: plus(opening, 6) }
  const all = await upload(pages([{ ...one, ...whole }, 1, false], [{ ...two, ...whole }, 2, true]))
  expect(all).toMatchObject({ data: { list: [{ lines: 2, repeated: false }] } })
  expect(await upload(pages([one, 1, false], [two, 2, true]))).toMatchObject({
    data: { list: [{ lines: 2, repeated: true }] },
  })
  const [{ _id }] = (all.data! as { list: [{ _id: string }] }).list
  expect(await confirmStatement(desk.app, _id, desk.owner)).toMatchObject({ right: true })
  await decideNewLines(desk.app.database)
  expect(await credited(deposit.id)).toEqual({ status: 'credited', received: '5.00' })
})

test.each([
  ['the account', (xml: string) => xml.replace('</Id></Acct>', '</Id><Ccy>EUR</Ccy></Acct>')],
  ['a line', (xml: string) => xml.replace('<Ntry><Amt Ccy="USD">', '<Ntry><Amt Ccy="EUR">')],
])('a statement in which %s is in another currency is refused', async (_name, changed) => {
  const sheet = await nextSheet(desk.app.database)
  const content = camt053({ id: 'OTHER-CCY', ...sheet, lines: [{ amount: '1.00', text: 'x' }] })
  expect(await upload(changed(content))).toMatchObject({
    code: 'bank_file_is_in_another_currency',
    details: { currency: 'EUR' },
  })
})

test('a CSV with fees credits what arrived, and its trial shows the same lines', async () => {
  const { day, opening } = await nextSheet(desk.app.database)
  const deposit = await announce(desk, 10_000n)
  const mapping: CsvMapping = {
    separator: ';',
    decimal: '.',
    day_format: 'yyyy-MM-dd',
    encoding: 'utf-8',
    skip_lines: 0,
    amounts: 'signed',
    newest_first: false,
    columns: { booking_day: 'Day', amount: 'Amount', balance: 'Balance', remittance: ['Text'] },
  }
  const file =
    'Day;Amount;Fee;Text;Balance\n' +
    `${day};100.00;2.00;${deposit.reference};${plus(opening, 98)}\n` +
    `${day};-12.34;0.50;paid out;${plus(opening, 85.16)}\n`
  const tried = (of: CsvMapping) =>
    uploadBankFile(desk.app, desk.finance, {
      path: 'bank-mappings/trial',
      content: file,
      fields: { mapping: JSON.stringify(of) },
    })
  const save = async (of: CsvMapping) => {
    const body = { name: 'With fees', mapping: of as never }
    return answered(await desk.app.call(adminBankingCalls.saveMapping, { as: desk.finance, body }))._id
  }
  const unmapped = {
    code: 'bank_file_is_not_readable',
    details: { why: 'fee_column', where: 'line 2, Fee: 2.00' },
  }
  expect(await tried(mapping)).toMatchObject(unmapped)
  expect(await upload(file, { mapping_id: await save(mapping) })).toMatchObject(unmapped)
  const withFee = { ...mapping, columns: { ...mapping.columns, fee: 'Fee' } }
  const amounts = [
    { direction: 'credit', amount: '98.00' },
    { direction: 'debit', amount: '12.34' },
    { direction: 'debit', amount: '0.50', remittance: 'Charges of the bank in one booking with a payment' },
  ]
  expect(await tried(withFee)).toMatchObject({
    data: { count: 3, opening, closing: plus(opening, 85.16), lines: amounts },
  })
  const taken = await upload(file, { mapping_id: await save(withFee) })
  expect(taken).toMatchObject({ data: { list: [{ lines: 3 }] } })
  const [{ _id }] = (taken.data! as { list: [{ _id: string }] }).list
  expect(await confirmStatement(desk.app, _id, desk.owner)).toMatchObject({ right: true })
  await decideNewLines(desk.app.database)
  expect(await credited(deposit.id)).toEqual({ status: 'credited', received: '98.00' })
  const booked = await lines(desk, { statement_id: _id })
  const said = (list: readonly { direction: string; amount: string }[]) =>
    new Set(list.map(({ direction, amount }) => `${direction} ${amount}`))
  expect(booked).toHaveLength(3)
  expect(said(booked)).toEqual(said(amounts))
})
