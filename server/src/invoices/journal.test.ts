// The accounting export equals the ledger, by SQL that reads its postings alone; each entry and each day is balanced.
import { adminInvoiceCalls, adminInvoiceFiles } from '@fairturn/contract/backoffice/invoices'
import { newId } from '@fairturn/contract/ids'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { newMember, wantedCampaign } from '../../test/campaigns.ts'
import { answered } from '../../test/carrying.ts'
import { documentsOf, FRENCH, setProfile, setSeller } from '../../test/invoices.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import {
  approveCampaign,
  cancelCampaign,
  createCampaign,
  endDueCampaigns,
  payCampaign,
  rejectCampaign,
} from '../campaigns/campaigns.ts'
import { changeSetting, dayIn, settingsOf } from '../content/settings.ts'
import { entryId, type NewEntry, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'

const DAY_MS = 86_400_000
const CHART = { cash: '1200', revenue: '8400', own_money: '0800', vat: '1776', bank_fees: '4970' } as const
const BY = 'operator:first'

let app: TestApp
let finance: TestOperator

/** Of the platform's own money and cash, at a time of the past or now. */
const own = (
  tx: Tx,
  type: 'opening_balance' | 'bank_fee_booked' | 'interest_booked',
  minor: bigint,
  at: Date,
) => {
  const id = entryId(type, newId(tx.now))
  const postings = [
    { account: platformAccount('cash', id), amount_minor: -minor },
    { account: platformAccount('own_money', id), amount_minor: minor },
  ]
  const entry: NewEntry = { id, type, refers_to: 'the bank', actor: BY, event_at: at, postings }
  return postOrRefuse(tx, [entry])
}
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  app.clock.advance(1000)
  return app.database.transaction(work)
}
/** Days of documents: seven hours before those of UTC. */
const ZONE = 'Asia/Ho_Chi_Minh'
const isoDay = (days = 0) => dayIn(new Date(app.clock.now().getTime() + days * DAY_MS), ZONE)

beforeAll(async () => {
  app = await startApp()
  await run((tx) => setSeller(tx))
  await run(async (tx) => {
    const { chart } = await settingsOf(tx)
    await changeSetting(tx, 'chart', { ...chart, ...CHART })
  })
  for (let day = 0; day < 10; day += 1) {
    await run(async (tx) => {
      const member_id = await newMember(tx, 100_000n)
      const first = await createCampaign(tx, wantedCampaign(tx, member_id))
      await payCampaign(tx, { member_id, campaign_id: first.id })
      const second = await createCampaign(tx, wantedCampaign(tx, member_id))
      await payCampaign(tx, { member_id, campaign_id: second.id })
      await rejectCampaign(tx, { campaign_id: first.id, actor: BY, reason: 'Not what we show here.' })
      await approveCampaign(tx, { campaign_id: second.id, actor: BY })
      await cancelCampaign(tx, { member_id, campaign_id: second.id })
    })
    await endDueCampaigns(app.database)
    await run((tx) => own(tx, 'bank_fee_booked', BigInt(-100 - day), tx.now))
    app.clock.advance(DAY_MS)
  }
  await run((tx) => own(tx, 'interest_booked', 33n, tx.now))
  // Written today, of a day before everything else.
  await run((tx) => own(tx, 'opening_balance', 70_000n, new Date(tx.now.getTime() - 40 * DAY_MS)))
  finance = await staff(app, 'finance') // now, because sessions end
})
afterAll(() => app.close())

/** By its own SQL: debits and credits of a period, by day, type and kind. */
const ofLedger = (from: string, to: string) =>
  app.database
    .asSchemaOwner<{
      day: string
      type: string
      kind: string
      debit: bigint
      credit: bigint
      postings: number
    }>(
      `select to_char(e.event_at at time zone '${ZONE}', 'YYYY-MM-DD') as day, e.type::text as type, a.kind, count(*)::int as postings,
       coalesce(-sum(p.amount_minor) filter (where p.amount_minor < 0), 0)::bigint as debit,
       coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0)::bigint as credit
     from posting p join entry e on e.id = p.entry_id join account a on a.no = p.account_no group by 1, 2, 3 order by 1, 2, 3`,
    )
    .then((rows) => rows.filter(({ day }) => day >= from && day <= to))

