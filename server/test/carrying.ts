// Money, campaigns and orders, created through the modules' interfaces, and visitors of tracked links.
import { newId } from '@fairturn/contract/ids'
import { type Product, orderCalls } from '@fairturn/contract/orders'
import { Client } from 'pg'
import {
  type Campaign,
  type NewCampaign,
  approveCampaign,
  checkCampaigns,
  createCampaign,
  payCampaign,
} from '../src/campaigns/campaigns.ts'
import { settingsOf, siteTitle } from '../src/content/content.ts'
import { depositHandlers } from '../src/deposits/deposits.jobs.ts'
import { invoiceMailer } from '../src/invoices/invoices.ts'
import { accountOf, checkLedger, entryId, platformAccount, postOrRefuse } from '../src/ledger/ledger.ts'
import { deliveryHandlers } from '../src/notices/delivery.ts'
import { noticeHandlers } from '../src/notices/notices.jobs.ts'
import { alarmHandlers } from '../src/operations/alarms.ts'
import { orderHandlers } from '../src/orders/orders.jobs.ts'
import type { Tx } from '../src/platform/database/database.ts'
import { checkRunningTotals } from '../src/platform/database/running-totals.ts'
import { judgeVisits, trackingHandlers } from '../src/tracking/tracking.ts'
import { withdrawalHandlers } from '../src/withdrawals/withdrawals.jobs.ts'
import { cardReturner } from '../src/withdrawals/withdrawals.ts'
import type { TestApp, TestMember } from './app.ts'
import type { TestDatabase } from './database.ts'

export const BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/** Credits a deposit, as for a payment that arrived. */
export async function deposit(
  database: TestDatabase,
  member_id: string,
  amount_minor: bigint,
): Promise<void> {
  const id = entryId('deposit_credited', newId(database.clock.now()))
  await database.transaction((tx) =>
    postOrRefuse(tx, [
      {
        id,
        type: 'deposit_credited',
        refers_to: member_id,
        actor: 'test',
        event_at: tx.now,
        postings: [
          { account: platformAccount('cash', id), amount_minor: -amount_minor },
          { account: accountOf('member_available', member_id), amount_minor },
        ],
      },
    ]),
  )
}

/** An unpaid campaign: by default 10 visits of $ 0,40 in orders of 2 visits and 48 hours. */
export const unpaidCampaign = (
  tx: Tx,
  placer: TestMember,
  terms: Partial<NewCampaign> = {},
): Promise<Campaign> =>
  createCampaign(tx, {
    member_id: placer._id,
    brand: 'Nhà Gốm',
    kind: 'visit',
    tagline: { vn: 'Gốm thủ công', en: 'Hand-made pottery' },
    caption: { vn: 'Ghé xem gốm mới.', en: 'See the new pottery.' },
    creative: '/files/pottery.webp',
    landing_url: 'https://shop.example.com/spring',
    languages: [],
    price_minor: 40n,
    visits: 10,
    order_visits: 2,
    order_hours: 48,
    ends_at: new Date(tx.now.getTime() + 30 * 86_400_000),
    ...terms,
  })

/** The same, paid and active. */
export async function placeCampaign(
  app: TestApp,
  placer: TestMember,
  terms: Partial<NewCampaign> = {},
): Promise<Campaign> {
  const { database } = app
  const { price_minor = 40n, visits = 10 } = terms
  await deposit(database, placer._id, price_minor * BigInt(visits) * 2n)
  return await database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, placer, terms)
    await payCampaign(tx, { member_id: placer._id, campaign_id: campaign.id })
    return await approveCampaign(tx, { campaign_id: campaign.id, actor: 'operator:first' })
  })
}

export const draw = (app: TestApp, member: TestMember, locale?: string) =>
  app.call(orderCalls.draw, {
    token: member.token,
    body: { user_id: member._id },
    ...(locale !== undefined && { locale }),
  })

export const take = (app: TestApp, member: TestMember, offer_id: string) =>
  app.call(orderCalls.take, { token: member.token, body: { offer_id } })

export const start = (app: TestApp, member: TestMember, order_id: string) =>
  app.call(orderCalls.start, { token: member.token, params: { order_id } })

export const giveBack = (app: TestApp, member: TestMember, order_id: string) =>
  app.call(orderCalls.giveBack, { token: member.token, params: { order_id } })

export const claim = (app: TestApp, member: TestMember, order_id: string, key?: string) =>
  app.call(orderCalls.claim, {
    token: member.token,
    body: { user_id: member._id, order_id },
    ...(key !== undefined && { key }),
  })

export const getOrder = (app: TestApp, member: TestMember, order_id: string) =>
  app.call(orderCalls.get, { token: member.token, params: { order_id } })

/** Draws, takes and starts an order; throws on refusals. */
export async function distribute(app: TestApp, member: TestMember): Promise<Product> {
  const offer = answered(await draw(app, member))
  const order = answered(await take(app, member, offer._id))
  return answered(await start(app, member, order._id))
}

/** Carries an order to `success`: as many visitors come as its target. */
export async function carry(app: TestApp, member: TestMember): Promise<Product> {
  const order = await distribute(app, member)
  for (let i = 0; i < order.target; i++) await visit(app, order)
  await work(app)
  return answered(await getOrder(app, member, order._id))
}

/** The data of a response; throws an error with the code if it is a refusal. */
export function answered<Data>(answer: { status: number; code: string; data: Data }): Data {
  const { status, code } = answer
  if (status !== 200) throw Object.assign(new Error(`refused: ${status} ${code}`), { code })
  return answer.data
}

