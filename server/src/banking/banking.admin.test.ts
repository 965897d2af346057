// The bank's lines in the back office: list, export, trial and deletion; the refusals of each route.
import { adminBankingCalls, adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { nextSheet } from '../../test/bank/account.ts'
import { OURS } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { announce, lines, openFinanceDesk, saved, savedLists, take, unknownId } from '../../test/finance.ts'
import { payable } from '../../test/payments.ts'
import { deletePayees } from '../withdrawals/personal-data.ts'
import { listLines } from './bank-lines.store.ts'

const REASON = 'It was looked at.'
const DAY_MS = 86_400_000
const desk = openFinanceDesk()

test('lines are queues by state, sorted and exported; formulas in them are escaped', async () => {
  await take(
    desk,
    { amount: '7.00', text: '=cmd()', name: 'Erika', ref: 'L-1' },
    { amount: '90.00', text: 'for the club', name: 'Max', ref: 'L-2' },
    { amount: '-2.00', text: 'fee', ref: 'L-3' },
  )
  expect(
    (await lines(desk, { state: 'unmatched', sort: 'amount.desc' })).map(({ amount }) => amount),
  ).toEqual(['90.00', '7.00'])
  expect((await lines(desk, { state: 'unexplained' })).map(({ finding }) => finding)).toEqual([
    'unknown_debit',
  ])
  expect(await lines(desk, { search: '_' })).toEqual([])
  expect(await lines(desk, { from: '2026-11-21' })).toEqual([])
  const { rows } = await saved(desk, adminBankingFiles.exportLines.path, { search: 'cmd' })
  expect(rows[0]).toContain(`"'=cmd()"`)
  const spreadsheet = await desk.app.fastify.inject({
    url: `/api/${adminBankingFiles.exportLines.path}?search=cmd&separator=semicolon`,
    headers: desk.finance.headers,
  })
  expect(spreadsheet.body).toMatch(/^\ufeff[a-z_]+;[a-z_]+;.*\r\n.*;7,00;/)
  const statements = answered(
    await desk.app.call(adminBankingCalls.statements, {
      as: desk.finance,
      query: { sort: 'imported_at.asc' },
    }),
  )
  expect(statements.list.map(({ statement_id }) => statement_id)).toEqual(['BEFORE', 'LIST-2026-11-18'])
  expect((await saved(desk, adminBankingFiles.exportStatements.path)).rows).toHaveLength(2)
})

test('a line’s details show who proposed its refund and who resolved it; a second proposal returns the first', async () => {
  await take(desk, {
    amount: '11.00',
    text: 'by mistake',
    name: 'Jo',
    iban: 'DE02120300000000202051',
    ref: 'L-9',
  })
  const [line] = await lines(desk, { search: 'by mistake' })
  const params = { line_id: line!._id }
  const body = {
    holder: 'Jo',
    account: 'DE02 1203 0000 0000 2020 51',
    city: 'Berlin',
    country: 'DE',
    reason: REASON,
  }
  const propose = (sent = body) =>
    desk.app.call(adminBankingCalls.proposeRefund, { as: desk.approver, params, body: sent })
  expect((await propose({ ...body, account: 'DE89370400440532013000' })).code).toBe(
    'refund_goes_to_the_sender',
  )
  const presses = await Promise.all(Array.from({ length: 50 }, () => propose()))
  expect(new Set(presses.map((press) => answered(press).proposal_id)).size).toBe(1)
  const detail = async (line_id = params.line_id) =>
    desk.app.call(adminBankingCalls.line, { as: desk.finance, params: { line_id } })
  expect(answered(await detail()).proposal).toMatchObject({ proposed_by: desk.approver.username })
  const [fee] = await lines(desk, { state: 'unexplained' })
  const resolve = (line_id: string) =>
    desk.app.call(adminBankingCalls.resolveLine, {
      as: desk.owner,
      params: { line_id },
      body: { reason: REASON },
    })
  const resolved = await Promise.all(Array.from({ length: 50 }, () => resolve(fee!._id)))
  expect(resolved.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answered(await detail(fee!._id))).toMatchObject({
    resolved_by: desk.owner.username,
    resolution: REASON,
  })
  expect((await resolve(fee!._id)).code).toBe('bank_line_is_in_another_state')
  for (const answer of [await detail(unknownId(desk)), await resolve(unknownId(desk))])
    expect(answer.code).toBe('bank_line_is_unknown')
  const nowhere = { as: desk.finance, params: { line_id: unknownId(desk) } }
  expect(
    (await desk.app.call(adminBankingCalls.proposeRefund, { ...nowhere, as: desk.approver, body })).code,
  ).toBe('bank_line_is_unknown')
  expect(
    (
      await desk.app.call(adminDepositCalls.assignLine, {
        ...nowhere,
        body: { member_id: desk.member._id, reason: REASON },
      })
    ).code,
  ).toBe('bank_line_is_unknown')
  const settled = { as: desk.finance, params: { line_id: fee!._id } }
  expect(
    (await desk.app.call(adminBankingCalls.proposeRefund, { ...settled, as: desk.approver, body })).code,
  ).toBe('bank_line_is_in_another_state')
})

test('the page of lines to review is read from their index, however many others the bank has brought', async () => {
  const asked: { text: string; values?: readonly unknown[] }[] = []
  const noting = {
    query: (config: (typeof asked)[number]) => {
      asked.push(config)
      return Promise.resolve({ rows: [] })
    },
  }
  const filter = { state: 'to_review' }
  await listLines.page(noting as never, { filter, now: desk.app.clock.now() }, 50)
  const client = new Client({ connectionString: desk.app.database.superuserUrl })
  await client.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(`insert into bank_line (id, statement_id, line_no, account, identity, booking_day, amount_minor, direction, reversal,
        remittance, status, decided_at, finding)
      select gen_random_uuid(), (select id from bank_statement limit 1), n, 'other', sha256(n::text::bytea), '2026-11-25', 100, 'debit', false,
        'a payout', 'matched', now(), 'payout_paid'
      from generate_series(1, 30000) n; analyze bank_line`)
    const plan = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, costs off, timing off) ${asked[0]!.text}`,
      values: [...asked[0]!.values!],
    })
    const linesOfPlan = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(linesOfPlan).toContain('bank_line_to_review')
    expect(linesOfPlan).not.toMatch(/Rows Removed by Filter: \d{3}/)
  } finally {
    await client.query('rollback')
    await client.end()
  }
})

test('refunds are listed, sorted and exported; the export is logged', async () => {
  const refunds = { status: 'approved', undrawn: 'true', sort: 'amount.asc' } as const
  expect(
    answered(await desk.app.call(adminBankingCalls.refunds, { as: desk.finance, query: refunds })).list,
  ).toEqual([])
  expect((await saved(desk, adminBankingFiles.exportRefunds.path)).rows).toEqual([])
  expect(await savedLists(desk)).toEqual(['refunds'])
})

describe('a mapping', () => {
  const mapping = {
    separator: ';',
    decimal: ',',
    day_format: 'dd.MM.yyyy',
    encoding: 'utf-8',
    skip_lines: 0,
    newest_first: false,
    amounts: 'signed',
    columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'] },
  }
  const content = 'Day;Amount;Text\r\n20.11.2026;1.234,50;hello\r\n21.11.2026;-3,00;fee\r\n'
  const attempt = (tried: object, file = content) =>
    uploadBankFile(desk.app, desk.finance, {
      path: 'bank-mappings/trial',
      content: file,
      fields: { mapping: JSON.stringify(tried) },
    })

  test('is tried on a file, and nothing of the file is stored', async () => {
    expect((await attempt(mapping)).data).toMatchObject({
      from_day: '2026-11-20',
      to_day: '2026-11-21',
      count: 2,
      opening: null,
      lines: [
        { booking_day: '2026-11-20', amount: '1234.50', direction: 'credit', remittance: 'hello' },
        { amount: '3.00', direction: 'debit' },
      ],
    })
    expect(await lines(desk, { search: 'hello' })).toEqual([])
  })

  test('is tried with what it skips and why', async () => {
    const columns = { ...mapping.columns, status: 'Status' }
    const file =
      'Day;Amount;Text;Status\n20.11.2026;1,00;a;Gebucht\n;2,00;b;Vorgemerkt\n21.11.2026;0,00;c;gebucht\nSaldo;3,00\n'
    const tried = await attempt({ ...mapping, columns, booked_words: ['Gebucht'], skip_last_lines: 1 }, file)
    expect(tried.data).toMatchObject({
      count: 1,
      skipped_count: 3,
      skipped: [
        { why: 'not_booked', text: ';2,00;b;Vorgemerkt'.replaceAll(';', ' ').trim() },
        { why: 'zero' },
        { why: 'at_the_end', text: 'Saldo 3,00' },
      ],
    })
  })

  test('is tried with what the import refuses: another account, lost letters, balances that do not add up and their order', async () => {
    const { day, opening } = await nextSheet(desk.app.database)
    const written = day.split('-').toReversed().join('.')
    const after = (amount: number) => (Number(opening) + amount).toFixed(2).replace('.', ',')
    const columns = { ...mapping.columns, balance: 'Balance', currency: 'Currency' }
    const save = async (own_account?: string) => {
      const body = {
        name: `Tried, ${own_account ?? 'none'}`,
        mapping: { ...mapping, columns: { ...columns, ...(own_account !== undefined && { own_account }) } },
      }
      const saved = await desk.app.call(adminBankingCalls.saveMapping, {
        as: desk.finance,
        body: body as never,
      })
      return { ...body, mapping_id: answered(saved)._id }
    }
    const plain = await save()
    const withAccount = await save('Account')
    const both = async (rows: string, { mapping_id, mapping: tried }: typeof plain) => {
      const file = `Day;Amount;Text;Balance;Currency;Account\n${rows}`
      const imported = await uploadBankFile(desk.app, desk.finance, {
        path: 'bank-statements',
        content: file,
        fields: { mapping_id },
      })
      const { code, details } = await attempt(tried, file)
      expect({ code, details }).toEqual({ code: imported.code, details: imported.details })
      return { code, ...details }
    }
    const row = (amount: string, balance: string, { text = 'x', account = OURS, currency = '840' } = {}) =>
      `${written};${amount};${text};${balance};${currency};${account}\n`
    const two = [row('1,00', after(1)), row('2,00', after(3))]
    const other = { account: 'DE02120300000000202051' }
    expect(await both(row('1,00', after(1), other), plain)).toMatchObject({
      code: 'bank_file_is_not_readable',
      why: 'account_column',
      where: `line 2, Account: ${other.account}`,
    })
    expect(await both(row('1,00', after(1), other), withAccount)).toMatchObject({
      code: 'bank_file_is_of_another_account',
      account: '•••• 2051',
      where: 'line 2, Account',
    })
    expect(await both(row('1,00', after(1), { text: 'M\ufffdller' }), withAccount)).toMatchObject({
      why: 'garbled',
    })
    expect(await both(row('1,00', after(1), { currency: '978' }), withAccount)).toMatchObject({
      code: 'bank_file_is_in_another_currency',
      currency: 'EUR',
    })
    expect(await both(two.toReversed().join(''), withAccount)).toMatchObject({
      code: 'bank_statement_does_not_add_up',
      why: 'newest_first',
    })
    expect(await both(`${two[0]}${row('2,00', after(9))}`, withAccount)).toMatchObject({
      code: 'bank_statement_does_not_add_up',
      where: expect.stringContaining('line 3, Balance: ') as string,
    })
    expect(await both(two.join(''), withAccount)).toEqual({ code: undefined })
  })

  test('is tried and saved with a word of lines that are no booking, and with columns by their position', async () => {
    const { amounts: _, ...rest } = mapping
    const columns = { ...mapping.columns, direction: 'Way', ignored: ['Column 5'] }
    const words = { credit_words: ['IN'], debit_words: ['OUT'], skipped_words: ['NEUTRAL'] }
    const directed = { ...rest, ...words, columns }
    const file =
      'Day;Amount;Text;Way;\n20.11.2026;1,00;a;IN;more\n20.11.2026;2,00;b;NEUTRAL;\n21.11.2026;3,00;c;OUT;\n'
    expect((await attempt(directed, file)).data).toMatchObject({
      count: 2,
      lines: [{ direction: 'credit' }, { direction: 'debit' }],
      skipped: [{ why: 'no_booking', text: '20.11.2026 2,00 b NEUTRAL' }],
    })
    expect(await attempt({ ...directed, columns: { ...columns, ignored: [] } }, file)).toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'unnamed_column', where: 'line 2, Column 5: more' },
    })
    const body = { name: 'By position', mapping: directed as never }
    const saved = await desk.app.call(adminBankingCalls.saveMapping, { as: desk.finance, body })
    expect(answered(saved)).toMatchObject({ mapping: directed })
  })

  test('lists what it skips at the import too, and refuses a skipped line that reads as a booking', async () => {
    const { day, opening } = await nextSheet(desk.app.database)
    const [year, month, date] = day.split('-')
    const columns = { ...mapping.columns, balance: 'Balance' }
    const saved = await desk.app.call(adminBankingCalls.saveMapping, {
      as: desk.finance,
      body: {
        name: 'With a total',
        mapping: { ...mapping, columns, skip_lines: 1, skip_last_lines: 1 } as never,
      },
    })
    const { _id: mapping_id } = answered(saved)
    const written = (amount: number) => amount.toFixed(2).replace('.', ',')
    const line = (amount: number, text: string) =>
      `${date}.${month}.${year};${written(amount)};${text};${written(Number(opening) + amount)}`
    const sent = (last: string) =>
      uploadBankFile(desk.app, desk.finance, {
        path: 'bank-statements',
        content: `My account\nDay;Amount;Text;Balance\n${line(1, 'skipped')}\n${last}\n`,
        fields: { mapping_id },
      })
    expect(await sent(line(2, 'the last'))).toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'skipped_booking', where: expect.stringContaining('line 4: ') as string },
    })
    const list = [
      {
        status: 'unconfirmed',
        lines: 1,
        skipped_count: 2,
        skipped: [
          { why: 'at_the_start', text: 'My account' },
          { why: 'at_the_end', text: 'Total 1,00' },
        ],
      },
    ]
    expect(await sent('Total;1,00')).toMatchObject({ data: { list } })
    expect(await sent('Total;1,00')).toMatchObject({ data: { list: [{ repeated: true, skipped_count: 2 }] } })
  })

  test.each([
    [
      'one column for credits and debits',
      { columns: { booking_day: 'Day', credit: 'A', debit: 'A', remittance: ['Text'] } },
    ],
    [
      'a direction without its words',
      { columns: { ...mapping.columns, direction: 'D' }, amounts: undefined },
    ],
    [
      'a direction beside amounts with signs',
      { columns: { ...mapping.columns, direction: 'D' }, credit_words: ['c'], debit_words: ['d'] },
    ],
    [
      'one word for both directions',
      {
        columns: { ...mapping.columns, direction: 'D' },
        credit_words: ['c'],
        debit_words: ['d', 'C'],
        amounts: undefined,
      },
    ],
    ['a status without its word', { columns: { ...mapping.columns, status: 'S' } }],
  ])('with %s is refused', async (_name, changed) => {
    expect((await attempt({ ...mapping, ...changed })).code).toBe('field_is_invalid')
  })

  test('that does not say how credits and debits are told apart is not saved, and one saved before is refused with that word', async () => {
    const { amounts: _, ...before } = mapping
    const save = (of: object) =>
      desk.app.call(adminBankingCalls.saveMapping, {
        as: desk.finance,
        body: { name: 'Of before', mapping: of as never },
      })
    expect(await save(before)).toMatchObject({
      code: 'field_is_required',
      details: { fields: [{ field: 'mapping.amounts' }] },
    })
    const { _id: mapping_id } = answered(await save(mapping))
    await desk.app.database.asSchemaOwner(
      `update bank_csv_mapping set mapping = mapping - 'amounts' where id = '${mapping_id}'`,
    )
    const refused = await uploadBankFile(desk.app, desk.finance, {
      path: 'bank-statements',
      content,
      fields: { mapping_id },
    })
    expect(refused).toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'amounts_not_stated' },
    })
  })

  test('reads a direction column by its words, and refuses the file where it does not name the column', async () => {
    const file =
      'Datum;Naam;Af Bij;Bedrag;Mededelingen\n20.11.2026;Jan Voorbeeld;Bij;25,00;FT-AAAA\n20.11.2026;Energie BV;Af;75,94;rekening\n'
    const columns = { booking_day: 'Datum', amount: 'Bedrag', remittance: ['Mededelingen'] }
    const words = { credit_words: ['Bij'], debit_words: ['Af'], amounts: undefined }
    const read = await attempt({ ...mapping, ...words, columns: { ...columns, direction: 'Af Bij' } }, file)
    expect(read.data).toMatchObject({
      lines: [
        { amount: '25.00', direction: 'credit' },
        { amount: '75.94', direction: 'debit' },
      ],
    })
    expect(await attempt({ ...mapping, columns }, file)).toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'direction_column', where: 'Af Bij: bij, af' },
    })
  })

  test('refuses a direction or a status beside other words, also where it is said to change nothing, and debits with both signs', async () => {
    const file = (...cells: string[]) =>
      `Day;Text;Amount;X\n${cells.map((cell, i) => `20.11.2026;t ${i};25,00;${cell}\n`).join('')}`
    const ignored = { ...mapping, columns: { ...mapping.columns, ignored: ['X'] } }
    const why = async (of: object, text: string) => {
      const { code, details } = await attempt(of, text)
      return { code, ...details }
    }
    const refused = (reason: string, where: string) => ({
      code: 'bank_file_is_not_readable',
      why: reason,
      where,
    })
    const directions = file('Bij', 'Af', 'Correctie')
    expect(await why(mapping, directions)).toEqual(refused('direction_column', 'X: bij, af, correctie'))
    expect(await why(ignored, directions)).toEqual(refused('ignored_direction', 'X: bij, af, correctie'))
    const states = file('Booked', 'Pending', 'Cancelled', 'Failed', 'Declined')
    expect(await why(mapping, states)).toEqual(refused('status_column', 'line 3, X: pending'))
    expect(await why(ignored, states)).toEqual(refused('ignored_status', 'line 3, X: pending'))
    const sides = { booking_day: 'Day', credit: 'In', debit: 'Out', remittance: ['Text'] }
    const mixed = 'Day;In;Out;Text\n20.11.2026;;25,00;a\n20.11.2026;;-10,00;b\n'
    expect(await why({ ...mapping, amounts: undefined, columns: sides }, mixed)).toEqual(
      refused('mixed_signs', 'line 2, Out: 25,00; line 3, Out: -10,00'),
    )
  })

  test('that an earlier version stored, with one word for each, is listed and read', async () => {
    const columns = { ...mapping.columns, direction: 'Side', status: 'State' }
    const of = { ...mapping, columns, credit_words: ['in'], debit_words: ['out'], booked_words: ['done'] }
    const { amounts: _, ...withWords } = of
    const { _id: mapping_id } = answered(
      await desk.app.call(adminBankingCalls.saveMapping, {
        as: desk.finance,
        body: { name: 'One word', mapping: withWords as never },
      }),
    )
    await desk.app.database.asSchemaOwner(
      `update bank_csv_mapping set mapping = (mapping - '{credit_words,debit_words,booked_words}'::text[])
         || '{"credit_word": "in", "debit_word": "out", "booked_word": "done"}' where id = $1`,
      [mapping_id],
    )
    const { list } = answered(await desk.app.call(adminBankingCalls.mappings, { as: desk.finance }))
    expect(list.find(({ name }) => name === 'One word')!.mapping).toEqual(withWords)
    const stored = await desk.app.database.asSchemaOwner<{ mapping: object }>(
      'select mapping from bank_csv_mapping where id = $1',
      [mapping_id],
    )
    // A process of that version still reads it.
    expect(stored[0]!.mapping).toMatchObject({ credit_word: 'in', debit_word: 'out', booked_word: 'done' })
    const refused = await uploadBankFile(desk.app, desk.finance, {
      path: 'bank-statements',
      content: 'Day;Amount;Text;Side;State\n20.11.2026;1,00;hello;sideways;done\n',
      fields: { mapping_id },
    })
    expect(refused).toMatchObject({ code: 'bank_file_is_not_readable', details: { why: 'direction' } })
  })

  test('that does not fit reports the column, line or field', async () => {
    const columns = { ...mapping.columns, amount: 'Betrag' }
    const misses = await attempt({ ...mapping, columns })
    expect(misses).toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'columns', where: 'Betrag' },
    })
    expect(await attempt({ ...mapping, decimal: '.' })).toMatchObject({
      details: { why: 'amount', where: 'line 2, Amount: 1.234,50' },
    })
    expect(await attempt({ ...mapping, day_format: 'yyyy-MM-dd' })).toMatchObject({
      details: { why: 'day', where: 'line 2, Day: 20.11.2026' },
    })
    expect(await attempt({ ...mapping, columns: { ...mapping.columns, day: '\ufeffTag' } })).toMatchObject({
      code: 'field_is_invalid',
      details: { fields: [{ field: 'mapping', code: 'field_is_invalid' }] },
    })
    expect(await attempt({ ...mapping, separator: 'x' })).toMatchObject({
      code: 'field_is_invalid',
      details: { fields: [{ field: 'separator' }] },
    })
    expect((await attempt(mapping, '')).code).toBe('file_is_empty')
  })
})

describe('the counterparty of a bank line', () => {
  const names = () =>
    desk.app.database.asSchemaOwner<{ counterparty_name: string | null; remittance: string; status: string }>(
      `select counterparty_name, remittance, status from bank_line where bank_reference like 'OLD-%' order by bank_reference`,
    )

  test('is deleted five years after the account is closed, or after the line’s day without an account, also of one that waits', async () => {
    const leaving = await payable(desk.app, 'leaving', 0n)
    const [stays, leaves] = [await announce(desk, 100n), await announce(desk, 200n, leaving._id)]
    await take(
      desk,
      { amount: '1.00', e2e: stays.reference, text: 'stays', name: 'Stays', ref: 'OLD-1' },
      { amount: '2.00', e2e: leaves.reference, text: 'leaves', name: 'Leaves', ref: 'OLD-2' },
      { amount: '3.00', text: 'waits', name: 'Waits', ref: 'OLD-3' },
      { amount: '-4.00', text: 'a fee', name: 'Fee', ref: 'OLD-4' },
    )
    const [fee] = await lines(desk, { search: 'OLD-4' })
    const params = { line_id: fee!._id }
    answered(
      await desk.app.call(adminBankingCalls.resolveLine, {
        as: desk.finance,
        params,
        body: { reason: REASON },
      }),
    )
    desk.app.clock.advance(100 * DAY_MS)
    await desk.app.database.asSchemaOwner('delete from password where subject_id = $1', [leaving._id])
    await desk.app.database.asSchemaOwner(
      `update member set closed_at = $2, username = '', phone = null where id = $1`,
      [leaving._id, desk.app.clock.now()],
    )
    const shown = async () => (await names()).map(({ counterparty_name }) => counterparty_name)

    desk.app.clock.advance((5 * 365 - 110) * DAY_MS)
    await deletePayees(desk.app.database)
    expect(await shown()).toEqual(['Stays', 'Leaves', 'Waits', 'Fee'])
    desk.app.clock.advance(20 * DAY_MS)
    expect(await deletePayees(desk.app.database)).toBeGreaterThan(0)
    expect(await shown()).toEqual(['Stays', 'Leaves', null, null])
    desk.app.clock.advance(100 * DAY_MS)
    await deletePayees(desk.app.database)
    expect(await shown()).toEqual(['Stays', null, null, null])
    expect((await names()).map(({ remittance }) => remittance)).toEqual(['stays', '', '', ''])
    expect(await deletePayees(desk.app.database)).toBe(0)
  })
})
