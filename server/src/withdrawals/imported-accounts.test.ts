// One importer alone does not choose where money goes back to: the payer's account of a file imported by hand counts once somebody
// else has typed it as the bank shows it; and whoever approves or releases a refund sees payer and payee.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { afterEach, expect, test } from 'vitest'
import { approveProposal } from '../../test/approvals.ts'
import { bring, confirmStatement, nextSheet, rightAnswers } from '../../test/bank/account.ts'
import { camt053, type Line, type Sheet } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { lines, openFinanceDesk, take } from '../../test/finance.ts'
import { executionDay } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const TRUE_ACCOUNT = 'DE89370400440532013000'
const THIEFS = 'FR1420041010050500013M02606'
const desk = openFinanceDesk()
afterEach(() => desk.app.clock.advance(DAY_MS))
let count = 0

async function upload(content: string, mapping_id?: string): Promise<string> {
  const fields = mapping_id === undefined ? {} : { mapping_id }
  const sent = { path: 'bank-statements', content, fields }
  const { data } = (await uploadBankFile(desk.app, desk.finance, sent)) as unknown as {
    data: { list: { _id: string }[] }
  }
  return data.list[0]!._id
}
/** Imported by hand, and not confirmed yet. */
const imported = async (line: Partial<Line> = {}, sheet?: Pick<Sheet, 'day' | 'opening'>) =>
  await upload(
    camt053({
      id: `HAND-${++count}`,
      ...(sheet ?? (await nextSheet(desk.app.database))),
      lines: [{ amount: '55.00', text: `Miete ${count}`, name: 'Karl Weber', iban: THIEFS, ...line }],
    }),
  )
const typedAs = async (statement_id: string, typed: { payer: string; no_account?: boolean }) => {
  const right = await rightAnswers(desk.app, statement_id, desk.owner)
  const body = { ...right, lines: [{ ...right.lines[0]!, ...typed }] }
  const params = { statement_id }
  const confirmed = await desk.app.call(bankStatementCalls.confirmStatement, { as: desk.owner, params, body })
  await decideNewLines(desk.app.database)
  return answered(confirmed).right
}
/** Whose statement was confirmed by a colleague who saw no account number at the bank. */
async function unread(line: Partial<Line> = {}): Promise<string> {
  const statement_id = await imported(line)
  expect(await typedAs(statement_id, { payer: line.name ?? 'Karl Weber', no_account: true })).toBe(true)
  const [found] = await lines(desk, { statement_id })
  return found!._id
}
const refund = (line_id: string, account: string, holder = 'Karl Weber') =>
  desk.app.call(adminBankingCalls.proposeRefund, {
    as: desk.approver,
    params: { line_id },
    body: { holder, account, city: 'Berlin', country: 'DE', reason: 'Nobody here is meant by it.' },
  })
const detail = async (line_id: string) =>
  answered(await desk.app.call(adminBankingCalls.line, { as: desk.approver, params: { line_id } }))
const approve = async (proposal_id: string) =>
  await approveProposal(desk.app, proposal_id, await staff(desk.app, 'owner', 'out'))
async function revoke(statement_id: string) {
  const proposed = await desk.app.call(bankStatementCalls.proposeRevocation, {
    as: desk.finance,
    params: { statement_id },
    body: { reason: 'The bank shows another account.' },
  })
  answered(await approveProposal(desk.app, answered(proposed).proposal_id, desk.owner))
}
/** Why approving it did nothing. */
async function failureOf(proposal_id: string) {
  expect(await approve(proposal_id)).toMatchObject({ code: 'proposal_could_not_be_executed' })
  const params = { proposal_id }
  return answered(await desk.app.call(approvalCalls.detail, { as: desk.releaser, params })).failure
}
const approvedRefund = async (line_id: string) =>
  answered(
    await desk.app.call(adminBankingCalls.refunds, { as: desk.releaser, query: { status: 'approved' } }),
  ).list.find((each) => each.line_id === line_id)!._id
