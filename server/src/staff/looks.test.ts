// Looks (spec §7): every call and file of the back office is called about one member. What shows them in full says so in its
// declaration and leaves a line that they read; what declares nothing shows neither phone, account, address nor payer's name.
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import type { LookKind } from '@fairturn/contract/backoffice/looks'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { nameCalls } from '@fairturn/contract/backoffice/names'
import { searchCalls } from '@fairturn/contract/backoffice/search'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { FileCall } from '@fairturn/contract/files'
import { newId } from '@fairturn/contract/ids'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matrix, OPEN } from '../../test/attack/roles.ts'
import { nextSheet } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered, distribute, placeCampaign, putInReview } from '../../test/carrying.ts'
import { announce, openFinanceDesk, requestPayout, take } from '../../test/finance.ts'
import { setProfile } from '../../test/invoices.ts'
import { LIST_ROWS } from '../../test/list-rows.ts'
import { executionDay } from '../../test/payments.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { conversationOf } from '../../test/support.ts'
import { accountOf, runLedgerChecks } from '../ledger/ledger.ts'

type Call = Pick<Endpoint, 'idempotency' | 'method' | 'path' | 'shows'>

const routeOf = ({ method, path }: Call) => `${method} ${path}`
const calls: Call[] = [
  ...Object.values(backoffice).flatMap((module) => Object.values(module) as Endpoint[]),
  ...Object.values(backofficeFiles)
    .flatMap((module) => Object.values(module) as FileCall[])
    .map(({ path, shows }): Call => Object.assign({ path, method: 'GET' as const }, shows && { shows })),
].filter((call) => !OPEN.includes(routeOf(call)))
// Changes last: what is read must still be there.
const reads = calls.filter(({ method }) => method === 'GET')
const changes = calls.filter(({ method }) => method !== 'GET')

const HOUR_MS = 3_600_000
const PAYER = 'Zsófia Payerová-Quist'
const PAYERS_IBAN = 'DE89370400440532013000'
const ACCOUNT = '00110042731899'
const HOLDER = 'QUILLON VANTREASE'
const STREET = '77 Phố Kín Đáo'
const ADDRESSEE = 'Perpetua Quillon-Vantrease'
const EMAIL = 'hidden.mailbox@example.org'
const FORMER_EMAIL = 'hidden.before@example.org'
const FORMER_ACCOUNT = '00110042999777'
const UNMATCHED_PAYER = 'Wolfgang Verborgenheit'
const UNMATCHED_IBAN = 'DE02120300000000202051'
const UNCONFIRMED_PAYER = 'Ottilie Ungelesen'
const BILLED = 'Vantrease Verlagsgesellschaft'
const BILLED_STREET = 'Verschwiegener Weg 9'

const desk = openFinanceDesk()
let ids: Record<string, string> = {}
let phone = ''
let withdrawal_id = ''
let as: TestOperator

