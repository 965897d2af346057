// Names of ids in answers, for what the caller's role may read; and what people write instead of ids, exactly one or refused.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminMemberCalls, adminMemberNoteCalls } from '@fairturn/contract/backoffice/members'
import { type Named, NAMED, nameCalls, type FormFieldKind } from '@fairturn/contract/backoffice/names'
import { STAFF_ROLES, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, placeCampaign } from '../../test/carrying.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { declaredStatements } from '../platform/database/statement.ts'
import { selectNames, selectWritten } from './names.store.ts'

let app: TestApp
let carrier: TestMember
let phone: string
let row: Record<'order_id' | 'link_code' | 'campaign_id' | 'brand' | 'withdrawal_id' | 'reference', string>
let entry: { id: string; entry_no: string }
const operators = new Map<StaffRole, TestOperator>()

beforeAll(async () => {
  app = await startApp()
  carrier = await payable(app, 'Đặng Thu Hà', 10_000n)
  await placeCampaign(app, await app.member('placer one'))
  const order = await carry(app, carrier)
  answered(await claim(app, carrier, order._id))
  answered(await withdraw(app, carrier, '30.00'))
  for (const role of STAFF_ROLES) operators.set(role, await staff(app, role))
  const [found] = await app.database.asSchemaOwner<typeof row>(
    `select o.id as order_id, o.link_code, c.id as campaign_id, c.brand, w.id as withdrawal_id, w.reference
     from orders o join campaign c on c.id = o.campaign_id, withdrawal w where o.id = $1`,
    [order._id],
  )
  row = found!
  const entries = await app.database.asSchemaOwner<typeof entry>(
    `select id, entry_no::text from entry where type = 'withdrawal_requested'`,
  )
  entry = entries[0]!
  const phones = await app.database.asSchemaOwner<{ phone: string }>(
    'select phone from member where id = $1',
    [carrier._id],
  )
  phone = phones[0]!.phone
})
afterAll(() => app.close())

const as = (role: StaffRole) => operators.get(role)!
const nameOf = (names: readonly Named[] | undefined, _id: string) => names?.find((named) => named._id === _id)
const resolve = (role: StaffRole, of: FormFieldKind, text: string) =>
  app.call(nameCalls.resolve, { as: as(role), query: { of, text } })
const member = () => ({ _id: carrier._id, kind: 'members', name: 'Đặng Thu Hà' })

test('entries name and link their subjects, and who caused them', async () => {
  const { names, list } = answered(await app.call(ledgerCalls.entries, { as: as('finance') }))
  expect(list.some(({ actor }) => actor.includes(carrier._id))).toBe(true)
  expect(nameOf(names, carrier._id)).toMatchObject(member())
  expect(nameOf(names, row.withdrawal_id)).toEqual({
    _id: row.withdrawal_id,
    kind: 'withdrawals',
    name: row.reference,
    page: { screen: 'withdrawals', _id: row.withdrawal_id },
  })
  const { names: ofOne, postings } = answered(
    await app.call(ledgerCalls.entry, { as: as('finance'), params: { entry_id: entry.id } }),
  )
  expect(nameOf(ofOne, postings[0]!.account_id)).toMatchObject({ kind: 'accounts', name: 'Đặng Thu Hà' })
})

test('the audit log names and links the member of a note and of a tag', async () => {
  const by = { as: as('support'), params: { member_id: carrier._id } }
  answered(
    await app.call(adminMemberCalls.detail, { ...by, query: { reason: 'They have called about it.' } }),
  )
  const key = newId(app.clock.now())
  const note = { text: 'They called about an award.' }
  answered(await app.call(adminMemberNoteCalls.writeNote, { ...by, key, body: note }))
  answered(await app.call(adminMemberNoteCalls.setTag, { ...by, body: { tag: 'called', is_on: true } }))
  for (const [action, kind] of [
    ['member_note_written', 'member_notes'],
    ['member_tag_added', 'member_tags'],
  ] as const) {
    const query = { action }
    const { list, names } = answered(await app.call(auditCalls.acts, { as: as('auditor'), query }))
    // The event itself is not the member's to read in the app.
    expect(list[0]!.member_id).toBeNull()
    expect(nameOf(names, list[0]!.object._id)).toEqual({
      _id: list[0]!.object._id,
      kind,
      name: 'Đặng Thu Hà',
      page: { screen: 'members', _id: carrier._id },
    })
  }
})

