// Whether the draw is fair: a simulated exchange runs for some days through the real offers, takes and starts, and is
// compared with many runs of a perfectly fair draw in memory for the same members and campaigns. Run: node
// bench/draw.ts [campaigns] [members] [days]. It starts its own PostgreSQL; DATABASE_URL names another, empty one.
import { newId } from '@fairturn/contract/ids'
import {
  approveCampaign,
  checkCampaigns,
  createCampaign,
  payCampaign,
} from '../server/src/campaigns/campaigns.ts'
import {
  accountOf,
  checkLedger,
  entryId,
  platformAccount,
  postOrRefuse,
} from '../server/src/ledger/ledger.ts'
import { countryOfPhone, hashPassword, registerMember } from '../server/src/members/members.ts'
import { drawOffer, startOrder, takeOrder } from '../server/src/orders/orders.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { Refusal } from '../server/src/platform/http/refusal.ts'
import { type Logins, withDatabase } from '../testing/postgres.ts'
import { type Figures, compared, figuresOf } from './draw-figures.ts'
import {
  DAY_MS,
  type Exchange,
  type Member,
  type World,
  fairExchange,
  simulate,
  makeWorld,
  seeded,
} from './draw-world.ts'

const SEED = 20_261_121
/** Number of runs of the fair draw for the comparison. */
const FAIR_RUNS = 40
/** Control: a draw that is unfair by this factor must be detected. */
const CONTROL_FAVOUR = 1.25
/** Midnight in the site's time zone. */
const START_MS = new Date('2026-11-20T17:00:00Z').getTime()
const PLACERS = 20

interface Real extends Exchange {
  readonly database: Database
}

/** Registers the simulated members and places the simulated campaigns, paid and active. */
async function openReal(url: string, world: World): Promise<Real> {
  let now_ms = START_MS
  const database = await openDatabase({ url, clock: { now: () => new Date(now_ms) } })
  const passwordHash = await hashPassword('nobody signs in here')
  const registered = (who: Registered) => register(database, passwordHash, who)
  const placers: string[] = []
  for (let i = 0; i < PLACERS; i += 1) {
    // The first member invites all others; placers carry nothing, so their language does not matter.
    placers.push(
      await registered({ name: `placer${i}`, phone: `+8499${1_000_000 + i}`, locale: 'vn', first: i === 0 }),
    )
  }
  const member_ids: string[] = []
  for (const { number, phone, locale, country } of world.members) {
    if (countryOfPhone(phone) !== country) throw new Error(`${phone} is no number of ${country}`)
    member_ids.push(await registered({ name: `member${number}`, phone, locale }))
  }
  const campaignIds: string[] = []
  for (const campaign of world.campaigns)
    campaignIds.push(await place(database, placers[campaign.number % PLACERS]!, campaign))
  const numbers = new Map(campaignIds.map((id, number) => [id, number]))
  const offers = new Map<Member, string>()
  return {
    database,
    async slices(member, at_ms) {
      now_ms = START_MS + at_ms
      const { rows } = await database.query<{ id: string; slices: number }>({
        name: 'bench_slices',
        text: `select id, ceil((visits - delivered_visits - open_visits)::numeric / order_visits)::int as slices
          from campaign where status = 'active' and ends_at > $1 and visits > delivered_visits + open_visits
          and (languages = '{}' or $2 = any (languages)) and (countries = '{}' or $3 = any (countries))`,
        values: [new Date(now_ms), member.locale, member.country],
      })
      return rows.map(({ id, slices }) => [numbers.get(id)!, slices] as const)
    },
    async draw(member, at_ms) {
      now_ms = START_MS + at_ms
      const offer = await drawOffer(database, { member_id: member_ids[member.number]! }).catch(
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'no_order_is_available') return undefined
          throw error
        },
      )
      if (offer === undefined) return undefined
      offers.set(member, offer.id)
      return {
        campaign: numbers.get(offer.campaign_id)!,
        worth_minor: Number(offer.price_minor) * offer.target,
      }
    },
    async take(member) {
      const member_id = member_ids[member.number]!
      const offer_id = offers.get(member)!
      const { id: order_id } = await database.transaction((tx) => takeOrder(tx, { member_id, offer_id }))
      await database.transaction((tx) => startOrder(tx, { member_id, order_id }))
    },
  }
}