beforeAll(async () => {
  const { app, member } = desk
  const set = (sql: string, ...values: unknown[]) => app.database.asSchemaOwner(sql, values)
  await set(
    `update bank_details set holder = $2, account_number = $3 where member_id = $1`,
    member._id,
    HOLDER,
    ACCOUNT,
  )
  await set(
    'update member_address set street = $2, name = $3 where member_id = $1',
    member._id,
    STREET,
    ADDRESSEE,
  )
  await set(
    `insert into former_contact (id, member_id, kind, value, set_at, left_at) values (gen_random_uuid(), $1, 'email', $2, $3, $3)`,
    member._id,
    FORMER_EMAIL,
    app.clock.now(),
  )
  await set(
    `insert into former_bank_details (id, member_id, holder, account_number, set_at, left_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $4)`,
    member._id,
    HOLDER,
    FORMER_ACCOUNT,
    app.clock.now(),
  )
  await set('update member set email = $2 where id = $1', member._id, EMAIL)
  const [row] = await app.database.asSchemaOwner<{ phone: string }>(
    'select phone from member where id = $1',
    [member._id],
  )
  phone = row!.phone
  desk.finance = await staff(app, 'finance')
  desk.approver = await staff(app, 'finance', 'out')
  const { id: deposit_id, reference } = await announce(desk, 4_000n)
  await take(desk, {
    amount: '40.00',
    ref: 'L1',
    text: `${reference} ${PAYER}`,
    name: PAYER,
    iban: PAYERS_IBAN,
  })
  await take(desk, {
    amount: '7.00',
    ref: 'L2',
    text: 'a present',
    name: UNMATCHED_PAYER,
    iban: UNMATCHED_IBAN,
  })
  withdrawal_id = await requestPayout(desk, 5_000n)
  const other = await requestPayout(desk, 6_000n)
  const approve = { as: desk.approver, params: { withdrawal_id: other }, body: {} }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, approve))
  const filed = answered(
    await app.call(adminWithdrawalCalls.createBatch, {
      as: await staff(app, 'finance', 'out'),
      body: {
        withdrawal_ids: [other],
        format: 'pain.001.001.09',
        execution_day: executionDay(app),
      },
    }),
  )
  const proposed = answered(
    await app.call(adjustmentCalls.proposePayoutAccount, {
      as: desk.finance,
      params: { member_id: member._id },
      body: {
        holder: HOLDER,
        bank_code: 'VCB',
        account_number: `${ACCOUNT}1`,
        reason: 'They asked by letter.',
      },
    }),
  )
  const one = async (sql: string, ...values: unknown[]) =>
    (await app.database.asSchemaOwner<{ id: string }>(sql, values))[0]!.id
  // What only exists for a while: an order of theirs in review and in dispute, their campaign, a statement to be confirmed.
  // A person: a company is named in the list, because books and returns ask for it.
  const billed = { kind: 'person', legal_name: BILLED, street: BILLED_STREET } as const
  await app.database.transaction((tx) => setProfile(tx, member._id, billed))
  const { id: campaign_id } = await placeCampaign(app, member)
  await placeCampaign(app, await app.member('another placer'), { visits: 100 })
  const carried = await distribute(app, member)
  await putInReview(app, carried, 72)
  const { _id: order_id } = carried
  const objection_id = newId(app.clock.now())
  await set(
    `insert into objection (id, order_id, member_id, note, made_at, decide_by, visits, most_visits, most_minor)
     values ($1, $2, $3, 'please look', $4, $4::timestamptz + interval '3 days', 1, 1, 10)`,
    objection_id,
    order_id,
    member._id,
    app.clock.now(),
  )
  const unconfirmed = camt053({
    id: 'UNREAD',
    ...(await nextSheet(app.database)),
    lines: [{ amount: '8.00', ref: 'U1', text: `from ${UNCONFIRMED_PAYER}`, name: UNCONFIRMED_PAYER }],
  })
  await uploadBankFile(app, desk.finance, { path: 'bank-statements', content: unconfirmed })
  for (const path of ['backoffice/invitations', 'backoffice/broadcasts'])
    await app.database.asSuperuser(
      `set session_replication_role = replica; ${LIST_ROWS.get(path)!.replace('$1::int', '1').replace('$2::int', '1')}`,
    )
  await set('update broadcast set created_by = $1', desk.finance._id)
  await app.database.asSuperuser(`set session_replication_role = replica;
    insert into unmatched_payment_refund (id, line_id, reference, amount_minor, holder, iban, reason, proposed_by, approved_by, approved_at)
    select gen_random_uuid(), id, 'FR-0000-0001', 700, '${UNMATCHED_PAYER}', '${UNMATCHED_IBAN}', 'Nobody expects it.', 'operator:a',
      'operator:b', '2026-11-21' from bank_line where counterparty_name = '${UNMATCHED_PAYER}'`)
  await runLedgerChecks(app.database, [], 'system')
  const { _id: conversation_id } = await conversationOf(app, member)
  ids = {
    conversation_id,
    invoice_id: await one('select id from invoice where subject_id = $1', campaign_id),
    invitation_id: await one('select id from invitation where note = $1', 'a fair'),
    broadcast_id: await one('select id from broadcast'),
    run_id: await one('select id from ledger_check_run limit 1'),
    campaign_id,
    order_id,
    objection_id,
    unconfirmed_id: await one(`select id from bank_statement where status = 'unconfirmed'`),
    member_id: member._id,
    withdrawal_id,
    deposit_id,
    batch_id: filed._id,
    proposal_id: proposed.proposal_id,
    account_id: accountOf('member_available', member._id),
    line_id: await one('select id from bank_line where deposit_id = $1', deposit_id),
    statement_id: await one('select statement_id as id from bank_line where deposit_id = $1', deposit_id),
    entry_id: await one('select id from entry order by entry_no desc limit 1'),
    operator_id: (await staff(app, 'support'))._id,
  }
})
beforeEach(async () => {
  as = await staff(desk.app, 'owner')
})