let people = 0

/** A new visitor opens the order's link and continues, neither as a metronome does; `work` judges the visit. */
export async function visit(
  app: TestApp,
  order: Product,
  address = newAddress(),
  agent?: string,
): Promise<void> {
  visits += 1
  app.clock.advance(((visits * visits * 7919) % 97) * 40)
  const page = await openPage(app, order, address, agent)
  app.clock.advance(2_000 + ((visits * 104_729) % 11) * 400)
  await page.press()
}
let visits = 0

/** Puts an order whose visits are judged in review, as if for one reason, until this many hours from now. */
export async function putInReview(app: TestApp, order: Product, hours: number): Promise<void> {
  const until = new Date(app.clock.now().getTime() + hours * 3_600_000)
  await app.database.asSchemaOwner(`update orders set review_until = $1 where id = $2`, [until, order._id])
  await app.database.asSchemaOwner(
    `insert into order_review (order_id, member_id, reasons, basis, award_minor, opened_at, due_at)
     select id, member_id, '{few_addresses}', $1, highest_award_minor, $3, $2 from orders where id = $4`,
    [
      JSON.stringify([
        { reason: 'few_addresses', found: 3, among: 3, measure: null, unseen: null, limit: null },
      ]),
      until,
      new Date(until.getTime() - 72 * 3_600_000),
      order._id,
    ],
  )
}

/** The page of the order's link for a visitor with this IP address; `press` continues. */
export async function openPage(app: TestApp, order: Product, address: string, agent = BROWSER) {
  const { pathname } = new URL(order.link!)
  const sent = {
    remoteAddress: address,
    headers: { 'user-agent': agent, 'accept-language': 'vi-VN,vi;q=0.9' },
  }
  const page = await app.fastify.inject({ method: 'GET', url: pathname, ...sent })
  const token = /name="token" value="([^"]*)"/.exec(page.body)?.[1]
  if (token === undefined) throw new Error(`the page of ${pathname} has no token: ${page.statusCode}`)
  return {
    async press() {
      await app.fastify.inject({
        method: 'POST',
        url: `${pathname}/continue`,
        remoteAddress: address,
        headers: { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}`,
      })
    },
  }
}

/** A visitor opens the order's link without continuing; judged by `expireUncontinued`, after ten minutes. */
export async function leave(
  app: TestApp,
  order: Product,
  { address = newAddress(), agent = BROWSER } = {},
): Promise<void> {
  await app.fastify.inject({
    method: 'GET',
    url: new URL(order.link!).pathname,
    remoteAddress: address,
    headers: { 'user-agent': agent, 'accept-language': 'vi-VN,vi;q=0.9' },
  })
}

/** An IP address in a separate network. */
export function newAddress(): string {
  people += 1
  return `2001:db8:${people.toString(16)}::1`
}

/** Throws unless the ledger is intact and every campaign is consistent with its escrow. */
export async function expectLedgerCorrect(app: TestApp): Promise<void> {
  const { database } = app
  const found = [
    ...(await checkLedger(database)),
    ...(await checkCampaigns(database)),
    ...(await checkRunningTotals(database)),
  ]
  if (found.length > 0) throw new Error(`the ledger does not agree: ${JSON.stringify(found)}`)
}

/**
 * Closes the app and returns the deadlocks of its database, each with its statements from PostgreSQL's log. PostgreSQL
 * adds a connection's deadlocks to the statistics when it is closed.
 */
export async function deadlocksOf(app: TestApp): Promise<string[]> {
  const client = new Client({ connectionString: app.database.superuserUrl })
  await client.connect()
  await app.fastify.close()
  await app.database.disconnect()
  for (;;) {
    const { rows } = await client.query<{ others: number; deadlocks: number }>(
      `select deadlocks::int, (select count(*)::int from pg_stat_activity a
         where a.datname = d.datname and a.application_name not ilike 'citus%') - 1 as others
       from pg_stat_database d where d.datname = current_database()`,
    )
    if (rows[0]!.others > 0) continue
    const { deadlocks } = rows[0]!
    const found = deadlocks === 0 ? [] : [`${deadlocks} deadlocks`, ...(await loggedDeadlocks(client))]
    await client.end()
    await app.close()
    return found
  }
}

const MAX_LOGGED = 2_000

/**
 * Deadlocks of the whole cluster: which process waited for which, with statements; empty if the log is not written to
 * a file.
 */
async function loggedDeadlocks(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ log: string | null }>(
    `select pg_read_file(pg_current_logfile()) as log`,
  )
  const [, ...found] = (rows[0]!.log ?? '').split('deadlock detected')
  return found.map((text) => text.slice(0, MAX_LOGGED))
}

/** Judges waiting visits and runs every due job; push services accept everything, mail is not sent. */
export async function work(app: TestApp): Promise<void> {
  const { config } = app
  await judgeVisits(app.database)
  const outward = { send: undefined, post: async () => 201, styleOf: settingsOf, siteTitle }
  await app.database.runDueJobs([
    ...trackingHandlers,
    ...orderHandlers,
    ...depositHandlers,
    ...withdrawalHandlers,
    // Without a provider: what goes back to cards waits.
    cardReturner(undefined),
    ...noticeHandlers,
    ...deliveryHandlers({ config, ...outward }),
    invoiceMailer({ send: undefined, demo: false }),
    // Without recipients.
    ...alarmHandlers({ mail: undefined, alarmMail: [] }),
  ])
}