const createFile = (refund_id: string) =>
  desk.app.call(adminWithdrawalCalls.createBatch, {
    as: desk.releaser,
    body: {
      withdrawal_ids: [],
      refund_ids: [refund_id],
      format: 'pain.001.001.09',
      execution_day: executionDay(desk.app),
    },
  })

test('a line with an account number in the file is confirmed by that number, and by no name', async () => {
  const statement_id = await imported({ iban: TRUE_ACCOUNT })
  const params = { statement_id }
  const { lines: asked } = answered(
    await desk.app.call(bankStatementCalls.confirmation, { as: desk.owner, params }),
  )
  expect(asked).toMatchObject([{ by_account: true, collective: false }])
  expect(await typedAs(statement_id, { payer: 'Karl Weber' })).toBe(false)
  expect(await typedAs(statement_id, { payer: THIEFS })).toBe(false)
  expect(await typedAs(statement_id, { payer: 'de89 3704 0044 0532 0130 00' })).toBe(true)
  const [line] = await lines(desk, { statement_id })
  expect(await detail(line!._id)).toMatchObject({
    counterparty: { account: TRUE_ACCOUNT },
    account_unread: false,
    account_findings: [],
  })
  answered(await refund(line!._id, TRUE_ACCOUNT))
})

test('where the bank shows no account number the name counts, and the line says so', async () => {
  const statement_id = await imported()
  expect(await typedAs(statement_id, { payer: 'Somebody Else', no_account: true })).toBe(false)
  expect(await typedAs(statement_id, { payer: THIEFS, no_account: true })).toBe(false)
  expect(await typedAs(statement_id, { payer: 'Karl Weber', no_account: true })).toBe(true)
  const [line] = await lines(desk, { statement_id })
  expect(line).toMatchObject({ state: 'unmatched', account_findings: ['not_shown'] })
})

test('money of a line that nobody else has read goes back only to the account that its proposer types, and what is read differently is recorded and not told', async () => {
  const line_id = await unread()
  const shown = await detail(line_id)
  expect(shown).toMatchObject({
    account_unread: true,
    counterparty: { account: expect.not.stringContaining(THIEFS) as string },
  })
  expect(JSON.stringify(shown)).not.toContain(THIEFS)
  // A slip of the pen is none.
  expect(await refund(line_id, 'DE89370400440532013001')).toMatchObject({ code: 'iban_is_invalid' })
  for (const times of [1, 2]) {
    const refused = await refund(line_id, TRUE_ACCOUNT)
    expect(refused).toMatchObject({ status: 409, code: 'account_differs_from_the_imported_file' })
    expect(JSON.stringify(refused)).not.toContain('2606')
    const { list } = answered(
      await desk.app.call(auditCalls.acts, {
        as: desk.owner,
        query: { action: 'bank_line_account_misread' },
      }),
    )
    const ofLine = list.filter(({ object }) => object._id === line_id)
    expect(ofLine).toHaveLength(times)
    expect(ofLine.map(({ after }) => after)).toContainEqual({ times })
  }
  expect(await detail(line_id)).toMatchObject({ proposal: null, account_unread: true })
  const [listed] = await lines(desk, { search: shown.remittance })
  expect(listed!.account_findings).toEqual(['misread', 'not_shown'])
  const { proposal_id } = answered(await refund(line_id, 'fr14 2004 1010 0505 0001 3m02 606'))
  expect(await detail(line_id)).toMatchObject({
    account_unread: false,
    counterparty: { account: THIEFS },
    account_findings: ['misread', 'not_shown'],
  })
  answered(await approve(proposal_id))
})

test('a proposal of before its account was read at the bank is not approved', async () => {
  const line_id = await unread()
  const { proposal_id } = answered(await refund(line_id, THIEFS))
  await desk.app.database.asSchemaOwner('update bank_line set account_read_by = null where id = $1', [
    line_id,
  ])
  expect(await failureOf(proposal_id)).toMatchObject({ code: 'account_was_not_read_at_the_bank' })
})