type Line = Record<string, string>
async function exported(from: string, to: string, lines?: 'days' | 'entries'): Promise<Line[]> {
  return await read(
    `/api/${adminInvoiceFiles.exportJournal.path}?from=${from}&to=${to}${lines ? `&lines=${lines}` : ''}`,
  )
}
async function read(url: string): Promise<Line[]> {
  const { statusCode, body } = await app.fastify.inject({ url, headers: finance.headers })
  expect(statusCode).toBe(200)
  const [head, ...rows] = body.replace('\ufeff', '').trim().split('\r\n')
  const columns = head!.split(',')
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [columns[i]!, cell])))
}
const minor = (cell: string | undefined) => (cell ? parseMoney(cell) : 0n)
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n)
const debitsOf = (lines: readonly Line[]) => total(lines.map(({ debit }) => minor(debit)))
const creditsOf = (lines: readonly Line[]) => total(lines.map(({ credit }) => minor(credit)))

test.each(['days', 'entries'] as const)(
  'the journal by %s is balanced each day, and equals the ledger',
  async (by) => {
    const [from, to] = [isoDay(-8), isoDay(-2)]
    const lines = await exported(from, to, by)
    const ledger = await ofLedger(from, to)
    expect(new Set(lines.map(({ day }) => day)).size).toBe(7)
    for (const ofDay of Map.groupBy(lines, ({ day }) => day).values()) {
      expect(debitsOf(ofDay)).toBeGreaterThan(0n)
      expect(debitsOf(ofDay)).toBe(creditsOf(ofDay))
    }
    // Each line is one of the two.
    expect(lines.every(({ debit, credit }) => (debit === '') !== (credit === ''))).toBe(true)
    for (const { day, type, kind, debit, credit } of ledger) {
      const key = kind === 'own_money' && type === 'bank_fee_booked' ? 'bank_fees' : kind
      const same = lines.filter((line) => line['day'] === day && line['type'] === type && line['key'] === key)
      expect([day, type, kind, debitsOf(same), creditsOf(same)]).toEqual([day, type, kind, debit, credit])
    }
    expect(debitsOf(lines)).toBe(total(ledger.map(({ debit }) => debit)))
    const account = (key: string) =>
      new Set(lines.filter((line) => line['key'] === key).map((line) => line['account']))
    expect(account('bank_fees')).toEqual(new Set([CHART.bank_fees]))
    expect(account('cash')).toEqual(new Set([CHART.cash]))
  },
)

test('a line of an entry names its documents, and each entry is balanced', async () => {
  const [from, to] = [isoDay(-8), isoDay(-2)]
  const lines = await exported(from, to, 'entries')
  const postings = (await ofLedger(from, to)).map((row) => row.postings)
  expect(lines).toHaveLength(postings.reduce((sum, each) => sum + each))
  for (const entry of Map.groupBy(lines, ({ entry_id }) => entry_id).values())
    expect(debitsOf(entry)).toBe(creditsOf(entry))
  const paid = new Set(lines.filter(({ type }) => type === 'campaign_paid').map(({ documents }) => documents))
  expect(paid.size).toBe(14)
  expect([...paid].every((number) => /^FI-2026-\d{6}$/.test(number!))).toBe(true)
  const ended = lines.filter(({ type }) => type === 'campaign_ended')
  expect(ended.every(({ documents }) => /^FC-2026-\d{6}$/.test(documents!))).toBe(true)
  expect(lines.find(({ type }) => type === 'deposit_credited')!['documents']).toBe('')
})

test('an entry is in the journal of its own day, however late it was written', async () => {
  const day = isoDay(-40)
  const lines = await exported(day, day, 'entries')
  expect(lines.map(({ type, account, debit, credit }) => [type, account, debit, credit])).toEqual([
    ['opening_balance', CHART.cash, '700.00', ''],
    ['opening_balance', CHART.own_money, '', '700.00'],
  ])
  expect(await exported(isoDay(-60), isoDay(-50), 'entries')).toEqual([])
  expect(await exported(isoDay(-60), isoDay(-50))).toEqual([])
})

