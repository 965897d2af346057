// The back office's search: each kind by what operators search for, and only what the role's lists show.
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { adminCampaignCalls } from '@fairturn/contract/backoffice/reviews'
import { STAFF_ROLES, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { MAX_FOUND_OF_KIND, SEARCHED, type Searched, searchCalls } from '@fairturn/contract/backoffice/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, placeCampaign } from '../../test/carrying.ts'
import { BANK, payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { newReference } from '../banking/banking.ts'
import { declaredStatements } from '../platform/database/statement.ts'
import { SEARCHES } from './search.store.ts'

let app: TestApp
let carrier: TestMember
/** By kind: a text that finds an object, and its id. */
let one: Record<Searched, { text: string; _id: string }>
const operators = new Map<StaffRole, TestOperator>()

beforeAll(async () => {
  app = await startApp()
  carrier = await payable(app, 'Carrier Một', 10_000n)
  await placeCampaign(app, await app.member('placer one'))
  await addBankRows()
  const order = await carry(app, carrier)
  answered(await claim(app, carrier, order._id))
  answered(await withdraw(app, carrier, '30.00'))
  for (let i = 0; i < MAX_FOUND_OF_KIND + 2; i += 1) await app.member(`many ${i}`)
  await app.database.asSchemaOwner(
    `insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
     values ('019a0000-0000-7000-8000-00000000000d', $1, 'bank_transfer', 1000, 'FT-K3M9-Q7ZZ', $2, $2::timestamptz + interval '7 days')`,
    [carrier._id, app.clock.now()],
  )
  for (const role of STAFF_ROLES) operators.set(role, await staff(app, role))
  const [row] = await app.database.asSchemaOwner<Record<string, string>>(
    `select o.id as orders, o.link_code, c.id as campaigns, c.brand, w.id as withdrawals, w.reference,
       e.id as entries, e.entry_no::text, n.invoice_id as invoices, n.number::text as invoice_number
     from orders o join campaign c on c.id = o.campaign_id, withdrawal w, entry e, invoice_number n
     where o.id = $1 order by e.entry_no desc limit 1`,
    [order._id],
  )
  const [line, refund, batch] = ['bank-lines', 'refunds', 'payout-batches'].map((kind) => BANK_ROWS[kind]!)
  one = {
    members: { text: 'carrier m', _id: carrier._id },
    deposits: { text: 'k3m9', _id: '019a0000-0000-7000-8000-00000000000d' },
    withdrawals: { text: row!['reference']!, _id: row!['withdrawals']! },
    entries: { text: row!['entry_no']!.padStart(2, '0'), _id: row!['entries']! },
    campaigns: { text: row!['brand']!.toUpperCase(), _id: row!['campaigns']! },
    'bank-lines': { text: 'thi lan', _id: line!.id },
    refunds: { text: refund!.reference.toLowerCase(), _id: refund!.id },
    'bank-statements': { text: 'umsaetze', _id: rowId(0xb0) },
    'payout-batches': { text: batch!.reference, _id: batch!.id },
    staff: { text: operators.get('auditor')!.username, _id: operators.get('auditor')!._id },
    invoices: { text: `fi-2026-${row!['invoice_number']!}`, _id: row!['invoices']! },
    orders: { text: `https://ads.example/r/${row!['link_code']!}`, _id: row!['orders']! },
  }
})
afterAll(() => app.close())

const rowId = (last: number) => `019a0000-0000-7000-8000-0000000000${last.toString(16).padStart(2, '0')}`
const BANK_ROWS: Readonly<Record<string, { id: string; reference: string }>> = {
  'bank-lines': { id: rowId(0xb1), reference: '' },
  refunds: { id: rowId(0xb2), reference: newReference('FR') },
  'payout-batches': { id: rowId(0xb3), reference: newReference('FB') },
}

/** A payment of somebody, its refund, and a payment file, without how they came about. */
const addBankRows = () =>
  app.database.asSuperuser(
    `set session_replication_role = replica;
     insert into bank_statement (id, format, account, statement_id, from_day, to_day, file_name, file_hash, line_count, known_count,
       imported_at, imported_by, status, from_connection)
     values ('${rowId(0xb0)}', 'camt.053', 'DE0', 'STMT-0815', '2026-11-20', '2026-11-20', 'Umsaetze.xml', sha256('a'), 1, 0, now(), 'operator:a', 'accepted', true);
     insert into bank_line (id, statement_id, line_no, account, identity, booking_day, amount_minor, direction, reversal, remittance, status,
       finding, decided_at, counterparty_name, counterparty_account)
     values ('${BANK_ROWS['bank-lines']!.id}', '${rowId(0xb0)}', 1, 'DE0', sha256('b'), '2026-11-20', 1000, 'credit', false, 'hello', 'unmatched',
       'no_reference', now(), 'Đỗ Thị Lan', '9704366600112233');
     insert into unmatched_payment_refund (id, line_id, reference, amount_minor, holder, iban, reason, proposed_by, approved_by, approved_at)
     values ('${BANK_ROWS['refunds']!.id}', '${BANK_ROWS['bank-lines']!.id}', '${BANK_ROWS['refunds']!.reference}', 1000, 'Lan', 'DE02', 'why',
       'operator:a', 'operator:b', now());
     insert into payout_batch (id, reference, format, currency, debtor, execution_day, payment_count, total_minor, created_at, created_by)
     values ('${BANK_ROWS['payout-batches']!.id}', '${BANK_ROWS['payout-batches']!.reference}', 'pain.001.001.09', 'USD', '{}', '2026-11-21',
       1, 1000, now(), 'operator:a');
     set session_replication_role = origin`,
  )

const KINDS = Object.keys(SEARCHED) as Searched[]
const find = async (role: StaffRole, text: string) =>
  answered(await app.call(searchCalls.all, { as: operators.get(role)!, query: { text } })).list

describe.each(KINDS)('%s', (kind) => {
  test.each(STAFF_ROLES)(
    'are found by text and by id by a %s exactly if their list may be read',
    async (role) => {
      const { text, _id } = one[kind]
      const allowed = SEARCHED[kind].some((reader: StaffRole) => reader === role)
      for (const typed of [text, _id, _id.toUpperCase()]) {
        const found = (await find(role, typed)).filter((each) => each.kind === kind)
        expect(found.map((each) => each._id)).toEqual(allowed ? [_id] : [])
      }
    },
  )
})

test('a member is found by the whole phone number and code; the number is masked, and nothing is logged', async () => {
  const [{ phone }] = (await app.database.asSchemaOwner<{ phone: string }>(
    'select phone from member where id = $1',
    [carrier._id],
  )) as [{ phone: string }]
  const before = await app.database.asSchemaOwner('select from audit_event')
  for (const text of [phone, `0${phone.slice(3)}`, carrier.code.toLowerCase()]) {
    const found = await find('support', text)
    expect(found).toMatchObject([{ kind: 'members', _id: carrier._id, title: 'Carrier Một' }])
    expect(found[0]!.detail).toMatch(/^\+84\d*\*{6}$/)
  }
  expect(await app.database.asSchemaOwner('select from audit_event')).toHaveLength(before.length)
})

test.each([
  ['Nguyễn Văn Đức', ['Nguyen Van', 'Đức', 'duc nguyen', 'VĂN', 'nguye']],
  ['Đặng Thu Hà', ['dang thu', 'hà', 'Thu Hà', 'ĐẶNG']],
  ['thuha.dn', ['thuha', 'dn']],
  ['ĐỖ_ÔN', ['do on', 'đỗ']],
  ['Željko Ćosić', ['cosic', 'zeljko']],
  ['김민지', ['김민']],
  ['山田太郎', ['山田']],
])('the member %s is found by any of its words, without accents', async (username, texts) => {
  const member = await app.member(username)
  for (const text of texts) {
    const found = (await find('support', text)).filter(({ kind }) => kind === 'members')
    expect(found.map(({ title }) => title)).toContain(username)
    const listed = answered(
      await app.call(adminMemberCalls.list, { as: operators.get('support')!, query: { search: text } }),
    ).list
    expect(listed.map(({ _id }) => _id)).toContain(member._id)
  }
  expect(await find('support', `${texts[0]!} nobody`)).toEqual([])
})

test.each([
  ['Jörg Müßig', ['Joerg', 'jorg', 'MUESSIG', 'müssig', 'Mußig', 'Jörg']],
  ['Hans Mueller', ['müller', 'muller', 'mueller', 'Hans MÜLLER']],
  ['Þórður Ægisson', ['Thordur', 'þórður', 'aegisson', 'Ægi', 'ægisson thor']],
  ['Thora Aegir', ['þóra', 'ægir']],
  ['Søren Bœuf', ['soren', 'Soeren', 'SØREN', 'boeuf', 'BŒUF']],
  ['Soerensen', ['sørensen', 'sorensen']],
  ['Đorđe Lukić', ['djordje', 'dorde', 'ĐORĐE', 'Đorđe lukic']],
  ['Djurdja', ['đurđa', 'durda', 'djurdja']],
  ['Åse Lund', ['aase', 'ase', 'åse']],
])('the member %s is found in every spelling', async (username, texts) => {
  const member = await app.member(username)
  for (const text of texts) {
    const found = (await find('support', text)).filter(({ kind }) => kind === 'members')
    expect([text, ...found.map(({ _id }) => _id)]).toEqual([text, member._id])
    const query = { search: text }
    const { list } = answered(await app.call(adminMemberCalls.list, { as: operators.get('support')!, query }))
    expect([text, ...list.map(({ _id }) => _id)]).toEqual([text, member._id])
  }
})

test('a word with both letters of a spelling finds no name that has only the first', async () => {
  await app.member('Phùng Hưng')
  const member = await app.member('Phạm Huệ')
  const found = await find('support', 'hue')
  expect(found.map(({ _id }) => _id)).toEqual([member._id])
})

test('a brand is found without its accents, by the search and in the lists', async () => {
  const id = one.campaigns._id
  await app.database.asSchemaOwner(`update campaign set brand = 'Gốm Bát Tràng' where id = $1`, [id])
  for (const text of ['gom bat', 'Bát Tràng', 'trang gom', 'ốm Bá']) {
    const found = (await find('support', text)).filter(({ kind }) => kind === 'campaigns')
    expect(found.map(({ _id }) => _id)).toEqual([id])
    const query = { brand: text }
    const { list } = answered(
      await app.call(adminCampaignCalls.list, { as: operators.get('support')!, query }),
    )
    expect(list.map(({ _id }) => _id)).toEqual([id])
  }
  expect(await find('support', 'gom nobody')).toEqual([])
  await app.database.asSchemaOwner('update campaign set brand = $2 where id = $1', [
    id,
    one.campaigns.text.toLowerCase(),
  ])
})

test('a word is found by how it begins, not by its middle', async () => {
  await app.member('Trương Khải')
  expect(await find('support', 'hai')).toEqual([])
  expect(await find('support', 'kha tru')).toMatchObject([{ title: 'Trương Khải' }])
})

test('a whole account number finds its member and its payments, shows it masked, and only to those who read payments', async () => {
  const before = await app.database.asSchemaOwner('select from audit_event')
  for (const text of [BANK.account_number, BANK.account_number.replaceAll(' ', '')]) {
    const found = await find('finance', text)
    expect(found).toMatchObject([{ kind: 'members', _id: carrier._id }])
    expect(await find('support', text)).toEqual([])
  }
  expect(await find('finance', BANK.account_number.slice(0, -1))).toEqual([])
  const [line] = await find('finance', '9704 3666 0011 2233')
  expect(line).toMatchObject({ kind: 'bank-lines', title: 'Đỗ ****n' })
  expect(line!.detail).toMatch(/^•+ ?2233$/)
  expect(await app.database.asSchemaOwner('select from audit_event')).toHaveLength(before.length)
})

test('a member is found by words of their account’s holder, without accents, by those who read payments', async () => {
  const named = await payable(app, 'sunny.hill', 1_000n)
  await app.database.asSchemaOwner(`update bank_details set holder = 'NGUYỄN THỊ LÀN' where member_id = $1`, [
    named._id,
  ])
  for (const text of ['nguyen lan', 'Lan', 'lan nguyễn thi'])
    expect(await find('finance', text)).toContainEqual(
      expect.objectContaining({ kind: 'members', _id: named._id, title: 'sunny.hill' }),
    )
  expect(await find('finance', 'nguyen zoran')).toEqual([])
  expect((await find('support', 'nguyen lan')).map(({ _id }) => _id)).not.toContain(named._id)
})

test('whoever is called exactly so is found first among many with that word', async () => {
  await app.member('many')
  const found = (await find('owner', 'Many')).filter(({ kind }) => kind === 'members')
  expect(found).toHaveLength(MAX_FOUND_OF_KIND)
  expect(found[0]).toMatchObject({ title: 'many' })
})

test.each(['refunds', 'payout-batches'] as const)(
  '%s are found by a part of their reference',
  async (kind) => {
    const { text, _id } = one[kind]
    for (const part of [text.slice(3), text.slice(1, -1).toLowerCase()])
      expect(await find('finance', part)).toContainEqual(expect.objectContaining({ kind, _id }))
  },
)

test('an order that is not in review is shown at its campaign', async () => {
  const found = await find('support', one.orders._id)
  const order = found.find(({ kind }) => kind === 'orders')
  expect(order!.page).toEqual({ screen: 'campaigns', _id: one.campaigns._id })
})

test('wildcards are matched literally, results per kind are limited, and one letter is refused', async () => {
  expect(await find('owner', '%%%')).toEqual([])
  expect(await find('owner', 'many ')).toHaveLength(MAX_FOUND_OF_KIND)
  const refused = await app.call(searchCalls.all, { as: operators.get('owner')!, query: { text: ' x ' } })
  expect(refused).toMatchObject({ status: 422, code: 'field_is_invalid' })
})

const VALUES = {
  id: '019a0000-0000-7000-8000-00000000000d',
  name: 'nguyen van',
  holder: 'nguyen van',
  phones: ['+84912000001'],
  code: 'WELCOME',
  part: '%k3m9%',
  part_of_reference: '%k3m9%',
  reference: 'FT-K3M9-0001',
  account: '970436',
  link_code: 'abcdef',
  entry_no: 7n,
  document: 'FI-2026-7',
}

// There are no more operators than a company has people.
test.each(KINDS.filter((kind) => kind !== 'staff'))(
  '%s are looked up by an index whatever is typed',
  async (kind) => {
    const { name, text } = SEARCHES[kind]
    const { names } = declaredStatements().get(name)!
    const plan = await app.database.transaction(async (tx) => {
      // In a table with a few rows a sequential scan is cheaper than any index.
      await tx.query({ text: 'set local enable_seqscan = off' })
      const values = names.map((term) => VALUES[term as keyof typeof VALUES])
      const found = await tx.query({ text: `explain ${text}`, values })
      return found.rows.map((row) => Object.values(row)[0]).join('\n')
    })
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan/)
  },
)
