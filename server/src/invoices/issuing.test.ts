// Documents in the transaction of their entry: amounts, numbers without a gap, and that nothing changes them.
import { newId } from '@fairturn/contract/ids'
import { portionOf } from '@fairturn/contract/minor-units'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { availableOf, newMember, wantedCampaign } from '../../test/campaigns.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { balanceOfKind, documentsOf, FRENCH, setProfile, setSeller } from '../../test/invoices.ts'
import { vatOfCampaigns, vatOfCancelling } from '../campaigns/campaigns.dto.ts'
import { selectCampaign } from '../campaigns/campaigns.store.ts'
import {
  approveCampaign,
  cancelCampaign,
  type Campaign,
  createCampaign,
  deliverSlices,
  drawSlice,
  endDueCampaigns,
  finishCampaign,
  payCampaign,
  rejectCampaign,
  releaseSlices,
  type Slice,
} from '../campaigns/campaigns.ts'
import { cancelling, type Quote } from '../campaigns/terms.ts'
import { quoteTopUp, topUpCampaign } from '../campaigns/top-up.ts'
import { changeSetting } from '../content/settings.ts'
import { accountOf, balancesOf, entryId, postOrRefuse } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'

const SECOND_MS = 1000
const BY = 'operator:first'

let database: TestDatabase
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  database.clock.advance(SECOND_MS)
  return database.transaction(work)
}
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 20 })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`)
  await run((tx) => setSeller(tx))
  await run((tx) => changeSetting(tx, 'supply', 'principal'))
})

/** 5.00 of budget, and 1.15 of fee after the discount, of which 0.60 is the bonus reserve. */
async function paid(member_id: string): Promise<Campaign> {
  const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, member_id)))
  await run((tx) => payCampaign(tx, { member_id, campaign_id: campaign.id }))
  return campaign
}
const rich = () => run((tx) => newMember(tx, 100_000n))
const available = (member_id: string) => availableOf(database, member_id)
async function vatOf({ id }: Campaign): Promise<bigint> {
  const account = accountOf('campaign_vat', id)
  return (await balancesOf(database, [account])).get(account)?.balance_minor ?? 0n
}
const approve = ({ id }: Campaign) => run((tx) => approveCampaign(tx, { campaign_id: id, actor: BY }))

const filed = (carrier: string) =>
  run((tx) =>
    drawSlice(tx, {
      member_id: carrier,
      locale: 'en',
      country: 'VN',
      bonus: { bonus_low_bp: 200, bonus_high_bp: null },
      hold_id: newId(tx.now),
      refers_to: newId(tx.now),
      expires_at: new Date(tx.now.getTime() + 3_600_000),
    }),
  )
const openSlice = (slice: Slice) => ({ ...slice, campaign_id: slice.campaign.id })

/** What a claim does. */
const claimed = (slice: Slice, carrier: string, verified: number, bonus_minor: bigint) =>
  run(async (tx) => {
    const reward_minor = slice.price_minor * BigInt(verified)
    await deliverSlices(tx, [{ ...openSlice(slice), verified, reward_minor, bonus_minor }])
    await postOrRefuse(tx, [
      {
        id: entryId('award_claimed', slice.hold_id),
        type: 'award_claimed',
        refers_to: slice.hold_id,
        actor: `member:${carrier}`,
        event_at: tx.now,
        capture: slice.hold_id,
        postings: [
          {
            account: accountOf('campaign_escrow', slice.campaign.id),
            amount_minor: -reward_minor - bonus_minor,
          },
          { account: accountOf('member_available', carrier), amount_minor: reward_minor + bonus_minor },
        ],
      },
    ])
  })

describe('without a seller', () => {
  test('nothing changes, to the cent, and the documents say that there is none', async () => {
    await run((tx) => setSeller(tx, null))
    const member_id = await rich()
    const campaign = await paid(member_id)
    expect(await available(member_id)).toBe(100_000n - 615n)
    await run((tx) =>
      rejectCampaign(tx, { campaign_id: campaign.id, actor: BY, reason: 'It is not allowed.' }),
    )
    expect(await available(member_id)).toBe(100_000n)
    expect(await documentsOf(database, campaign.id)).toMatchObject([
      { series: 'FI', vat_case: null, net_minor: 615n, vat_minor: 0n, total_minor: 615n },
      { series: 'FC', vat_case: null, net_minor: 615n, vat_minor: 0n, total_minor: 615n },
    ])
    const postings = await database.asSchemaOwner(
      `select a.kind, p.amount_minor::int as amount from entry e join posting p on p.entry_id = e.id join account a on a.no = p.account_no
       where e.refers_to = '${campaign.id}' order by e.entry_no, a.kind`,
    )
    expect(postings).toEqual([
      { kind: 'campaign_escrow', amount: 560 },
      { kind: 'campaign_fee', amount: 55 },
      { kind: 'member_available', amount: -615 },
      { kind: 'campaign_escrow', amount: -560 },
      { kind: 'campaign_fee', amount: -55 },
      { kind: 'member_available', amount: 615 },
    ])
  })
})

describe('a campaign', () => {
  test('is paid with its VAT, which stays with it, and comes back with what was not spent', async () => {
    const member_id = await rich()
    await run((tx) => setProfile(tx, member_id))
    const campaign = await paid(member_id)
    // 19 % of 6.15 is 1.1685.
    expect(await available(member_id)).toBe(100_000n - 615n - 117n)
    expect(await vatOf(campaign)).toBe(117n)
    const [invoice] = await documentsOf(database, campaign.id)
    expect(invoice).toMatchObject({
      series: 'FI',
      vat_case: 'domestic',
      rate_bp: 1900,
      net_minor: 615n,
      vat_minor: 117n,
      entry_id: entryId('campaign_paid', campaign.id),
      buyer: { legal_name: 'Tee & Töpfe GmbH', purchase_order: 'PO-4711' },
    })
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    expect(await available(member_id)).toBe(100_000n)
    expect(await vatOf(campaign)).toBe(0n)
    expect((await documentsOf(database, campaign.id))[1]).toMatchObject({
      series: 'FC',
      net_minor: 615n,
      vat_minor: 117n,
      corrects: [invoice!.id],
    })
  })

  test.each([
    ['principal', 117n],
    ['agent', 10n], // 19 % of 0.55 is 0.1045
  ] as const)(
    'with supply %s has %s of VAT, which a later change of the setting leaves',
    async (supply, vat) => {
      await run((tx) => changeSetting(tx, 'supply', supply))
      const member_id = await rich()
      const campaign = await paid(member_id)
      expect(await vatOf(campaign)).toBe(vat)
      await run((tx) => changeSetting(tx, 'supply', supply === 'agent' ? 'principal' : 'agent'))
      await run((tx) => changeSetting(tx, 'vat_rates', [{ country: 'DE', rate: 7, from: '2007-01-01' }]))
      await run((tx) => setProfile(tx, member_id, { country: 'FR' }))
      await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
      expect(await available(member_id)).toBe(100_000n)
      expect(await documentsOf(database, campaign.id)).toMatchObject([
        { series: 'FI', vat_case: 'consumer', rate_bp: 1900, vat_minor: vat },
        { series: 'FC', vat_case: 'consumer', rate_bp: 1900, vat_minor: vat },
      ])
    },
  )

  test('of a company with a confirmed number elsewhere in the Union has none: reverse charge', async () => {
    const member_id = await rich()
    await run((tx) => setProfile(tx, member_id, FRENCH(tx.now)))
    const campaign = await paid(member_id)
    expect(await vatOf(campaign)).toBe(0n)
    expect(await documentsOf(database, campaign.id)).toMatchObject([
      { vat_case: 'reverse_charge', rate_bp: 0, vat_minor: 0n, total_minor: 615n },
    ])
  })

  test('what is spent owes its VAT to the state, and only then', async () => {
    const member_id = await rich()
    const carrier = await run((tx) => newMember(tx))
    const campaign = await paid(member_id)
    await approve(campaign)
    const slice = (await filed(carrier))!
    const owedBefore = await balanceOfKind(database, 'vat')
    await claimed(slice, carrier, 20, 2n)
    expect(await balanceOfKind(database, 'vat')).toBe(owedBefore)
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    // Rewards 1.00, bonuses 0.02, and a fifth of the fee of 0.55: 1.13, of which 19 % is 0.2147.
    expect(await available(member_id)).toBe(100_000n - 113n - 21n)
    expect((await balanceOfKind(database, 'vat')) - owedBefore).toBe(21n)
  })

  /** As the placer’s screens have it: VAT on what is spent, what remains and what is back are all that was paid. */
  const shown = async (campaign: Campaign) => {
    const [row] = await selectCampaign.all(database, { id: campaign.id })
    const vat = (await vatOfCampaigns(database, [row!], database.clock.now()))(row!)
    return { row: row!, vat, quoted: await vatOfCancelling(database, row!) }
  }

  test('with nothing spent all of its VAT remains, and cancelling quotes what then comes back', async () => {
    const member_id = await rich()
    const campaign = await paid(member_id)
    await approve(campaign)
    const { row, vat, quoted } = await shown(campaign)
    expect(vat).toEqual({ vat_minor: 117n, vat_refunded_minor: 0n, vat_remaining_minor: 117n })
    expect(quoted).toEqual({
      vat_now_minor: 117n,
      vat_later_least_minor: 0n,
      vat_later_most_minor: 0n,
      vat_spent_minor: 0n,
    })
    const before = await available(member_id)
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    expect((await available(member_id)) - before).toBe(cancelling(row).now_minor + quoted.vat_now_minor)
    expect((await shown(campaign)).vat).toEqual({
      vat_minor: 117n,
      vat_refunded_minor: 117n,
      vat_remaining_minor: 0n,
    })
  })

  test.each(['none', 'all'] as const)(
    'cancelled with an open order of which %s is earned, returns VAT now and later as quoted',
    async (earned) => {
      const member_id = await rich()
      const carriers = [await run((tx) => newMember(tx)), await run((tx) => newMember(tx))]
      const campaign = await paid(member_id)
      await approve(campaign)
      await claimed((await filed(carriers[0]!))!, carriers[0]!, 20, 2n)
      const open = (await filed(carriers[1]!))!
      const { row, vat, quoted } = await shown(campaign)
      // As above: 19 % of 1.13.
      expect(vat.vat_minor - vat.vat_remaining_minor).toBe(21n)
      expect(quoted.vat_spent_minor).toBe(21n)
      const { now_minor, later_least_minor, later_most_minor } = cancelling(row)
      const before = await available(member_id)
      await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
      const between = await available(member_id)
      expect(between - before).toBe(now_minor + quoted.vat_now_minor)
      if (earned === 'all') await claimed(open, carriers[1]!, 20, open.highest_award_minor - 100n)
      else await run((tx) => releaseSlices(tx, [openSlice(open)]))
      await endDueCampaigns(database)
      const later =
        earned === 'all'
          ? later_least_minor + quoted.vat_later_least_minor
          : later_most_minor + quoted.vat_later_most_minor
      expect((await available(member_id)) - between).toBe(later)
    },
  )

  test('a top-up is invoiced by itself, and what comes back corrects the newest invoice first', async () => {
    const member_id = await rich()
    const campaign = await paid(member_id)
    await approve(campaign)
    await run((tx) => setProfile(tx, member_id, FRENCH(tx.now)))
    await run((tx) =>
      topUpCampaign(tx, { member_id, campaign_id: campaign.id, visits: 100, total_minor: 615n }),
    )
    const [first, second] = await documentsOf(database, campaign.id)
    expect([first!.vat_case, second!.vat_case]).toEqual(['consumer', 'reverse_charge'])
    const slice = (await filed(await run((tx) => newMember(tx))))!
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    await run(async (tx) => {
      await releaseSlices(tx, [openSlice(slice)])
    })
    const corrected = (await documentsOf(database, campaign.id)).filter(({ series }) => series === 'FC')
    expect(corrected[0]!.corrects).toEqual([second!.id])
    expect(corrected.every(({ corrects }) => corrects.length === 1)).toBe(true)
  })
})

describe('a price that was not shown', () => {
  const payWith = async (shown: { total_minor?: bigint; payable_minor?: bigint }) => {
    const member_id = await rich()
    const { id } = await run((tx) => createCampaign(tx, wantedCampaign(tx, member_id)))
    return await run((tx) => payCampaign(tx, { member_id, campaign_id: id }, undefined, shown))
  }
  test.each([
    [{}],
    [{ total_minor: 615n }],
    [{ payable_minor: 732n }],
    [{ total_minor: 615n, payable_minor: 615n }],
    [{ total_minor: 614n, payable_minor: 732n }],
    [{ total_minor: 615n, payable_minor: 731n }],
  ])('%o is refused where there is VAT, and leaves no document', async (shown) => {
    const [before] = await database.asSchemaOwner('select count(*) from invoice')
    await expect(payWith(shown)).rejects.toMatchObject({ code: 'the_quote_has_changed' })
    expect(await database.asSchemaOwner('select count(*) from invoice')).toEqual([before])
  })

  test('the right one is paid; without VAT the total alone, or nothing, as before', async () => {
    expect(await payWith({ total_minor: 615n, payable_minor: 732n })).toMatchObject({ status: 'review' })
    await run((tx) => setSeller(tx, null))
    expect(await payWith({})).toMatchObject({ status: 'review' })
    expect(await payWith({ total_minor: 615n })).toMatchObject({ status: 'review' })
    await expect(payWith({ payable_minor: 732n })).rejects.toMatchObject({ code: 'the_quote_has_changed' })
  })
})

const payableOf = (quote: Quote, supply: 'principal' | 'agent'): bigint =>
  quote.total_minor + portionOf(supply === 'agent' ? quote.unearned_fee_minor : quote.total_minor, 1900)

test('random runs: invoices less credit notes are what left and came back, and VAT due is the rate of what was spent', async () => {
  const step = fc.oneof(
    {
      arbitrary: fc.record({ kind: fc.constant('carry' as const), share: fc.integer({ min: 0, max: 20 }) }),
      weight: 3,
    },
    fc.record({ kind: fc.constant('top_up' as const), share: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ kind: fc.constant('draw' as const), share: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 6 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('principal' as const, 'agent' as const),
      fc.boolean(),
      async (steps, price, supply, finish) => {
        await database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`)
        await run((tx) => changeSetting(tx, 'supply', supply))
        const member_id = await run((tx) => newMember(tx, 10_000_000n))
        const carrier = await run((tx) => newMember(tx))
        const owedBefore = await balanceOfKind(database, 'vat')
        const terms = { price_minor: BigInt(price) }
        const campaign = await run((tx) => createCampaign(tx, wantedCampaign(tx, member_id, terms)))
        await run((tx) => payCampaign(tx, { member_id, campaign_id: campaign.id }))
        await approve(campaign)
        const open: Slice[] = []
        for (const { kind, share } of steps) {
          if (kind === 'top_up') {
            const own = { member_id, campaign_id: campaign.id, visits: share }
            const { quote } = await quoteTopUp(database, { ...own, now: database.clock.now() })
            await run((tx) =>
              topUpCampaign(tx, {
                ...own,
                total_minor: quote.total_minor,
                payable_minor: payableOf(quote, supply),
              }),
            )
            continue
          }
          const slice = await filed(carrier)
          if (slice === undefined) continue
          if (kind === 'draw') open.push(slice)
          else await claimed(slice, carrier, Math.min(share, slice.target), 1n)
        }
        if (finish) await run((tx) => finishCampaign(tx, { campaign_id: campaign.id }))
        else await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
        for (const slice of open) await run((tx) => releaseSlices(tx, [openSlice(slice)]))
        await endDueCampaigns(database)

        const documents = await documentsOf(database, campaign.id)
        const sum = (series: string, amount: 'net_minor' | 'vat_minor' | 'total_minor') =>
          documents.filter((one) => one.series === series).reduce((all, one) => all + one[amount], 0n)
        const spent_minor = 10_000_000n - (await available(member_id))
        expect(sum('FI', 'total_minor') - sum('FC', 'total_minor')).toBe(spent_minor)
        const due_minor = (await balanceOfKind(database, 'vat')) - owedBefore
        expect(sum('FI', 'vat_minor') - sum('FC', 'vat_minor')).toBe(due_minor)
        expect(await vatOf(campaign)).toBe(0n)
        // Each invoice is rounded by itself.
        const [parts] = await database.asSchemaOwner<{ taxed: bigint; invoices: bigint }>(
          `select sum(case when supply = 'agent' then 0 else escrow_minor end * sign + fee_minor * sign)::bigint as taxed,
             count(*) filter (where series = 'FI') as invoices
           from (select *, case series when 'FI' then 1 else -1 end as sign from invoice where subject_id = '${campaign.id}') each`,
        )
        const exact = portionOf(parts!.taxed, 1900)
        const off = due_minor - exact
        expect(off <= parts!.invoices - 1n && -off <= parts!.invoices - 1n).toBe(true)
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