test('a later file that names another account of the payer stops the refund until one of both is revoked', async () => {
  const sheet = await nextSheet(desk.app.database)
  const line = { text: `Miete twice ${count}`, ref: `KW-${count}` }
  const first = await imported(line, sheet)
  expect(await typedAs(first, { payer: THIEFS })).toBe(true)
  const [booked] = await lines(desk, { statement_id: first })
  const line_id = booked!._id
  const { proposal_id } = answered(await refund(line_id, THIEFS))
  const later = await imported({ ...line, iban: TRUE_ACCOUNT }, sheet)
  expect(await confirmStatement(desk.app, later, desk.owner)).toMatchObject({ right: true })
  expect(await lines(desk, { statement_id: later })).toEqual([])
  expect(await detail(line_id)).toMatchObject({ account_findings: ['disputed'] })
  expect(await failureOf(proposal_id)).toMatchObject({ code: 'account_of_the_payment_is_in_doubt' })
  expect(await refund(line_id, THIEFS)).toMatchObject({ code: 'account_of_the_payment_is_in_doubt' })
  // The later one was wrong.
  await revoke(later)
  expect(await detail(line_id)).toMatchObject({ account_findings: [] })
  answered(await approve(proposal_id))
  // An approved one is stopped before its file.
  await desk.app.database.asSchemaOwner(
    `update bank_line set account_disputed_by = array[$2::uuid] where id = $1`,
    [line_id, first],
  )
  expect(await createFile(await approvedRefund(line_id))).toMatchObject({
    code: 'payout_is_not_ready',
    details: { why: 'account_in_doubt' },
  })
})

test('where the earlier file is wrong both are revoked, and the right one is imported again', async () => {
  const sheet = await nextSheet(desk.app.database)
  const line = { text: `Miete wrong ${count}`, ref: `KW-W${count}` }
  const first = await imported(line, sheet)
  await confirmStatement(desk.app, first, desk.owner)
  const content = camt053({
    id: `RIGHT-${count}`,
    ...sheet,
    lines: [{ ...line, amount: '55.00', name: 'Karl Weber', iban: TRUE_ACCOUNT }],
  })
  const later = await upload(content)
  await confirmStatement(desk.app, later, desk.owner)
  await decideNewLines(desk.app.database)
  for (const statement_id of [first, later]) await revoke(statement_id)
  const again = await upload(content)
  await confirmStatement(desk.app, again, desk.owner)
  await decideNewLines(desk.app.database)
  const [booked] = await lines(desk, { statement_id: again })
  expect(booked).toMatchObject({ state: 'unmatched', account_findings: [] })
  answered(await refund(booked!._id, TRUE_ACCOUNT))
})

test('a forged account in a file of another format contradicts the bank’s connection, whose line takes its place', async () => {
  const { day, opening } = await nextSheet(desk.app.database)
  const mapping_id = answered(
    await desk.app.call(adminBankingCalls.saveMapping, {
      as: desk.finance,
      body: {
        name: `With accounts ${++count}`,
        mapping: {
          separator: ';',
          decimal: ',',
          day_format: 'yyyy-MM-dd',
          encoding: 'utf-8',
          skip_lines: 0,
          newest_first: false,
          amounts: 'signed',
          columns: {
            booking_day: 'Day',
            amount: 'Amount',
            remittance: ['Text'],
            counterparty_name: 'Name',
            counterparty_account: 'Account',
          },
        },
      },
    }),
  )._id
  const text = `Miete forged ${count}`
  const forged = await upload(
    `Day;Amount;Text;Name;Account\n${day};55,00;${text};Karl Weber;${THIEFS}\n`,
    mapping_id,
  )
  expect(await typedAs(forged, { payer: 'Karl Weber', no_account: true })).toBe(true)
  const [line] = await lines(desk, { statement_id: forged })
  const { proposal_id } = answered(await refund(line!._id, THIEFS))
  answered(await approve(proposal_id))
  const refund_id = await approvedRefund(line!._id)
  const content = camt053({
    id: `TRUE-${count}`,
    day,
    opening,
    lines: [{ amount: '55.00', text, name: 'Karl Weber', iban: TRUE_ACCOUNT, ref: `TRUE-${count}` }],
  })
  const [{ statement }] = (await bring(desk.app.database, content)) as [
    Awaited<ReturnType<typeof bring>>[number],
  ]
  expect(statement.unconfirmed_reason).toBe('contradicts')
  await revoke(forged)
  await decideNewLines(desk.app.database)
  const [kept] = await lines(desk, { statement_id: statement.id })
  expect(kept!._id).not.toBe(line!._id)
  expect(kept).toMatchObject({ state: 'unmatched' })
  expect(await detail(kept!._id)).toMatchObject({ counterparty: { account: TRUE_ACCOUNT } })
  expect(await refund(kept!._id, THIEFS)).toMatchObject({ code: 'refund_goes_to_the_sender' })
  answered(await refund(kept!._id, TRUE_ACCOUNT))
  expect((await createFile(refund_id)).code).toBe('payout_is_not_ready')
})

