// The operators' queues when the demo begins: campaigns in review, orders with unusual visits, an
// objection, and a visitor's report with its outcome, all made by the product's own code.
import { createCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { decideReview, objectToVisits, type OrderRow } from '../orders/orders.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { closeReports, openReports, openVisits, type Visits } from '../tracking/tracking.ts'
import { demoMembers } from './dataset.ts'
import { type DemoHistory, visitorOf } from './demo-history.ts'
import { demoActor } from './staff.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SPARE = 2
const ANSWERED_AFTER_MS = 4 * 3_600_000
/** A visitor of no order. */
const REPORTER = 4711
/** Who places what is still in review, and how long before the end of the history. */
const IN_REVIEW = [
  { username: 'optika_lin', days_ago: 1, price_minor: 20n, visits: 120 },
  { username: 'riverkayak', days_ago: 0, price_minor: 18n, visits: 200 },
] as const
/** On these days somebody makes an order unusual: the first is judged and objected to, the others wait. */
const FARMED = [
  { username: 'milica', days_ago: 2 },
  { username: 'quocbao', days_ago: 1 },
  { username: 'seojun', days_ago: 0 },
] as const

/** The member who makes an order unusual on that day. */
export function farmerOf(members: readonly string[], days_ago: number): string | undefined {
  const farmed = FARMED.find((one) => one.days_ago === days_ago)
  return farmed && idOf(members, farmed.username)
}

const idOf = (members: readonly string[], username: string): string =>
  members[demoMembers.findIndex((one) => one.username === username)]!

export async function placeForReview(past: DemoHistory, members: readonly string[], days_ago: number) {
  const { creatives, database, now } = past
  for (const { username, price_minor, visits } of IN_REVIEW.filter((one) => one.days_ago === days_ago)) {
    const member_id = idOf(members, username)
    const { places } = demoMembers.find((one) => one.username === username)!
    const { file, ...shown } = creatives[places!]!
    await database.transaction(async (tx) => {
      const { id: campaign_id } = await createCampaign(tx, {
        ...shown,
        member_id,
        kind: 'visit',
        creative: file,
        languages: [],
        order_hours: 48,
        order_visits: 2,
        price_minor,
        visits,
        ends_at: new Date(now.getTime() + 45 * DAY_MS),
      })
      await payCampaign(tx, { member_id, campaign_id })
    })
  }
}

/** The first visitor comes again and again; then the others that the order still needs. */
export async function visitUnusually(visits: Visits, order: OrderRow): Promise<void> {
  const link = (await visits.findLink(order.link_code!))!
  // More than four in five have to be the same one, and as many others as the order needs, some to spare.
  const again = Math.max(30, 10 * order.target)
  // Every third has a separate network.
  const seed = 3 * (Number.parseInt(order.id.slice(-4), 16) + 20_000)
  for (let n = 0; n <= again + order.target + SPARE; n++) {
    const identity = visitorOf(n <= again ? seed : seed + 3 * n)
    const at = new Date(order.started_at!.getTime() + (5 + 2 * n) * MINUTE_MS)
    const hit = { link, identity, refused: null, locale: 'vn' as const }
    const { token } = await visits.record({ ...hit, at })
    await visits.continue({ ...hit, at: new Date(at.getTime() + 3000), token })
  }
}

/** An operator looks at those of these orders that are in review, finds nothing and pays. */
export async function payInReview({ database }: DemoHistory, orders: readonly OrderRow[]): Promise<void> {
  const actor = await demoActor(database, 'demo.support')
  for (const { id: order_id } of orders)
    await database
      .transaction((tx) => decideReview(tx, { order_id, actor, verdict: 'pay', reason: '' }))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'order_is_not_in_review') throw error
      })
}

/** An operator refuses the verified visits of the first unusual order; false where by chance it was not unusual. */
export async function refuseUnusual({ database }: DemoHistory, order_id: string): Promise<boolean> {
  const reason = 'Nearly all visits came from one browser, minutes apart.'
  try {
    const actor = await demoActor(database, 'demo.support')
    await database.transaction((tx) =>
      decideReview(tx, { order_id, actor, verdict: { refuse: 'all' }, reason }),
    )
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order_is_not_in_review') return false
    throw error
  }
}

export async function objectToRefusal({ database }: DemoHistory, order: OrderRow): Promise<void> {
  const note = 'My family shares one tablet at home. Please look again.'
  await database.transaction((tx) =>
    objectToVisits(tx, { member_id: order.member_id, order_id: order.id, note }),
  )
}

/** A visitor reports the link of an order a day before the demo begins; an operator has read it and answered. */
export async function reportAndAnswer(past: DemoHistory, order: OrderRow): Promise<void> {
  const { clock, config, database } = past
  const visits = await openVisits({ database, secrets: config.secrets })
  const link = (await visits.findLink(order.link_code!))!
  await visits.close()
  const reports = openReports({ database, secrets: config.secrets })
  const at = clock.now()
  const token = reports.formToken(link, new Date(at.getTime() - MINUTE_MS))
  const note = 'Somebody posts this link under every photo of our village group. Nobody asked for it.'
  const sent = { reason: 'spam', note }
  const identity = visitorOf(REPORTER)
  const answer = await reports.submit({ link, at, identity, locale: 'en', token, suspicious: false, sent })
  if (!answer.accepted) throw new Error(`the demo's report was not accepted: ${answer.problem}`)
  const { reportId } = answer
  clock.set(new Date(at.getTime() + ANSWERED_AFTER_MS))
  const actor = await demoActor(database, 'demo.content')
  const reason =
    'The advertisement is in order, the way it was shared was not. We told the member where links are welcome.'
  await database.transaction((tx) =>
    closeReports(tx, {
      campaign_id: order.campaign_id,
      report_ids: [reportId],
      outcome: 'acted_on',
      reason,
      actor,
    }),
  )
}
