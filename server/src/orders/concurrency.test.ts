// All money movements around campaigns, concurrently: no deadlock, no fault, and not a cent misplaced at the end.
import { campaignCalls } from '@fairturn/contract/campaigns'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../../../testing/run-all.ts'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { SEED } from '../../test/attack/runs.ts'
import {
  expectLedgerCorrect,
  claim,
  deadlocksOf,
  deposit,
  draw,
  giveBack,
  placeCampaign,
  start,
  take,
} from '../../test/carrying.ts'
import { seeded } from '../../test/seeded.ts'
import { staff } from '../../test/staff.ts'
import { cancelCampaign, endDueCampaigns, pauseByOperator, resumeByOperator } from '../campaigns/campaigns.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { checkLevelFees, levelsOf } from '../levels/levels.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { decideObjection, expireDue, settleDueObjections, settleDueOrders } from './orders.ts'
import { countVisits } from './progress.ts'

const WORKERS = 10
const STEPS = RUN_ALL ? 200 : 80
/** Far more than the actions that chance has left out need. */
const MAX_LATE_STEPS = 1000
const LONG_AGO = `'2020-01-01'::timestamptz`

/** A route may respond with a refusal, never with a fault. */
async function sound(answer: Promise<{ status: number; code: string }>): Promise<boolean> {
  const { status, code } = await answer
  if (status >= 500) throw new Error(`a fault: ${status} ${code}`)
  return status === 200
}