test('the trial balance and revenue by type equal the postings up to their day', async () => {
  const [from, to] = [isoDay(-5), isoDay()]
  const answer = answered(await app.call(adminInvoiceCalls.journal, { as: finance, query: { from, to } }))
  const [before, within] = [await ofLedger('0000', isoDay(-6)), await ofLedger(from, to)]
  expect(answer.debit).toBe(answer.credit)
  expect(minor(answer.debit)).toBe(total(within.map(({ debit }) => debit)))
  for (const kind of ['cash', 'member_available', 'campaign_escrow', 'campaign_vat', 'revenue']) {
    const of = (rows: typeof within) => rows.filter((row) => row.kind === kind)
    const [debit, credit] = [
      total(of(within).map((row) => row.debit)),
      total(of(within).map((row) => row.credit)),
    ]
    const opening = total(of(before).map((row) => row.debit - row.credit))
    const row = answer.accounts.find(({ key }) => key === kind)
    const found = row && [row.opening, row.debit, row.credit, row.closing].map(minor)
    expect([kind, found]).toEqual([
      kind,
      of([...before, ...within]).length === 0
        ? undefined
        : [opening, debit, credit, opening + debit - credit],
    ])
  }
  // At the end of today it is what the accounts have.
  const accounts = await app.database.asSchemaOwner<{ kind: string; minor: bigint }>(
    `select kind, -sum(balance_minor)::bigint as minor from account group by kind`,
  )
  const own_money = ['own_money', 'bank_fees', 'interest']
  for (const { kind, minor: expected } of accounts) {
    const keys = kind === 'own_money' ? own_money : [kind]
    const rows = answer.accounts.filter(({ key }) => keys.includes(key))
    expect([kind, total(rows.map(({ closing }) => minor(closing)))]).toEqual([kind, expected])
  }
  expect(total(answer.accounts.map(({ closing }) => minor(closing)))).toBe(0n)
  const revenue = within.filter(({ kind }) => kind === 'revenue')
  expect(minor(answer.revenue_total)).toBe(total(revenue.map(({ debit, credit }) => credit - debit)))
  expect(answer.accounts.find(({ key }) => key === 'interest')).toMatchObject({
    account: '4900',
    credit: '0.33',
  })
})

test('VAT by country, case and rate is what the documents of the CSV come to', async () => {
  await run(async (tx) => {
    for (const [supply, profile] of [
      ['principal', { kind: 'person', country: 'FR' }],
      ['agent', FRENCH(tx.now)],
      ['agent', {}],
    ] as const) {
      await changeSetting(tx, 'supply', supply)
      const member_id = await newMember(tx, 100_000n)
      await setProfile(tx, member_id, profile)
      // Which shows the country of the first.
      await tx.query({
        text: `update member set phone = '+3361' || right(phone, 6), phone_confirmed_at = $2 where id = $1`,
        values: [member_id, tx.now],
      })
      const { id: campaign_id } = await createCampaign(tx, wantedCampaign(tx, member_id))
      await payCampaign(tx, { member_id, campaign_id })
      if (supply === 'principal') await cancelCampaign(tx, { member_id, campaign_id })
    }
  })
  const [from, to] = [isoDay(-5), isoDay()]
  const { list } = answered(
    await app.call(adminInvoiceCalls.vatSummary, { as: finance, query: { from, to } }),
  )
  const lines = await read(`/api/${adminInvoiceFiles.exportInvoices.path}?from=${from}&to=${to}`)
  const nameOf = (country: string | null, vat_case: string | null, percent: string) =>
    `${country ?? ''} ${vat_case ?? ''} ${percent}`
  const groups = Map.groupBy(lines, (line) =>
    nameOf(line['vat_country']!, line['vat_case']!, line['vat_percent']!),
  )
  expect([...groups.keys()].toSorted()).toEqual([
    'DE consumer 19.00',
    'DE domestic 19.00',
    'FR consumer 20.00',
    'FR reverse_charge 0.00',
  ])
  expect(list.map((one) => nameOf(one.vat_country, one.vat_case, one.vat_percent.toFixed(2)))).toEqual(
    [...groups.keys()].toSorted(),
  )
  for (const one of list) {
    const of = groups.get(nameOf(one.vat_country, one.vat_case, one.vat_percent.toFixed(2)))!
    const sum = (column: string) => formatMoney(total(of.map((line) => minor(line[column]))))
    expect(one).toMatchObject({
      documents: of.length,
      taxable: sum('taxable'),
      not_taxable: sum('not_taxable'),
      vat: sum('vat'),
      stated: one.vat_case === 'reverse_charge' ? [] : [{ currency: 'EUR', amount: sum('vat_stated') }],
    })
  }
})