describe('numbers', () => {
  const numbersOf = async (series: string) =>
    (
      await database.asSchemaOwner<{ number: number }>(
        `select number from invoice_number where series = '${series}' and year = 2026 order by number`,
      )
    ).map(({ number }) => number)
  const gapless = (numbers: readonly number[]) => numbers.every((number, i) => number === i + 1)

  test('have no gap after 200 parallel payments of which half are rolled back, and the chain holds', async () => {
    const placers = await Promise.all(Array.from({ length: 200 }, () => rich()))
    const campaigns = await Promise.all(
      placers.map((member_id) => run((tx) => createCampaign(tx, wantedCampaign(tx, member_id)))),
    )
    const before = (await numbersOf('FI')).length
    const paid = await Promise.allSettled(
      campaigns.map(({ id: campaign_id, member_id }, i) =>
        run(async (tx) => {
          await payCampaign(tx, { member_id, campaign_id })
          if (i % 2 === 1) throw new Error('rolled back')
          if (i % 4 === 0) await cancelCampaign(tx, { member_id, campaign_id })
        }),
      ),
    )
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    const invoices = await numbersOf('FI')
    expect(invoices).toHaveLength(before + 100)
    expect(gapless(invoices)).toBe(true)
    expect(gapless(await numbersOf('FC'))).toBe(true)
    const broken = await database.asSchemaOwner(
      `select n.link_no from (select *, lag(hash) over (order by link_no) as before, lag(link_no) over (order by link_no) as before_no
         from invoice_number) n join invoice i on i.id = n.invoice_id
       where n.hash <> invoice_hash(n.previous_hash, n.series, n.year, n.number, i)
         or n.before is distinct from case when n.link_no > 1 then n.previous_hash end or n.link_no <> coalesce(n.before_no, 0) + 1`,
    )
    expect(broken).toEqual([])
  })

  test('begin again each year of the site’s time zone, by series', async () => {
    database.clock.set('2026-12-31T16:59:00Z')
    const member_id = await rich()
    await paid(member_id)
    database.clock.set('2026-12-31T17:00:30Z')
    const campaign = await paid(member_id)
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    expect(await documentsOf(database, member_id)).toMatchObject([
      { series: 'FI', year: 2026 },
      { series: 'FI', year: 2027, number: 1 },
      { series: 'FC', year: 2027, number: 1 },
    ])
  })
})

