// Three weeks of demo history, day by day: deposits, campaigns, orders, visits from documentation address ranges, claims
// and a level purchase, all through the modules' interfaces.
import { LOCALES } from '@fairturn/contract/locales'
import { todayAtBank } from '../banking/banking.ts'
import {
  approveCampaign,
  createCampaign,
  insertCreative,
  pauseCampaign,
  payCampaign,
} from '../campaigns/campaigns.ts'
import { levelsOf, recogniseFees, upgradeLevel } from '../levels/levels.ts'
import { createDemoInvitation, hashPassword, registerMember, setPhone } from '../members/members.ts'
import { markRead } from '../notices/notices.ts'
import {
  drawOffer,
  openClaims,
  type OrderRow,
  settleDueOrders,
  startOrder,
  takeOrder,
} from '../orders/orders.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { runDueJobs } from '../platform/queue/queue.ts'
import {
  judgeVisits,
  maintainVisits,
  openVisits,
  expireUncontinued,
  type Visits,
} from '../tracking/tracking.ts'
import { handlers } from '../worker.ts'
import { sellToCompanies } from './companies.ts'
import { openConversations } from './conversations.ts'
import {
  DEMO_INVITE_CODE,
  DEMO_PASSWORD,
  DEMO_PAUSED_CAMPAIGNS,
  demoCampaigns,
  demoMembers,
} from './dataset.ts'
import { type DemoHistory, visitorOf } from './demo-history.ts'
import { type BankFileLine, type DemoBank, openDemoBank } from './demo-statements.ts'
import { openMoneyQueues } from './money-queues.ts'
import { announceDeposit, openReceivingAccount, withdrawByBank } from './money.ts'
import {
  farmerOf,
  objectToRefusal,
  payInReview,
  placeForReview,
  refuseUnusual,
  reportAndAnswer,
  visitUnusually,
} from './review-queues.ts'
import { createDemoOperators, demoActor, demoOperatorId } from './staff.ts'

const DAYS = 21
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A day's orders are taken, carried and claimed within these hours before the hour at which the history ends. */
const DAY_BEGAN_BEFORE_MS = 6 * HOUR_MS
const CLAIMED_AFTER_MS = 5 * HOUR_MS
/** Of the last day's long orders, this many of each hundred wanted visits have come so far. */
const SO_FAR_PERCENT = 70
/** How many members carry orders from the first day; another one begins every second day. */
const FIRST_CARRIERS = 2
const DAYS_PER_CARRIER = 2

interface Carrier {
  readonly id: string
  readonly carries: number
}

export async function makeHistory(past: DemoHistory): Promise<void> {
  const { clock, config, database, now } = past
  const first_day = new Date(now.getTime() - DAYS * DAY_MS - DAY_BEGAN_BEFORE_MS)
  clock.set(first_day)
  await maintainVisits(database)
  await openReceivingAccount(database)
  await createDemoOperators(database, config)
  const bank = openDemoBank(past, () => settled(past))
  const members = await registerEveryone(past, bank)
  const campaigns = await placeEverything(past, members)
  const claim = openClaims(database)
  const carriers = demoMembers
    .map((member, i) => ({ id: members[i]!, carries: member.carries }))
    .filter(({ carries }) => carries > 0)
  const unusual: OrderRow[] = []
  const money = openMoneyQueues(past, bank, members)
  const conversations = openConversations(past, members)
  for (let days_ago = DAYS - 1; days_ago >= 0; days_ago--) {
    const began_at = new Date(now.getTime() - days_ago * DAY_MS - DAY_BEGAN_BEFORE_MS)
    if (days_ago === DAYS - 3) await buyLevels(past, members, new Date(began_at.getTime() - HOUR_MS))
    if (days_ago === DAYS - 6) {
      // Requested the night before, paid the hour before this day begins.
      const at = new Date(began_at.getTime() - 13 * HOUR_MS)
      await withdrawByBank(past, bank, { member_id: members[0]!, amount_minor: 25_00n, at })
    }
    if (days_ago === 0) await readEverything(past, members, began_at)
    clock.set(began_at)
    await placeForReview(past, members, days_ago)
    const [first] = unusual
    if (days_ago === 1 && first && !(await refuseUnusual(past, first.id))) unusual.shift()
    if (days_ago === 0 && first) await objectToRefusal(past, first)
    const farmer = farmerOf(members, days_ago)
    const carrying = FIRST_CARRIERS + Math.floor((DAYS - 1 - days_ago) / DAYS_PER_CARRIER)
    const farmed = await oneDay(past, {
      carriers: carriers.slice(0, carrying),
      claim,
      began_at,
      last: days_ago === 0,
      farmer,
    })
    if (farmed) unusual.push(farmed)
    await money.endDay(days_ago)
    await conversations.endDay(days_ago)
    if (days_ago === 1 && unusual[0]) await reportAndAnswer(past, unusual[0])
  }
  clock.set(now)
  await money.fill()
  await recogniseFees(database)
  for (const campaign of campaigns.slice(0, DEMO_PAUSED_CAMPAIGNS))
    await database.transaction((tx) => pauseCampaign(tx, campaign))
  await sellToCompanies(past, members)
  await settled(past)
}

