// A member leaves a mark wherever a member can. After closing, none is in any column of any table but those that the law has us
// keep, as the screen says before; five years later none at all.
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminMemberCalls, adminMemberNoteCalls } from '@fairturn/contract/backoffice/members'
import { bankingCalls } from '@fairturn/contract/banking'
import { depositCalls } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { invoiceCalls } from '@fairturn/contract/invoices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { bring, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { answered, carry, claim, placeCampaign, work } from '../../test/carrying.ts'
import { everyRow, tablesWith } from '../../test/every-row.ts'
import { BROWSER } from '../../test/links.ts'
import { expectPaymentsCorrect, receiveAt, saveBank, withdraw } from '../../test/payments.ts'
import { actorOn, staff } from '../../test/staff.ts'
import { cancelCampaign } from '../campaigns/campaigns.ts'
import { checkInvoices } from '../invoices/invoices.ts'
import { checkAuditLog } from '../staff/staff.ts'
import { decideNewLines } from '../withdrawals/line-decisions.ts'
import { approveWithdrawal, markPaid, sendWithdrawal } from '../withdrawals/withdrawals.ts'
import { handlers } from '../worker.ts'

const YEAR_MS = 365 * 86_400_000

/** What stands on documents. */
const BILLING_MARKS = {
  legal_name: 'Zdenka Keramika',
  billing_street: 'Zdenčina 12',
  billing_email: 'books@zdenka.example',
  purchase_order: 'PO of Zdenka',
}

/** What the person typed, sent or was known by: each occurs nowhere else. */
const MARKS = {
  username: 'Zdenka Unmistakable',
  first_phone: '',
  phone: '+84911230077',
  email: 'zdenka.very.own@example.com',
  former_email: 'zdenka.before@example.com',
  street: '7 Ngõ Rất Riêng',
  addressee: 'Zdenka Addressee',
  holder: 'ZDENKA HOLDER',
  account: '0011004270707',
  former_account: '0011004280808',
  proposed_holder: 'ZDENKA PROPOSED',
  proposed_account: '0011004290909',
  payer: 'Zdenka Payerova',
  payers_iban: 'DE89370400440532013000',
  unmatched_payer: 'Zdenka Unmatchedova',
  unmatched_iban: 'DE02120300000000202051',
  brand: 'Gốm Zdenka',
  tagline: 'Pots by Zdenka herself',
  caption: 'Ask for Zdenka in the shop',
  landing: 'zdenka.example.com',
  picture: 'ab12'.repeat(8),
  note: 'Zdenka calls on Mondays',
  tag: 'zdenka-of-the-fair',
  code: '',
  ...BILLING_MARKS,
} satisfies Record<string, string>

/** Kept for ten years after the year of the document, because tax law has businesses keep invoices; a setting. */
const DOCUMENTS = Object.fromEntries(
  ['brand', ...Object.keys(BILLING_MARKS)].map((name) => [name, ['public.invoice']]),
)

/** Kept for five years, because anti-money-laundering law has whoever pays out keep to whom (decision 019). */
const KEPT: Record<string, readonly string[]> = {
  holder: ['public.withdrawal'],
  account: ['public.withdrawal'],
  payer: ['public.bank_line'],
  payers_iban: ['public.bank_line'],
  street: ['public.withdrawal'],
  unmatched_payer: ['public.bank_line'],
  unmatched_iban: ['public.bank_line'],
  ...DOCUMENTS,
}