describe('a document is never changed', () => {
  const changes = [
    'update invoice set vat_minor = 0',
    'delete from invoice',
    'truncate invoice cascade',
    'update invoice_correction set vat_minor = 0',
    'delete from invoice_correction',
    'update invoice_number set number = number + 1000',
    'delete from invoice_number',
    'delete from invoice_series',
    'delete from invoice_chain',
  ]
  test.each(changes)('not even by the schema owner: %s', async (text) => {
    await paid(await rich())
    await expect(database.asSchemaOwner(text)).rejects.toThrow(/documents are append-only/)
  })

  test.each([
    ...changes,
    'update invoice_series set last_number = 7',
    "update invoice_chain set hash = '\\x00'",
    "insert into invoice_series (series, year, last_number) values ('FI', 2030, 5)",
    `insert into invoice_number (invoice_id, series, year, number, link_no, previous_hash, hash)
     select id, 'FI', 2031, 1, 99999, '', '' from invoice limit 1`,
  ])('by a process: %s', async (text) => {
    await expect(run((tx) => tx.query({ text }))).rejects.toThrow(/permission denied/)
  })

  test('and a credit note with its number corrects nothing more', async () => {
    const member_id = await rich()
    const campaign = await paid(member_id)
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    const [invoice, note] = await documentsOf(database, campaign.id)
    const add = (id: string, corrects: string) =>
      run((tx) =>
        tx.query({
          text: `insert into invoice_correction (invoice_id, corrects, escrow_minor, fee_minor, vat_minor) values ('${id}', '${corrects}', 1, 0, 0)`,
        }),
      )
    const other = await documentsOf(database, (await paid(await rich())).id)
    await expect(add(note!.id, other[0]!.id)).rejects.toThrow(/before it has its number/)
    await expect(add(invoice!.id, other[0]!.id)).rejects.toThrow(/corrects invoices/)
  })

  /** A credit note like this document, with these fields changed, that corrects an invoice by so much. */
  const correct = (
    documentId: string,
    {
      corrects = documentId,
      by = [1, 0, 0],
      ...changed
    }: { corrects?: string; by?: number[]; series?: string; member_id?: string } = {},
  ) =>
    run(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        text: `insert into invoice (id, series, member_id, subject, subject_id, subject_name, entry_id, issued_at, day, currency, vat_case, rate_bp,
            supply, escrow_minor, fee_minor, vat_minor, seller, buyer, lines)
          select gen_random_uuid(), coalesce($2, 'FC'), coalesce($3::uuid, member_id), subject, subject_id, subject_name, entry_id, issued_at, day,
            currency, vat_case, rate_bp, supply, escrow_minor, fee_minor, vat_minor, seller, buyer, lines
          from invoice where id = $1 returning id`,
        values: [documentId, changed.series ?? null, changed.member_id ?? null],
      })
      await tx.query({
        text: 'insert into invoice_correction (invoice_id, corrects, escrow_minor, fee_minor, vat_minor) values ($1, $2, $3, $4, $5)',
        values: [rows[0]!.id, corrects, ...by],
      })
      return rows[0]!.id
    })

  test('a correction is a credit note’s, of an invoice of the same subject and member, by at most its amounts', async () => {
    const member_id = await rich()
    const campaign = await paid(member_id)
    const { id } = (await documentsOf(database, campaign.id))[0]!
    const misfit = /of the same subject, before it has its number/
    await expect(correct(id, { series: 'FI' })).rejects.toThrow(misfit)
    await expect(correct(id, { member_id: await rich() })).rejects.toThrow(misfit)
    await run((tx) => cancelCampaign(tx, { member_id, campaign_id: campaign.id }))
    const other = (await documentsOf(database, (await paid(member_id)).id))[0]!
    await expect(correct(id, { corrects: other.id })).rejects.toThrow(misfit)
    const note = (await documentsOf(database, campaign.id))[1]!
    await expect(correct(note.id)).rejects.toThrow(misfit)
    const { escrow_minor, fee_minor, vat_minor } = (
      await database.asSchemaOwner<{ escrow_minor: bigint; fee_minor: bigint; vat_minor: bigint }>(
        `select escrow_minor, fee_minor, vat_minor from invoice where id = $1`,
        [other.id],
      )
    )[0]!
    const whole = [escrow_minor, fee_minor, vat_minor].map(Number)
    const most = /by at most its amounts/
    for (const place of [0, 1, 2])
      await expect(correct(other.id, { by: whole.with(place, whole[place]! + 1) })).rejects.toThrow(most)
    // Of another invoice of the campaign, once the note has its number.
    const numbered = await correct(other.id, { by: whole })
    const { subject_id } = (
      await database.asSchemaOwner<{ subject_id: string }>(`select subject_id from invoice where id = $1`, [
        other.id,
      ])
    )[0]!
    await run((tx) => approveCampaign(tx, { campaign_id: subject_id, actor: BY }))
    await run((tx) =>
      topUpCampaign(tx, {
        member_id,
        campaign_id: subject_id,
        visits: 100,
        total_minor: 615n,
        payable_minor: 732n,
      }),
    )
    const second = (await documentsOf(database, subject_id)).findLast(({ series }) => series === 'FI')!
    const add = run((tx) =>
      tx.query({
        text: 'insert into invoice_correction (invoice_id, corrects, escrow_minor, fee_minor, vat_minor) values ($1, $2, 1, 0, 0)',
        values: [numbered, second.id],
      }),
    )
    await expect(add).rejects.toThrow(misfit)
  })

  test('its hash is another one for each thing it says', async () => {
    const { id } = (await documentsOf(database, (await paid(await rich())).id))[0]!
    const said = {
      id: newId(database.clock.now()),
      member_id: newId(database.clock.now()),
      subject: 'level',
      subject_id: newId(database.clock.now()),
      subject_name: 'Another',
      entry_id: newId(database.clock.now()),
      issued_at: '2026-11-21T00:00:00Z',
      day: '2026-01-01',
      currency: 'EURO',
      vat_case: 'exempt',
      rate_bp: 1,
      supply: 'agent',
      escrow_minor: 7,
      fee_minor: 7,
      vat_minor: 7,
      seller: null,
      buyer: {},
      lines: [],
    }
    const changes = Object.entries(said).map(([field, value]) => JSON.stringify({ [field]: value }))
    const hashes = await database.asSchemaOwner<{ hash: string }>(
      `select encode(invoice_hash(''::bytea, s, y, n, jsonb_populate_record(i, c)), 'hex') as hash
       from invoice i, (select 'FI' as s, 2026 as y, 1 as n, each::jsonb as c from unnest($2::text[]) each
         union all values ('FC', 2026, 1, '{}'::jsonb), ('FI', 2027, 1, '{}'), ('FI', 2026, 2, '{}'), ('FI', 2026, 1, '{}')) v
       where i.id = $1`,
      [id, changes],
    )
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(changes.length + 4)
  })
})