test('a later file that names the same account, or a line of the bank’s connection, is in no doubt', async () => {
  const sheet = await nextSheet(desk.app.database)
  const line = { text: `Miete again ${count}`, ref: `KW-A${count}`, iban: TRUE_ACCOUNT }
  const first = await imported(line, sheet)
  await confirmStatement(desk.app, first, desk.owner)
  await decideNewLines(desk.app.database)
  const again = await imported({ ...line, iban: TRUE_ACCOUNT.toLowerCase() }, sheet)
  await confirmStatement(desk.app, again, desk.owner)
  const [booked] = await lines(desk, { statement_id: first })
  expect(booked!.account_findings).toEqual([])
  const text = `of the connection ${count}`
  await take(desk, { amount: '12.00', text, name: 'Karl Weber', iban: TRUE_ACCOUNT })
  const [connected] = await lines(desk, { search: text })
  expect(await detail(connected!._id)).toMatchObject({
    account_unread: false,
    counterparty: { account: TRUE_ACCOUNT },
  })
})

test('who approves and who releases a refund to another name than the payer’s sees both names', async () => {
  const text = `no account ${++count}`
  await take(desk, { amount: '12.00', text, name: 'Nguyễn Lan Hương' })
  const [line] = await lines(desk, { search: text })
  const { proposal_id } = answered(await refund(line!._id, THIEFS, 'Insider Two'))
  const params = { proposal_id }
  expect(answered(await desk.app.call(approvalCalls.detail, { as: desk.releaser, params }))).toMatchObject({
    content: { payer: 'Nguyễn Lan Hương', holder: 'Insider Two', payer_differs: true },
    found: [{ kind: 'payer', text: 'Nguyễn Lan Hương' }],
  })
  const listed = answered(await desk.app.call(approvalCalls.list, { as: desk.releaser, query: {} }))
  expect(JSON.stringify(listed.list)).not.toContain('Lan Hương')
  answered(await approve(proposal_id))
  const { _id: batch_id } = answered(await createFile(await approvedRefund(line!._id)))
  const batch = await desk.app.call(adminWithdrawalCalls.batch, { as: desk.releaser, params: { batch_id } })
  expect(answered(batch).items).toMatchObject([
    { holder: 'Insider Two', payer: 'Nguyễn Lan Hương', payer_differs: true },
  ])
})

test('a refund to the payer, whose name banks write in another order, has no finding', async () => {
  const text = `no account ${++count}`
  await take(desk, { amount: '12.00', text, name: 'Nguyễn Lan Hương' })
  const [line] = await lines(desk, { search: text })
  const { proposal_id } = answered(await refund(line!._id, TRUE_ACCOUNT, 'HUONG NGUYEN LAN'))
  expect(
    answered(await desk.app.call(approvalCalls.detail, { as: desk.releaser, params: { proposal_id } })),
  ).toMatchObject({ content: { payer_differs: false }, found: [] })
})
