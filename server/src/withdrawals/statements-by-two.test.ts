// Money comes in on nobody's single word: a bank statement counts when the bank's connection brought it, or when a second
// person has typed what they read at the bank; each control of that.
import { readFile } from 'node:fs/promises'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls as calls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls, adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import { dashboardCalls } from '@fairturn/contract/backoffice/dashboard'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { searchCalls } from '@fairturn/contract/backoffice/search'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { depositCalls } from '@fairturn/contract/deposits'
import { documentCalls } from '@fairturn/contract/documents'
import { levelCalls } from '@fairturn/contract/levels'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import {
  bring,
  confirmStatement,
  importByTwo,
  nextSheet,
  openBankAccount,
  rightAnswers,
} from '../../test/bank/account.ts'
import { camt053, type Line, OURS, type Sheet } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered, unpaidCampaign } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { releaseFreeze } from '../../test/freezes.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { accountOf, balancesOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { alarmHandlers } from '../operations/alarms.ts'
import { handlers } from '../worker.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const OWN_MONEY = Array.from({ length: 16 }, (_, i) => platformAccount('own_money', i.toString(16)))
const SENDER = 'DE02120300000000202051'

let app: TestApp
let importer: TestOperator
let second: TestOperator
let third: TestOperator
let member: TestMember
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  await earn(1_000_000n)
})
beforeEach(async () => {
  app.clock.advance(DAY_MS)
  ;[importer, second, third] = (await Promise.all(
    Array.from({ length: 3 }, () => staff(app, 'finance')),
  )) as [TestOperator, TestOperator, TestOperator]
  member = await payable(app, `by two ${++count}`, 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** Revenue that covers what revoked statements lose (uncovered-revocations.test.ts). */
const earn = (amount_minor: bigint) =>
  app.database.transaction((tx) => {
    const id = entryId('adjustment', 'earned')
    const postings = [
      { account: platformAccount('cash', id), amount_minor: -amount_minor },
      { account: platformAccount('revenue', id), amount_minor },
    ]
    const entry = { id, type: 'adjustment', refers_to: id, actor: 'system', event_at: tx.now } as const
    return postOrRefuse(tx, [{ ...entry, postings }])
  })
const announce = (amount_minor: bigint, { _id: member_id } = member) =>
  app.database.transaction((tx) => createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' }))
const requested = (amount_minor: bigint, { _id: member_id } = member) =>
  app.database.transaction((tx) => requestWithdrawal(tx, { member_id, amount_minor }))
const availableOf = async ({ _id } = member) =>
  (await balancesOf(app.database, [accountOf('member_available', _id)])).values().next().value!.balance_minor
type Typed = Awaited<ReturnType<typeof rightAnswers>>['lines'][number]
const sheetOf = async (lines: readonly Line[], sheet: Partial<Sheet> = {}) =>
  camt053({ id: `T-${++count}`, ...(await nextSheet(app.database)), ...sheet, lines })

type Brought = Awaited<ReturnType<typeof bring>>[number]
interface Imported {
  readonly _id: string
  readonly status: string
  readonly unconfirmed_reason: string | null
  readonly new_lines: number
}
async function upload(content: string, as = importer): Promise<Imported> {
  const { data, code } = (await uploadBankFile(app, as, { path: 'bank-statements', content })) as {
    data?: { list: Imported[] }
    code?: string
  }
  expect(code).toBeUndefined()
  return data!.list[0]!
}
const take = async (lines: readonly Line[], sheet: Partial<Sheet> = {}) =>
  await upload(await sheetOf(lines, sheet))
const confirm = (
  statement_id: string,
  body: Awaited<ReturnType<typeof rightAnswers>>,
  as: TestOperator = second,
) => app.call(calls.confirmStatement, { as, params: { statement_id }, body })
const statementOf = async (statement_id: string) =>
  answered(await app.call(calls.statement, { as: third, params: { statement_id } }))
const alarms = alarmHandlers({ mail: undefined, alarmMail: [] })
const findingsOf = async (statement_id: string) => {
  await runJobs()
  const query = { statement_id }
  return answered(await app.call(adminBankingCalls.lines, { as: third, query })).list.map(
    ({ state, finding }) => `${state} ${finding}`,
  )
}
/** A mapping for files with day, amount and text alone, or with more columns. */
async function savedMapping(name: string, more: { counterparty_name?: string } = {}): Promise<string> {
  const mapping = {
    separator: ';' as const,
    decimal: ',' as const,
    day_format: 'yyyy-MM-dd' as const,
    encoding: 'utf-8' as const,
    skip_lines: 0,
    newest_first: false,
    amounts: 'signed' as const,
    columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'], ...more },
  }
  return answered(await app.call(adminBankingCalls.saveMapping, { as: importer, body: { name, mapping } }))
    ._id
}
const runJobs = () => app.database.runDueJobs([...handlers, ...alarms])
const calledAbout = async () =>
  (
    await app.database.asSchemaOwner<{ payload: { about: string; id: string } }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'bank_alarm'`,
    )
  ).map(({ payload }) => payload)
/** An award, without the campaign that would pay it. */
const awardTo = ({ _id }: TestMember, amount_minor: bigint) =>
  app.database.transaction((tx) => {
    const id = entryId('award_claimed', `${_id} ${++count}`)
    const postings = [
      { account: platformAccount('cash', id), amount_minor: -amount_minor },
      { account: accountOf('member_available', _id), amount_minor },
    ]
    return postOrRefuse(tx, [
      { id, type: 'award_claimed', refers_to: _id, actor: 'test', event_at: tx.now, postings },
    ])
  })

/** What the member reads of staff having taken back, and of what. */
async function reversedIn() {
  const { list } = answered(await app.call(personalDataCalls.acts, { token: member.token, query: {} }))
  return list
    .filter(({ action }) => action.endsWith('_reversed'))
    .map(({ action, object }) => [action, object.kind, object._id])
}

describe('a statement that one person imported', () => {
  test('credits nobody before a second person has typed what they read at the bank', async () => {
    const { reference } = await announce(10_000n)
    const { _id, ...imported } = await take([{ amount: '100.00', e2e: reference, name: 'Erika Muster' }])
    expect(imported).toMatchObject({ status: 'unconfirmed', unconfirmed_reason: 'by_hand', new_lines: 0 })
    await runJobs()
    expect(await availableOf()).toBe(0n)
    expect(await confirmStatement(app, _id, second)).toMatchObject({
      right: true,
      statement: { status: 'accepted', confirmed_by: second.username, unconfirmed_reason: null },
    })
    expect(await availableOf()).toBe(10_000n)
  })

  test('with payments booked together is confirmed by their amount, credits nobody by itself, and is decided as any payment', async () => {
    const [one, other] = [await announce(2_000n), await announce(3_000n)]
    const batch = [
      { amount: '20.00', e2e: one.reference, name: 'Erika Muster' },
      { amount: '30.00', text: 'without a reference', name: 'Max Muster' },
    ]
    const sheet = await sheetOf([{ amount: '50.00', batch, ref: `SUM-${count}` }])
    const { _id } = await upload(sheet.replace(/<AmtDtls>.*?<\/AmtDtls>/gs, ''))
    const { lines: asked } = answered(
      await app.call(calls.confirmation, { as: second, params: { statement_id: _id } }),
    )
    expect(asked).toMatchObject([{ line_no: 1, collective: true }])
    const right = await rightAnswers(app, _id, second)
    const typing = (reference: string) => ({ ...right, lines: [{ line_no: 1, reference, payer: '' }] })
    for (const wrong of ['', one.reference])
      expect(answered(await confirm(_id, typing(wrong)))).toMatchObject({ right: false })
    expect(answered(await confirm(_id, typing('50,00')))).toMatchObject({ right: true })
    await runJobs()
    expect(await availableOf()).toBe(0n)
    const [line] = answered(
      await app.call(adminBankingCalls.lines, { as: third, query: { statement_id: _id } }),
    ).list
    expect(line).toMatchObject({ state: 'unmatched', amount: '50.00' })
    // Two people decide on it, as on every payment that is nobody's.
    const params = { line_id: line!._id }
    const body = { deposit_id: other.id, reason: 'Both payments were for this member.' }
    const proposed = await app.call(adminDepositCalls.assignLine, { as: third, params, body })
    expect(await availableOf()).toBe(0n)
    answered(await approveProposed(app, proposed, await staff(app, 'finance')))
    expect(await availableOf()).toBe(5000n)
  })

  test('is credited by the job alone, without anybody opening a list', async () => {
    const { reference } = await announce(10_000n)
    await bring(app.database, await sheetOf([{ amount: '100.00', e2e: reference }]))
    expect(await availableOf()).toBe(0n)
    await runJobs()
    expect(await availableOf()).toBe(10_000n)
  })

  test('shows nobody what is asked for: no list, page, export, search, sort, sum or queue', async () => {
    const { reference } = await announce(123_456n)
    const { _id: statement_id } = await take([
      { amount: '1234.56', text: `For ${reference}`, name: 'Erika Hidden', iban: SENDER, ref: 'BANKREF-77' },
    ])
    const read = async (path: string, query: Record<string, string> = {}) =>
      (await app.fastify.inject({ method: 'GET', url: `/api/${path}`, query, headers: importer.headers }))
        .body
    const paths: [string, Record<string, string>?][] = [
      ['backoffice/bank-statements'],
      ['backoffice/bank-statements.csv'],
      [`backoffice/bank-statements/${statement_id}`],
      [`backoffice/bank-statements/${statement_id}/unconfirmed-lines`],
      ['backoffice/bank-lines'],
      ['backoffice/bank-lines', { sort: 'amount.desc' }],
      ['backoffice/bank-lines', { statement_id }],
      ['backoffice/bank-lines', { search: 'Erika Hidden' }],
      ['backoffice/bank-lines.csv'],
      ['backoffice/dashboard'],
      ['backoffice/reconciliation', { day: '2027-12-31' }],
      ['backoffice/audit', {}],
      ['backoffice/search', { q: 'Erika Hidden' }],
    ]
    const owner = await staff(app, 'owner')
    for (const [path, query] of paths) {
      const bodies = [await read(path, query)]
      if (path.endsWith('audit'))
        bodies.push((await app.fastify.inject({ url: `/api/${path}`, headers: owner.headers })).body)
      for (const body of bodies)
        for (const secret of [
          '1234.56',
          '1234,56',
          '123456',
          reference,
          'Erika Hidden',
          SENDER,
          'BANKREF-77',
        ])
          expect(body, `${secret} in ${path}`).not.toContain(secret)
    }
    const { list } = answered(
      await app.call(calls.unconfirmedLines, { as: importer, params: { statement_id }, query: {} }),
    )
    expect(list.map((line) => Object.keys(line).toSorted())).toEqual([
      ['booking_day', 'direction', 'line_no'],
    ])
    expect(
      answered(await app.call(calls.statement, { as: importer, params: { statement_id } })),
    ).toMatchObject({
      opening: null,
      closing: null,
    })
    // The importer, who will not confirm it, is not told which lines are large.
    expect(await app.call(calls.confirmation, { as: importer, params: { statement_id } })).toMatchObject({
      code: 'who_imported_a_statement_does_not_decide_on_it',
    })
    await confirmStatement(app, statement_id, second)
    expect(await read('backoffice/bank-lines', { statement_id })).toContain('1234.56')
    expect(await read('backoffice/bank-statements')).toContain('closing')
    expect(adminBankingFiles.exportLines.path).toBe('backoffice/bank-lines.csv')
  })

  test('asks for each line above the threshold and three others, for each person others, the same again', async () => {
    const small = Array.from({ length: 40 }, (_, i) => ({
      amount: `${i + 1}.00`,
      text: `payment number ${i}`,
    }))
    const { _id: statement_id } = await take([
      ...small,
      { amount: '1000.00', text: 'large one' },
      { amount: '-5.00', text: 'a charge' },
    ])
    const asked = async (as: TestOperator) =>
      answered(await app.call(calls.confirmation, { as, params: { statement_id } }))
    const one = await asked(second)
    expect(one.lines.filter(({ above_threshold }) => above_threshold).map(({ line_no }) => line_no)).toEqual([
      41,
    ])
    expect(one.lines).toHaveLength(4)
    expect(one.lines.every(({ direction }) => direction === 'credit')).toBe(true)
    expect(one.tries_left).toBe(3)
    expect(await asked(second)).toEqual(one)
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => asked(await staff(app, 'finance'))),
    )
    expect(others.some(({ lines }) => JSON.stringify(lines) !== JSON.stringify(one.lines))).toBe(true)
  })

  const WRONG: [string, (right: Awaited<ReturnType<typeof rightAnswers>>) => object][] = [
    ['the closing balance', () => ({ closing: '1.00' })],
    ['the sum of credits', () => ({ credits: '1.00' })],
    [
      'a reference',
      ({ lines }) => ({ lines: lines.map((line) => ({ ...line, reference: 'FT-7QM2-X9D4' })) }),
    ],
    ['no reference', ({ lines }) => ({ lines: lines.map((line) => ({ ...line, reference: '' })) })],
    ['a payer', ({ lines }) => ({ lines: lines.map((line) => ({ ...line, payer: 'Somebody Else' })) })],
    ['no line', () => ({ lines: [] })],
  ]
  test.each(WRONG)('is not confirmed by a wrong answer: %s', async (_what, change) => {
    const { reference } = await announce(10_000n)
    const { _id } = await take([{ amount: '100.00', e2e: reference, name: 'Erika Muster' }])
    const right = await rightAnswers(app, _id, second)
    const answer = answered(await confirm(_id, { ...right, ...change(right) }))
    expect(answer).toMatchObject({ right: false, tries_left: 2, statement: { status: 'unconfirmed' } })
    expect(Object.keys(answer).toSorted()).toEqual(['right', 'statement', 'tries_left'])
    await runJobs()
    expect(await availableOf()).toBe(0n)
    // Spaces, case and accents of what is typed do not matter.
    const loose = right.lines.map((line) => ({
      ...line,
      reference: line.reference.toLowerCase().replaceAll('-', ' '),
      payer: 'ÉRIKA  MUSTER',
    }))
    expect(answered(await confirm(_id, { ...right, lines: loose }))).toMatchObject({ right: true })
    expect(await availableOf()).toBe(10_000n)
  })

  test('is confirmed by our reference wherever the bank shows it, and not by the text beside it, which says nothing of whose it is', async () => {
    const { reference } = await announce(10_000n)
    const { _id } = await take([
      { amount: '100.00', e2e: reference, text: 'Transfer of November', name: 'Erika Muster' },
    ])
    const right = await rightAnswers(app, _id, second)
    const typed = (said: string) => ({ ...right, lines: [{ ...right.lines[0]!, reference: said }] })
    // An importer who writes a friend's reference beside a true text is found out by it alone.
    expect(answered(await confirm(_id, typed('Transfer of November')))).toMatchObject({ right: false })
    expect(answered(await confirm(_id, typed(`Transfer of November, ${reference}`)))).toMatchObject({
      right: true,
    })
  })

  test('is confirmed by the text or the end-to-end id of a payment that has none of our references', async () => {
    for (const said of ['Invoice 4711', 'ABC-2026-77']) {
      const { _id } = await take([
        { amount: '10.00', e2e: 'ABC-2026-77', text: 'Invoice 4711', name: 'Erika Muster' },
      ])
      const right = await rightAnswers(app, _id, second)
      const lines = [{ ...right.lines[0]!, reference: said }]
      expect(answered(await confirm(_id, { ...right, lines }))).toMatchObject({ right: true })
    }
  })

  test('is confirmed in whatever order the lines of a day are typed, and not by one of them typed twice', async () => {
    const { _id } = await take([
      { amount: '10.00', text: 'the first payment', name: 'Anna Muster' },
      { amount: '20.00', text: 'the second payment', name: 'Erika Muster' },
      { amount: '30.00', text: 'the third payment', name: 'Ida Muster' },
    ])
    const right = await rightAnswers(app, _id, second)
    const typedAs = (order: readonly number[]) =>
      right.lines.map(({ line_no }, at) => ({ ...right.lines[order[at]!]!, line_no }))
    expect(right.lines.map(({ line_no }) => line_no)).toEqual([1, 2, 3])
    for (const order of [
      [0, 0, 2],
      [1, 1, 1],
    ])
      expect(answered(await confirm(_id, { ...right, lines: typedAs(order) }))).toMatchObject({
        right: false,
      })
    // The bank's portal begins with the newest.
    expect(answered(await confirm(_id, { ...right, lines: typedAs([2, 1, 0]) }))).toMatchObject({
      right: true,
    })
  })

  test('is not confirmed if a line above the threshold is exchanged with one below, or a reference with another payer', async () => {
    const { _id } = await take([
      { amount: '1000.00', text: 'the large payment', name: 'Anna Muster' },
      { amount: '20.00', text: 'the small payment', name: 'Erika Muster' },
      { amount: '30.00', text: 'another payment', name: 'Ida Muster' },
    ])
    const right = await rightAnswers(app, _id, second)
    const [large, small, other] = right.lines as [Typed, Typed, Typed]
    const exchanged = [
      [{ ...small, line_no: 1 }, { ...large, line_no: 2 }, other],
      [large, { ...small, payer: other.payer }, { ...other, payer: small.payer }],
    ]
    for (const lines of exchanged)
      expect(answered(await confirm(_id, { ...right, lines }))).toMatchObject({ right: false })
    expect(answered(await confirm(_id, right))).toMatchObject({ right: true })
  })

  test('is confirmed by somebody else after three wrong answers, and operators are called', async () => {
    const { reference } = await announce(10_000n)
    const { _id } = await take([{ amount: '100.00', e2e: reference }])
    const right = await rightAnswers(app, _id, second)
    const wrong = { ...right, closing: '0.01' }
    for (const tries_left of [2, 1, 0])
      expect(answered(await confirm(_id, wrong))).toMatchObject({ right: false, tries_left })
    expect(await confirm(_id, right)).toMatchObject({
      status: 403,
      code: 'bank_statement_was_answered_wrong',
    })
    expect(await app.call(calls.confirmation, { as: second, params: { statement_id: _id } })).toMatchObject({
      code: 'bank_statement_was_answered_wrong',
    })
    expect(await calledAbout()).toContainEqual({ about: 'answered_wrong', id: _id })
    expect(await confirmStatement(app, _id, third)).toMatchObject({ right: true })
    await runJobs()
    expect(await availableOf()).toBe(10_000n)
  })

  test('is neither confirmed nor discarded by its importer', async () => {
    const { _id: statement_id } = await take([{ amount: '1.00', text: 'whatever' }])
    const right = await rightAnswers(app, statement_id, second)
    const refused = { status: 403, code: 'who_imported_a_statement_does_not_decide_on_it' }
    expect(await confirm(statement_id, right, importer)).toMatchObject(refused)
    const discard = { params: { statement_id }, body: { reason: 'Of another bank. It is written down.' } }
    expect(await app.call(calls.discardStatement, { as: importer, ...discard })).toMatchObject(refused)
    answered(await app.call(calls.discardStatement, { as: second, ...discard }))
    expect(await statementOf(statement_id)).toMatchObject({ status: 'discarded', closing: null })
    expect(await confirm(statement_id, right)).toMatchObject({ code: 'bank_statement_needs_no_confirmation' })
  })

  test('waits in a queue with its due time', async () => {
    const queue = async () =>
      answered(await app.call(dashboardCalls.show, { as: third, query: {} })).queues.find(
        ({ queue: name }) => name === 'bank_statements',
      )!
    const before = await queue()
    const { _id } = await take([{ amount: '1.00', text: 'whatever' }])
    expect(await queue()).toMatchObject({ waiting: before.waiting + 1, overdue: before.overdue })
    expect(answered(await app.call(dashboardCalls.moneyQueues, { as: third })).bank_statements).toMatchObject(
      {
        waiting: before.waiting + 1,
        overdue: before.overdue,
      },
    )
    app.clock.advance(3_600_001)
    third = { ...third, headers: await signedIn(app, third._id) }
    expect(await queue()).toMatchObject({ overdue: before.waiting + 1 })
    await confirmStatement(app, _id, await staff(app, 'finance'))
    expect((await queue()).waiting).toBe(before.waiting)
  })
})

describe('at once', () => {
  test('of fifty who confirm a statement at once one does, and it credits once', async () => {
    const { reference } = await announce(10_000n)
    const { _id } = await take([{ amount: '100.00', e2e: reference }])
    const right = await rightAnswers(app, _id, second)
    const pressed = await Promise.all(Array.from({ length: 50 }, () => confirm(_id, right)))
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
    await runJobs()
    expect(await availableOf()).toBe(10_000n)
  })

  test('of fifty wrong answers at once three are counted', async () => {
    const { _id } = await take([{ amount: '1.00', text: 'x' }])
    const right = await rightAnswers(app, _id, second)
    const pressed = await Promise.all(
      Array.from({ length: 50 }, () => confirm(_id, { ...right, closing: '0.01' })),
    )
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(3)
    await runJobs()
  })

  test('of fifty who discard a statement at once one does', async () => {
    const { _id: statement_id } = await take([{ amount: '1.00', text: 'x' }])
    const discard = { as: second, params: { statement_id }, body: { reason: 'Wrong. It is written down.' } }
    const pressed = await Promise.all(
      Array.from({ length: 50 }, () => app.call(calls.discardStatement, discard)),
    )
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('the same statement again', () => {
  test('is a repeat if it says the same, and refused if it says otherwise', async () => {
    const sheet = { id: `SAME-${count}`, ...(await nextSheet(app.database)) }
    const line = { amount: '100.00', ref: `SAME-${count}` }
    const content = camt053({ ...sheet, lines: [{ ...line, text: 'one' }] })
    const { _id } = await upload(content)
    const again = (as: TestOperator, file: string) =>
      uploadBankFile(app, as, { path: 'bank-statements', content: file }) as Promise<{
        code?: string
        data?: unknown
      }>
    const repeat = { data: { list: [{ _id, repeated: true }] } }
    expect(await again(importer, content)).toMatchObject(repeat)
    expect(await again(second, content.replace('?>', '? >').replace('? >', '?>\n'))).toMatchObject(repeat)
    const other = camt053({ ...sheet, lines: [{ ...line, text: 'another' }] })
    expect(await again(second, other)).toMatchObject({ code: 'bank_statement_was_imported_otherwise' })
    await confirmStatement(app, _id, second)
    expect(await again(second, content)).toMatchObject(repeat)
    expect(await again(second, other)).toMatchObject({ code: 'bank_statement_was_imported_otherwise' })
  })

  test('may come once it was discarded', async () => {
    const { reference } = await announce(10_000n)
    const content = await sheetOf([{ amount: '100.00', e2e: reference }], { opening: '5.00' })
    const { _id: statement_id, unconfirmed_reason } = await upload(content)
    expect(unconfirmed_reason).toBe('does_not_follow')
    answered(
      await app.call(calls.discardStatement, {
        as: second,
        params: { statement_id },
        body: { reason: 'No. It is written down.' },
      }),
    )
    const { _id } = await upload(content)
    expect(_id).not.toBe(statement_id)
    answered(
      await app.call(calls.discardStatement, {
        as: second,
        params: { statement_id: _id },
        body: { reason: 'No. It is written down.' },
      }),
    )
  })

  test('of other days that overlap brings only what is new', async () => {
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '7.00', ref: `OVER-${count}`, text: 'both have it' }
    await confirmStatement(app, (await take([line], { day, opening }))._id, second)
    const { _id, unconfirmed_reason } = await take([line, { amount: '1.00', text: 'only this' }], {
      day,
      opening,
    })
    expect(unconfirmed_reason).toBe('day_was_covered')
    const { statement } = await confirmStatement(app, _id, third)
    expect(statement).toMatchObject({ lines: 2, known_lines: 1 })
  })
})

describe('a line that an earlier statement has brought already', () => {
  const SMALL: Line = { amount: '1.00', text: 'only this' }
  const OVERLAPS: [string, (line: Line) => Line, Partial<Sheet>?][] = [
    ['without its payer', ({ amount, e2e }) => ({ amount, e2e: e2e! })],
    ['under another reference of the bank', (line) => ({ ...line, ref: 'OTHER' })],
    ['dated back from the day after', (line) => line, { id: 'of the next day' }],
  ]
  test.each(OVERLAPS)('%s is known and waits for nobody to assign it again', async (_how, change, later) => {
    const { reference } = await announce(5000n)
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '50.00', e2e: reference, name: 'Erika Muster', ref: `KNOWN-${count}`, day }
    await confirmStatement(app, (await take([line], { day, opening }))._id, second)
    const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
    const { _id } = await take([{ ...change(line), day }, SMALL], {
      day: later === undefined ? day : next,
      opening,
    })
    const { statement } = await confirmStatement(app, _id, third)
    expect(statement).toMatchObject({ lines: 2, known_lines: 1 })
    expect(await findingsOf(_id)).toEqual(['unmatched no_reference'])
    expect(await availableOf()).toBe(5000n)
  })

  test('without any reference of ours is known by the balances', async () => {
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '40.00', text: 'somebody', name: 'Erika Muster' }
    await confirmStatement(app, (await take([line], { day, opening }))._id, second)
    const { _id } = await take([SMALL, { ...line, text: 'somebody, as the bank adds' }], { day, opening })
    expect((await confirmStatement(app, _id, third)).statement).toMatchObject({ known_lines: 1 })
  })

  test('is brought by no older statement that is imported after others', async () => {
    const { reference } = await announce(5000n)
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '50.00', e2e: reference, day }
    await confirmStatement(app, (await take([line], { day, opening }))._id, second)
    await confirmStatement(app, (await take([SMALL]))._id, second)
    const { _id: statement_id } = await take([{ ...line, name: 'Erika Muster' }], { day, opening })
    const refused = await app.call(calls.confirmation, { as: third, params: { statement_id } })
    expect(refused.code).toBe('bank_statement_is_older_than_the_last')
    expect(await findingsOf(statement_id)).toEqual([])
  })

  test('is known in a file of another mapping, which has no balances', async () => {
    const { reference } = await announce(5000n)
    const [bare, named] = [
      await savedMapping(`Bare ${count}`),
      await savedMapping(`Named ${count}`, { counterparty_name: 'Name' }),
    ]
    const { day } = await nextSheet(app.database)
    const csv = async (mapping_id: string, content: string) => {
      const sent = { path: 'bank-statements', content, fields: { mapping_id } }
      const { data } = (await uploadBankFile(app, importer, sent)) as unknown as {
        data: { list: Imported[] }
      }
      return data.list[0]!._id
    }
    const first = await csv(bare, `Day;Amount;Text\n${day};50,00;${reference}\n`)
    await confirmStatement(app, first, second)
    const { opening: balance } = await nextSheet(app.database)
    const _id = await csv(named, `Day;Amount;Text;Name\n${day};50,00;For ${reference};Erika Muster\n`)
    const right = await rightAnswers(app, _id, third)
    expect(answered(await confirm(_id, { ...right, closing: balance }, third))).toMatchObject({
      right: true,
      statement: { known_lines: 1, closing: balance },
    })
    expect(await findingsOf(_id)).toEqual([])
  })

  test('is no reason to lose a second payment that is alike: the bank lists both', async () => {
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '40.00', text: 'twice', ref: `TWICE-${count}` }
    await confirmStatement(app, (await take([line], { day, opening }))._id, second)
    const { _id } = await take([line, line], { day, opening })
    expect((await confirmStatement(app, _id, third)).statement).toMatchObject({ known_lines: 1 })
    expect(await findingsOf(_id)).toEqual(['unmatched no_reference'])
  })

  test('nor one in another statement of the day that opens with the last closing balance', async () => {
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '40.00', text: 'of two statements', ref: `AGAIN-${count}` }
    await confirmStatement(app, (await take([line], { day, opening }))._id, second)
    const { opening: balance } = await nextSheet(app.database)
    const { _id, unconfirmed_reason } = await take([line], { day, opening: balance })
    expect(unconfirmed_reason).toBe('day_was_covered')
    expect((await confirmStatement(app, _id, third)).statement).toMatchObject({ known_lines: 0 })
  })
})

describe('a forged statement', () => {
  test('that repeats a covered day under a friend’s reference credits nothing, whoever confirms it', async () => {
    const friend = await payable(app, `friend ${count}`, 0n)
    const { reference } = await announce(4500n, friend)
    const { day, opening } = await nextSheet(app.database)
    const line = { amount: '45.00', text: 'invoice 5', name: 'A stranger', ref: `COVERED-${count}` }
    const other = { amount: '40.00', text: 'invoice 6', ref: `COVERED-TOO-${count}` }
    await confirmStatement(app, (await take([line, other], { day, opening }))._id, second)
    for (const forged of [
      [{ ...line, text: reference }, other],
      [{ ...line, text: reference, ref: `NEW-${count}`, name: 'A friend' }, other],
    ]) {
      const { _id } = await take(forged, { day, opening })
      expect((await confirmStatement(app, _id, third)).statement).toMatchObject({ known_lines: 2 })
      expect(await findingsOf(_id)).toEqual([])
    }
    expect(await availableOf(friend)).toBe(0n)
  })

  test('that has other lines on a covered day than its balances leave room for is confirmed by nobody', async () => {
    const friend = await payable(app, `friend ${count}`, 0n)
    const { reference } = await announce(100_000n, friend)
    const { day, opening } = await nextSheet(app.database)
    await confirmStatement(
      app,
      (await take([{ amount: '50.00', text: 'true' }], { day, opening }))._id,
      second,
    )
    const forged = [
      { amount: '30.00', e2e: reference },
      { amount: '20.00', text: 'and another' },
    ]
    const { _id } = await take(forged, { day, opening })
    const right = await rightAnswers(app, _id, third)
    expect(await confirm(_id, right, third)).toMatchObject({
      status: 409,
      code: 'bank_statement_contradicts_an_accepted_one',
    })
    expect(await availableOf(friend)).toBe(0n)
  })

  test('whose invented credit is balanced by a debit: neither importer nor confirmer explains the debit', async () => {
    const { _id } = await take([
      { amount: '500.00', text: 'invented' },
      { amount: '-500.00', text: 'correction' },
    ])
    await confirmStatement(app, _id, second)
    await runJobs()
    const { list } = answered(
      await app.call(adminBankingCalls.lines, {
        as: third,
        query: { statement_id: _id, state: 'unexplained' },
      }),
    )
    const resolve = (as: TestOperator) =>
      app.call(adminBankingCalls.resolveLine, {
        as,
        params: { line_id: list[0]!._id },
        body: { reason: 'The bank corrected its own booking.' },
      })
    for (const who of [importer, second])
      expect(await resolve(who)).toMatchObject({ status: 403, code: 'another_operator_must_decide' })
    answered(await resolve(third))
  })

  test('that swaps a reference in a true file is not confirmed by what the bank says', async () => {
    const { reference } = await announce(200_000n)
    const thief = await payable(app, `thief ${count}`, 0n)
    const { reference: forged } = await announce(200_000n, thief)
    const { _id } = await take([
      { amount: '2000.00', text: forged, name: 'Erika Muster', ref: `SWAP-${count}` },
    ])
    const right = await rightAnswers(app, _id, second)
    // At the bank the payment has the true reference.
    const read = { ...right, lines: right.lines.map(({ line_no, payer }) => ({ line_no, payer, reference })) }
    expect(answered(await confirm(_id, read))).toMatchObject({ right: false })
    expect(await availableOf(thief)).toBe(0n)
  })

  test('with a pair of +x and −x has another sum of credits', async () => {
    const { reference } = await announce(10_000n)
    const { _id } = await take([
      { amount: '10.00', text: 'true one', name: 'A' },
      { amount: '100.00', text: reference, name: 'A' },
      { amount: '-100.00', text: 'the same out' },
    ])
    const right = await rightAnswers(app, _id, second)
    expect(answered(await confirm(_id, { ...right, credits: '10.00' }))).toMatchObject({ right: false })
    expect(await availableOf()).toBe(0n)
  })

  const tomorrow = () => new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
  const LATER = 'bank_statement_is_dated_later_than_today'
  const stored = async () => (await app.database.asSchemaOwner(`select id from bank_statement`)).length

  test('of tomorrow is refused in words', async () => {
    const before = await stored()
    const day = tomorrow()
    const content = await sheetOf([{ amount: '1.00', text: 'x' }], { day })
    expect(await uploadBankFile(app, importer, { path: 'bank-statements', content })).toMatchObject({
      code: LATER,
      details: { day },
    })
    // Nor one of today with a booking of tomorrow.
    const today = app.clock.now().toISOString().slice(0, 10)
    const within = await sheetOf([{ amount: '1.00', text: 'x', day }], { day: today })
    expect(await uploadBankFile(app, importer, { path: 'bank-statements', content: within })).toMatchObject({
      code: LATER,
    })
    expect(await stored()).toBe(before)
  })

  test('of tomorrow as CSV is refused in words', async () => {
    const before = await stored()
    const fields = { mapping_id: await savedMapping('Tomorrow') }
    const content = `Day;Amount;Text\n${tomorrow()};1,00;x\n`
    expect(await uploadBankFile(app, importer, { path: 'bank-statements', content, fields })).toMatchObject({
      code: LATER,
    })
    expect(await stored()).toBe(before)
  })

  test('that was accepted before the true one of the connection stops payouts, and is undone by two people', async () => {
    const { reference } = await announce(10_000n)
    const thief = await payable(app, `thief ${count}`, 0n)
    const { reference: forged } = await announce(50_000n, thief)
    const sheet = await nextSheet(app.database)
    const trueLine = { amount: '100.00', e2e: reference, ref: `TRUE-${count}` }
    const forgery = { amount: '500.00', e2e: forged, ref: `FORGED-${count}` }
    const { _id: accepted } = await take([trueLine, forgery], sheet)
    await confirmStatement(app, accepted, second)
    expect([await availableOf(), await availableOf(thief)]).toEqual([10_000n, 50_000n])
    await requested(40_000n, thief)
    const [{ statement }] = (await bring(app.database, await sheetOf([trueLine], sheet))) as [Brought]
    expect(statement.unconfirmed_reason).toBe('contradicts')
    await runJobs()
    const { id } = await requested(1000n)
    const approver = await staff(app, 'finance', 'out')
    const press = () =>
      app.call(adminWithdrawalCalls.approveWithdrawal, {
        as: approver,
        params: { withdrawal_id: id },
        body: {},
      })
    expect(await press()).toMatchObject({ code: 'this_is_paused_while_the_ledger_is_checked' })
    const ofTrue = {
      params: { statement_id: statement.id },
      body: { reason: 'It cannot be. It is written down.' },
    }
    for (const call of [calls.discardStatement, calls.proposeRevocation])
      expect((await app.call(call, { as: second, ...ofTrue })).status).toBeGreaterThanOrEqual(400)
    expect(await app.call(calls.discardStatement, { as: second, ...ofTrue })).toMatchObject({
      code: 'what_the_bank_connection_brought_stays',
    })
    expect(await app.call(calls.confirmation, { as: second, params: ofTrue.params })).toMatchObject({
      code: 'bank_statement_contradicts_an_accepted_one',
    })
    const revoke = { params: { statement_id: accepted }, body: { reason: 'The bank says otherwise.' } }
    answered(
      await approveProposed(app, await app.call(calls.proposeRevocation, { as: second, ...revoke }), third),
    )
    await runJobs()
    // What the bank says too stays credited; the forgery is taken back, its pending withdrawal refused.
    expect([await availableOf(), await availableOf(thief)]).toEqual([9000n, 0n])
    expect([(await statementOf(accepted)).status, (await statementOf(statement.id)).status]).toEqual([
      'revoked',
      'accepted',
    ])
    const refused = await app.database.asSchemaOwner(
      `select status, reason from withdrawal where member_id = $1`,
      [thief._id],
    )
    expect(refused).toEqual([{ status: 'refused', reason: 'credited_by_mistake' }])
    for (const { id: freeze_id } of await app.database.asSchemaOwner<{ id: string }>(
      `select id from ledger_freeze where released_at is null`,
    ))
      await releaseFreeze(app, freeze_id)
    answered(await press())
  })
})

describe('a statement must follow the last one', () => {
  test('by its previous closing balance too (PRCD), dated the day before', async () => {
    const { day, opening } = await nextSheet(app.database)
    const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
    const content = camt053({ id: `P-${++count}`, day, opening, lines: [{ amount: '10.00', text: 'x' }] })
      .replace('OPBD', 'PRCD')
      .replace(`<Dt><Dt>${day}</Dt></Dt>`, `<Dt><Dt>${before}</Dt></Dt>`)
    const [{ statement }] = (await bring(app.database, content)) as [Brought]
    expect(statement).toMatchObject({ status: 'accepted', gap: false })
  })

  test('one a day, or several that the bank numbers and that follow each other', async () => {
    const { day, opening } = await nextSheet(app.database)
    const plus = (amount: number) => formatMoney(BigInt(Math.round(Number(opening) * 100)) + BigInt(amount))
    const numbered = (no: number, sheet: Sheet) =>
      camt053(sheet).replace('</Id><CreDtTm>', `</Id><ElctrncSeqNb>${no}</ElctrncSeqNb><CreDtTm>`)
    const sheet = (from: number, id: string) => ({
      id: `${id}-${count}`,
      day,
      opening: plus(from),
      lines: [{ amount: '1.00', text: `${id} of the day` }],
    })
    const status = async (content: string) =>
      ((await bring(app.database, content)) as { statement: { status: string } }[])[0]!.statement.status
    expect(await status(numbered(7, sheet(0, 'A')))).toBe('accepted')
    expect(await status(numbered(8, sheet(100, 'B')))).toBe('accepted')
    expect(await status(camt053(sheet(200, 'C')))).toBe('unconfirmed')
    const [jump] = await bring(app.database, numbered(10, sheet(200, 'D')))
    expect(await statementOf(jump!.statement.id)).toMatchObject({
      status: 'unconfirmed',
      unconfirmed_reason: 'day_was_covered',
      missing_no: '9',
    })
    expect(await status(numbered(9, sheet(200, 'E')))).toBe('accepted')
  })

  test('by the bank’s numbers: one that waits, one that is missing and ones that are skipped are told apart', async () => {
    const fresh = await startApp()
    await receiveAt(fresh)
    await openBankAccount(fresh.database, { day: '2026-11-10' })
    const [one, two] = [await staff(fresh, 'finance', 'in'), await staff(fresh, 'finance', 'in')]
    const imported = async (no: number, day: string, opening: string, field = 'ElctrncSeqNb') => {
      const content = camt053({
        id: `N-${no}-${day}`,
        day,
        opening,
        lines: [{ amount: '1.00', text: `${no} of ${day}` }],
      }).replace('</Id><CreDtTm>', `</Id><${field}>${no}</${field}><CreDtTm>`)
      const { data } = (await uploadBankFile(fresh, one, {
        path: 'bank-statements',
        content,
      })) as unknown as {
        data: { list: { _id: string; missing_no: string | null }[] }
      }
      return data.list[0]!._id
    }
    const shown = async (statement_id: string) => {
      const call = { as: two, params: { statement_id } }
      const { status, unconfirmed_reason, missing_no, missing_waits, skipped_numbers } = answered(
        await fresh.call(adminBankingCalls.statement, call),
      )
      return [status, unconfirmed_reason, missing_no, missing_waits, skipped_numbers]
    }
    const accept = async (id: string) => (await confirmStatement(fresh, id, two)).right
    // The first one of ours has no number before it.
    const eleven = await imported(11, '2026-11-11', '1000.00')
    expect(await shown(eleven)).toEqual(['unconfirmed', 'by_hand', null, false, null])
    expect(await accept(eleven)).toBe(true)
    // A jump whose balances follow is a hint, before and after it is accepted.
    const jumped = await imported(20, '2026-11-12', '1001.00')
    expect(await shown(jumped)).toEqual(['unconfirmed', 'by_hand', null, false, '12–19'])
    expect(await accept(jumped)).toBe(true)
    expect(await shown(jumped)).toEqual(['accepted', null, null, false, '12–19'])
    const day = '2026-11-12'
    const waits = await imported(21, day, '1002.00')
    const next = await imported(22, day, '1003.00')
    const later = await imported(24, '2026-11-13', '1005.00')
    expect(await shown(waits)).toEqual(['unconfirmed', 'by_hand', null, false, null])
    expect(await shown(next)).toEqual(['unconfirmed', 'day_was_covered', '21', true, null])
    // Of a later day, too, where the money says that one is missing.
    expect(await shown(later)).toEqual(['unconfirmed', 'does_not_follow', '21', true, null])
    expect(await accept(waits)).toBe(true)
    expect(await shown(next)).toEqual(['unconfirmed', 'day_was_covered', null, false, null])
    expect(await accept(next)).toBe(true)
    expect(await shown(later)).toEqual(['unconfirmed', 'does_not_follow', '23', false, null])
    const between = await imported(23, day, '1004.00')
    expect(await shown(later)).toEqual(['unconfirmed', 'does_not_follow', '23', true, null])
    expect(await accept(between)).toBe(true)
    expect(await accept(later)).toBe(true)
    expect(await shown(later)).toEqual(['accepted', null, null, false, null])
    // A number made of the date counts nothing.
    const dated = await imported(20_261_116, '2026-11-16', '1006.00')
    expect(await shown(dated)).toEqual(['unconfirmed', 'by_hand', null, false, null])
    // The bank's other number tells the same.
    expect(await accept(dated)).toBe(true)
    expect(await accept(await imported(7, '2026-11-17', '1007.00', 'LglSeqNb'))).toBe(true)
    expect(await shown(await imported(9, '2026-11-18', '1008.00', 'LglSeqNb'))).toEqual([
      'unconfirmed',
      'by_hand',
      null,
      false,
      '8',
    ])
    await fresh.close()
  })

  test('those in the middle of a numbered day that were revoked are replaced one by one, or by one file', async () => {
    const fresh = await startApp()
    await receiveAt(fresh)
    await openBankAccount(fresh.database, { day: '2026-11-10' })
    const [one, two] = [await staff(fresh, 'finance', 'in'), await staff(fresh, 'finance', 'in')]
    const day = '2026-11-11'
    const imported = async (no: number, opening: string, ...amounts: string[]) => {
      const content = camt053({
        id: `H-${no}-${++count}`,
        day,
        opening,
        lines: amounts.map((amount) => ({ amount, text: `${amount} of ${no}` })),
      }).replace('</Id><CreDtTm>', `</Id><ElctrncSeqNb>${no}</ElctrncSeqNb><CreDtTm>`)
      const { data } = (await uploadBankFile(fresh, one, {
        path: 'bank-statements',
        content,
      })) as unknown as { data: { list: { _id: string }[] } }
      return data.list[0]!._id
    }
    const accepted = async (...which: Parameters<typeof imported>) => {
      const id = await imported(...which)
      expect((await confirmStatement(fresh, id, two)).right).toBe(true)
      return id
    }
    const revoke = async (statement_id: string) => {
      const body = { reason: 'The bank has never booked it.' }
      const call = { as: one, params: { statement_id }, body }
      answered(await approveProposed(fresh, await fresh.call(calls.proposeRevocation, call), two))
    }
    const confirmed = async (statement_id: string) =>
      await fresh.call(calls.confirmStatement, {
        as: two,
        params: { statement_id },
        body: await rightAnswers(fresh, statement_id, two),
      })
    const isGap = async (statement_id: string) =>
      answered(await fresh.call(adminBankingCalls.statement, { as: two, params: { statement_id } })).gap
    const closing = async () => (await nextSheet(fresh.database)).opening
    const wrong = [
      await accepted(1, '1000.00', '2.00'),
      await accepted(2, '1002.00', '3.00'),
      await accepted(3, '1005.00', '-1.00'),
    ]
    const last = await accepted(4, '1004.00', '6.00')
    for (const id of wrong) await revoke(id)
    expect([await isGap(last), await closing()]).toEqual([true, '1010.00'])
    // What does not meet the next number contradicts it, and so does what begins elsewhere.
    for (const no of [3, 2] as const)
      expect(await confirmed(await imported(no, no === 3 ? '1000.00' : '1001.00', '9.00'))).toMatchObject({
        code: 'bank_statement_contradicts_an_accepted_one',
      })
    const right = [await accepted(1, '1000.00', '2.50'), await accepted(2, '1002.50', '3.00')]
    expect(await isGap(last)).toBe(true)
    right.push(await accepted(3, '1005.50', '-1.50'))
    expect([await isGap(last), await closing()]).toEqual([false, '1010.00'])
    for (const id of right) await revoke(id)
    await accepted(1, '1000.00', '5.00', '-1.00')
    expect([await isGap(last), await closing()]).toEqual([false, '1010.00'])
    await fresh.close()
  })

  test('and then has no known lines: a second payment under a used bank reference is a new one', async () => {
    const first = await announce(2500n)
    const other = await announce(2500n)
    const later = await announce(2500n)
    const pay = ({ reference }: { reference: string }, day?: string) => ({
      amount: '25.00',
      ref: 'PAYCODE',
      text: reference,
      ...(day !== undefined && { day }),
    })
    const { day } = await nextSheet(app.database)
    const brought = async (lines: Line[]) =>
      ((await bring(app.database, await sheetOf(lines))) as { new_lines: number }[])[0]!
    expect((await brought([pay(first), pay(other)])).new_lines).toBe(2)
    // The next statement, of the next day, has a booking that the bank dates back.
    expect((await brought([pay(later, day)])).new_lines).toBe(1)
    await runJobs()
    expect(await availableOf()).toBe(7500n)
  })

  // The very files of the public report: two statements of one day, the second with another payment under the same reference.
  test.each(['the bank’s connection', 'two people'])(
    'brought by %s: the second statement of a day under a used bank reference credits its payment',
    async (by) => {
      const fresh = await startApp()
      await receiveAt(fresh)
      await openBankAccount(fresh.database, { closing_minor: 10_000n, day: '2026-11-20' })
      const payer = await payable(fresh, 'pays thrice', 0n)
      const references = new Map<string, string>()
      for (const written of ['FT-A', 'FT-B', 'FT-C']) {
        const announced = { member_id: payer._id, amount_minor: 2500n, method: 'bank_transfer' } as const
        const { reference } = await fresh.database.transaction((tx) => createDeposit(tx, announced))
        references.set(written, reference)
      }
      const [one, two] = [await staff(fresh, 'finance', 'in'), await staff(fresh, 'finance', 'in')]
      const bringIn = async (content: string, name: string) => {
        if (by === 'two people') {
          await importByTwo(fresh, content, { importer: one, confirmer: two })
          return 'accepted'
        }
        const [{ statement }] = (await bring(fresh.database, content, name)) as unknown as [
          { statement: { id: string; status: string; unconfirmed_reason: string | null } },
        ]
        if (statement.status === 'unconfirmed') await confirmStatement(fresh, statement.id, one)
        return statement.unconfirmed_reason ?? statement.status
      }
      const outcomes: string[] = []
      for (const name of ['camt-dup-1.xml', 'camt-dup-5-second-payment-same-ref.xml']) {
        const text = await readFile(new URL(`../../test/bank/${name}`, import.meta.url), 'utf8')
        // In one pass: a reference may begin like one that is still to be replaced.
        const content = text
          .replaceAll('XX00000000000000000000', OURS)
          .replace(/\bFT-[ABC]\b/g, (written) => references.get(written)!)
        outcomes.push(await bringIn(content, name))
        await decideNewLines(fresh.database)
      }
      // Two of one day that the bank does not number: a person looks at the second.
      expect(outcomes).toEqual(['accepted', by === 'two people' ? 'accepted' : 'day_was_covered'])
      const rows = await fresh.database.asSchemaOwner<{
        status: string
        known_count: number
        closing_minor: bigint
      }>(
        `select status, known_count, closing_minor from bank_statement where statement_id in ('D1', 'D2') order by statement_id`,
      )
      expect(rows).toEqual([
        { status: 'accepted', known_count: 0, closing_minor: 15_000n },
        { status: 'accepted', known_count: 0, closing_minor: 17_500n },
      ])
      const account = accountOf('member_available', payer._id)
      expect((await balancesOf(fresh.database, [account])).get(account)!.balance_minor).toBe(7500n)
      await fresh.close()
    },
  )

  // An export of the afternoon after the bank's statement of the morning: the next one opens with the export's balance.
  test('a file without a number between two of the bank’s, all of one day', async () => {
    const { day, opening } = await nextSheet(app.database)
    const plus = (cents: bigint) => formatMoney(BigInt(Math.round(Number(opening) * 100)) + cents)
    const numbered = async (no: number, id: string, from: string, text: string) => {
      const sheet = camt053({ id: `${id}-${count}`, day, opening: from, lines: [{ amount: '10.00', text }] })
      const content = sheet.replace('</Id><CreDtTm>', `</Id><ElctrncSeqNb>${no}</ElctrncSeqNb><CreDtTm>`)
      const sent = await uploadBankFile(app, importer, { path: 'bank-statements', content })
      return (sent as unknown as { data: { list: Imported[] } }).data.list[0]!
    }
    const morning = await numbered(21, 'MORNING', opening, 'of the morning')
    await confirmStatement(app, morning._id, second)
    const content = `Day;Amount;Text\n${day};50,00;of noon\n`
    const fields = { mapping_id: await savedMapping(`Noon ${count}`) }
    const sent = await uploadBankFile(app, importer, { path: 'bank-statements', content, fields })
    const noon = (sent as unknown as { data: { list: Imported[] } }).data.list[0]!
    await confirmStatement(app, noon._id, second)
    expect(await statementOf(noon._id)).toMatchObject({ opening: plus(1000n), closing: plus(6000n) })
    expect(await nextSheet(app.database)).toMatchObject({ opening: plus(6000n) })

    // One that leaves out what the export brought contradicts it.
    const beside = await numbered(22, 'BESIDE', plus(1000n), 'beside the export')
    const right = await rightAnswers(app, beside._id, second)
    expect(await confirm(beside._id, right)).toMatchObject({
      code: 'bank_statement_contradicts_an_accepted_one',
    })
    const evening = await numbered(22, 'EVENING', plus(6000n), 'of the evening')
    await confirmStatement(app, evening._id, second)
    expect(await statementOf(evening._id)).toMatchObject({ status: 'accepted', known_lines: 0, gap: false })
    expect(await nextSheet(app.database)).toMatchObject({ opening: plus(7000n) })
  })

  test('a file without balances is compared with the last closing balance plus its lines', async () => {
    const { day, opening } = await nextSheet(app.database)
    const { reference } = await announce(1200n)
    const mapping_id = await savedMapping('Bare')
    const content = `Day;Amount;Text\n${day};12,00;${reference}\n${day};-2,00;charge\n`
    const { data } = (await uploadBankFile(app, importer, {
      path: 'bank-statements',
      content,
      fields: { mapping_id },
    })) as unknown as { data: { list: Imported[] } }
    const [{ _id, unconfirmed_reason }] = data.list as [Imported]
    expect(unconfirmed_reason).toBe('no_balances')
    const right = await rightAnswers(app, _id, second)
    const closing = formatMoney(BigInt(Math.round(Number(opening) * 100)) + 1000n)
    expect(right.closing).toBe(closing)
    expect(answered(await confirm(_id, { ...right, closing: opening }))).toMatchObject({ right: false })
    expect(answered(await confirm(_id, right))).toMatchObject({ right: true, statement: { closing } })
    expect(await availableOf()).toBe(1200n)
    expect(await nextSheet(app.database)).toMatchObject({ opening: closing })
  })
})

describe('a statement that is revoked', () => {
  /** Accepts a forged credit of the member. */
  async function accepted(amount_minor: bigint) {
    const { reference } = await announce(amount_minor)
    const { _id } = await take([{ amount: formatMoney(amount_minor), e2e: reference, ref: `R-${count}` }])
    await confirmStatement(app, _id, second)
    return _id
  }
  const revoke = async (statement_id: string) => {
    const proposed = await app.call(calls.proposeRevocation, {
      as: second,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    return await approveProposed(app, proposed, third)
  }
  /** What the member's account statement says was taken back. */
  const reversedOf = async ({ token }: TestMember) =>
    answered(await app.call(documentCalls.statements, { token, query: {} }))
      .list.filter(({ type }) => type === 'credit_reversed')
      .map(({ refers_to }) => refers_to)
  /** What the approver of the last revocation reads that it does. */
  const consequences = async () => {
    const { list } = answered(
      await app.call(approvalCalls.list, { as: third, query: { kind: 'statement_revocation' } }),
    )
    return list[0]!.content
  }
  const lossOf = async () => {
    const [row] = await app.database.asSchemaOwner<{ loss: bigint }>(
      `select -sum(balance_minor)::bigint as loss from account where kind = 'own_money'`,
    )
    return row!.loss
  }

  test('takes two people', async () => {
    const statement_id = await accepted(10_000n)
    const proposed = await app.call(calls.proposeRevocation, {
      as: second,
      params: { statement_id },
      body: { reason: 'Wrong. It is written down.' },
    })
    const { proposal_id } = answered(proposed)
    expect(
      await app.call(calls.proposeRevocation, {
        as: third,
        params: { statement_id },
        body: { reason: 'Again. It is written down.' },
      }),
    ).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
      details: { proposal: { _id: proposal_id, by: second.username } },
    })
    expect((await statementOf(statement_id)).proposal_id).toBe(proposal_id)
    expect(await approveProposed(app, proposed, second)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    expect(await availableOf()).toBe(10_000n)
    answered(await approveProposed(app, proposed, third))
    expect(await availableOf()).toBe(0n)
    expect(await lossOf()).toBe(0n)
    expect(await revoke(statement_id)).toMatchObject({ code: 'bank_statement_is_not_accepted' })
    const unconfirmed = await take([{ amount: '1.00', text: 'x' }])
    expect(await revoke(unconfirmed._id)).toMatchObject({ code: 'bank_statement_is_not_accepted' })
  })

  test('of fifty proposals to revoke a statement one is made, and it is approved once', async () => {
    const statement_id = await accepted(10_000n)
    const propose = { as: second, params: { statement_id }, body: { reason: 'Wrong. It is written down.' } }
    const proposed = await Promise.all(
      Array.from({ length: 50 }, () => app.call(calls.proposeRevocation, propose)),
    )
    expect(new Set(proposed.map((each) => answered(each).proposal_id)).size).toBe(1)
    const approved = await Promise.all(
      Array.from({ length: 10 }, () => approveProposed(app, proposed[0]!, third)),
    )
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await availableOf()).toBe(0n)
  })

  test('takes back a payout that had not come back, and one that was not booked is on its way again', async () => {
    const { reference } = await announce(10_000n)
    await bring(app.database, await sheetOf([{ amount: '100.00', e2e: reference }]))
    await runJobs()
    const { id, reference: payout } = await requested(4000n)
    const { id: other, reference: booked } = await requested(1000n)
    const releaser = await staff(app, 'finance', 'out')
    const approver = await staff(app, 'finance', 'out')
    for (const withdrawal_id of [id, other])
      answered(
        await app.call(adminWithdrawalCalls.approveWithdrawal, {
          as: approver,
          params: { withdrawal_id },
          body: {},
        }),
      )
    const filed = { withdrawal_ids: [id, other], refund_ids: [], format: 'pain.001.001.09' as const }
    const { _id: batch_id } = answered(
      await app.call(adminWithdrawalCalls.createBatch, {
        as: releaser,
        body: { ...filed, execution_day: executionDay(app) },
      }),
    )
    answered(await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }))
    answered(await app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id } }))
    // Saturday: it would be executed on Monday.
    await app.database.asSchemaOwner(`update payout_batch set execution_day = '2026-11-20' where id = $1`, [
      batch_id,
    ])
    const { _id } = await take([
      { amount: '40.00', e2e: payout, returned: 'AC04' },
      { amount: '-10.00', e2e: booked },
    ])
    await confirmStatement(app, _id, second)
    const statusOf = async (withdrawal_id: string) =>
      answered(await app.call(adminWithdrawalCalls.withdrawal, { as: third, params: { withdrawal_id } }))
        .status
    expect([await availableOf(), await statusOf(id), await statusOf(other)]).toEqual([
      9000n,
      'returned',
      'paid',
    ])
    answered(await revoke(_id))
    expect(await consequences()).toMatchObject({
      credits: '40.00',
      taken_back: [{ reference: payout, taken: '40.00' }],
      loss: '0.00',
      refused: [],
      resent: [booked, payout],
      paid: [],
      fees: '0.00',
      vat: '0.00',
    })
    const { list: notices } = answered(
      await app.call(noticeCalls.list, {
        token: member.token,
        body: { user_id: member._id, time_zone: 'UTC' },
      }),
    )
    const told = (kind: string) =>
      notices.filter((each) => each.kind === kind).map(({ path, text }) => [path, text.replaceAll('‑', '-')])
    const named = (withdrawal_id: string, reference_: string) => [
      [`/withdraw?withdrawal=${withdrawal_id}`, expect.stringContaining(reference_)],
    ]
    expect(told('withdrawal_not_booked')).toEqual(named(other, booked))
    expect(told('withdrawal_not_returned')).toEqual(named(id, payout))
    expect(notices.map(({ kind }) => kind)).not.toContain('deposit_reversed')
    expect(await reversedIn()).toEqual([['withdrawal_return_reversed', 'withdrawal', id]])
    expect(await reversedOf(member)).toEqual([{ kind: 'withdrawal', _id: id, name: payout }])
    // The payee has the first one: it reads as on its way again, and comes back once more if the bank says so.
    expect([await availableOf(), await statusOf(id), await statusOf(other)]).toEqual([5000n, 'sent', 'sent'])
    const { state } = answered(
      await app.call(adminWithdrawalCalls.batch, { as: releaser, params: { batch_id } }),
    )
    expect(state).toBe('sent')
    await bring(app.database, await sheetOf([{ amount: '-10.00', e2e: booked }]))
    await runJobs()
    expect(await statusOf(other)).toBe('paid')
    await bring(app.database, await sheetOf([{ amount: '-40.00', e2e: payout }]))
    await runJobs()
    expect([await availableOf(), await statusOf(id)]).toEqual([5000n, 'paid'])
    await bring(app.database, await sheetOf([{ amount: '40.00', e2e: payout, returned: 'AC04' }]))
    await runJobs()
    expect([await availableOf(), await statusOf(id)]).toEqual([9000n, 'returned'])
  })

  test('leaves a payout that it said came back paid, if the bank booked it meanwhile: nothing is held back', async () => {
    const { reference } = await announce(10_000n)
    await bring(app.database, await sheetOf([{ amount: '100.00', e2e: reference }]))
    await runJobs()
    const { id, reference: payout } = await requested(4000n)
    const [approver, releaser] = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
    const params = { withdrawal_id: id }
    answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body: {} }))
    const filed = { withdrawal_ids: [id], refund_ids: [], format: 'pain.001.001.09' as const }
    const { _id: batch_id } = answered(
      await app.call(adminWithdrawalCalls.createBatch, {
        as: releaser,
        body: { ...filed, execution_day: executionDay(app) },
      }),
    )
    answered(await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }))
    answered(await app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id } }))
    await app.database.asSchemaOwner(`update payout_batch set execution_day = '2026-11-20' where id = $1`, [
      batch_id,
    ])
    const { _id } = await take([{ amount: '40.00', e2e: payout, returned: 'AC04' }])
    await confirmStatement(app, _id, second)
    await bring(app.database, await sheetOf([{ amount: '-40.00', e2e: payout }]))
    await runJobs()
    const status = async () =>
      answered(await app.call(adminWithdrawalCalls.withdrawal, { as: third, params })).status
    expect(await status()).toBe('returned')
    answered(await revoke(_id))
    await runJobs()
    expect([await availableOf(), await status()]).toEqual([6000n, 'paid'])
    // The debit is decided again afterwards, so it is on its way until then.
    expect(await consequences()).toMatchObject({ resent: [payout], paid: [] })
    const { list } = answered(
      await app.call(adminBankingCalls.lines, { as: third, query: { search: payout } }),
    )
    expect(list.map(({ finding }) => finding)).toEqual(['payout_paid', 'statement_revoked'])
  })

  test('reads on the deposit as taken back: when, how much and why, in the history, its page and its files', async () => {
    const { id: deposit_id, reference } = await announce(10_000n)
    const { _id } = await take([{ amount: '100.00', e2e: reference, ref: `R-${count}` }])
    await confirmStatement(app, _id, second)
    await runJobs()
    const own = { token: member.token, params: { deposit_id } }
    const shown = async () => answered(await app.call(depositCalls.getDeposit, own))
    expect(await shown()).toMatchObject({ status: 'credited', received: '100.00', taken_back: null })
    const credited = async () => {
      const { money } = answered(await app.call(dashboardCalls.show, { as: third, query: {} }))
      return money!.deposits.reduce((sum, each) => sum + parseMoney(each), 0n)
    }
    const found = async () =>
      answered(await app.call(searchCalls.all, { as: third, query: { text: reference } })).list
    expect(await found()).toMatchObject([{ kind: 'deposits', status: 'credited' }])
    const before = await credited()
    answered(await revoke(_id))
    expect(await credited()).toBe(before - 10_000n)
    expect(await found()).toMatchObject([{ kind: 'deposits', status: 'taken_back', amount: '100.00' }])
    const taken_back = { at: app.clock.now().toISOString(), amount: '100.00' }
    expect(await shown()).toMatchObject({ status: 'credited', received: '100.00', taken_back })
    const { list } = answered(
      await app.call(depositCalls.depositHistory, { token: member.token, body: { user_id: member._id } }),
    )
    expect(list.find((each) => each._id === deposit_id)).toMatchObject({ taken_back })
    expect(
      answered(await app.call(adminDepositCalls.deposit, { as: third, params: { deposit_id } })),
    ).toMatchObject({ taken_back })
    expect(await reversedOf(member)).toEqual([{ kind: 'deposit', _id: deposit_id, name: reference }])
    expect(await reversedIn()).toEqual([['deposit_reversed', 'deposit', deposit_id]])
    const csv = await app.fastify.inject({
      url: `/api/deposit-history.csv?separator=comma`,
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(csv.body).toContain('taken_back_at,taken_back')
    expect(csv.body).toMatch(/,100[.]00,/)
    const pdf = await app.fastify.inject({
      url: `/api/deposit/${deposit_id}/receipt.pdf`,
      headers: { authorization: `Bearer ${member.token}` },
    })
    const text = pdfPages(pdf.rawPayload).flat().join(' ')
    expect(text).toContain('Thu hồi lúc')
    expect(text).toContain('tiền chưa đến')
  })

  /** A refund of 40,00 that nobody claimed, in a payment file marked as sent on an earlier day. */
  async function refundSent() {
    const text = `nobody knows ${++count}`
    await bring(
      app.database,
      await sheetOf([{ amount: '40.00', text, name: 'Erika Musterfrau', iban: SENDER }]),
    )
    await runJobs()
    const [proposer, approver, releaser] = (await Promise.all(
      Array.from({ length: 3 }, () => staff(app, 'finance', 'out')),
    )) as [TestOperator, TestOperator, TestOperator]
    const origin = answered(
      await app.call(adminBankingCalls.lines, { as: releaser, query: { search: text } }),
    ).list[0]!._id
    const payee = { holder: 'Erika Musterfrau', account: SENDER, city: 'Berlin', country: 'DE' }
    const params = { line_id: origin }
    const proposed = await app.call(adminBankingCalls.proposeRefund, {
      as: proposer,
      params,
      body: { ...payee, reason: 'Nobody here is meant by it.' },
    })
    answered(await approveProposed(app, proposed, approver))
    const refunds = async () =>
      answered(await app.call(adminBankingCalls.refunds, { as: third, query: {} })).list.filter(
        ({ line_id }) => line_id === origin,
      )
    const refund = async () => (await refunds())[0]!
    const { _id, reference } = await refund()
    const filed = { withdrawal_ids: [], refund_ids: [_id], format: 'pain.001.001.09' as const }
    const { _id: batch_id, reference: file } = answered(
      await app.call(adminWithdrawalCalls.createBatch, {
        as: releaser,
        body: { ...filed, execution_day: executionDay(app) },
      }),
    )
    answered(await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }))
    answered(await app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id } }))
    await app.database.asSchemaOwner(`update payout_batch set execution_day = '2026-11-20' where id = $1`, [
      batch_id,
    ])
    const line = async () => answered(await app.call(adminBankingCalls.line, { as: third, params })).state
    return { refund, refunds, reference, file, line, origin, proposer, approver, payee }
  }

  test('takes back a refund that had not come back: its money waits for nobody, and nothing is lost', async () => {
    const { refund, reference, line, origin } = await refundSent()
    const { _id } = await take([{ amount: '40.00', e2e: reference, returned: 'AC04' }])
    await confirmStatement(app, _id, second)
    await runJobs()
    expect([(await refund()).status, await line()]).toEqual(['returned', 'unmatched'])
    const before = await lossOf()
    answered(await revoke(_id))
    const [kept] = (await balancesOf(app.database, [accountOf('unmatched_payment', origin)])).values()
    expect([(await lossOf()) - before, kept!.balance_minor, await line()]).toEqual([0n, 0n, 'resolved'])
    // Whoever it was paid to has it: it is on its way until the bank has booked it, and comes back if it does.
    expect((await refund()).status).toBe('sent')
    await bring(app.database, await sheetOf([{ amount: '-40.00', e2e: reference }]))
    await runJobs()
    expect((await refund()).status).toBe('paid')
    await bring(app.database, await sheetOf([{ amount: '40.00', e2e: reference, returned: 'AC04' }]))
    await runJobs()
    expect([(await refund()).status, await line()]).toEqual(['returned', 'unmatched'])
  })

  test.each([
    ['approved once more drops that refund', 'approved', 0n],
    ['in a payment file once more drops both: nobody has exported it', 'created', 0n],
    ['in an exported payment file once more loses that amount', 'exported', 4000n],
  ])('of a refund that had not come back and is %s', async (_what, file, lost) => {
    const { refunds, reference, origin, proposer, approver, payee } = await refundSent()
    const { _id } = await take([{ amount: '40.00', e2e: reference, returned: 'AC04' }])
    await confirmStatement(app, _id, second)
    await runJobs()
    const again = await app.call(adminBankingCalls.proposeRefund, {
      as: proposer,
      params: { line_id: origin },
      body: { ...payee, reason: 'It came back, so once more.' },
    })
    answered(await approveProposed(app, again, approver))
    const next = (await refunds()).find(({ status }) => status === 'approved')!._id
    const as = await staff(app, 'finance', 'out')
    if (file !== 'approved') {
      const body = { withdrawal_ids: [], refund_ids: [next], format: 'pain.001.001.09' as const }
      const { _id: batch_id } = answered(
        await app.call(adminWithdrawalCalls.createBatch, {
          as,
          body: { ...body, execution_day: executionDay(app) },
        }),
      )
      if (file === 'exported')
        answered(await app.call(adminWithdrawalCalls.exportBatch, { as, params: { batch_id } }))
    }
    const before = await lossOf()
    answered(await revoke(_id))
    expect((await lossOf()) - before).toBe(lost)
    expect((await refunds()).find(({ _id }) => _id === next)!.status).toBe(
      file === 'exported' ? 'approved' : 'returned',
    )
  })

  test('that booked a refund and its return leaves it on its way; one that booked it alone leaves it returned', async () => {
    const both = await refundSent()
    const { _id } = await take([
      { amount: '-40.00', e2e: both.reference },
      { amount: '40.00', e2e: both.reference, returned: 'AC04' },
    ])
    await confirmStatement(app, _id, second)
    await runJobs()
    expect((await both.refund()).status).toBe('returned')
    answered(await revoke(_id))
    expect((await both.refund()).status).toBe('sent')
    await bring(app.database, await sheetOf([{ amount: '-40.00', e2e: both.reference }]))
    await runJobs()
    expect((await both.refund()).status).toBe('paid')

    const { refund, reference, line } = await refundSent()
    const { _id: paid } = await take([{ amount: '-40.00', e2e: reference }])
    await confirmStatement(app, paid, second)
    await bring(app.database, await sheetOf([{ amount: '40.00', e2e: reference, returned: 'AC04' }]))
    await runJobs()
    answered(await revoke(paid))
    expect([(await refund()).status, await line()]).toEqual(['returned', 'unmatched'])
  })

  test('that booked a refund with its file leaves it on its way', async () => {
    const { refund, file } = await refundSent()
    const { _id } = await take([{ amount: '-40.00', batch_id: `${file}-1` }])
    await confirmStatement(app, _id, second)
    await runJobs()
    expect((await refund()).status).toBe('paid')
    // The line leads to the file.
    const ofStatement = await app.call(adminBankingCalls.lines, { as: third, query: { statement_id: _id } })
    const line = { as: third, params: { line_id: answered(ofStatement).list[0]!._id } }
    const { payment_file } = answered(await app.call(adminBankingCalls.line, line))
    const sentFile = { as: third, params: { batch_id: payment_file!._id } }
    expect(answered(await app.call(adminWithdrawalCalls.batch, sentFile)).reference).toBe(file)
    answered(await revoke(_id))
    expect((await refund()).status).toBe('sent')
    await bring(app.database, await sheetOf([{ amount: '-40.00', batch_id: `${file}-1` }]))
    await runJobs()
    expect((await refund()).status).toBe('paid')
  })

  test('takes back money that is nobody’s', async () => {
    const { _id } = await take([{ amount: '33.00', text: 'for nobody' }])
    await confirmStatement(app, _id, second)
    answered(await revoke(_id))
    const { list } = answered(
      await app.call(adminBankingCalls.lines, { as: third, query: { statement_id: _id } }),
    )
    expect(list).toMatchObject([{ state: 'revoked', finding: 'statement_revoked' }])
  })

  test('takes no more than the member has beyond their awards; the rest is the platform’s loss, and operators are called', async () => {
    const statement_id = await accepted(10_000n)
    await awardTo(member, 3000n)
    // Spent: 60,00 of the credit; awards count as spent last.
    await app.database.transaction((tx) =>
      requestWithdrawal(tx, { member_id: member._id, amount_minor: 6000n }),
    )
    const [out] = await app.database.asSchemaOwner<{ id: string }>(
      `select id from withdrawal where member_id = $1`,
      [member._id],
    )
    const releaser = await staff(app, 'finance', 'out')
    answered(
      await app.call(adminWithdrawalCalls.approveWithdrawal, {
        as: await staff(app, 'finance', 'out'),
        params: { withdrawal_id: out!.id },
        body: {},
      }),
    )
    const batch = answered(
      await app.call(adminWithdrawalCalls.createBatch, {
        as: releaser,
        body: {
          withdrawal_ids: [out!.id],
          refund_ids: [],
          format: 'pain.001.001.09',
          execution_day: executionDay(app),
        },
      }),
    )
    answered(
      await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id: batch._id } }),
    )
    answered(
      await app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id: batch._id } }),
    )
    expect(await availableOf()).toBe(7000n)
    const before = await lossOf()
    answered(await revoke(statement_id))
    expect(await availableOf()).toBe(3000n)
    expect((await lossOf()) - before).toBe(6000n)
    expect(await consequences()).toMatchObject({
      credits: '100.00',
      taken_back: [{ taken: '40.00' }],
      loss: '60.00',
      refused: [],
      resent: [],
    })
    const { list } = answered(
      await app.call(depositCalls.depositHistory, { token: member.token, body: { user_id: member._id } }),
    )
    expect(list).toMatchObject([{ status: 'credited', received: '100.00', taken_back: { amount: '40.00' } }])
    expect(await calledAbout()).toContainEqual({ about: 'statement_revoked', id: statement_id })
    await runJobs()
  })
})

describe('what was bought with a credit that is revoked', () => {
  const propose = async (amount_minor: bigint, buy: () => Promise<unknown>, { first = true } = {}) => {
    const { reference } = await announce(amount_minor)
    const { _id: statement_id } = await take([{ amount: formatMoney(amount_minor), e2e: reference }])
    await confirmStatement(app, statement_id, second)
    if (first) await buy()
    const body = { reason: 'The bank has never booked it.' }
    const proposed = await app.call(calls.proposeRevocation, { as: second, params: { statement_id }, body })
    if (!first) await buy()
    return proposed
  }
  const own = async () =>
    [...(await balancesOf(app.database, OWN_MONEY)).values()].reduce(
      (sum, one) => sum + one.balance_minor,
      0n,
    )
  const pay = () =>
    app.database.transaction(async (tx) => {
      const campaign = await unpaidCampaign(tx, member, { visits: 100 })
      return await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
    })
  const cancel = (campaign_id: string) =>
    app.call(campaignCalls.cancel, { token: member.token, params: { campaign_id } })
  const levels = async () => answered(await app.call(levelCalls.list)).map(({ _id }) => _id)
  const buy = (level_id: string) =>
    app.call(levelCalls.upgrade, { token: member.token, body: { user_id: member._id, level_id } })

  test('a campaign: what it returns is the platform’s again, and the member is told', async () => {
    const before = await own()
    let campaign_id = ''
    const buyCampaign = async () => {
      campaign_id = (await pay()).id
    }
    answered(await approveProposed(app, await propose(10_000n, buyCampaign), third))
    const lost = before - (await own())
    expect(lost).toBeGreaterThan(4000n)
    expect(await availableOf()).toBe(0n)
    answered(await cancel(campaign_id))
    expect([await availableOf(), before - (await own())]).toEqual([0n, 0n])
    const { token, _id: user_id } = member
    const { list } = answered(await app.call(noticeCalls.list, { token, body: { user_id } }))
    expect(list.filter(({ kind }) => kind === 'deposit_reversed')).toHaveLength(2)
  })

  test('a level: given back it is the platform’s again, and it helps to pay no dearer one', async () => {
    const before = await own()
    const [, cheap, dear] = await levels()
    const buyLevel = async () => answered(await buy(cheap!))
    answered(await approveProposed(app, await propose(10_000n, buyLevel), third))
    expect(before - (await own())).toBeGreaterThan(0n)
    // It would be paid with what the first one returns.
    const { reference } = await announce(5000n)
    const { _id } = await take([{ amount: '50.00', e2e: reference }])
    await confirmStatement(app, _id, second)
    expect(await buy(dear!)).toMatchObject({
      code: 'insufficient_balance_to_upgrade',
    })
    const preview = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
    const body = { user_id: member._id, purchase_id: preview.purchase_id! }
    answered(await app.call(levelCalls.refund, { token: member.token, body }))
    expect([await availableOf(), before - (await own())]).toEqual([5000n, 0n])
  })

  test('after it was proposed: what would be lost has changed, and the approval is refused', async () => {
    const before = await own()
    const proposed = await propose(10_000n, pay, { first: false })
    expect(await approveProposed(app, proposed, third)).toMatchObject({
      status: 409,
      code: 'proposal_could_not_be_executed',
      details: { code: 'what_it_does_has_changed' },
    })
    expect(await own()).toBe(before)
  })
})

describe('money that matched nobody', () => {
  test('is assigned by two people at any amount; the next approver sees it with the sender’s other name', async () => {
    await bring(
      app.database,
      await sheetOf([{ amount: '5.00', text: 'no reference', name: 'Another Name', iban: SENDER }]),
    )
    await runJobs()
    const { list } = answered(
      await app.call(adminBankingCalls.lines, {
        as: importer,
        query: { state: 'unmatched', search: 'Another Name' },
      }),
    )
    const line = list[0]!
    expect(line.counterparty).toEqual({ name: 'Ano****e', account: expect.stringMatching(/^\D+\d{4}$/) })
    const give = {
      params: { line_id: line._id },
      body: { member_id: member._id, reason: 'She showed it. It is written down.' },
    }
    const proposed = await app.call(adminDepositCalls.assignLine, { as: importer, ...give })
    const { proposal_id } = answered(proposed)
    expect(await availableOf()).toBe(0n)
    expect(await app.call(approvalCalls.detail, { as: second, params: { proposal_id } })).toMatchObject({
      data: { kind: 'payment_assignment', member_id: member._id, content: { amount: '5.00' } },
    })
    expect(await approveProposed(app, proposed, importer)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    answered(await approveProposed(app, proposed, second))
    expect(await availableOf()).toBe(500n)
    await app.database.transaction((tx) =>
      requestWithdrawal(tx, { member_id: member._id, amount_minor: 'all' }),
    )
    const [{ id }] = (await app.database.asSchemaOwner<{ id: string }>(
      `select id from withdrawal where member_id = $1`,
      [member._id],
    )) as [{ id: string }]
    const { notes } = answered(
      await app.call(adminWithdrawalCalls.withdrawal, { as: third, params: { withdrawal_id: id } }),
    )
    expect(notes).toContainEqual({ fact: 'assigned_by_hand', detail: 'Another Name 5.00', member_ids: [] })
    await app.database.asSchemaOwner(`update operator set side = 'out' where id = any ($1)`, [
      [importer._id, second._id],
    ])
    for (const as of [importer, second])
      expect(
        await app.call(adminWithdrawalCalls.approveWithdrawal, {
          as,
          params: { withdrawal_id: id },
          body: {},
        }),
      ).toMatchObject({ code: 'who_brought_money_in_does_not_send_it_out' })
  })
})

describe('a late statement', () => {
  test('of days between two that follow each other is confirmed by nobody: nothing is missing there', async () => {
    const { day, opening } = await nextSheet(app.database)
    const later = new Date(Date.parse(day) + 2 * DAY_MS).toISOString().slice(0, 10)
    const between = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
    const first = await take([{ amount: '5.00', text: 'before' }], { day, opening })
    await confirmStatement(app, first._id, second)
    const { opening: balance } = await nextSheet(app.database)
    const next = await take([{ amount: '6.00', text: 'after' }], { day: later, opening: balance })
    await confirmStatement(app, next._id, second)
    expect(await statementOf(next._id)).toMatchObject({ gap: false })
    const late = await take([{ amount: '100.00', text: 'between' }], { day: between, opening: balance })
    const right = await rightAnswers(app, late._id, second)
    expect(await confirm(late._id, right)).toMatchObject({
      code: 'bank_statement_contradicts_an_accepted_one',
    })
    expect(await statementOf(next._id)).toMatchObject({ gap: false })
  })
})

describe('a statement that is older than the last booked one', () => {
  const on = (day: string) => take([{ amount: '1.00', text: `on ${day}` }], { day, opening: '5.00' })

  test('is confirmed by nobody, whatever they type, and is discarded', async () => {
    const { _id: statement_id } = await on('2020-02-01')
    const asked = { as: second, params: { statement_id } }
    const refused = { status: 409, code: 'bank_statement_is_older_than_the_last' }
    expect(await app.call(calls.confirmation, asked)).toMatchObject(refused)
    const body = { closing: '6.00', credits: '1.00', lines: [] }
    expect(await app.call(calls.confirmStatement, { ...asked, body })).toMatchObject(refused)
    expect(await statementOf(statement_id)).toMatchObject({ status: 'unconfirmed', lines: 1 })
    const reason = 'It is older than the last.'
    answered(await app.call(calls.discardStatement, { ...asked, body: { reason } }))
    expect(await statementOf(statement_id)).toMatchObject({ status: 'discarded', older: false })
  })

  test('is said to be, so that it is discarded; the one that is missing between two is not', async () => {
    const older = await on('2020-01-01')
    expect(older).toMatchObject({ status: 'unconfirmed', unconfirmed_reason: 'day_was_covered', older: true })
    expect(await statementOf(older._id)).toMatchObject({ older: true })
    expect(await on('2020-01-05')).toMatchObject({ unconfirmed_reason: 'day_was_covered', older: true })
    expect(await take([{ amount: '1.00', text: 'x' }])).toMatchObject({ older: false })
  })
})