/** Calls about the member, as an owner who has looked at them with a reason. */
async function send(call: Call, sought: Record<string, string> = {}) {
  const { app } = desk
  const { params = {}, query = {}, body = {} } = matrix[routeOf(call)]!
  const unknown = newId(app.clock.now())
  const own: Record<string, string> = {
    ...ids,
    ...(OF_UNCONFIRMED.test(call.path) && { statement_id: ids['unconfirmed_id']! }),
  }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? own[name] ?? unknown)
  return await app.fastify.inject({
    method: call.method,
    url: `/api/${path}`,
    query: { ...query, ...sought, ...(BY_MEMBER.has(call.path) && { member_id: ids['member_id']! }) },
    headers: {
      langcode: 'en',
      ...(call.idempotency !== undefined && { 'idempotency-key': newId(app.clock.now()) }),
      ...as.headers,
    },
    ...(call.method === 'POST' && { payload: body }),
  })
}
/** What is read of a statement before it counts. */
const OF_UNCONFIRMED = /:statement_id\/(?:confirmation|unconfirmed-lines)/
const BY_MEMBER = new Set(
  [adminDepositCalls.deposits, adminWithdrawalCalls.withdrawals].flatMap(({ path }) => [path, `${path}.csv`]),
)

const look = () =>
  desk.app.call(adminMemberCalls.detail, {
    as,
    params: { member_id: ids['member_id']! },
    query: { reason: 'Ticket 17 asks for this' },
  })

const theMember = () => ({ of: 'member', text: ids['member_id']! })

/** Lines of this operator that the member reads, as action and kind. */
async function linesOf({ actor }: TestOperator): Promise<string[]> {
  const rows = await desk.app.database.asSchemaOwner<{ line: string }>(
    `select action || ' ' || object_kind as line from audit_event where actor = $1 and member_id = $2
       and action in ('member_looked_at', 'member_data_shown') order by id`,
    [actor, ids['member_id']],
  )
  return rows.map(({ line }) => line)
}

/** What of the member stands in full in a text; numbers with any separators. */
function shownIn(text: string): string[] {
  const compact = text.replace(/[\s.-]/g, '')
  const numbers = {
    phone: phone.slice(1),
    account: ACCOUNT,
    former_account: FORMER_ACCOUNT,
    payers_iban: PAYERS_IBAN,
    unmatched_iban: UNMATCHED_IBAN,
  }
  const words = {
    payer: PAYER,
    unmatched_payer: UNMATCHED_PAYER,
    unconfirmed_payer: UNCONFIRMED_PAYER,
    holder: HOLDER,
    street: STREET,
    addressee: ADDRESSEE,
    email: EMAIL,
    former_email: FORMER_EMAIL,
    billed: BILLED,
    billed_street: BILLED_STREET,
  }
  return [
    ...Object.entries(numbers).flatMap(([name, value]) => (compact.includes(value) ? [name] : [])),
    ...Object.entries(words).flatMap(([name, value]) => (text.includes(value) ? [name] : [])),
  ]
}

describe('every call', () => {
  const silent = (list: readonly Call[]) => list.filter(({ shows }) => shows === undefined)
  test.each(silent(reads).map((call) => [routeOf(call), call] as const))(
    '%s shows no member in full, and leaves no line',
    async (_, call) => {
      await look()
      const before = await linesOf(as)
      const { body, statusCode } = await send(call, call === nameCalls.resolve ? theMember() : {})
      expect(statusCode).toBe(200)
      expect(shownIn(body)).toEqual([])
      expect(await linesOf(as)).toEqual(before)
    },
  )

  const telling = reads.filter(({ shows }) => shows !== undefined)
  test.each(telling.map((call) => [routeOf(call), call] as const))(
    '%s leaves one line an hour, which the member reads',
    async (route, call) => {
      const reason = route.startsWith('GET backoffice/members/')
      if (reason && route !== 'GET backoffice/members/:member_id') await look()
      const before = await linesOf(as)
      desk.app.clock.advance(1)
      expect((await send(call)).statusCode).toBe(200)
      const line =
        route === 'GET backoffice/members/:member_id'
          ? 'member_looked_at member'
          : `member_data_shown ${call.shows}`
      expect((await linesOf(as)).slice(before.length)).toEqual([line])
      if (line.startsWith('member_looked_at')) return
      await Promise.all([send(call), send(call)])
      expect((await linesOf(as)).length).toBe(before.length + 1)
      const acts = answered(await desk.app.call(personalDataCalls.acts, { token: desk.member.token })).list
      expect(acts[0]).toMatchObject({ action: 'member_data_shown', object: { kind: call.shows } })
    },
  )
})