/** Indices of demoMembers who came by the first member's own code; everybody else by the house's. */
const INVITED_BY_FIRST = new Set([9, 10, 11])

async function createWelcomeCode(database: Database): Promise<void> {
  const created_by = await demoOperatorId(database, 'demo.support')
  const approved_by = await demoOperatorId(database, 'demo.owner')
  await database.transaction((tx) => createDemoInvitation(tx, DEMO_INVITE_CODE, { created_by, approved_by }))
}

async function registerEveryone({ clock, database }: DemoHistory, bank: DemoBank): Promise<string[]> {
  const ids: string[] = []
  const lines: BankFileLine[] = []
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await createWelcomeCode(database)
  let host: string | undefined
  for (const [i, { username, phone, locale, deposit_minor }] of demoMembers.entries()) {
    const invite_code = (INVITED_BY_FIRST.has(i) && host) || DEMO_INVITE_CODE
    clock.set(new Date(clock.now().getTime() + 20 * MINUTE_MS))
    const { id } = await database.transaction(async (tx) => {
      const registered = await registerMember(tx, { username, phone, locale, passwordHash, invite_code })
      await setPhone(tx, registered.id, phone, { confirmed: true, unconfirmed_blocks: false })
      host ??= registered.code
      return registered
    })
    if (deposit_minor > 0n)
      lines.push(
        await announceDeposit(database, { member_id: id, name: username, amount_minor: deposit_minor }),
      )
    ids.push(id)
  }
  await bank.book(await todayAtBank(database, clock.now()), lines)
  await bank.bookOpening()
  return ids
}

async function placeEverything({ clock, creatives, database, now }: DemoHistory, members: readonly string[]) {
  const campaigns: { campaign_id: string; member_id: string }[] = []
  const actor = await demoActor(database, 'demo.content')
  for (const [i, { places }] of demoMembers.entries()) {
    if (places === undefined) continue
    const { brand, caption, file, landing_url, tagline } = creatives[places]!
    const member_id = members[i]!
    clock.set(new Date(clock.now().getTime() + 10 * MINUTE_MS))
    // As if they had uploaded it, so that they can use it again.
    await insertCreative.all(database, { url: file, member_id, unused_since: null })
    const campaign = await database.transaction((tx) =>
      createCampaign(tx, {
        member_id,
        brand,
        kind: 'visit',
        tagline,
        caption,
        creative: file,
        landing_url,
        languages: [],
        order_hours: 48,
        ends_at: new Date(now.getTime() + 60 * DAY_MS),
        ...demoCampaigns[places]!,
      }),
    )
    await database.transaction((tx) => payCampaign(tx, { member_id, campaign_id: campaign.id }))
    await database.transaction((tx) => approveCampaign(tx, { campaign_id: campaign.id, actor }))
    campaigns[places] = { campaign_id: campaign.id, member_id }
  }
  return campaigns
}

async function buyLevels({ clock, database }: DemoHistory, members: readonly string[], at: Date) {
  clock.set(at)
  const levels = await levelsOf(database)
  for (const [i, { buys }] of demoMembers.entries()) {
    if (buys === undefined) continue
    const level = levels.find(({ name }) => name === buys)!
    await database.transaction((tx) => upgradeLevel(tx, { member_id: members[i]!, level_id: level.id }))
  }
}

/** Older notices are read; only the last day's are new. */
async function readEverything({ clock, database }: DemoHistory, members: readonly string[], at: Date) {
  clock.set(at)
  for (const member_id of members) await database.transaction((tx) => markRead(tx, member_id))
}