test('accounts and withdrawals name their holders', async () => {
  const accounts = answered(await app.call(ledgerCalls.accounts, { as: as('auditor') }))
  expect(nameOf(accounts.names, carrier._id)).toMatchObject(member())
  // Finance reads of which campaign an account is, and has no page of campaigns.
  const mine = answered(
    await app.call(ledgerCalls.accounts, { as: as('finance'), query: { kind: 'campaign_escrow' } }),
  )
  expect(nameOf(mine.names, row.campaign_id)).toMatchObject({ name: row.brand, page: null })
  const withdrawals = answered(await app.call(adminWithdrawalCalls.withdrawals, { as: as('finance') }))
  expect(nameOf(withdrawals.names, carrier._id)).toMatchObject(member())
})

test('a proposal names the member it is about to whoever may read members, and to nobody else', async () => {
  const { proposal_id } = answered(
    await app.call(adjustmentCalls.proposeRefund, {
      as: as('finance'),
      key: newId(app.clock.now()),
      params: { member_id: carrier._id },
      body: {
        amount: '1.00',
        subject: 'order',
        refers_to: row.order_id,
        reason: 'It was ours. It is written down.',
      },
    }),
  )
  const params = { proposal_id }
  for (const role of STAFF_ROLES) {
    const { names } = answered(await app.call(approvalCalls.detail, { as: as(role), params }))
    const listed = answered(await app.call(approvalCalls.list, { as: as(role) }))
    for (const seen of [names, listed.names]) {
      expect(nameOf(seen, carrier._id)?.name).toBe(role === 'content' ? undefined : 'Đặng Thu Hà')
      expect(nameOf(seen, as('finance')._id)).toMatchObject({
        kind: 'operators',
        name: as('finance').username,
      })
    }
    expect(nameOf(names, row.order_id)!.name).toContain(row.brand)
  }
  const acts = answered(
    await app.call(auditCalls.acts, { as: as('auditor'), query: { action: 'proposal_made' } }),
  )
  expect(nameOf(acts.names, proposal_id)).toMatchObject({ kind: 'approvals', page: { _id: proposal_id } })
})

test('a member is meant by username, phone in both writings, code, order link, reference and id', async () => {
  const link = `https://ads.example/r/${row.link_code}`
  const texts = [
    'đặng thu hà',
    phone,
    `0${phone.slice(3)}`,
    `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`,
    carrier.code,
    link,
    carrier._id.toUpperCase(),
  ]
  for (const text of texts) expect(answered(await resolve('support', 'member', text))).toMatchObject(member())
  // Whose payment it is, only for those who read payments.
  const reference = row.reference.toLowerCase().replaceAll('-', '')
  expect(answered(await resolve('finance', 'member', reference))).toMatchObject(member())
  expect((await resolve('support', 'member', reference)).code).toBe('nothing_has_this_name')
})

test('payments, entries, orders and campaigns are meant by reference, number, link and brand', async () => {
  const link = `https://ads.example/r/${row.link_code}`
  const meant = [
    ['payment', row.reference, row.withdrawal_id],
    ['entry', `#${entry.entry_no}`, entry.id],
    ['entry', entry.entry_no, entry.id],
    ['order', link, row.order_id],
    ['campaign', row.brand.toUpperCase(), row.campaign_id],
    ['subject', row.reference, row.withdrawal_id],
    ['holder', 'Đặng Thu Hà', carrier._id],
  ] as const
  for (const [of, text, _id] of meant)
    expect(answered(await resolve('owner', of, text))).toMatchObject({ _id })
})