test('VAT of two sellers is told apart, that of one is not by what else of it has changed; their CSV adds up', async () => {
  const sellers = [
    { legal_name: 'Fairturn SE' },
    { vat_currency: 'CZK', vat_exchange_rate: '20.5' },
    { country: 'FR', vat_number: null, tax_number: '=1+1' },
  ]
  for (const seller of sellers)
    await run(async (tx) => {
      await setSeller(tx, seller)
      const member_id = await newMember(tx, 100_000n)
      const { id: campaign_id } = await createCampaign(tx, wantedCampaign(tx, member_id))
      await payCampaign(tx, { member_id, campaign_id })
    })
  await run((tx) => setSeller(tx))
  const query = { from: isoDay(), to: isoDay() }
  const { list } = answered(await app.call(adminInvoiceCalls.vatSummary, { as: finance, query }))
  const all = await read(`/api/${adminInvoiceFiles.exportInvoices.path}?from=${query.from}&to=${query.to}`)
  const lines = await read(
    `/api/${adminInvoiceFiles.exportVatSummary.path}?from=${query.from}&to=${query.to}`,
  )
  const french = list.filter(({ seller_country }) => seller_country === 'FR')
  expect(french).toMatchObject([{ seller_number: '=1+1', vat_country: 'FR', documents: 1 }])
  const consumers = list.filter(
    ({ vat_case, seller_number, vat_country }) =>
      vat_case === 'consumer' && seller_number === 'DE136695976' && vat_country === 'DE',
  )
  expect(consumers).toMatchObject([
    { seller_country: 'DE', stated: [{ currency: 'CZK' }, { currency: 'EUR' }] },
  ])
  for (const column of ['taxable', 'not_taxable', 'vat', 'vat_stated'])
    expect([column, total(lines.map((line) => minor(line[column])))]).toEqual([
      column,
      total(all.map((line) => minor(line[column]))),
    ])
  expect(total(lines.map(({ documents }) => BigInt(documents!)))).toBe(BigInt(all.length))
  for (const line of lines) expect(line).toMatchObject({ ...query, currency: 'USD' })
  // No formula.
  expect(lines.find((line) => line['seller_country'] === 'FR')!['seller_number']).toBe(`"'=1+1"`)
  const backwards = { url: `/api/${adminInvoiceFiles.exportVatSummary.path}?from=2026-11-22&to=2026-11-21` }
  expect((await app.fastify.inject({ ...backwards, headers: finance.headers })).statusCode).toBe(422)
})

test('a period is demanded, and its days', async () => {
  const backwards = { from: '2026-11-22', to: '2026-11-21' }
  expect(await app.call(adminInvoiceCalls.journal, { as: finance, query: backwards })).toMatchObject({
    status: 422,
    code: 'field_is_invalid',
  })
  const call = (query: object) =>
    app.call(adminInvoiceCalls.journal, { as: finance, query: query as { from: string; to: string } })
  expect(await call({ from: '2026-11-01' })).toMatchObject({ status: 422, code: 'field_is_required' })
  expect(await call({ from: '2026-11-31', to: '2026-12-01' })).toMatchObject({ status: 422 })
})

test('an entry is of the day of its documents, also where that of UTC is another', async () => {
  app.clock.advance(Date.parse('2026-12-31T18:00:00Z') - app.clock.now().getTime())
  const member_id = await run((tx) => newMember(tx, 100_000n))
  const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, member_id)))
  await run((tx) => payCampaign(tx, { member_id, campaign_id: campaign.id }))
  const [invoice] = await documentsOf(app.database, campaign.id)
  expect(invoice!.day).toBe('2027-01-01')
  finance = await staff(app, 'finance')
  for (const by of ['days', 'entries'] as const) {
    expect(await exported('2026-12-31', '2026-12-31', by)).toEqual([])
    const lines = await exported('2027-01-01', '2027-01-01', by)
    expect(lines.filter(({ type }) => type === 'campaign_paid')).not.toEqual([])
    expect(new Set(lines.map(({ day, currency }) => `${day} ${currency}`))).toEqual(
      new Set(['2027-01-01 USD']),
    )
  }
  const balanceOf = async (from: string, to: string) =>
    answered(await app.call(adminInvoiceCalls.journal, { as: finance, query: { from, to } }))
  expect((await balanceOf('2026-12-31', '2026-12-31')).debit).toBe('0.00')
  const year = await balanceOf('2027-01-01', '2027-01-01')
  expect(year.debit).toBe(year.credit)
  expect(parseMoney(year.debit)).toBeGreaterThan(0n)
})
