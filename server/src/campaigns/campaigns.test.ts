// Campaigns through their interface: placing, paying, slices, and refunds at the end.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activeCampaign, availableOf, deposit, newMember, wantedCampaign } from '../../test/campaigns.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { seeded } from '../../test/seeded.ts'
import {
  accountOf,
  balancesOf,
  checkLedger,
  entryId,
  platformTotals,
  postOrRefuse,
} from '../ledger/ledger.ts'
import { findOpenPurchase, levelsOf, upgradeLevel } from '../levels/levels.ts'
import type { Tx } from '../platform/database/database.ts'
import { selectCampaign, selectDrawable } from './campaigns.store.ts'
import {
  approveCampaign,
  cancelCampaign,
  checkCampaigns,
  createCampaign,
  deliverSlices,
  drawSlice,
  endDueCampaigns,
  findDrawable,
  finishCampaign,
  pauseCampaign,
  payCampaign,
  rejectCampaign,
  releaseSlices,
  resumeCampaign,
  type Slice,
} from './campaigns.ts'
import { quoteFor } from './placing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LEVEL_1_BONUS = { bonus_low_bp: 200, bonus_high_bp: null }
const LEVEL_4_BONUS = { bonus_low_bp: 800, bonus_high_bp: 1200 }

let database: TestDatabase
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transaction(work)

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 20 })
})
afterAll(async () => {
  await database.close()
})
// Each test draws only from its own campaigns.
beforeEach(async () => {
  await database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`)
})

const draw = (
  tx: Tx,
  member_id: string,
  changed: {
    locale?: Locale
    country?: string | null
    bonus?: typeof LEVEL_4_BONUS
    random?: () => number
  } = {},
) =>
  drawSlice(
    tx,
    {
      member_id,
      locale: changed.locale ?? 'en',
      country: changed.country === undefined ? 'VN' : changed.country,
      bonus: changed.bonus ?? LEVEL_1_BONUS,
      hold_id: newId(tx.now),
      refers_to: newId(tx.now),
      expires_at: new Date(tx.now.getTime() + 5 * 60_000),
    },
    changed.random,
  )

/** Number of the test database's connections that wait for a lock. */
const waitingForLocks = async () =>
  (
    await database.asSuperuser(`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).length

const named = (slice: Slice) => ({ ...slice, campaign_id: slice.campaign.id })

/** What a claim does: delivers this many visits, pays the bonus, releases the rest. */
async function deliver(
  tx: Tx,
  slice: Slice,
  carrier: string,
  verified: number,
  bonus_minor: bigint,
): Promise<void> {
  const reward_minor = slice.price_minor * BigInt(verified)
  await deliverSlices(tx, [{ ...named(slice), verified, reward_minor, bonus_minor }])
  const award_minor = reward_minor + bonus_minor
  await postOrRefuse(tx, [
    {
      id: entryId('award_claimed', slice.hold_id),
      type: 'award_claimed',
      refers_to: slice.hold_id,
      actor: `member:${carrier}`,
      event_at: tx.now,
      capture: slice.hold_id,
      postings: [
        { account: accountOf('campaign_escrow', slice.campaign.id), amount_minor: -award_minor },
        { account: accountOf('member_available', carrier), amount_minor: award_minor },
      ],
    },
  ])
}

async function moneyOf(campaign_id: string) {
  const escrow = accountOf('campaign_escrow', campaign_id)
  const fee = accountOf('campaign_fee', campaign_id)
  const balances = await balancesOf(database, [escrow, fee])
  return {
    escrow: balances.get(escrow)!.balance_minor,
    held: balances.get(escrow)!.reserved_minor,
    fee: balances.get(fee)!.balance_minor,
  }
}

const revenue = async () => (await platformTotals(database)).get('revenue')?.balance_minor ?? 0n

describe('placing and paying', () => {
  test('paying moves budget and bonus reserve into escrow, and the rest of the service fee into the unearned fee', async () => {
    const placer = await run((tx) => newMember(tx, 10_000n))
    const { quote } = await quoteFor(database, placer, { price_minor: 5n, visits: 100 })
    const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    expect(campaign).toMatchObject({ status: 'unpaid', landing_host: 'tea.example.com', budget_minor: 500n })
    expect(quote.total_minor).toBe(campaign.budget_minor + campaign.service_fee_minor)

    const paid = await run((tx) => payCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    expect(paid).toMatchObject({ status: 'review', paid_at: database.clock.now() })
    // 500 budget, 25 % fee less 2 % discount = 115, of which 12 % = 60 is the reserve.
    expect(await moneyOf(campaign.id)).toEqual({ escrow: 560n, held: 0n, fee: 55n })
    expect(await availableOf(database, placer)).toBe(10_000n - 615n)
  })

  test('paying again, also 50 times concurrently, charges once', async () => {
    const placer = await run((tx) => newMember(tx, 10_000n))
    const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    const pay = () => run((tx) => payCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    const paid = await Promise.all(Array.from({ length: 50 }, pay))
    expect(new Set(paid.map((each) => each.status))).toEqual(new Set(['review']))
    expect(await availableOf(database, placer)).toBe(10_000n - 615n)
  })

  test('a second campaign is refused while one is unpaid: you_have_an_outstanding_order_please_pay_in_advance', async () => {
    const placer = await run((tx) => newMember(tx, 10_000n))
    const place = () => run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    const placed = await Promise.allSettled(Array.from({ length: 20 }, place))
    expect(placed.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const refused = placed.filter((each) => each.status === 'rejected')
    const codes = new Set(refused.map((each) => (each.reason as { code: string }).code))
    expect(codes).toEqual(new Set(['you_have_an_outstanding_order_please_pay_in_advance']))
  })

  test('an insufficient balance is refused with the missing amount, and nothing moves', async () => {
    const placer = await run((tx) => newMember(tx, 600n))
    const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    const pay = () => run((tx) => payCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    await expect(pay()).rejects.toMatchObject({
      code: 'your_account_is_insufficient_please_add_more_money',
      details: { missing: '0.15' },
    })
    expect(await selectCampaign.one(database, { id: campaign.id })).toMatchObject({
      status: 'unpaid',
      paid_at: null,
    })
    expect(await availableOf(database, placer)).toBe(600n)
    await run((tx) => deposit(tx, placer, 15n))
    expect((await pay()).status).toBe('review')
  })

  test('another member cannot pay it, and an unknown campaign is campaign_is_unknown', async () => {
    const [placer, stranger] = await run(
      async (tx) => [await newMember(tx), await newMember(tx, 9_000n)] as const,
    )
    const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    for (const campaign_id of [campaign.id, newId(new Date())]) {
      const pay = run((tx) => payCampaign(tx, { member_id: stranger, campaign_id }))
      await expect(pay).rejects.toMatchObject({ code: 'campaign_is_unknown' })
    }
  })

  test('a cancelled campaign, and one past its end, can no longer be paid', async () => {
    const placer = await run((tx) => newMember(tx, 9_000n))
    const first = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    await run((tx) => cancelCampaign(tx, { member_id: placer, campaign_id: first.id }))
    const ends_at = new Date(database.clock.now().getTime() + HOUR_MS)
    const second = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer, { ends_at })))
    database.clock.advance(HOUR_MS)
    for (const { id } of [first, second]) {
      const pay = run((tx) => payCampaign(tx, { member_id: placer, campaign_id: id }))
      await expect(pay).rejects.toMatchObject({ code: 'campaign_cannot_be_paid' })
    }
    expect(await availableOf(database, placer)).toBe(9_000n)
  })
})

describe('statuses', () => {
  // ASVS V2.3.1
  test('a campaign takes only the transitions of the specification', async () => {
    const reach = {
      unpaid: (tx: Tx, member_id: string) => createCampaign(tx, wantedCampaign(tx, member_id)),
      review: async (tx: Tx, member_id: string) => {
        const { id } = await createCampaign(tx, wantedCampaign(tx, member_id))
        return await payCampaign(tx, { member_id, campaign_id: id })
      },
      active: (tx: Tx, member_id: string) => activeCampaign(tx, { member_id }),
      paused: async (tx: Tx, member_id: string) => {
        const { id } = await activeCampaign(tx, { member_id })
        return await pauseCampaign(tx, { member_id, campaign_id: id })
      },
      finished: async (tx: Tx, member_id: string) =>
        finishCampaign(tx, { campaign_id: (await activeCampaign(tx, { member_id })).id }),
      cancelled: async (tx: Tx, member_id: string) =>
        cancelCampaign(tx, { member_id, campaign_id: (await activeCampaign(tx, { member_id })).id }),
      rejected: async (tx: Tx, member_id: string) =>
        rejectCampaign(tx, {
          campaign_id: (await reach.review(tx, member_id)).id,
          reason: 'Ratings. It is written down.',
          actor: 'operator:first',
        }),
    }
    const act = {
      approve: (tx: Tx, c: { campaign_id: string }) => approveCampaign(tx, { ...c, actor: 'operator:first' }),
      reject: (tx: Tx, c: { campaign_id: string }) =>
        rejectCampaign(tx, { ...c, reason: 'Votes. It is written down.', actor: 'operator:first' }),
      pause: pauseCampaign,
      resume: resumeCampaign,
      finish: finishCampaign,
      cancel: cancelCampaign,
    }
    // The target of each action from each status, or its refusal; a repeated action has no effect.
    const ways: Record<keyof typeof act, Partial<Record<keyof typeof reach, string>>> = {
      approve: { review: 'active' },
      reject: { review: 'rejected' },
      pause: { active: 'paused', paused: 'paused' },
      resume: { paused: 'active', active: 'active' },
      finish: { active: 'finished', paused: 'finished', finished: 'finished' },
      cancel: {
        unpaid: 'cancelled',
        review: 'cancelled',
        active: 'cancelled',
        paused: 'cancelled',
        cancelled: 'cancelled',
      },
    }
    const refusal = {
      approve: 'campaign_is_not_in_review',
      reject: 'campaign_is_not_in_review',
      pause: 'campaign_cannot_be_paused',
      resume: 'campaign_cannot_be_resumed',
      finish: 'campaign_cannot_be_ended',
      cancel: 'campaign_cannot_be_ended',
    }
    for (const [name, doing] of Object.entries(act) as [keyof typeof act, typeof cancelCampaign][]) {
      for (const [from, reaching] of Object.entries(reach) as [keyof typeof reach, typeof reach.unpaid][]) {
        const member_id = await run((tx) => newMember(tx, 1_000n))
        const { id } = await run((tx) => reaching(tx, member_id))
        const outcome = await run((tx) => doing(tx, { member_id, campaign_id: id })).then(
          (campaign) => campaign.status,
          (error: { code: string }) => error.code,
        )
        expect([name, from, outcome]).toEqual([name, from, ways[name][from] ?? refusal[name]])
        const { status } = await selectCampaign.one(database, { id })
        expect(status).toBe(ways[name][from] ?? from)
      }
    }
  })

  test('only the placer pauses, resumes and cancels', async () => {
    const stranger = await run((tx) => newMember(tx))
    const campaign = await run((tx) => activeCampaign(tx))
    for (const act of [pauseCampaign, resumeCampaign, cancelCampaign]) {
      const tried = run((tx) => act(tx, { member_id: stranger, campaign_id: campaign.id }))
      await expect(tried).rejects.toMatchObject({ code: 'campaign_is_unknown' })
    }
  })
})

describe('promise 2: every reward is funded before it is offered', () => {
  test('a drawn slice has its price and highest bonus held in escrow before anybody sees it', async () => {
    const campaign = await run((tx) => activeCampaign(tx))
    const carrier = await run((tx) => newMember(tx))
    const slice = (await run((tx) => draw(tx, carrier, { bonus: LEVEL_4_BONUS })))!
    expect(slice).toMatchObject({
      target: 20,
      price_minor: 5n,
      bonus_low_bp: 800,
      bonus_high_bp: 1200,
      hours: 24,
    })
    expect(slice.highest_award_minor).toBe(112n)
    expect(await moneyOf(campaign.id)).toMatchObject({ escrow: 560n, held: 112n })
  })

  test('50 concurrent members are promised exactly the available money', async () => {
    const campaign = await run((tx) => activeCampaign(tx, { visits: 205, order_visits: 20 }))
    const carriers = await run(async (tx) => {
      const ids: string[] = []
      for (let i = 0; i < 50; i++) ids.push(await newMember(tx))
      return ids
    })
    const drawn = await Promise.all(
      carriers.map((carrier) => run((tx) => draw(tx, carrier, { bonus: LEVEL_4_BONUS }))),
    )
    const slices = drawn.filter((slice) => slice !== undefined)
    expect(slices).toHaveLength(11)
    expect(slices.reduce((sum, slice) => sum + slice.target, 0)).toBe(205)
    const promised = slices.reduce((sum, slice) => sum + slice.highest_award_minor, 0n)
    expect(await moneyOf(campaign.id)).toMatchObject({ escrow: 1148n, held: promised })
    expect(promised <= 1148n).toBe(true)
  })

  test('two draws that try the same exhausted campaigns in opposite order do not deadlock', async () => {
    const oneSlice = { visits: 20 }
    const two = [
      await run((tx) => activeCampaign(tx, oneSlice)),
      await run((tx) => activeCampaign(tx, oneSlice)),
    ]
    const carriers: string[] = []
    for (let i = 0; i < 3; i++) carriers.push(await run((tx) => newMember(tx)))
    const [first, ...late] = carriers as [string, string, string]
    let attempts = 0
    const lateDraws: Promise<Slice | undefined>[] = []
    await run(async (tx) => {
      for (const _ of two) expect(await draw(tx, first)).toBeDefined()
      // Neither commit is visible yet: both are found, and the one tried first waits for its row lock.
      for (const [i, order] of [
        [0.1, 0.9],
        [0.9, 0.1],
      ].entries())
        lateDraws.push(
          run((later) => {
            attempts++
            const numbers = [0, ...order]
            return draw(later, late[i]!, { random: () => numbers.shift()! })
          }),
        )
      await expect.poll(() => waitingForLocks()).toBe(2)
    })
    expect(await Promise.all(lateDraws)).toEqual([undefined, undefined])
    expect(attempts).toBe(2) // a deadlock is retried
  })

  test('a returned slice can be drawn again, and its money is released', async () => {
    const campaign = await run((tx) => activeCampaign(tx, { visits: 20 }))
    const carrier = await run((tx) => newMember(tx))
    const slice = (await run((tx) => draw(tx, carrier)))!
    expect(await run((tx) => draw(tx, carrier))).toBeUndefined()
    await run((tx) => releaseSlices(tx, [named(slice)]))
    expect(await moneyOf(campaign.id)).toMatchObject({ held: 0n })
    expect(await run((tx) => draw(tx, carrier))).toMatchObject({ target: 20 })
  })

  test('undelivered visits can be drawn again, but no visit is delivered twice', async () => {
    const campaign = await run((tx) => activeCampaign(tx, { visits: 20 }))
    const carrier = await run((tx) => newMember(tx))
    const first = (await run((tx) => draw(tx, carrier)))!
    await run((tx) => deliver(tx, first, carrier, 13, 1n))
    const second = (await run((tx) => draw(tx, carrier)))!
    expect(second.target).toBe(7)
    await run((tx) => deliver(tx, second, carrier, 7, 0n))
    // The bonus reserve has money left, but every ordered visit has been delivered.
    expect(await moneyOf(campaign.id)).toMatchObject({ escrow: 11n, held: 0n })
    expect(await run((tx) => draw(tx, carrier))).toBeUndefined()
  })

  test('a bonus range above what the reserve covers is capped to it', async () => {
    await run((tx) => activeCampaign(tx))
    const carrier = await run((tx) => newMember(tx))
    const bonus = { bonus_low_bp: 1500, bonus_high_bp: 2000 }
    expect(await run((tx) => draw(tx, carrier, { bonus }))).toMatchObject({
      bonus_low_bp: 1200,
      bonus_high_bp: 1200,
      highest_award_minor: 112n,
    })
  })

  test('even if every order has the minimum size the escrow suffices, rounding included', async () => {
    const campaign = await run((tx) => activeCampaign(tx, { price_minor: 1n, visits: 50, order_visits: 5 }))
    const carrier = await run((tx) => newMember(tx))
    for (;;) {
      const slice = await run((tx) => draw(tx, carrier, { bonus: LEVEL_4_BONUS }))
      if (slice === undefined) break
      const bonus_minor = slice.highest_award_minor - slice.price_minor * BigInt(slice.target)
      await run((tx) => deliver(tx, slice, carrier, slice.target, bonus_minor))
    }
    // 50 visits and a reserve of 6 cents: a bonus of 0.6 cents rounds to 1 per order, so the last visits are unfunded.
    expect(await selectCampaign.one(database, { id: campaign.id })).toMatchObject({
      open_visits: 0,
      status: 'active',
    })
    expect((await moneyOf(campaign.id)).escrow >= 0n).toBe(true)
    await endDueCampaigns(database)
    expect(await selectCampaign.one(database, { id: campaign.id })).toMatchObject({ status: 'finished' })
    expect(await moneyOf(campaign.id)).toEqual({ escrow: 0n, held: 0n, fee: 0n })
  })
})

describe('which campaigns are drawn', () => {
  test('never the member’s own, nor one that is not active or has ended', async () => {
    const campaign = await run((tx) => activeCampaign(tx))
    const carrier = await run((tx) => newMember(tx))
    const placer = campaign.member_id
    expect(await run((tx) => draw(tx, placer))).toBeUndefined()
    await run((tx) => pauseCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    expect(await run((tx) => draw(tx, carrier))).toBeUndefined()
    await run((tx) => resumeCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    expect((await run((tx) => draw(tx, carrier)))?.campaign.id).toBe(campaign.id)
    database.clock.advance(7 * DAY_MS)
    expect(await run((tx) => draw(tx, carrier))).toBeUndefined()
  })

  test('only campaigns for the language, or for all', async () => {
    const texts = { vn: 'một', fr: 'deux' }
    const french = await run((tx) =>
      activeCampaign(tx, { languages: ['fr'], tagline: texts, caption: texts }),
    )
    const carrier = await run((tx) => newMember(tx))
    expect(await run((tx) => draw(tx, carrier, { locale: 'vn' }))).toBeUndefined()
    expect((await run((tx) => draw(tx, carrier, { locale: 'fr' })))?.campaign.id).toBe(french.id)
    const all = await run((tx) => activeCampaign(tx, { visits: 200 }))
    for (const locale of ['vn', 'en', 'jp', 'kr', 'cn', 'rs'] as const) {
      expect((await run((tx) => draw(tx, carrier, { locale })))?.campaign.id).toBe(all.id)
    }
  })

  test('only campaigns for the country of the phone number, or for all', async () => {
    const [japanese, both] = await run(async (tx) => [
      await activeCampaign(tx, { countries: ['JP'], visits: 20 }),
      await activeCampaign(tx, { countries: ['JP', 'VN'], languages: ['en'], visits: 20 }),
    ])
    const carrier = await run((tx) => newMember(tx))
    expect(await run((tx) => draw(tx, carrier, { country: 'FR' }))).toBeUndefined()
    expect(await run((tx) => draw(tx, carrier, { country: null }))).toBeUndefined()
    expect(await run((tx) => draw(tx, carrier, { country: 'VN', locale: 'vn' }))).toBeUndefined()
    expect((await run((tx) => draw(tx, carrier, { country: 'VN' })))?.campaign.id).toBe(both.id)
    expect((await run((tx) => draw(tx, carrier, { country: 'JP' })))?.campaign.id).toBe(japanese.id)
    expect(await run((tx) => draw(tx, carrier, { country: 'JP' }))).toBeUndefined()
    await run((tx) => finishCampaign(tx, { campaign_id: japanese.id }))
    const left = await database.asSchemaOwner(`select from campaign_draw where campaign_id = $1`, [
      japanese.id,
    ])
    expect(left).toEqual([])
  })

  test('campaigns are read by index in draw order, whatever their number, with no index per language', async () => {
    const plan = await run(async (tx) => {
      await tx.query({ text: 'set local enable_seqscan = off' })
      // Like `explain (generic_plan)`, which exists only since PostgreSQL 16.
      await tx.query({ text: 'set local plan_cache_mode = force_generic_plan' })
      await tx.query({ text: `prepare drawable as ${selectDrawable.text}` })
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>({
        text: 'explain execute drawable (null, null, null, null, null, null)',
      })
      await tx.query({ text: 'deallocate drawable' })
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    const scans = plan.match(/Scan using \w+ on campaign\w*/g)!.toSorted()
    // Scans by audience (for everybody, then for one language), by country and language, and by id for each; merged
    // without a sort.
    expect(scans).toEqual([
      ...Array<string>(3).fill('Scan using campaign_draw_of_audience on campaign_draw'),
      ...Array<string>(2).fill('Scan using campaign_draw_order on campaign'),
      ...Array<string>(3).fill('Scan using campaign_pkey on campaign'),
    ])
    expect(plan).not.toMatch(/-> {2}(Incremental )?Sort/)
  })

  test('a campaign that cannot be drawn has no draw order, and gets one again once it can', async () => {
    const texts = { en: 'one', fr: 'deux' }
    const campaign = await run((tx) =>
      activeCampaign(tx, {
        countries: ['JP', 'VN'],
        languages: ['en', 'fr'],
        tagline: texts,
        caption: texts,
      }),
    )
    const places = () =>
      database.asSchemaOwner(
        'select country, locale from campaign_draw where campaign_id = $1 order by 1, 2',
        [campaign.id],
      )
    const all = ['JP', 'VN'].flatMap((country) => ['en', 'fr'].map((locale) => ({ country, locale })))
    expect(await places()).toEqual(all)
    await run((tx) => pauseCampaign(tx, { campaign_id: campaign.id, member_id: campaign.member_id }))
    expect(await places()).toEqual([])
    await run((tx) => resumeCampaign(tx, { campaign_id: campaign.id, member_id: campaign.member_id }))
    expect(await places()).toEqual(all)
  })

  test('the database refuses a language that is not in its table', async () => {
    const campaign = await run((tx) => activeCampaign(tx, {}))
    const change = database.asSchemaOwner(`update campaign set languages = '{en,xx}' where id = $1`, [
      campaign.id,
    ])
    await expect(change).rejects.toMatchObject({ code: '23503' })
  })

  test('ten thousand campaigns for other countries are not read, and of ten thousand for all only a window', async () => {
    const copy = async (campaign_id: string, countries: string[]) => {
      await database.asSchemaOwner(
        `insert into campaign (id, member_id, status, brand, kind, tagline, caption, creative, landing_url, landing_host,
           languages, countries, price_minor, visits, order_visits, order_hours, service_fee_bp, discount_bp,
           highest_bonus_bp, budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor, least_hold_minor,
           ends_at, created_at, paid_at, draw_key)
         select gen_random_uuid(), member_id, 'active', brand, kind, tagline, caption, creative, landing_url, landing_host,
           languages, $2, price_minor, visits, order_visits, order_hours, service_fee_bp, discount_bp,
           highest_bonus_bp, budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor, least_hold_minor,
           ends_at, created_at, paid_at, random()
         from campaign, generate_series(1, 10000) where id = $1`,
        [campaign_id, countries],
      )
    }
    const seed = await run((tx) => activeCampaign(tx, { countries: ['FR'] }))
    const member_id = await run((tx) => newMember(tx))
    const pagesRead = async (country: string) => {
      const rows = await database.asSchemaOwner<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${selectDrawable.text}`,
        [0.5, member_id, database.clock.now(), country, 'en', 128],
      )
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
      const pages = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
      return { pages, found: plan['Actual Rows'] }
    }
    await copy(seed.id, ['FR'])
    await database.asSchemaOwner('analyze campaign, campaign_draw')
    const others = await pagesRead('VN')
    expect(others.found).toBe(0)
    expect(others.pages).toBeLessThan(60)
    await copy(seed.id, [])
    await database.asSchemaOwner('analyze campaign, campaign_draw')
    for (const country of ['VN', 'FR']) {
      const { found, pages } = await pagesRead(country)
      expect(found).toBe(128)
      // One heap page per campaign and the index path to it; those for one country through two indexes.
      expect(pages).toBeLessThan(2500)
    }
    await database.asSchemaOwner(`delete from campaign_draw where campaign_id <> $1`, [seed.id])
    await database.asSchemaOwner(
      `delete from campaign where brand = 'Lotus Tea' and activated_at is null and status = 'active'`,
    )
  })

  test('every slice has the same probability: three times the slices, three times as often', async () => {
    const [large, small] = await run(async (tx) => [
      await activeCampaign(tx, { visits: 300, order_visits: 20 }),
      await activeCampaign(tx, { visits: 100, order_visits: 20 }),
    ])
    const carrier = {
      member_id: await run((tx) => newMember(tx)),
      locale: 'en' as const,
      country: 'VN',
      now: database.clock.now(),
    }
    const DRAWS = 1200
    const firsts = new Map<string, number>()
    for (let i = 0; i < DRAWS; i++) {
      const [id] = await findDrawable(database, { ...carrier, limit: 1 }, seeded(i))
      firsts.set(id!, (firsts.get(id!) ?? 0) + 1)
    }
    expect([...firsts.keys()].toSorted()).toEqual([large.id, small.id].toSorted())
    // Four standard deviations around three quarters.
    expect(Math.abs(firsts.get(large.id)! - DRAWS * 0.75)).toBeLessThan(4 * Math.sqrt(DRAWS * 0.75 * 0.25))
  })
})

describe('the end', () => {
  test('unearned escrow is refunded; of the fee, the delivered part is earned and the rest is refunded', async () => {
    const campaign = await run((tx) => activeCampaign(tx))
    const carrier = await run((tx) => newMember(tx))
    const slice = (await run((tx) => draw(tx, carrier)))!
    await run((tx) => deliver(tx, slice, carrier, 20, 2n))
    const before = await revenue()
    await run((tx) => finishCampaign(tx, { campaign_id: campaign.id }))
    // Escrow 560 − 102 = 458 back; fee 55, a fifth of the budget delivered: 11 earned, 44 back.
    expect(await availableOf(database, campaign.member_id)).toBe(458n + 44n)
    expect(await revenue()).toBe(before + 11n)
    expect(await moneyOf(campaign.id)).toEqual({ escrow: 0n, held: 0n, fee: 0n })
    expect(await selectCampaign.one(database, { id: campaign.id })).toMatchObject({
      status: 'finished',
      refunded_minor: 502n,
      closed_at: database.clock.now(),
    })
  })

  test.each(['cancelled', 'finished'] as const)(
    '%s: money held for a taken order stays until the order ends',
    async (status) => {
      const campaign = await run((tx) => activeCampaign(tx))
      const carrier = await run((tx) => newMember(tx))
      const [taken, returned] = await run(
        async (tx) => [(await draw(tx, carrier))!, (await draw(tx, carrier))!] as const,
      )
      const placer = { member_id: campaign.member_id, campaign_id: campaign.id }
      await run((tx) => (status === 'cancelled' ? cancelCampaign(tx, placer) : finishCampaign(tx, placer)))
      // Two holds of 102 stay.
      expect(await moneyOf(campaign.id)).toEqual({ escrow: 204n, held: 204n, fee: 55n })
      expect(await availableOf(database, placer.member_id)).toBe(560n - 204n)
      await endDueCampaigns(database)
      expect(await selectCampaign.one(database, { id: campaign.id })).toMatchObject({
        status,
        closed_at: null,
      })

      await run((tx) => releaseSlices(tx, [named(returned)]))
      await run((tx) => deliver(tx, taken, carrier, 10, 1n))
      expect(await availableOf(database, carrier)).toBe(51n)
      expect(await endDueCampaigns(database)).toBe(1)
      // 560 − 51 of the escrow in all; of the fee of 55 a tenth is earned, rounded half-even: 5.5 is 6.
      expect(await availableOf(database, placer.member_id)).toBe(509n + 49n)
      expect(await selectCampaign.one(database, { id: campaign.id })).toMatchObject({
        status,
        refunded_minor: 558n,
      })
      expect(await endDueCampaigns(database)).toBe(0)
    },
  )

  test('rejected in review: every cent is refunded, and the placer sees the reason', async () => {
    const placer = await run((tx) => newMember(tx, 615n))
    const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, placer)))
    await run((tx) => payCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    expect(await availableOf(database, placer)).toBe(0n)
    await run((tx) =>
      rejectCampaign(tx, {
        campaign_id: campaign.id,
        reason: 'It asks for ratings.',
        actor: 'operator:first',
      }),
    )
    expect(await availableOf(database, placer)).toBe(615n)
    const [notice] = await database.asSchemaOwner<{ params: unknown }>(
      `select params from notification where member_id = $1 and kind = 'campaign_rejected'`,
      [placer],
    )
    expect(notice!.params).toEqual({ brand: 'Lotus Tea', reason: 'It asks for ratings.', refunded: '6.15' })
  })

  test('the job finishes campaigns that are due or delivered, once, even in concurrent processes', async () => {
    const [over, done, running] = await run(async (tx) => [
      await activeCampaign(tx, { ends_at: new Date(tx.now.getTime() + HOUR_MS) }),
      await activeCampaign(tx, { visits: 20 }),
      await activeCampaign(tx),
    ])
    const carrier = await run((tx) => newMember(tx))
    for (let left = 3; left > 0;) {
      const slice = (await run((tx) => draw(tx, carrier)))!
      if (slice.campaign.id === done.id) {
        await run((tx) => deliver(tx, slice, carrier, 20, 0n))
        left = 0
      } else await run((tx) => releaseSlices(tx, [named(slice)]))
    }
    database.clock.advance(HOUR_MS)
    await Promise.all(Array.from({ length: 5 }, () => endDueCampaigns(database)))
    await endDueCampaigns(database)
    expect((await selectCampaign.one(database, { id: over.id })).status).toBe('finished')
    expect(await availableOf(database, over.member_id)).toBe(615n)
    expect((await selectCampaign.one(database, { id: done.id })).status).toBe('finished')
    expect((await selectCampaign.one(database, { id: running.id })).status).toBe('active')
    const notices = await database.asSchemaOwner(
      `select 1 from notification where kind = 'campaign_finished' and member_id = any ($1)`,
      [[over.member_id, done.member_id]],
    )
    expect(notices).toHaveLength(2)
  })

  test('a campaign that cannot be ended delays no other, and the job reports it', async () => {
    const [faulty, sound] = await run(async (tx) => [
      await activeCampaign(tx, { ends_at: new Date(tx.now.getTime() + HOUR_MS) }),
      await activeCampaign(tx, { ends_at: new Date(tx.now.getTime() + 2 * HOUR_MS) }),
    ])
    await database.asSchemaOwner(
      `alter table campaign add constraint broken check (id <> '${faulty.id}' or status = 'active')`,
    )
    database.clock.advance(3 * HOUR_MS)
    await expect(endDueCampaigns(database)).rejects.toThrow('1 due campaigns could not be ended')
    expect((await selectCampaign.one(database, { id: sound.id })).status).toBe('finished')
    expect((await selectCampaign.one(database, { id: faulty.id })).status).toBe('active')
    await database.asSchemaOwner('alter table campaign drop constraint broken')
    expect(await endDueCampaigns(database)).toBe(1)
    expect(await availableOf(database, faulty.member_id)).toBe(615n)
  })

  test('a bought level’s discount counts only when the campaign ends, for the delivered visits', async () => {
    const placer = await run((tx) => newMember(tx, 100_000n))
    const level4 = (await levelsOf(database)).at(-1)!
    await run((tx) => upgradeLevel(tx, { member_id: placer, level_id: level4.id }))
    const campaign = await run((tx) =>
      activeCampaign(tx, { member_id: placer, visits: 1000, order_visits: 250 }),
    )
    // 8 % of 5000, of which 6 % exceeds what Level 1 gives.
    expect(campaign).toMatchObject({ discount_minor: 400n, extra_discount_minor: 300n })
    const carrier = await run((tx) => newMember(tx))
    const slice = (await run((tx) => draw(tx, carrier)))!
    await run((tx) => deliver(tx, slice, carrier, 250, 0n))
    expect((await findOpenPurchase(database, placer))!.given_minor).toBe(0n)
    await run((tx) => cancelCampaign(tx, { member_id: placer, campaign_id: campaign.id }))
    expect((await findOpenPurchase(database, placer))!.given_minor).toBe(75n)
  })
})

test('a difference between the campaigns’ figures and the ledger is detected', async () => {
  const campaign = await run((tx) => activeCampaign(tx))
  await database.asSchemaOwner('update campaign set delivered_minor = 7 where id = $1', [campaign.id])
  expect(await checkCampaigns(database)).toEqual([
    { campaign_id: campaign.id, what: 'escrow', expected_minor: 553n, found_minor: 560n },
  ])
  await database.asSchemaOwner('update campaign set delivered_minor = 0 where id = $1', [campaign.id])
})

test('the ledger check finds nothing in postings, holds and campaigns after every test above', async () => {
  expect(await checkLedger(database)).toEqual([])
  expect(await checkCampaigns(database)).toEqual([])
})