let app: TestApp
let member: TestMember
const carriers: TestMember[] = []
const marks: Record<string, string> = { ...MARKS }

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database, { day: '2026-11-01' })
  member = await app.member(MARKS.username)
  const { token, _id: user_id } = member
  marks['code'] = member.code
  const [row] = await app.database.asSchemaOwner<{ phone: string }>(
    'select phone from member where id = $1',
    [user_id],
  )
  marks['first_phone'] = row!.phone
  const proof = { user_id, password: TEST_PASSWORD }
  const address = { name: MARKS.addressee, street: MARKS.street, city: 'Hà Nội', country: 'VN' as const }
  answered(await app.call(bankingCalls.updateAddress, { token, body: { user_id, ...address } }))
  for (const account_number of [MARKS.former_account, MARKS.account]) {
    answered(await saveBank(app, member, { holder: MARKS.holder, bank_code: 'VCB', account_number }))
    app.clock.advance(25 * 3_600_000)
    member = await app.signedIn(member)
  }
  await app.database.asSchemaOwner('update member set email = $2 where id = $1', [user_id, MARKS.email])
  await app.database.asSchemaOwner(
    `insert into former_contact (id, member_id, kind, value, set_at, left_at) values ($1, $2, 'email', $3, $4, $4)`,
    [newId(app.clock.now()), user_id, MARKS.former_email, app.clock.now()],
  )
  answered(
    await app.call(securityCalls.changePhone, {
      token: member.token,
      body: { ...proof, phone: MARKS.phone },
    }),
  )
  const { reference } = answered(
    await app.call(depositCalls.deposit, {
      token: member.token,
      key: 'key-of-the-deposit',
      body: { user_id, amount: '40.00', method: 'bank_transfer' },
    }),
  )
  const lines = [
    {
      amount: '40.00',
      ref: 'Z1',
      text: `${reference} from ${MARKS.payer}`,
      name: MARKS.payer,
      iban: MARKS.payers_iban,
    },
    {
      amount: '9.00',
      ref: 'Z2',
      text: 'no reference',
      name: MARKS.unmatched_payer,
      iban: MARKS.unmatched_iban,
    },
  ]
  await bring(app.database, camt053({ id: 'ZDENKA', ...(await nextSheet(app.database)), lines }))
  await decideNewLines(app.database)

  const {
    legal_name,
    billing_street: billingStreet,
    billing_email: billingEmail,
    purchase_order,
  } = BILLING_MARKS
  const billed = { legal_name, street: billingStreet, city: 'Praha', email: billingEmail, purchase_order }
  answered(
    await app.call(invoiceCalls.saveBilling, {
      token: member.token,
      body: { ...billed, buyer_kind: 'person', country: 'CZ' },
    }),
  )
  const creative = `/files/${MARKS.picture}.webp`
  await app.database.asSchemaOwner('insert into creative (url, member_id) values ($1, $2)', [
    creative,
    user_id,
  ])
  const { id: campaign_id } = await placeCampaign(app, member, {
    brand: MARKS.brand,
    tagline: { en: MARKS.tagline },
    caption: { en: MARKS.caption },
    creative,
    landing_url: `https://${MARKS.landing}/shop`,
    visits: 20,
    price_minor: 50n,
  })
  await app.database.asSchemaOwner(
    `insert into landing_check (member_id, landing_url, remarks, title, checked_at) values ($1, $2, '{}', $3, $4)`,
    [user_id, `https://${MARKS.landing}/shop`, MARKS.caption, app.clock.now()],
  )
  for (const username of ['carries it', 'carries it too']) {
    const carrier = await app.member(username)
    carriers.push(carrier)
    answered(await claim(app, carrier, (await carry(app, carrier))._id))
  }
  await app.database.transaction((tx) => cancelCampaign(tx, { campaign_id, member_id: user_id }))
  await work(app)

  const support = { as: await staff(app, 'support'), params: { member_id: user_id } }
  answered(
    await app.call(adminMemberCalls.detail, { ...support, query: { reason: 'Ticket 17 asks for this' } }),
  )
  answered(
    await app.call(adminMemberNoteCalls.writeNote, {
      ...support,
      body: { text: MARKS.note },
      key: 'key-of-the-note',
    }),
  )
  answered(await app.call(adminMemberNoteCalls.setTag, { ...support, body: { tag: MARKS.tag, is_on: true } }))

  const proposing = await staff(app, 'finance')
  answered(
    await app.call(adjustmentCalls.proposePayoutAccount, {
      as: proposing,
      params: { member_id: user_id },
      body: {
        holder: MARKS.proposed_holder,
        bank_code: 'VCB',
        account_number: MARKS.proposed_account,
        reason: 'They asked by letter.',
      },
    }),
  )
  app.clock.advance(25 * 3_600_000)
  member = await app.signedIn(member)
  const { withdrawal } = answered(await withdraw(app, member, 'all'))
  for (const step of [approveWithdrawal, sendWithdrawal, markPaid]) {
    const actor = await actorOn(app, 'out')
    await app.database.transaction((tx) => step(tx, { actor, withdrawal_id: withdrawal._id }))
  }
  await work(app)
}, 120_000)
afterAll(() => app.close())

const found = async (): Promise<Record<string, string[]>> => {
  const rows = await everyRow(app.database)
  const tables = Object.entries(marks).map(([name, mark]) => [name, tablesWith(rows, mark)] as const)
  return Object.fromEntries(tables.filter(([, list]) => list.length > 0))
}