interface Registered {
  readonly name: string
  readonly phone: string
  readonly locale: Member['locale']
  /** Registered without an invitation. */
  readonly first?: boolean
}

async function register(
  database: Database,
  passwordHash: string,
  { name, phone, locale, first = false }: Registered,
): Promise<string> {
  const invited = first ? { invite_code: null, code: 'WELCOME' } : { invite_code: 'WELCOME' }
  const row = { username: name, phone, locale, passwordHash, ...invited }
  return (await database.transaction((tx) => registerMember(tx, row))).id
}

async function place(
  database: Database,
  member_id: string,
  row: World['campaigns'][number],
): Promise<string> {
  const price_minor = BigInt(row.price_minor)
  const { visits, order_visits, languages, countries } = row
  const id = entryId('deposit_credited', newId(database.clock.now()))
  const amount_minor = price_minor * BigInt(visits) * 2n
  return database.transaction(async (tx) => {
    await postOrRefuse(tx, [
      {
        id,
        type: 'deposit_credited',
        refers_to: member_id,
        actor: 'system',
        event_at: tx.now,
        postings: [
          { account: platformAccount('cash', id), amount_minor: -amount_minor },
          { account: accountOf('member_available', member_id), amount_minor },
        ],
      },
    ])
    const campaign = await createCampaign(tx, {
      member_id,
      brand: `Brand ${row.number}`,
      kind: 'visit',
      // Whose price has no lower limit than the form's.
      verification: 'postback',
      tagline: inEach(languages, 'A tagline'),
      caption: inEach(languages, 'A caption'),
      creative: '/files/pottery.webp',
      landing_url: 'https://shop.example.com/',
      languages,
      countries,
      price_minor,
      visits,
      order_visits,
      // Longer than the simulation, so that taken orders do not expire.
      order_hours: 720,
      ends_at: new Date(tx.now.getTime() + 60 * DAY_MS),
    })
    await payCampaign(tx, { member_id, campaign_id: campaign.id })
    await approveCampaign(tx, { campaign_id: campaign.id, actor: 'operator:bench' })
    return campaign.id
  })
}

const inEach = (languages: readonly Member['locale'][], text: string) =>
  Object.fromEntries((languages.length > 0 ? languages : (['en'] as const)).map((locale) => [locale, text]))

async function main({ appUrl }: Logins, world: World): Promise<void> {
  const fair: Figures[] = []
  for (let i = 1; i <= FAIR_RUNS; i += 1) {
    const draws = await simulate(world, fairExchange(world, seeded(SEED + 2 * i)), seeded(SEED + 2 * i + 1))
    fair.push(figuresOf(world, draws))
  }
  const favouring = await simulate(world, fairExchange(world, seeded(SEED), CONTROL_FAVOUR), seeded(SEED + 1))
  const isCaught = !compared(figuresOf(world, favouring), fair).isFair
  const real = await openReal(appUrl, world)
  const draws = await simulate(world, real, seeded(SEED + 1))
  const findings = [...(await checkLedger(real.database)), ...(await checkCampaigns(real.database))]
  await real.database.close()
  const { lines, isFair } = compared(figuresOf(world, draws), fair)
  console.table(lines)
  console.log(
    `${world.campaigns.length} campaigns, ${world.members.length} members, ${draws.length} draws, ` +
      `${draws.filter((draw) => draw.taken_minor > 0).length} taken; books: ${findings.length} findings; ` +
      `fair: the mean of ${FAIR_RUNS} lives of a perfectly fair draw, ± their standard deviation`,
  )
  console.log(
    `control: a draw that favours every second campaign by a quarter is ${isCaught ? 'caught' : 'NOT caught'}`,
  )
  const passed = isFair && isCaught && findings.length === 0
  console.log(passed ? 'FAIR' : 'NOT SHOWN TO BE FAIR')
  if (!passed) process.exitCode = 1
}

const [campaigns = 300, members = 400, days = 4] = process.argv.slice(2).map(Number)
const world = makeWorld({ campaigns, members, days }, seeded(SEED))
// Fairness is measured here, not speed or durability.
await withDatabase((logins) => main(logins, world), { durable: false })
