// The export is all there is: every table that refers to a member, or to something of a member, is read for it, or stands here
// with the reason why not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { newMember, wantedCampaign } from '../../test/campaigns.ts'
import { documentsOf, setSeller } from '../../test/invoices.ts'
import { createCampaign, payCampaign } from '../campaigns/campaigns.ts'
import type { Database } from '../platform/database/database.ts'
import { personalDataDocument } from './data-export.ts'
import { ownRows } from './own-rows.ts'

const SECRET = 'a secret, of which the export says that it is there, since when'
const OF_STRANGERS =
  'what strangers did: their hashes are no data of the member; how many is told with each order and campaign'
const INTERNAL = 'a number or queue derived from what is told'
const LEFT_OUT: Readonly<Record<string, string>> = {
  password: SECRET,
  recovery_code_half: SECRET,
  former_one_time_secret: SECRET,
  refresh_token: SECRET,
  passkey_challenge: 'a random number of five minutes',
  idempotency: 'copies of answers that were given, for 24 hours',
  visit: OF_STRANGERS,
  visit_click: OF_STRANGERS,
  visit_confirmation: OF_STRANGERS,
  visit_verdict: OF_STRANGERS,
  visitor_report:
    'what strangers wrote to the operators; whoever reports must not be found out by whom it is about',
  visit_to_judge: OF_STRANGERS,
  visit_unconfirmed: OF_STRANGERS,
  counted_visit: OF_STRANGERS,
  unverified_visitor: OF_STRANGERS,
  continuation: OF_STRANGERS,
  link_count: INTERNAL,
  campaign_draw: INTERNAL,
  campaign_visit_hour: INTERNAL,
}

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startApp()
  member = await app.member('asks for all')
})
afterAll(() => app.close())

/** Tables with a reference to a member, or with an id of what belongs to one. */
const referring = async (): Promise<string[]> => {
  const rows = await app.database.asSchemaOwner<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (
       a.attname in ('member_id', 'carrier_id', 'placer_id', 'low_id', 'high_id', 'invited_by', 'session_id', 'campaign_id',
         'order_id', 'offer_id', 'link_id', 'deposit_id', 'withdrawal_id', 'objection_id', 'notification_id', 'purchase_id')
       or exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
         and f.confrelid = 'member'::regclass))`,
  )
  return rows.map(({ name }) => name).toSorted()
}

test('every table with a reference to a member is read for the export, or left out with a reason', async () => {
  const texts: string[] = []
  const spying: Database = Object.create(app.database, {
    query: {
      value: (config: { text: string }) => {
        texts.push(config.text)
        return app.database.query(config)
      },
    },
  }) as Database
  const { secrets } = app.config
  let document = ''
  for await (const text of personalDataDocument(spying, { member_id: member._id, locale: 'en', secrets }))
    document += text
  expect(JSON.parse(document)).toMatchObject({ data: { profile: { username: 'asks for all' } } })
  const read = texts.join('\n')
  const isRead = (table: string) => new RegExp(`\\b(?:from|join)\\s+${table}\\b`).test(read)
  const tables = await referring()
  expect(tables.length).toBeGreaterThan(45)
  expect(tables.filter((table) => !isRead(table))).toEqual(Object.keys(LEFT_OUT).toSorted())
})

test('documents are told with the amounts that they say', async () => {
  const [member_id, campaign_id] = await app.database.transaction(async (tx) => {
    await setSeller(tx)
    const payer = await newMember(tx, 100_000n)
    const campaign = await createCampaign(tx, wantedCampaign(tx, payer))
    await payCampaign(tx, { member_id: payer, campaign_id: campaign.id })
    return [payer, campaign.id] as const
  })
  const [document] = await documentsOf(app.database, campaign_id)
  const decimal = (minor: bigint) => (Number(minor) / 100).toFixed(2)
  const rows = []
  for await (const page of ownRows(app.database, member_id).invoices) rows.push(...page)
  expect(rows).toMatchObject([
    {
      number: expect.stringMatching(/^FI-\d{4}-\d{6}$/),
      net: decimal(document!.net_minor),
      vat: decimal(document!.vat_minor),
      total: decimal(document!.total_minor),
      lines: [
        { kind: 'rewards', unit: expect.stringMatching(/^\d\.\d\d$/), amount: '5.00' },
        { kind: 'bonuses', amount: '0.60' },
        { kind: 'service_fee', amount: '0.55' },
      ],
    },
  ])
})
