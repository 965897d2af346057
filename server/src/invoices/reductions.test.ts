import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminInvoiceCalls } from '@fairturn/contract/backoffice/invoices'
// Refunds outside the rules over HTTP: credit notes with their VAT, never more than was spent, and what the checker says.
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { newId } from '@fairturn/contract/ids'
import { invoiceCalls } from '@fairturn/contract/invoices'
import { formatMoney, parseMoney, portionOf } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { availableOf } from '../../test/campaigns.ts'
import {
  answered,
  carry,
  claim,
  deadlocksOf,
  deposit,
  expectLedgerCorrect,
  unpaidCampaign,
  work,
} from '../../test/carrying.ts'
import { balanceOfKind, documentsOf, setProfile, setSeller } from '../../test/invoices.ts'
import { claimBonuses } from '../../test/levels.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { conversationOf } from '../../test/support.ts'
import { approveCampaign, type Campaign, cancelCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { changeSetting } from '../content/settings.ts'
import { accountOf, balancesOf, takenFrom, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { giveLevelBack, levelsOf, recogniseFees, upgradeLevel } from '../levels/levels.ts'
import type { Tx } from '../platform/database/database.ts'
import { checkInvoices } from './invoices.check.ts'

const DAY_MS = 86_400_000
let app: TestApp
let one: TestOperator
let two: TestOperator
let placer: TestMember
let carrier: TestMember
let count = 0

const run = <T>(operation: (tx: Tx) => Promise<T>): Promise<T> => {
  app.clock.advance(1000)
  return app.database.transaction(operation)
}
beforeAll(async () => {
  app = await startApp()
  await run((tx) => setSeller(tx))
  // Refunds are paid out of what was earned.
  await run(async (tx) => {
    const refers_to = newId(tx.now)
    const id = entryId('level_recognised', refers_to)
    const postings = [
      { account: platformAccount('own_money', id), amount_minor: -100_000n },
      { account: platformAccount('revenue', id), amount_minor: 100_000n },
    ]
    const entry = { id, type: 'level_recognised', refers_to, actor: 'system', postings } as const
    await postOrRefuse(tx, [{ ...entry, event_at: tx.now }])
  })
})
beforeEach(() => newcomers())
async function newcomers(): Promise<void> {
  count += 1
  // Their confirmation lasts five minutes.
  ;[one, two] = [await staff(app, 'finance'), await staff(app, 'finance')]
  placer = await app.member(`placer ${count}`)
  carrier = await app.member(`carrier ${count}`)
  await deposit(app.database, placer._id, 10_000n)
  await app.database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`)
  await run((tx) => setSeller(tx))
  await run((tx) => changeSetting(tx, 'supply', 'principal'))
}
afterAll(() => app.close())

/** Own money of so much more, in the bank too. */
const own = (amount_minor: bigint) =>
  run(async (tx) => {
    const refers_to = newId(app.clock.now())
    const id = entryId('opening_balance', refers_to)
    const postings = [
      { account: platformAccount('cash', id), amount_minor: -amount_minor },
      { account: platformAccount('own_money', id), amount_minor },
    ]
    const entry = { id, type: 'opening_balance', refers_to, actor: 'system', postings } as const
    await postOrRefuse(tx, [{ ...entry, event_at: tx.now }])
  })
const found = async () => (await checkInvoices(app.database)).findings
const available = () => availableOf(app.database, placer._id)
const vat = () => balanceOfKind(app.database, 'vat')
const revenue = () => balanceOfKind(app.database, 'revenue')
async function vatOf({ id }: Campaign): Promise<bigint> {
  const account = accountOf('campaign_vat', id)
  return (await balancesOf(app.database, [account])).get(account)?.balance_minor ?? 0n
}
/** Active and paid: 10 visits of 0.40, 1.00 of fee, of which 0.48 is the bonus reserve. */
const placed = () =>
  run(async (tx) => {
    const campaign = await unpaidCampaign(tx, placer)
    await payCampaign(tx, { member_id: placer._id, campaign_id: campaign.id })
    return await approveCampaign(tx, { campaign_id: campaign.id, actor: 'operator:first' })
  })
/** Two of its visits are verified and their award is claimed. */
async function delivered(): Promise<void> {
  const order = await carry(app, carrier)
  answered(await claim(app, carrier, order._id))
  await work(app)
}
const cancel = ({ id }: Campaign) =>
  run((tx) => cancelCampaign(tx, { member_id: placer._id, campaign_id: id }))
async function closed(): Promise<Campaign> {
  const campaign = await placed()
  await delivered()
  await cancel(campaign)
  return campaign
}
const propose = (amount: string, refers_to: string, subject: 'campaign' | 'level' | 'order' = 'campaign') =>
  app.call(adjustmentCalls.proposeRefund, {
    as: one,
    key: newId(app.clock.now()),
    params: { member_id: (subject === 'order' ? carrier : placer)._id },
    body: { amount, subject, refers_to, reason: 'The page was down that day.' },
  })
const refund = async (...given: Parameters<typeof propose>) => {
  app.clock.advance(1000)
  return await approveProposed(app, await propose(...given), two)
}
/** The newest notice of a member. */
const told = async ({ _id, token }: TestMember) => {
  const { list } = answered(await app.call(noticeCalls.list, { token, body: { user_id: _id } }))
  const { kind, title, text, path } = list[0]!
  return { kind, title, text, path }
}
/** Invoices less credit notes. */
const standing = async (id: string) => {
  const documents = await documentsOf(app.database, id)
  const sum = (part: 'vat_minor' | 'total_minor') =>
    documents.reduce((all, each) => all + (each.series === 'FI' ? each[part] : -each[part]), 0n)
  return { vat: sum('vat_minor'), total: sum('total_minor') }
}

describe('of a campaign that has closed', () => {
  test('is a credit note in the entry’s transaction, and its VAT is not due any more', async () => {
    await run((tx) => setProfile(tx, placer._id))
    const campaign = await closed()
    const before = { available: await available(), vat: await vat(), revenue: await revenue() }
    const kept = await standing(campaign.id)
    app.clock.advance(1000)
    const proposed = await propose('0.50', campaign.id)
    // Whoever decides it reads of which campaign, with a link for those who may open campaigns.
    const params = { proposal_id: answered(proposed).proposal_id }
    for (const [as, page] of [
      [two, null],
      [await staff(app, 'owner'), { screen: 'campaigns', _id: campaign.id }],
    ] as const) {
      const { names } = answered(await app.call(approvalCalls.detail, { as, params }))
      expect(names).toContainEqual({ _id: campaign.id, kind: 'campaigns', name: 'Nhà Gốm', page })
    }
    answered(await approveProposed(app, proposed, two))
    const [invoice, , note] = await documentsOf(app.database, campaign.id)
    // 19 / 119 of 0.50.
    expect(note).toMatchObject({
      series: 'FC',
      vat_case: 'domestic',
      rate_bp: 1900,
      total_minor: 50n,
      vat_minor: 8n,
      corrects: [invoice!.id],
      buyer: { legal_name: 'Tee & Töpfe GmbH' },
    })
    expect(await available()).toBe(before.available + 50n)
    expect(await vat()).toBe(before.vat - 8n)
    expect(await revenue()).toBe(before.revenue - 42n)
    expect(await standing(campaign.id)).toEqual({ vat: kept.vat - 8n, total: kept.total - 50n })
    expect(await found()).toEqual([])
    expect(await told(placer)).toEqual({
      kind: 'campaign_refunded',
      title: 'You received a refund',
      text: 'Nhà Gốm: $\u00a00,50 was refunded to your balance. Reason: The page was down that day.',
      path: '/account-detail?tab=statement',
    })
    // Member and operators read it, with what it corrects, and it is no more of what was not spent.
    const seen = answered(
      await app.call(invoiceCalls.get, { token: placer.token, params: { invoice_id: note!.id } }),
    )
    expect(seen).toMatchObject({
      total: '0.50',
      net: '0.42',
      vat: '0.08',
      vat_country: 'DE',
      lines: [{ kind: 'reduction', amount: '0.42', taxed: true }],
      corrects: [{ _id: invoice!.id }],
    })
    answered(await app.call(adminInvoiceCalls.invoice, { as: one, params: { invoice_id: note!.id } }))
    const shown = answered(
      await app.call(campaignCalls.get, { token: placer.token, params: { campaign_id: campaign.id } }),
    )
    const [, rest] = await documentsOf(app.database, campaign.id)
    expect(shown).toMatchObject({
      refunded: formatMoney(rest!.net_minor),
      vat_refunded: formatMoney(rest!.vat_minor),
    })
  })

  test('is no goodwill, nor a payment out of a conversation about it: those have no document', async () => {
    const campaign = await closed()
    const refused = { status: 409, code: 'refund_is_of_what_was_paid' }
    const goodwill = (member: TestMember) =>
      app.call(ledgerCalls.proposeAdjustment, {
        as: one,
        key: newId(app.clock.now()),
        body: {
          adjustment: 'goodwill',
          from: { kind: 'revenue' },
          to: { kind: 'member_available', holder_id: member._id },
          amount: '0.10',
          refers_to: campaign.id,
          reason: 'The page was down that day.',
        },
      })
    expect(await goodwill(placer)).toMatchObject(refused)
    // Who carried it out has paid nothing for it.
    answered(await goodwill(carrier))
    const about = { subject: { kind: 'campaign', _id: campaign.id } } as const
    const { _id: refers_to } = await conversationOf(app, placer, about)
    const paid = await app.call(adjustmentCalls.proposeRefund, {
      as: one,
      key: newId(app.clock.now()),
      params: { member_id: placer._id },
      body: { amount: '0.10', subject: 'conversation', refers_to, reason: 'The page was down that day.' },
    })
    expect(paid).toMatchObject(refused)
  })

  test('is never more than documents still hold; all of it may be', async () => {
    const campaign = await closed()
    const { total } = await standing(campaign.id)
    const refused = (left: bigint) => ({
      status: 409,
      code: 'refund_exceeds_what_was_invoiced',
      details: { left: formatMoney(left) },
    })
    expect(await refund(formatMoney(total + 1n), campaign.id)).toMatchObject(refused(total))
    answered(await refund('0.07', campaign.id))
    expect(await refund(formatMoney(total), campaign.id)).toMatchObject(refused(total - 7n))
    answered(await refund(formatMoney(total - 7n), campaign.id))
    expect(await standing(campaign.id)).toEqual({ vat: 0n, total: 0n })
    expect(await refund('0.01', campaign.id)).toMatchObject(refused(0n))
    expect(await found()).toEqual([])
  })

  test('cent by cent, to the last, keeps documents and ledger together', async () => {
    const campaign = await closed()
    await run((tx) => changeSetting(tx, 'supply', 'agent'))
    const before = await available()
    const { total } = await standing(campaign.id)
    for (let i = 0; i < 9; i += 1) answered(await refund('0.01', campaign.id))
    for (const note of (await documentsOf(app.database, campaign.id)).slice(2))
      expect(note.net_minor).toBeGreaterThan(0n)
    answered(await refund(formatMoney(total - 9n), campaign.id))
    expect(await available()).toBe(before + total)
    expect(await standing(campaign.id)).toEqual({ vat: 0n, total: 0n })
    expect(await found()).toEqual([])
  })

  /** What is left of the documents of a campaign that VAT is charged on. */
  const taxableLeft = async (campaign_id: string) => {
    const [{ left }] = (await app.database.asSchemaOwner<{ left: bigint }>(
      `select sum((case supply when 'agent' then 0 else escrow_minor end + fee_minor) * case series when 'FI' then 1 else -1 end)::bigint as left
       from invoice where subject_id = $1`,
      [campaign_id],
    )) as [{ left: bigint }]
    return left
  }
  test('in however many small parts, before and after it closes, adds up to its VAT to the cent, at any rate', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5000 }),
        fc.constantFrom('principal' as const, 'agent' as const),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 10 }),
        fc.nat({ max: 10 }),
        async (rate_bp, supply, parts, beforeClosing) => {
          await newcomers()
          await run(async (tx) => {
            await changeSetting(tx, 'vat_rates', [{ country: 'DE', rate: rate_bp / 100, from: '2007-01-01' }])
            await changeSetting(tx, 'supply', supply)
          })
          const campaign = await placed()
          await delivered()
          const back = async (minor: bigint) => {
            answered(await refund(formatMoney(minor), campaign.id))
            // Never more than a cent from the rate of what is left, however often it was rounded.
            const off = (await standing(campaign.id)).vat - portionOf(await taxableLeft(campaign.id), rate_bp)
            expect(off <= 1n && off >= -1n).toBe(true)
          }
          for (const part of parts.slice(0, beforeClosing)) await back(BigInt(part))
          await cancel(campaign)
          for (const part of parts.slice(beforeClosing))
            if (BigInt(part) < (await standing(campaign.id)).total) await back(BigInt(part))
          const { total } = await standing(campaign.id)
          if (total > 0n) await back(total)
          expect(await standing(campaign.id)).toEqual({ vat: 0n, total: 0n })
          for (const { net_minor, vat_minor } of await documentsOf(app.database, campaign.id)) {
            expect(net_minor).toBeGreaterThan(0n)
            expect(vat_minor).toBeGreaterThanOrEqual(0n)
          }
          expect(await available()).toBe(10_000n)
          expect(await found()).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  }, 120_000)

  test('where rewards pass through, is of the fee first', async () => {
    await run((tx) => changeSetting(tx, 'supply', 'agent'))
    const campaign = await closed()
    const [{ fee }] = (await app.database.asSchemaOwner<{ fee: bigint }>(
      `select sum(case series when 'FI' then fee_minor else -fee_minor end)::bigint as fee from invoice where subject_id = $1`,
      [campaign.id],
    )) as [{ fee: bigint }]
    const { vat: feeVat } = await standing(campaign.id)
    answered(await refund(formatMoney(fee + feeVat + 5n), campaign.id))
    const note = (await documentsOf(app.database, campaign.id)).at(-1)!
    expect(note).toMatchObject({ vat_minor: feeVat, net_minor: fee + 5n })
    const { lines } = answered(
      await app.call(invoiceCalls.get, { token: placer.token, params: { invoice_id: note.id } }),
    )
    expect(lines).toMatchObject([
      { kind: 'reduction', amount: formatMoney(fee), taxed: true },
      { kind: 'reduction', amount: '0.05', taxed: false },
    ])
    expect(await found()).toEqual([])
  })

  test('after its VAT was paid is possible: own money advances it until the next payment', async () => {
    const campaign = await closed()
    const paidAll = await vat()
    await run(async (tx) => {
      const id = entryId('vat_paid', campaign.id)
      const cash = { account: platformAccount('cash', id), amount_minor: paidAll }
      const postings = [...(await takenFrom(tx, 'vat', paidAll)), cash]
      const entry = { id, type: 'vat_paid', refers_to: campaign.id, actor: 'system', postings } as const
      await postOrRefuse(tx, [{ ...entry, event_at: tx.now }])
    })
    const owned = (await balanceOfKind(app.database, 'own_money')) + (await revenue())
    // Members' money never advances it: 0.08 of VAT that the state has, and 0.42 of the price.
    expect(await propose('0.50', campaign.id)).toMatchObject({
      status: 409,
      code: 'own_money_does_not_suffice',
      details: { needed: '0.50', there: '0.00' },
    })
    await own(50n - owned)
    app.clock.advance(1000)
    const proposed = await propose('0.50', campaign.id)
    await own(-1n)
    expect(await approveProposed(app, proposed, two)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'own_money_does_not_suffice' },
    })
    await own(1n)
    const own_minor = await balanceOfKind(app.database, 'own_money')
    answered(await refund('0.50', campaign.id))
    expect(await vat()).toBe(0n)
    expect(await balanceOfKind(app.database, 'own_money')).toBe(own_minor - 8n)
    expect(await found()).toEqual([])
    await own(owned - 50n)
  })

  test('is from own money where revenue has not so much, and refused with what there is of both', async () => {
    const campaign = await closed()
    const [all, before] = [await revenue(), await balanceOfKind(app.database, 'own_money')]
    // Nothing is earned but 0.10.
    const spend = (minor: bigint) =>
      run(async (tx) => {
        const id = entryId('adjustment', newId(tx.now))
        const postings = [
          ...(minor > 0n ? await takenFrom(tx, 'revenue', minor) : []),
          { account: platformAccount('own_money', id), amount_minor: minor },
        ]
        if (minor < 0n) postings.push({ account: platformAccount('revenue', id), amount_minor: -minor })
        await postOrRefuse(tx, [
          {
            id,
            type: 'level_recognised',
            refers_to: newId(tx.now),
            actor: 'system',
            postings,
            event_at: tx.now,
          },
        ])
      })
    await spend(all - 10n)
    const owned = 10n + (await balanceOfKind(app.database, 'own_money'))
    await own(30n - owned)
    expect(await propose('0.50', campaign.id)).toMatchObject({
      code: 'own_money_does_not_suffice',
      details: { needed: '0.42', there: '0.30' },
    })
    await own(12n)
    answered(await refund('0.50', campaign.id))
    expect([await revenue(), await balanceOfKind(app.database, 'own_money')]).toEqual([0n, 0n])
    expect(await found()).toEqual([])
    await own(owned - 42n)
    await spend(42n - all)
    expect(await revenue()).toBe(all - 42n)
    expect(await balanceOfKind(app.database, 'own_money')).toBe(before)
  })

  test('without a seller has a credit note without VAT, and the ledger is as before there were documents', async () => {
    await run((tx) => setSeller(tx, null))
    const campaign = await closed()
    const before = { vat: await vat(), revenue: await revenue() }
    answered(await refund('0.10', campaign.id))
    expect((await documentsOf(app.database, campaign.id)).at(-1)).toMatchObject({
      series: 'FC',
      vat_case: null,
      vat_minor: 0n,
      total_minor: 10n,
    })
    expect({ vat: await vat(), revenue: await revenue() }).toEqual({
      ...before,
      revenue: before.revenue - 10n,
    })
    const entry = (await documentsOf(app.database, campaign.id)).at(-1)!.entry_id
    expect(
      await app.database.asSchemaOwner(
        `select a.kind, sum(p.amount_minor)::int as amount from posting p join account a on a.no = p.account_no where p.entry_id = $1 group by 1 order by 1`,
        [entry],
      ),
    ).toEqual([
      { kind: 'member_available', amount: 10 },
      { kind: 'revenue', amount: -10 },
    ])
  })
})

describe('of a campaign that has not closed', () => {
  test('is of the awards that were claimed, with the VAT kept for it; the rest comes back by the rules', async () => {
    const campaign = await placed()
    expect(await propose('0.01', campaign.id)).toMatchObject({
      code: 'refund_exceeds_what_was_invoiced',
      details: { left: '0.00' },
    })
    await delivered()
    const owed = await vat()
    const [held, start] = [await vatOf(campaign), await available()]
    answered(await refund('0.40', campaign.id))
    const note = (await documentsOf(app.database, campaign.id)).at(-1)!
    expect(await vatOf(campaign)).toBe(held - note.vat_minor)
    expect(await vat()).toBe(owed)
    expect(await available()).toBe(start + 40n)
    expect(await found()).toEqual([])
    await cancel(campaign)
    const { vat: due, total } = await standing(campaign.id)
    expect((await vat()) - owed).toBe(due)
    expect(await available()).toBe(10_000n - total)
    expect(await found()).toEqual([])
  })

  test('and cancelling it at once end alike, in whatever order', async () => {
    for (let i = 0; i < 3; i += 1) {
      const campaign = await placed()
      await delivered()
      const before = await available()
      const { total } = await standing(campaign.id)
      const proposed = [await propose('0.20', campaign.id), await propose('0.21', campaign.id)]
      const [first, second] = await Promise.all([
        approveProposed(app, proposed[0]!, two),
        approveProposed(app, proposed[1]!, two),
        cancel(campaign),
      ])
      expect([first.status, second.status]).toEqual([200, 200])
      const after = await standing(campaign.id)
      expect((await available()) - before).toBe(total - after.total)
      expect(await vatOf(campaign)).toBe(0n)
      expect(await found()).toEqual([])
    }
  })

  test('of an unpaid one is nothing, and of an order it is a gift without a document', async () => {
    const unpaid = await run((tx) => unpaidCampaign(tx, placer))
    expect(await propose('0.01', unpaid.id)).toMatchObject({ code: 'refund_exceeds_what_was_invoiced' })
    await run((tx) => payCampaign(tx, { member_id: placer._id, campaign_id: unpaid.id }))
    await run((tx) => approveCampaign(tx, { campaign_id: unpaid.id, actor: 'operator:first' }))
    const order = await carry(app, carrier)
    answered(await claim(app, carrier, order._id))
    answered(await refund('3.00', order._id, 'order'))
    expect(await documentsOf(app.database, carrier._id)).toEqual([])
    expect(await found()).toEqual([])
    expect(await told(carrier)).toEqual({
      kind: 'refund_granted',
      title: 'You received a refund',
      text: '$\u00a03,00 was added to your balance. Reason: The page was down that day.',
      path: '/account-detail?tab=statement',
    })
  })
})

describe('of a level', () => {
  const buy = () =>
    run(async (tx) => {
      const level = (await levelsOf(tx)).find(({ rank }) => rank === 2)!
      return await upgradeLevel(tx, { member_id: placer._id, level_id: level.id })
    })

  test('is of what was earned of its fee, with its VAT; what is earned later has its own', async () => {
    const { id } = await buy()
    expect(await propose('0.01', id, 'level')).toMatchObject({
      code: 'refund_exceeds_what_was_invoiced',
      details: { left: '0.00' },
    })
    const give = (bonus_minor: bigint) =>
      run((tx) =>
        claimBonuses(tx, [
          {
            member_id: placer._id,
            reward_minor: 100_000n,
            quality_bp: 10_000,
            bonus_minor: bonus_minor + 2_000n,
          },
        ]),
      )
    const owed = await vat()
    await give(300n)
    app.clock.advance(15 * DAY_MS)
    ;[one, two, placer] = [
      await staff(app, 'finance'),
      await staff(app, 'finance'),
      await app.signedIn(placer),
    ]
    await recogniseFees(app.database)
    const before = await available()
    expect(await propose('3.01', id, 'level')).toMatchObject({ details: { left: '3.00' } })
    answered(await refund('1.00', id, 'level'))
    expect(await told(placer)).toMatchObject({
      kind: 'level_fee_returned',
      text: expect.stringContaining('$\u00a01,00 of the fee for Level') as unknown,
      path: '/account-detail?tab=statement',
    })
    const note = (await documentsOf(app.database, id)).at(-1)!
    expect(note).toMatchObject({ series: 'FC', total_minor: 100n, vat_minor: 16n })
    expect(await available()).toBe(before + 100n)
    await give(500n)
    await recogniseFees(app.database)
    await run((tx) => giveLevelBack(tx, { member_id: placer._id, purchase_id: id }))
    const { vat: due, total } = await standing(id)
    expect(total).toBe(700n)
    expect((await vat()) - owed).toBe(due)
    answered(await refund('7.00', id, 'level'))
    expect(await standing(id)).toMatchObject({ total: 0n })
    expect(await found()).toEqual([])
  })
})

test('a refund whose document is gone is found', async () => {
  const campaign = await closed()
  answered(await refund('0.10', campaign.id))
  await app.database.asSuperuser(
    `alter table proposal disable trigger all; update proposal set content = jsonb_set(content, '{refers_to}', to_jsonb('${campaign.id}'::text))
       where kind = 'refund_outside_the_rules' and content ->> 'subject' = 'campaign'; alter table proposal enable trigger all`,
  )
  expect(await found()).toEqual([])
  const note = (await documentsOf(app.database, campaign.id)).at(-1)!
  const other = newId(app.clock.now())
  const move = (from: string, to: string) =>
    app.database.asSuperuser(
      `alter table invoice disable trigger all; update invoice set entry_id = '${to}' where entry_id = '${from}'; alter table invoice enable trigger all`,
    )
  await move(note.entry_id, other)
  expect(await found()).toContainEqual(
    expect.objectContaining({
      kind: 'document_is_missing',
      subject: note.entry_id,
      campaign_id: campaign.id,
    }),
  )
  await move(other, note.entry_id)
  expect(parseMoney('0.10')).toBe(note.total_minor)
})

// Last, because it closes the database.
test('nothing here has met a deadlock', async () => {
  await expectLedgerCorrect(app)
  expect(await deadlocksOf(app)).toEqual([])
})