test('the reads of finance that left no line before leave one', async () => {
  const { app } = desk
  as = await staff(app, 'finance')
  const routes: Record<string, LookKind> = {
    'GET backoffice/ledger/accounts/:account_id/postings': 'statement',
    'GET backoffice/ledger/accounts/:account_id/postings.csv': 'statement',
    'GET backoffice/bank-lines/:line_id': 'payer',
    'GET backoffice/withdrawals/:withdrawal_id': 'bank_account',
    'GET backoffice/withdrawals': 'statement',
    'GET backoffice/withdrawals.csv': 'statement',
    'GET backoffice/deposits': 'statement',
    'GET backoffice/deposits.csv': 'statement',
    'GET backoffice/approvals/:proposal_id': 'bank_account',
  }
  for (const [route, kind] of Object.entries(routes)) {
    const call = reads.find((each) => routeOf(each) === route)!
    expect([route, call.shows]).toEqual([route, kind])
    expect((await send(call)).statusCode).toBe(200)
  }
  expect(new Set(await linesOf(as))).toEqual(
    new Set(['statement', 'payer', 'bank_account'].map((kind) => `member_data_shown ${kind}`)),
  )
  expect((await linesOf(as)).length).toBe(3)
})

const searching = reads.flatMap((call) => {
  const { query } = call as Endpoint
  const fields = Object.keys(query === undefined ? {} : ((query as { shape?: object }).shape ?? {}))
  return ['search', 'text']
    .filter((name) => fields.includes(name))
    .map((name) => [routeOf(call), name, call] as const)
})
test.each(searching)('%s finds by %s what it does not show', async (_, name, call) => {
  await look()
  for (const sought of [
    phone,
    ACCOUNT,
    HOLDER,
    PAYER,
    PAYERS_IBAN,
    UNMATCHED_PAYER,
    STREET,
    EMAIL,
    FORMER_EMAIL,
  ]) {
    const { body, statusCode } = await send(call, { [name]: sought })
    expect([200, 404, 422]).toContain(statusCode)
    // Not more than with no search at all, where the declaration says that it shows something.
    expect(call.shows === undefined ? shownIn(body) : []).toEqual([])
  }
})

test('the next hour leaves its own line, another operator theirs', async () => {
  const call = reads.find(({ path }) => path === adminWithdrawalCalls.withdrawal.path)!
  const first = as
  await send(call)
  const second = await staff(desk.app, 'finance')
  as = second
  await send(call)
  desk.app.clock.advance(HOUR_MS)
  as = { ...first, headers: await signedIn(desk.app, first._id) }
  await send(call)
  expect(await linesOf(first)).toEqual(Array(2).fill('member_data_shown bank_account'))
  expect(await linesOf(second)).toEqual(['member_data_shown bank_account'])
})

test('a list of nobody’s deposits, and its export, show nothing and leave no line', async () => {
  const query = { member_id: '019a0000-0000-7000-8000-00000000abcd' }
  expect(answered(await desk.app.call(adminDepositCalls.deposits, { as, query })).list).toEqual([])
  const url = `/api/backoffice/deposits.csv?member_id=${query.member_id}`
  expect((await desk.app.fastify.inject({ url, headers: as.headers })).statusCode).toBe(200)
  expect(await linesOf(as)).toEqual([])
})

test('a search by the whole phone number finds the member with a masked one, and leaves no line', async () => {
  const found = answered(await desk.app.call(searchCalls.all, { as, query: { text: phone } })).list
  const listed = answered(await desk.app.call(adminMemberCalls.list, { as, query: { search: phone } })).list
  expect(found).toMatchObject([{ _id: ids['member_id'] }])
  expect(listed).toMatchObject([{ _id: ids['member_id'] }])
  expect(shownIn(JSON.stringify([found, listed]))).toEqual([])
  expect(await linesOf(as)).toEqual([])
})

test('the details of a withdrawal, a bank line and a member show what their lists mask', async () => {
  const body = async (route: string) => (await send(reads.find((call) => routeOf(call) === route)!)).body
  expect(shownIn(await body('GET backoffice/bank-lines/:line_id'))).toEqual(['payers_iban', 'payer'])
  expect(shownIn(await body('GET backoffice/withdrawals/:withdrawal_id'))).toEqual(['holder'])
  expect(shownIn(await body('GET backoffice/members/:member_id'))).toEqual(['phone', 'email'])
})

describe('every change', () => {
  test.each(changes.map((call) => [routeOf(call), call] as const))(
    '%s shows no member in full unless it says so',
    async (_, call) => {
      const { body, statusCode } = await send(call)
      expect(statusCode).toBeLessThan(500)
      expect(call.shows === undefined ? shownIn(body) : []).toEqual([])
      expect(await linesOf(as)).toEqual(
        call.shows === undefined || statusCode !== 200 ? [] : [`member_data_shown ${call.shows}`],
      )
    },
  )
})