interface Day {
  readonly carriers: readonly Carrier[]
  readonly claim: ReturnType<typeof openClaims>
  readonly began_at: Date
  /** On the last day long orders are still being distributed, and one award waits to be claimed. */
  readonly last: boolean
  /** Who makes an order unusual that day. */
  readonly farmer: string | undefined
}

async function oneDay(past: DemoHistory, { carriers, claim, began_at, last, farmer }: Day) {
  const { clock, config, database } = past
  const after = (durationMs: number) => new Date(began_at.getTime() + durationMs)
  clock.set(began_at)
  // Before their turns of the day are used.
  const farmed = farmer === undefined ? undefined : await takeAndStart(database, farmer)
  const carried = await Promise.all(
    carriers.map(async ({ carries, id }, i) => {
      const taken: OrderRow[] = []
      for (let turn = 0; turn < carries; turn++) {
        const at = after(i * 3 * MINUTE_MS + turn * MINUTE_MS)
        const order = await clock.at(at, () => takeAndStart(database, id))
        if (order !== undefined) taken.push(order)
      }
      return taken
    }),
  )
  const orders = carried.flat()
  const visits = await openVisits({ database, secrets: config.secrets })
  await Promise.all(
    orders.map((order) => visitOrder(visits, order, last && order.target > 3 ? SO_FAR_PERCENT : 150)),
  )
  if (farmed) await visitUnusually(visits, farmed)
  await visits.close()
  clock.set(after(CLAIMED_AFTER_MS))
  await settled(past)
  await payInReview(past, orders)
  await settled(past)
  // Each member claims all of a day's rewards at once.
  const claimed = Map.groupBy(orders.slice(last ? 1 : 0), ({ member_id }) => member_id)
  for (const [i, [member_id, own]] of [...claimed].entries()) {
    clock.set(after(CLAIMED_AFTER_MS + i * 5 * MINUTE_MS))
    await Promise.all(own.map(({ id }) => claim({ member_id, order_id: id }).catch(ignoreRefusal)))
  }
  return farmed
}

async function takeAndStart(database: Database, member_id: string): Promise<OrderRow | undefined> {
  try {
    const offer = await drawOffer(database, { member_id })
    const order = await database.transaction((tx) => takeOrder(tx, { member_id, offer_id: offer.id }))
    return await database.transaction((tx) => startOrder(tx, { member_id, order_id: order.id }))
  } catch (error) {
    ignoreRefusal(error)
    return undefined
  }
}

/** Expected refusals: no turns left that day, or an order with too few visitors. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
  return undefined
}

/** People of many networks open the link; some come twice, some do not continue, and a few bots pass. */
async function visitOrder(visits: Visits, order: OrderRow, percent: number): Promise<void> {
  const link = (await visits.findLink(order.link_code!))!
  const visitors = Math.floor((order.target * percent) / 100)
  const started = order.started_at!.getTime()
  const visit = async (n: number) => {
    const seed = Number.parseInt(order.id.slice(-6), 16) + n * 7919
    // People do not come as a metronome does.
    const at = new Date(started + 5 * MINUTE_MS + n * 9 * MINUTE_MS + (seed % 23) * 40_000)
    const hit = {
      link,
      identity: visitorOf(seed % 11 === 3 && n > 0 ? seed - 7919 : seed),
      refused: seed % 17 === 5 ? ('bot' as const) : null,
      // Half of them read Vietnamese, the others whatever they do.
      locale: seed % 2 === 0 ? ('vn' as const) : LOCALES[seed % LOCALES.length]!,
    }
    const { token } = await visits.record({ ...hit, at })
    if (hit.refused !== null || seed % 13 === 4) return
    await visits.continue({ ...hit, at: new Date(at.getTime() + 2_000 + (seed % 20_000)), token })
  }
  await Promise.all(Array.from({ length: visitors }, (_, n) => visit(n)))
}

/** Judges waiting visits, settles due orders and runs every job due by the simulated clock. */
async function settled({ database }: DemoHistory): Promise<void> {
  await judgeVisits(database)
  await expireUncontinued(database)
  await settleDueOrders(database)
  await runDueJobs({ database, handlers, log: (_level, message) => console.error(message) })
}
