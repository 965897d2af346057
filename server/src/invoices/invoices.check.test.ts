// The checker: an injected cent is found, draws and payments of that campaign stop, refunds and cancelling go on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableOf, newMember, wantedCampaign } from '../../test/campaigns.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { documentsOf, setSeller } from '../../test/invoices.ts'
import {
  approveCampaign,
  cancelCampaign,
  type Campaign,
  createCampaign,
  findDrawable,
  payCampaign,
} from '../campaigns/campaigns.ts'
import { topUpCampaign } from '../campaigns/top-up.ts'
import { openFreezes, runHourlyChecks } from '../ledger/ledger.ts'
import { levelsOf, upgradeLevel } from '../levels/levels.ts'
import { eraseAccount } from '../members/members.ts'
import { checkers } from '../operations/checkers.ts'
import type { Tx } from '../platform/database/database.ts'
import { checkInvoices } from './invoices.check.ts'

let database: TestDatabase
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  database.clock.advance(1000)
  return database.transaction(work)
}
const rich = () => run((tx) => newMember(tx, 100_000n))
async function paid(member_id: string): Promise<Campaign> {
  const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, member_id)))
  await run((tx) => payCampaign(tx, { member_id, campaign_id: campaign.id }))
  return campaign
}
const found = async (from?: string) => (await checkInvoices(database, from)).findings
const OF_INVOICES = checkers.filter(({ name }) => name === 'invoices_match_ledger')
/** Changes a table as only a superuser can. */
const damage = (table: string, text: string) =>
  database.asSuperuser(
    `alter table ${table} disable trigger all; ${text}; alter table ${table} enable trigger all`,
  )

beforeAll(async () => {
  database = await createTestDatabase()
  await run((tx) => setSeller(tx))
  const member_id = await rich()
  const campaign = await paid(member_id)
  await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
  await paid(member_id)
  const level = (await levelsOf(database)).find(({ rank }) => rank === 2)!
  await run((tx) => upgradeLevel(tx, { member_id, level_id: level.id }))
})
afterAll(() => database.close())

test('nothing is found where documents and ledger agree, in full and since a position', async () => {
  expect(await found()).toEqual([])
  const { position } = await checkInvoices(database)
  await paid(await rich())
  expect(await found(position)).toEqual([])
})