/** The same for a domain call. */
async function soundly(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

class World {
  readonly app: TestApp
  readonly members: TestMember[] = []
  readonly random = seeded(SEED)
  keys = 0
  constructor(app: TestApp) {
    this.app = app
  }

  one = <T>(of: readonly T[]): T => of[Math.floor(this.random() * of.length)]!
  member = () => this.one(this.members)
  key = () => `concurrency-${(this.keys += 1)}`
  some = async (text: string): Promise<{ id: string; member_id: string } | undefined> =>
    this.one(await this.app.database.asSchemaOwner<{ id: string; member_id: string }>(`${text} order by id`))
  memberOf = (id: string) => this.members.find((member) => member._id === id)!

  async carry(): Promise<void> {
    const { app } = this
    const member = this.member()
    const drawing = draw(app, member)
    if (!(await sound(drawing)) || this.random() < 0.2) return
    if (this.random() < 0.1)
      await app.database.asSchemaOwner(
        `update offer set expires_at = ${LONG_AGO} where member_id = $1 and status = 'open'`,
        [member._id],
      )
    const taking = take(app, member, (await drawing).data._id)
    if (!(await sound(taking))) return
    const order_id = (await taking).data._id
    if (this.random() < 0.1) return void (await sound(giveBack(app, member, order_id)))
    if (!(await sound(start(app, member, order_id)))) return
    const verified = this.one([0, 1, 2, 2])
    await this.visited(order_id, 'verified', verified)
    await this.visited(order_id, 'repeated', this.one([0, 1, 2]))
    if (verified === 2) return await app.database.transaction((tx) => countVisits(tx, order_id))
    await app.database.asSchemaOwner(`update orders set deadline = ${LONG_AGO} where id = $1`, [order_id])
    await settleDueOrders(app.database)
  }

  /** Inserts verdicts as the judge would have written them. */
  async visited(order_id: string, verdict: string, count: number): Promise<void> {
    const { database, clock } = this.app
    for (let i = 0; i < count; i++)
      await database.asSchemaOwner(
        `insert into visit_verdict (visit_id, day, link_id, at, verdict) values ($1, $2, $3, $4, $5)`,
        [newId(clock.now()), clock.now().toISOString().slice(0, 10), order_id, clock.now(), verdict],
      )
    await database.asSchemaOwner(
      `insert into link_count (link_id, verdict, count) values ($1, $2, $3)
       on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`,
      [order_id, verdict, count],
    )
  }

  async object(): Promise<void> {
    const order = await this.some(
      `select id, member_id from orders where status in ('success', 'expired') and objection is null`,
    )
    if (order === undefined) return
    const { app } = this
    const member = this.memberOf(order.member_id)
    await sound(
      app.call(orderCalls.object, { token: member.token, params: { order_id: order.id }, body: {} }),
    )
    if (this.random() < 0.5) await sound(claim(app, member, order.id))
  }

  async decide(): Promise<void> {
    const found = await this.some(`select id, member_id from objection where decided_at is null`)
    if (found === undefined) return
    const upheld = this.one(['all', 'all', 'none'] as const)
    const { actor } = await staff(this.app, 'support')
    const decision = { objection_id: found.id, actor, upheld, reason: 'We have looked. It is written down.' }
    await soundly(this.app.database.transaction((tx) => decideObjection(tx, decision)))
  }

  async claim(): Promise<void> {
    const order = await this.some(
      `select id, member_id from orders where status in ('success', 'done') and claimed_at is null`,
    )
    if (order !== undefined) await sound(claim(this.app, this.memberOf(order.member_id), order.id))
  }

  campaign = () => this.some(`select id, member_id from campaign where status in ('active', 'paused')`)

  async topUp(): Promise<void> {
    const { app } = this
    const found = await this.campaign()
    if (found === undefined) return
    const at = { token: this.memberOf(found.member_id).token, params: { campaign_id: found.id } }
    const quoted = await app.call(campaignCalls.topUpQuote, { ...at, body: { visits: 20 } })
    if (quoted.status !== 200) return
    const body = { visits: 20, total: quoted.data.total }
    await app.confirm(this.memberOf(found.member_id), '9999999.00')
    await sound(app.call(campaignCalls.topUp, { ...at, key: this.key(), body }))
  }

  async end(): Promise<void> {
    const { app } = this
    const found = await this.campaign()
    if (found === undefined) return
    const placer = this.memberOf(found.member_id)
    const at = { token: placer.token, params: { campaign_id: found.id } }
    if (await sound(app.call(campaignCalls.cancel, at))) await this.place(placer)
  }

  async place(placer: TestMember): Promise<void> {
    await soundly(placeCampaign(this.app, placer, { visits: 60, order_visits: 2, price_minor: 37n }))
  }

  async pause(): Promise<void> {
    const { app } = this
    const found = await this.campaign()
    if (found === undefined) return
    const at = { token: this.memberOf(found.member_id).token, params: { campaign_id: found.id } }
    const by = { campaign_id: found.id, actor: 'operator:two' }
    const reason = 'We look into it.'
    await sound(app.call(campaignCalls.pause, at))
    if (this.random() < 0.5) {
      await soundly(app.database.transaction((tx) => pauseByOperator(tx, { ...by, reason })))
      await soundly(app.database.transaction((tx) => resumeByOperator(tx, by)))
    }
    await sound(app.call(campaignCalls.resume, at))
  }

  async level(): Promise<void> {
    const { app } = this
    const member = this.member()
    const { token } = member
    if (this.random() < 0.6) {
      const level = this.one(await levelsOf(app.database))
      const body = { user_id: member._id, level_id: level.id }
      return void (await sound(app.call(levelCalls.upgrade, { token, key: this.key(), body })))
    }
    // Half of those given back are older than 14 days, so that their benefits count.
    if (this.random() < 0.5)
      await app.database.asSchemaOwner(
        `update level_purchase set bought_at = bought_at - interval '15 days' where member_id = $1 and status = 'open'`,
        [member._id],
      )
    const preview = await app.call(levelCalls.refundPreview, { token })
    const purchase_id = preview.data?.purchase_id
    if (preview.status !== 200 || purchase_id === undefined) return
    const body = { user_id: member._id, purchase_id: purchase_id! }
    await sound(app.call(levelCalls.refund, { token, key: this.key(), body }))
  }

  async jobs(): Promise<void> {
    const { database } = this.app
    await database.asSchemaOwner(
      `update offer set expires_at = ${LONG_AGO}
       where id in (select id from offer where status = 'open' and right(id::text, 1) < '8' for update skip locked)`,
    )
    await expireDue(database)
    await endDueCampaigns(database)
    await settleDueObjections(database)
  }

  async step(): Promise<void> {
    const chance = this.random()
    if (chance < 0.4) await this.carry()
    else if (chance < 0.54) await this.object()
    else if (chance < 0.64) await this.decide()
    else if (chance < 0.78) await this.claim()
    else if (chance < 0.84) await this.topUp()
    else if (chance < 0.87) await this.end()
    else if (chance < 0.89) await this.pause()
    else if (chance < 0.95) await this.level()
    else await this.jobs()
  }

  /** Actions that have not happened yet. */
  async undone(): Promise<string[]> {
    const [did] = await this.app.database.asSchemaOwner<Record<string, number>>(
      `select (select count(*)::int from award) as awards, (select count(*)::int from objection where upheld > 0) as upheld,
         (select count(*)::int from award where objection_id is not null) as added,
         (select count(*)::int from campaign_top_up) as top_ups,
         (select count(*)::int from level_purchase) as purchases,
         (select count(*)::int from level_purchase where status <> 'open' and given_minor > 0) as counted, (select count(*)::int from level_earned) as earned`,
    )
    return Object.keys(did!).filter((kind) => did![kind] === 0)
  }

  /** Ends everything that is open; returns what remains in escrows and fees. */
  async ending(): Promise<bigint> {
    const { app } = this
    const { database } = app
    await database.asSchemaOwner(`update offer set expires_at = ${LONG_AGO} where status = 'open'`)
    await database.asSchemaOwner(
      `update orders set deadline = ${LONG_AGO} where status in ('pending', 'distributing')`,
    )
    await expireDue(database)
    await settleDueOrders(database)
    await database.asSchemaOwner(`update objection set decide_by = ${LONG_AGO} where decided_at is null`)
    await database.asSchemaOwner(`update orders set kept_until = ${LONG_AGO} where kept_until is not null`)
    await settleDueObjections(database)
    for (const { id, member_id } of await database.asSchemaOwner<{ id: string; member_id: string }>(
      `select id, member_id from orders where status = 'success'`,
    ))
      await sound(claim(app, this.memberOf(member_id), id))
    const campaigns = await database.asSchemaOwner<{ id: string; member_id: string }>(
      `select id, member_id from campaign`,
    )
    for (const { id: campaign_id, member_id } of campaigns)
      await soundly(database.transaction((tx) => cancelCampaign(tx, { campaign_id, member_id })))
    await endDueCampaigns(database)
    const accounts = campaigns.flatMap(({ id }) => [
      accountOf('campaign_escrow', id),
      accountOf('campaign_fee', id),
    ])
    const left = await balancesOf(database, accounts)
    return [...left.values()].reduce((sum, { balance_minor }) => sum + balance_minor, 0n)
  }
}

test('concurrent top-ups, cancellations, draws, claims, objections, decisions and levels never deadlock', async () => {
  const world = new World(await startApp())
  const { app, members } = world
  await app.database.asSchemaOwner(
    `update level set turns_a_day = 1000, orders_to_earn = case when rank > 1 then rank * 4 end, earn_quality_bp = 0`,
  )
  for (let i = 0; i < 6; i++) members.push(await app.member(`concurrent ${i}`))
  for (const member of members) await deposit(app.database, member._id, 200_000n)
  for (const placer of members.slice(0, 4)) await world.place(placer)
  // Everybody earns a level above the bought one on the way, and gets its fee back.
  const bought = (await levelsOf(app.database))[1]!
  for (const { _id: user_id, token } of members) {
    const body = { user_id, level_id: bought.id }
    expect(await sound(app.call(levelCalls.upgrade, { token, key: world.key(), body }))).toBe(true)
  }
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let i = 0; i < STEPS; i++) await world.step()
    }),
  )
  // Actions that the random steps have left out.
  for (let i = 0; i < MAX_LATE_STEPS && (await world.undone()).length > 0; i++) await world.step()
  await expectLedgerCorrect(app)
  expect(await world.ending()).toBe(0n)
  expect(
    await world.some(`select id, member_id from orders where status not in ('done', 'returned', 'expired')`),
  ).toBe(undefined)
  expect(
    await world.some(
      `select id, member_id from level_purchase where open_bonus_minor + open_discount_minor > 0`,
    ),
  ).toBe(undefined)
  expect(await checkLevelFees(app.database)).toEqual([])
  await expectLedgerCorrect(app)
  expect(await world.undone()).toEqual([])
  expect(await deadlocksOf(app)).toEqual([])
}, 120_000)