test('a mark of every kind is there before', async () => {
  const all = await found()
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(marks).toSorted())
  expect(all['brand']).toEqual(
    expect.arrayContaining(['public.campaign', 'public.link', 'public.notification']),
  )
  expect(all['proposed_holder']).toContain('public.proposal')
})

test('the export contains every mark but those of a payment that nobody knows to be theirs', async () => {
  member = await app.signedIn(member)
  const everything = answered(
    await app.call(personalDataCalls.export, {
      token: member.token,
      body: { user_id: member._id, password: TEST_PASSWORD },
    }),
  )
  expect(personalDataCalls.export.answer.safeParse(everything).error).toBeUndefined()
  const text = JSON.stringify(everything)
  const missing = Object.entries(marks).flatMap(([name, mark]) => (text.includes(mark) ? [] : [name]))
  expect(missing).toEqual(['unmatched_payer', 'unmatched_iban'])
})

test('after closing none is in any table but those for which the law asks', async () => {
  answered(
    await app.call(personalDataCalls.close, {
      token: member.token,
      body: { user_id: member._id, password: TEST_PASSWORD },
    }),
  )
  await work(app)
  expect(await found()).toEqual(KEPT)
  expect(await checkAuditLog(app.database)).toEqual([])
  await expectPaymentsCorrect(app)
})

test('who carried its campaign still reads the order, the statement and the link; staff the campaign', async () => {
  const carrier = await app.signedIn(carriers[0]!)
  const [order] = await app.database.asSchemaOwner<{ id: string; link_code: string; campaign_id: string }>(
    'select id, link_code, campaign_id from orders where member_id = $1',
    [carrier._id],
  )
  const { token } = carrier
  const read = await app.fastify.inject({
    url: `/api/orders/${order!.id}`,
    headers: { authorization: `Bearer ${token}`, langcode: 'vn' },
  })
  expect([read.statusCode, read.body]).toEqual([200, expect.stringContaining('****')])
  const everything = answered(
    await app.call(personalDataCalls.export, {
      token,
      body: { user_id: carrier._id, password: TEST_PASSWORD },
    }),
  )
  expect(everything.orders).toMatchObject([{ brand: '****', status: 'done' }])
  const page = await app.fastify.inject({ url: `/r/${order!.link_code}`, headers: { 'user-agent': BROWSER } })
  expect(page.statusCode).toBeLessThan(500)
  const { headers } = await staff(app, 'owner')
  for (const path of [
    `campaigns/${order!.campaign_id}`,
    `campaigns/${order!.campaign_id}/preview?locale=en`,
    'campaigns',
  ]) {
    const { statusCode, body } = await app.fastify.inject({ url: `/api/backoffice/${path}`, headers })
    expect([path, statusCode, body.includes('****')]).toEqual([path, 200, true])
  }
})

test('five years later none is in any table at all but in invoices, and after their years not there', async () => {
  const sweep = async () => {
    await app.database.asSchemaOwner(`select graphile_worker.add_job('sweep', '{}', run_at => $1)`, [
      app.clock.now(),
    ])
    await app.database.runDueJobs([...handlers])
  }
  app.clock.advance(4 * YEAR_MS)
  await sweep()
  expect(await found()).toEqual(KEPT)
  app.clock.advance(YEAR_MS + 3 * 86_400_000)
  await sweep()
  expect(await found()).toEqual(DOCUMENTS)
  app.clock.advance(Date.parse('2036-12-31T16:00:00Z') - app.clock.now().getTime())
  await sweep()
  expect(await found()).toEqual(DOCUMENTS)
  app.clock.advance(86_400_000)
  await sweep()
  expect(await found()).toEqual({})
  expect((await checkInvoices(app.database)).findings).toEqual([])
  await expectPaymentsCorrect(app)
})

test('nobody can wipe the campaigns or proposals of an account that is open', async () => {
  const placer = await app.member('stays open')
  const { id } = await placeCampaign(app, placer, { brand: 'Stays' })
  await app.database.query({ text: 'select campaigns_erase_texts($1)', values: [placer._id] })
  await app.database.query({ text: 'select staff_erase_payout_proposals($1)', values: [placer._id] })
  expect(await app.database.asSchemaOwner('select brand from campaign where id = $1', [id])).toEqual([
    { brand: 'Stays' },
  ])
})