describe('is found', () => {
  test.each([
    [
      'a cent in a document',
      'invoice',
      'fee_minor = fee_minor + 1',
      ['documents_differ', 'document_changed'],
    ],
    [
      'a cent of VAT',
      'invoice',
      'vat_minor = vat_minor + 1, fee_minor = fee_minor - 1',
      ['document_vat_differs', 'document_changed'],
    ],
    ['another buyer', 'invoice', `buyer = '{"legal_name": "Somebody"}'`, ['document_changed']],
    ['a number', 'invoice_number', 'number = number + 1000', ['document_changed', 'document_numbers_differ']],
  ])('%s', async (_, table, change, kinds) => {
    const campaign = await paid(await rich())
    const { position } = await checkInvoices(database)
    const [document] = await documentsOf(database, campaign.id)
    const id = table === 'invoice' ? 'id' : 'invoice_id'
    const [before] = await database.asSchemaOwner<{
      fee_minor: bigint
      vat_minor: bigint
      buyer: object
      number: number
    }>(`select * from ${table} where ${id} = '${document!.id}'`)
    await damage(table, `update ${table} set ${change} where ${id} = '${document!.id}'`)
    const kindsOf = async (from?: string) =>
      [...new Set((await found(from)).map(({ kind }) => kind))].toSorted()
    expect(await kindsOf()).toEqual(kinds.toSorted())
    // Of what was read before, the hourly run reads nothing again but the last document; the daily one all.
    expect((await kindsOf(position)).every((kind) => kinds.includes(kind))).toBe(true)
    await damage(
      table,
      table === 'invoice'
        ? `update invoice set fee_minor = ${before!.fee_minor}, vat_minor = ${before!.vat_minor}, buyer = '${JSON.stringify(before!.buyer)}' where id = '${document!.id}'`
        : `update invoice_number set number = ${before!.number} where invoice_id = '${document!.id}'`,
    )
    expect(await found()).toEqual([])
  })

  test('a document that is gone', async () => {
    const campaign = await paid(await rich())
    const [document] = await documentsOf(database, campaign.id)
    await database.asSuperuser(
      `create table kept as select * from invoice_number where invoice_id = '${document!.id}'; create table kept_too as select * from invoice where id = '${document!.id}'`,
    )
    await damage('invoice_number', `delete from invoice_number where invoice_id = '${document!.id}'`)
    await damage('invoice', `delete from invoice where id = '${document!.id}'`)
    const kinds = (await found()).map(({ kind }) => kind)
    expect(kinds).toContain('document_is_missing')
    expect(kinds).toContain('document_numbers_differ')
    const all =
      'id, series, member_id, subject, subject_id, subject_name, entry_id, issued_at, day, currency, vat_case, rate_bp, vat_country, supply, escrow_minor, fee_minor, vat_minor, seller, buyer, lines, salt, reduces'
    await damage('invoice', `insert into invoice (${all}) select ${all} from kept_too`)
    await damage('invoice_number', 'insert into invoice_number select * from kept')
    expect(await found()).toEqual([])
  })

  test('another buyer in a document that was erased', async () => {
    const member_id = await rich()
    const { id } = await paid(member_id)
    const erase = () => database.query({ text: `select invoices_erase_buyers('2027-01-01', 500) as erased` })
    expect((await erase()).rows).toEqual([{ erased: 0 }])
    await run((tx) => eraseAccount(tx, member_id, tx.now))
    expect((await erase()).rows).toEqual([{ erased: 1 }])
    expect(await found()).toEqual([])
    const [document] = await documentsOf(database, id)
    expect(document).toMatchObject({ subject_name: '****', buyer: { legal_name: '****', kind: 'person' } })
    const put = (name: string) =>
      `update invoice set buyer = buyer || '{"legal_name": "${name}"}' where subject_id = '${id}'`
    await expect(database.asSchemaOwner(put('Somebody'))).rejects.toThrow('append-only')
    await damage('invoice', put('Somebody'))
    expect(await found()).toMatchObject([{ kind: 'document_changed', campaign_id: id }])
    await damage('invoice', put('****'))
    expect(await found()).toEqual([])
  })
})

test('an injected cent stops draws and payments of that campaign; cancelling and its refund go on', async () => {
  const member_id = await rich()
  const campaign = await paid(member_id)
  await run((tx) => approveCampaign(tx, { campaign_id: campaign.id, actor: 'operator:first' }))
  const drawable = () =>
    run((tx) =>
      findDrawable(
        tx,
        {
          member_id: '019a0000-0000-7000-8000-000000000001',
          locale: 'en',
          country: 'VN',
          now: tx.now,
          limit: 100,
        },
        Math.random,
      ),
    )
  expect(await drawable()).toContain(campaign.id)
  const [document] = await documentsOf(database, campaign.id)
  await damage('invoice', `update invoice set vat_minor = vat_minor + 1 where id = '${document!.id}'`)
  await runHourlyChecks(database, OF_INVOICES)
  expect(await openFreezes.all(database)).toMatchObject([
    { scope: 'campaign_payments', subject: campaign.id },
  ])
  expect(await drawable()).not.toContain(campaign.id)
  const more = { member_id, campaign_id: campaign.id, visits: 100, total_minor: 615n, payable_minor: 732n }
  await expect(run((tx) => topUpCampaign(tx, more))).rejects.toMatchObject({
    code: 'this_is_paused_while_the_ledger_is_checked',
  })
  await damage('invoice', `update invoice set vat_minor = vat_minor - 1 where id = '${document!.id}'`)
  await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
  expect(await availableOf(database, member_id)).toBe(100_000n)
})