test('what nothing is called, and what several are called, is refused', async () => {
  for (const text of ['nobody at all', 'Đặng', '%', newId(app.clock.now()), 'FW-0000-0000'])
    expect(await resolve('support', 'member', text)).toMatchObject({
      status: 404,
      code: 'nothing_has_this_name',
    })
  expect(await resolve('support', 'member', row.campaign_id)).toMatchObject({ code: 'nothing_has_this_name' })
  const another = await app.member('placer two')
  await placeCampaign(app, another)
  expect(await resolve('owner', 'campaign', row.brand)).toMatchObject({
    status: 409,
    code: 'several_have_this_name',
  })
})

test('only roles that may read it are told what a text means', async () => {
  for (const role of STAFF_ROLES) {
    const { status } = await resolve(role, 'member', 'Đặng Thu Hà')
    expect(status).toBe(role === 'content' ? 403 : 200)
    const payment = await resolve(role, 'payment', row.reference)
    expect(payment.status).toBe(['finance', 'auditor', 'owner'].includes(role) ? 200 : 403)
  }
})

test.each([selectNames.name, selectWritten.name])('%s looks up by indexes', async (name) => {
  const { text, names } = declaredStatements().get(name)!
  const values: Readonly<Record<string, unknown>> = {
    ids: [newId(app.clock.now())],
    kinds: Object.keys(NAMED),
    name: 'somebody',
    phones: ['+84912000001'],
    code: 'WELCOME',
    link_code: 'abcdefgh',
    brand: 'Maison',
    references: ['FT-K3M9-0001'],
    entry_no: 7,
    operator: 'demo.finance',
    file: 'statement.xml',
  }
  const plan = await app.database.transaction(async (tx) => {
    // In a table with a few rows a sequential scan is cheaper than any index.
    await tx.query({ text: 'set local enable_seqscan = off' })
    const found = await tx.query({ text: `explain ${text}`, values: names.map((each) => values[each]) })
    return found.rows.map((each) => Object.values(each)[0]).join('\n')
  })
  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan/)
})

test('an export says by their names what its ids are, to whoever may read them', async () => {
  const rowsOf = async (role: StaffRole, path: string) => {
    const url = `/api/backoffice/${path}`
    const { body } = await app.fastify.inject({ method: 'GET', url, headers: as(role).headers })
    const [head, ...lines] = body
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    return lines.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at]])))
  }
  const entries = await rowsOf('finance', 'ledger/entries.csv')
  const asked = entries.find(({ entry_id }) => entry_id === entry.id)
  expect(asked).toMatchObject({
    refers_to_name: row.reference,
    refers_to: row.withdrawal_id,
    actor_name: 'Đặng Thu Hà',
    actor: `member:${carrier._id}`,
  })
  const accounts = await rowsOf('auditor', 'ledger/accounts.csv')
  expect(accounts.find(({ holder_id }) => holder_id === carrier._id)).toMatchObject({ holder: 'Đặng Thu Hà' })
  // Content reads no members: what an id is called stays out of its file, too.
  const proposals = await rowsOf('content', 'approvals.csv')
  const about = proposals.find(({ member_id }) => member_id === carrier._id)
  expect(about).toMatchObject({ member: '', member_id: carrier._id })
  const seen = await rowsOf('finance', 'approvals.csv')
  expect(seen.find(({ member_id }) => member_id === carrier._id)).toMatchObject({ member: 'Đặng Thu Hà' })
})

test('the audit log is filtered by an operator’s name', async () => {
  const { _id, username } = as('finance')
  const found = answered(await resolve('owner', 'actor', username))
  expect(found).toMatchObject({ _id, kind: 'operators', name: username })
  const { list } = answered(await app.call(auditCalls.acts, { as: as('owner'), query: { actor: found._id } }))
  expect(list.length).toBeGreaterThan(0)
  expect(new Set(list.map(({ actor_name }) => actor_name))).toEqual(new Set([username]))
  const system = answered(await app.call(auditCalls.acts, { as: as('owner'), query: { actor: 'system' } }))
  expect(system.list.every(({ actor }) => actor === 'system')).toBe(true)
  expect(await resolve('support', 'actor', username)).toMatchObject({ code: 'your_role_may_not_do_this' })
})
