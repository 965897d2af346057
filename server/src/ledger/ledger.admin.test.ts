import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { adjustment, ledgerCalls, type LedgerEntry, ledgerFiles } from '@fairturn/contract/backoffice/ledger'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
// The ledger in the back office: reads equal what was posted, tampering is detected, and an adjustment moves only what
// two operators approved, once, within its limits.
import { bankingCalls } from '@fairturn/contract/banking'
import { documentCalls } from '@fairturn/contract/documents'
import type { SentBodyOf } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered, expectLedgerCorrect, deposit, distribute, placeCampaign } from '../../test/carrying.ts'
import { creditOf } from '../../test/corrections.ts'
import { freezeScope, releaseFreeze } from '../../test/freezes.ts'
import { earnRevenue } from '../../test/ledger.ts'
import { BANK, IBAN, payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import type { Campaign } from '../campaigns/campaigns.ts'
import { propose } from '../staff/staff.ts'
import { ledgerAdjustment } from './adjustments.ts'
import { entriesFrom, listAccounts } from './ledger.admin.store.ts'
import { accountOf, balancesOf, entryId, platformAccount, post } from './ledger.ts'

const NOBODY = '019a0000-0000-7000-8000-00000000ffff'

let app: TestApp
let first: TestOperator
let second: TestOperator
let ha: TestMember
let binh: TestMember
let campaign: Campaign
let order_id: string

beforeAll(async () => {
  app = await startApp()
  first = await staff(app, 'finance')
  second = await staff(app, 'owner')
  ha = await payable(app, 'thu ha', 30_000n)
  binh = await app.member('binh')
  campaign = await placeCampaign(app, ha)
  order_id = (await distribute(app, binh))._id
  await earnRevenue(app.database, 2_000n)
})
afterAll(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

type AdjustmentInput = Omit<SentBodyOf<typeof ledgerCalls.proposeAdjustment>, 'reason' | 'refers_to'>
/** One that takes from a member corrects the last entry that gave them something, unless it names another. */
const adjusted = async (input: AdjustmentInput) => {
  const { kind, holder_id } = input.from
  const credit = kind === 'member_available' &&
    holder_id !== NOBODY && { corrects: await creditOf(app.database, holder_id!) }
  return await app.call(ledgerCalls.proposeAdjustment, {
    as: first,
    key: newId(app.clock.now()),
    body: { ...credit, ...input, refers_to: order_id, reason: 'As was agreed on the phone.' },
  })
}
const to = (member: TestMember) => ({ kind: 'member_available' as const, holder_id: member._id })

async function approving(proposed: Promise<{ status: number; code: string; data: { proposal_id: string } }>) {
  const params = { proposal_id: answered(await proposed).proposal_id }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as: second, params }))
  return () => app.call(approvalCalls.approve, { as: second, params, body: { content_hash } })
}
/** `done`, or the refusal. */
async function carriedOut(proposed: Parameters<typeof approving>[0]): Promise<unknown> {
  app.clock.advance(1_000) // so that audit events have distinct times
  const { code, details } = await (await approving(proposed))()
  return code === 'proposal_could_not_be_executed' ? details?.['code'] : (code ?? 'done')
}
const available = async ({ _id }: TestMember) => {
  const account = accountOf('member_available', _id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}

const platformMoney = () =>
  app.database.asSchemaOwner<{ kind: string; minor: bigint }>(
    `select kind, sum(balance_minor)::bigint as minor from account where kind in ('cash', 'revenue', 'own_money')
     group by kind order by kind`,
  )

test('accounts are found by kind, holder and balance, sorted and paged', async () => {
  const list = async (query: object) =>
    answered(await app.call(ledgerCalls.accounts, { as: first, query })).list
  expect(await list({ holder_id: ha._id, kind: 'member_available' })).toEqual([
    expect.objectContaining({
      _id: accountOf('member_available', ha._id),
      kind: 'member_available',
      balance: '303.08',
    }),
  ])
  const cash = await list({ kind: 'cash', sort: 'balance.asc' })
  expect(cash).toHaveLength(16)
  expect(cash.map(({ balance }) => Number(balance))).toEqual(
    cash.map(({ balance }) => Number(balance)).toSorted((a, b) => a - b),
  )
  expect((await list({ least: '303.08', most: '303.08' })).map(({ holder_id }) => holder_id)).toEqual([
    ha._id,
  ])
  const { cursor } = answered(await app.call(ledgerCalls.accounts, { as: first, query: {} }))
  if (cursor !== null) answered(await app.call(ledgerCalls.accounts, { as: first, query: { cursor } }))
  const otherOrder = { cursor: 'eHg', sort: 'balance.asc' as const }
  expect((await app.call(ledgerCalls.accounts, { as: first, query: otherOrder })).code).toBe(
    'cursor_is_invalid',
  )
})

test.each(['asc', 'desc'] as const)(
  'accounts by balance, %s, are in that order on every page',
  async (direction) => {
    const ofBinh = accountOf('member_available', binh._id)
    for (let i = 0; i < 12; i += 1)
      await deposit(app.database, (await app.member(`rich ${direction} ${i}`))._id, 7n ** BigInt(i))
    const read: { id: string; balance_minor: bigint }[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const found = await listAccounts.page(
        app.database,
        { sort: `balance.${direction}`, cursor, now: app.clock.now() },
        5,
      )
      read.push(...found.list)
      cursor = found.cursor
    }
    const sorted = read.toSorted(
      (one, other) => Number(one.balance_minor - other.balance_minor) || (one.id < other.id ? -1 : 1),
    )
    expect(read.map(({ id }) => id)).toEqual(
      (direction === 'asc' ? sorted : sorted.toReversed()).map(({ id }) => id),
    )
    expect(read).toHaveLength((await app.database.asSchemaOwner('select from account')).length)
    expect(read.map(({ id }) => id)).toContain(ofBinh)
  },
)

test('an account shows its postings in both directions, from any version on; an unknown one is refused', async () => {
  const { database } = app
  for (let i = 0; i < 60; i += 1) await deposit(database, binh._id, 100n)
  const params = { account_id: accountOf('member_available', binh._id) }
  const detail = answered(await app.call(ledgerCalls.account, { as: first, params }))
  expect(detail).toMatchObject({ member_id: binh._id, balance: '60.00', version: 60 })
  const read = async (query: object) =>
    answered(await app.call(ledgerCalls.postings, { as: first, params, query }))
  const newest = await read({})
  expect(newest.list.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i))
  expect(newest.list[0]).toMatchObject({ amount: '1.00', balance_after: '60.00', type: 'deposit_credited' })
  const older = await read({ cursor: newest.cursor! })
  expect(older.list.map(({ version }) => version)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(older.cursor).toBeNull()
  const upwards = await read({ sort: 'version.asc', from_version: 55 })
  expect(upwards.list.map(({ version }) => version)).toEqual([55, 56, 57, 58, 59, 60])
  const crossed = { as: first, params, query: { cursor: newest.cursor!, sort: 'version.asc' as const } }
  expect((await app.call(ledgerCalls.postings, crossed)).code).toBe('cursor_is_invalid')
  const unknown = { as: first, params: { account_id: NOBODY } }
  expect((await app.call(ledgerCalls.account, unknown)).code).toBe('account_is_unknown')
  expect((await app.call(ledgerCalls.postings, { ...unknown, query: {} })).code).toBe('account_is_unknown')
})

test('entries are found by type, reference, actor, amount and time, in both directions', async () => {
  const list = async (query: object) =>
    answered(await app.call(ledgerCalls.entries, { as: first, query })).list
  const paid = await list({ type: 'campaign_paid' })
  expect(paid).toEqual([
    expect.objectContaining({ refers_to: campaign.id, actor: `member:${ha._id}`, amount: '4.92' }),
  ])
  expect(await list({ refers_to: campaign.id })).toEqual(paid)
  expect((await list({ actor: `member:${ha._id}` })).map(({ _id }) => _id)).toContain(paid[0]!._id)
  expect((await list({ amount: '300.00' })).map(({ type }) => type)).toEqual(['deposit_credited'])
  // One debit and two credits: found by the whole amount, not by a part.
  expect(await list({ amount: '4.92' })).toEqual(paid)
  expect(await list({ amount: '4.48' })).toEqual([])
  const numbers = (await list({ sort: 'entry_no.asc' })).map(({ entry_no }) => entry_no)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const newest = answered(await app.call(ledgerCalls.entries, { as: first, query: {} }))
  const next = answered(await app.call(ledgerCalls.entries, { as: first, query: { cursor: newest.cursor! } }))
  expect(next.list[0]!.entry_no).toBeLessThan(newest.list.at(-1)!.entry_no)
  expect(await list({ from: '2100-01-01T00:00:00Z' })).toEqual([])
})

test('a member’s entries are found by their accounts: the same as among all entries, with every filter', async () => {
  const all = async (query: object) => {
    const found: LedgerEntry[] = []
    for (let cursor: string | undefined; ;) {
      const page = answered(
        await app.call(ledgerCalls.entries, { as: first, query: { ...query, ...(cursor && { cursor }) } }),
      )
      found.push(...page.list)
      if (page.cursor === null) return found
      cursor = page.cursor
    }
  }
  const actors = new Set(
    (await all({})).map(({ actor }) => actor).filter((actor) => actor.startsWith('member:')),
  )
  expect(actors.size).toBeGreaterThan(0)
  for (const actor of actors)
    for (const sort of ['entry_no.asc', 'entry_no.desc'] as const) {
      const expected = (await all({ sort })).filter((entry) => entry.actor === actor)
      expect(await all({ actor, sort })).toEqual(expected)
      const one = expected[0]!
      expect(
        await all({ actor, type: one.type, amount: one.amount, refers_to: one.refers_to }),
      ).toContainEqual(one)
      expect(await all({ actor, amount: '0.01' })).toEqual([])
    }
  expect(await all({ actor: `member:${NOBODY}` })).toEqual([])
})

test('an entry shows its postings and is verified against its chain; tampering is located', async () => {
  const [paid] = answered(
    await app.call(ledgerCalls.entries, { as: first, query: { type: 'campaign_paid' } }),
  ).list
  const params = { entry_id: paid!._id }
  const entry = answered(await app.call(ledgerCalls.entry, { as: first, params }))
  expect(entry.postings.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    'campaign_escrow 4.48',
    'campaign_fee 0.44',
    'member_available -4.92',
  ])
  const verify = async () => answered(await app.call(ledgerCalls.verifyEntry, { as: first, params }))
  const whole = await verify()
  expect(whole).toMatchObject({ right: true, entry_id: paid!._id })
  expect(whole.steps.map(({ step }) => step)).toEqual(
    expect.arrayContaining(['postings_sum', 'request_hash', 'link', 'previous']),
  )
  const setNote = (note: string) =>
    app.database.asSuperuser(
      `begin; set local session_replication_role = replica; update entry set note = '${note}' where id = '${paid!._id}'; commit`,
    )
  await setNote('nothing happened')
  const changed = await verify()
  expect(changed.steps.filter(({ right }) => !right).map(({ step }) => step)).toEqual(['request_hash'])
  const chains = answered(await app.call(ledgerCalls.chains, { as: first })).list
  expect(chains).toHaveLength(64)
  const window = {
    as: first,
    params: { chain: paid!.chain },
    query: { before: paid!.entry_no + 1, links: 5 },
  }
  const links = answered(await app.call(ledgerCalls.verifyChain, window))
  expect(links.right).toBe(false)
  expect(links.links.filter(({ right }) => !right).map(({ entry_id }) => entry_id)).toEqual([paid!._id])
  await setNote('')
  expect((await verify()).right).toBe(true)
  const all = { as: first, params: { chain: paid!.chain }, query: { links: 10 } }
  const head = answered(await app.call(ledgerCalls.verifyChain, all))
  expect(head).toMatchObject({ right: true, links: { length: 10 } })
  expect(head.links[0]!.steps.at(-1)).toMatchObject({ step: 'head', right: true })
  expect(head.next_before).toBeLessThan(head.links.at(-1)!.entry_no)
  for (const call of [ledgerCalls.entry, ledgerCalls.verifyEntry])
    expect((await app.call(call, { as: first, params: { entry_id: NOBODY } })).code).toBe('entry_is_unknown')
})

test('a chain is verified from its head to its first link, in windows of any size, across gaps in the numbers', async () => {
  // Entry numbers are shared by all chains, and have gaps after rollbacks.
  await app.database.asSchemaOwner(`select setval('entry_no', nextval('entry_no') + 40000)`)
  for (let i = 0; i < 3; i += 1) await deposit(app.database, binh._id, 1n)
  const [latest] = await app.database.asSchemaOwner<{ chain: number; links: number }>(
    `select chain, (select count(*)::int from entry e where e.chain = entry.chain) as links from entry
     order by entry_no desc limit 1`,
  )
  const { chain, links } = latest!
  const window = async (query: { before?: number; links: number }) =>
    answered(await app.call(ledgerCalls.verifyChain, { as: first, params: { chain }, query }))
  const whole = await window({ links: 200 })
  expect(whole).toMatchObject({ right: true, next_before: null, links: { length: links } })
  expect(await window({ links })).toEqual(whole)
  const read: unknown[] = []
  let before: number | undefined
  do {
    const part = await window({ links: 2, ...(before !== undefined && { before }) })
    read.push(...part.links)
    before = part.next_before ?? undefined
  } while (before !== undefined)
  expect(read).toEqual(whole.links)

  // A chain's head is marked wherever it is shown; a deleted head is detected.
  const [head, secondLink] = whole.links
  const params = { entry_id: head!.entry_id }
  expect(answered(await app.call(ledgerCalls.verifyEntry, { as: first, params }))).toEqual(head)
  expect(secondLink!.steps.map(({ step }) => step)).toEqual([
    'postings_sum',
    'request_hash',
    'link',
    'previous',
  ])
  const away = (from: string, to: string) =>
    app.database.asSuperuser(
      `begin; set local session_replication_role = replica; create table if not exists taken (like entry);
       insert into ${to} select * from ${from} where id = '${head!.entry_id}';
       delete from ${from} where id = '${head!.entry_id}'; commit`,
    )
  await away('entry', 'taken')
  const { links: left } = await window({ links: 1 })
  await away('taken', 'entry')
  expect(left[0]!.steps.filter(({ right }) => !right).map(({ step }) => step)).toEqual(['head'])
})

test('an adjustment moves what two operators approved, and the member sees it with its reason', async () => {
  const before = await available(ha)
  expect(
    await carriedOut(
      adjusted({ adjustment: 'goodwill', from: { kind: 'revenue' }, to: to(ha), amount: '3.00' }),
    ),
  ).toBe('done')
  expect(await available(ha)).toBe(before + 300n)
  const statement = answered(await app.call(documentCalls.statements, { token: ha.token, query: {} }))
  expect(statement.list[0]).toMatchObject({
    type: 'adjustment',
    amount: '3.00',
    note: 'As was agreed on the phone.',
  })
  const events = answered(await app.call(personalDataCalls.acts, { token: ha.token, query: {} }))
  expect(events.list[0]).toMatchObject({
    action: 'balance_adjusted',
    reason: 'As was agreed on the phone.',
    by: 'colleague',
  })
  const logged = answered(
    await app.call(auditCalls.acts, { as: second, query: { action: 'balance_adjusted' } }),
  )
  const [proposal] = answered(
    await app.call(approvalCalls.list, { as: second, query: { member_id: ha._id, status: 'executed' } }),
  ).list
  expect(logged.list[0]).toMatchObject({ after: { amount: '3.00', proposal_id: proposal!._id } })
  expect(statement.list[0]!._id.split(':')[0]).toBe(entryId('adjustment', proposal!._id))
})

test('an adjustment may be proposed by the owner and approved by finance, for the paying or the receiving member', async () => {
  const input = { adjustment: 'credited_to_another', from: to(ha), to: to(binh), amount: '0.01' } as const
  const body = { ...input, refers_to: order_id, reason: 'Credited to the wrong one.' }
  const about = async (member: TestMember) =>
    answered(await app.call(approvalCalls.list, { as: first, query: { member_id: member._id } })).list.map(
      ({ _id }) => _id,
    )
  for (const sides of [
    { from: to(ha), to: to(binh) },
    { from: to(binh), to: to(ha) },
  ]) {
    const proposed = await app.call(ledgerCalls.proposeAdjustment, {
      as: second,
      key: newId(app.clock.now()),
      body: { ...body, ...sides, corrects: await creditOf(app.database, sides.from.holder_id) },
    })
    const params = { proposal_id: answered(proposed).proposal_id }
    const { content_hash } = answered(await app.call(approvalCalls.detail, { as: first, params }))
    const answer = await app.call(approvalCalls.approve, { as: first, params, body: { content_hash } })
    expect(answer.status).toBe(200)
    const [giver, other] = sides.from.holder_id === ha._id ? [ha, binh] : [binh, ha]
    expect(await about(giver)).toContain(params.proposal_id)
    expect(await about(other)).not.toContain(params.proposal_id)
  }
})

test.each<[string, () => AdjustmentInput, string]>([
  [
    'that credits a member without a debit',
    () => ({ adjustment: 'goodwill', from: { kind: 'cash' }, to: to(ha), amount: '1.00' }),
    'adjustment_is_not_possible',
  ],
  [
    'from an account to itself',
    () => ({ adjustment: 'credited_to_another', from: to(ha), to: to(ha), amount: '1.00' }),
    'adjustment_is_not_possible',
  ],
  [
    'from an unknown member',
    () => ({
      adjustment: 'credited_to_another',
      from: { kind: 'member_available', holder_id: NOBODY },
      to: to(ha),
      amount: '1.00',
    }),
    'account_is_unknown',
  ],
  [
    'with a side that lacks its holder',
    () => ({
      adjustment: 'goodwill',
      from: { kind: 'revenue' },
      to: { kind: 'member_available' },
      amount: '1.00',
    }),
    'adjustment_is_not_possible',
  ],
  [
    'out of an escrow without a finding',
    () => ({
      adjustment: 'found_too_much',
      from: { kind: 'campaign_escrow', holder_id: campaign.id },
      to: to(ha),
      amount: '1.00',
    }),
    'nothing_was_found_here',
  ],
  [
    'into held money without a finding',
    () => ({
      adjustment: 'platform_error',
      from: { kind: 'revenue' },
      to: { kind: 'member_held', holder_id: ha._id },
      amount: '1.00',
    }),
    'nothing_was_found_here',
  ],
])('an adjustment %s is refused before anybody can approve it', async (_what, input, code) => {
  expect((await adjusted(input())).code).toBe(code)
})

test('what is given away of revenue is there beyond what own money lacks', async () => {
  const lacking = async (amount_minor: bigint, turn: string) => {
    const refers_to = newId(app.clock.now())
    const id = entryId('bank_fee_booked', refers_to, turn)
    const postings = [
      { account: platformAccount('own_money', id), amount_minor: -amount_minor },
      { account: platformAccount('cash', id), amount_minor },
    ]
    const entry = {
      id,
      type: 'bank_fee_booked',
      refers_to,
      actor: 'test',
      event_at: app.clock.now(),
      postings,
    } as const
    await app.database.transaction((tx) => post(tx, [entry]))
  }
  const { _id: holder_id } = binh
  const goodwill = {
    adjustment: 'goodwill',
    from: { kind: 'revenue' },
    to: { kind: 'member_available', holder_id },
    amount: '1.00',
  } as const
  const there = (await platformMoney()).reduce(
    (sum, { kind, minor }) => (kind === 'cash' ? sum : sum + minor),
    0n,
  )
  await lacking(there - 99n, 'lacks')
  expect(await carriedOut(adjusted(goodwill))).toBe('own_money_does_not_suffice')
  await lacking(99n - there, 'has it again')
  expect(await carriedOut(adjusted(goodwill))).toBe('done')
})

describe('interest of the bank, which is booked from its line', () => {
  const INTEREST = { adjustment: 'bank_interest', from: { kind: 'cash' }, to: { kind: 'revenue' } } as const

  test('is no adjustment', async () => {
    const before = await platformMoney()
    expect(await adjusted({ ...INTEREST, amount: '7.00' })).toMatchObject({
      status: 422,
      code: 'adjustment_is_not_possible',
    })
    expect(await platformMoney()).toEqual(before)
  })

  test('is put into cash by no adjustment of another kind', async () => {
    const { _id: holder_id } = ha
    for (const kind of adjustment.shape.adjustment.options)
      for (const side of [
        { kind: 'revenue' },
        { kind: 'own_money' },
        { kind: 'member_available', holder_id },
      ])
        expect(
          await adjusted({ adjustment: kind, from: { kind: 'cash' }, to: side as never, amount: '7.00' }),
          `${kind} to ${side.kind}`,
        ).toMatchObject({ status: 422, code: 'adjustment_is_not_possible' })
  })

  test('proposed by a version that allowed it is readable, and refused at approval', async () => {
    const content = { ...INTEREST, amount: '7.00', refers_to: 'the bank' }
    const before = await platformMoney()
    const proposal_id = await app.database.transaction((tx) =>
      propose(tx, ledgerAdjustment, content, 'Interest of November.', { ...first, operator_id: first._id }),
    )
    const params = { proposal_id }
    const detail = answered(await app.call(approvalCalls.detail, { as: second, params }))
    expect(detail.content).toEqual(content)
    expect(await approveProposal(app, proposal_id, second)).toMatchObject({
      status: 409,
      code: 'proposal_could_not_be_executed',
      details: { code: 'adjustment_is_not_possible' },
    })
    expect(await platformMoney()).toEqual(before)
    const body = { reason: 'It is booked from the line.' }
    answered(await app.call(approvalCalls.reject, { as: second, params, body }))
  })
})

test('a refusal of an unknown member names the field', async () => {
  const nobody = { kind: 'member_available', holder_id: NOBODY } as const
  const answer = await adjusted({
    adjustment: 'credited_to_another',
    from: to(ha),
    to: nobody,
    amount: '1.00',
  })
  expect(answer.details).toMatchObject({ fields: [{ field: 'to.holder_id' }] })
})

test('an adjustment does not overdraw the platform', async () => {
  const before = await available(binh)
  expect(
    await carriedOut(
      adjusted({ adjustment: 'goodwill', from: { kind: 'revenue' }, to: to(binh), amount: '1000.00' }),
    ),
  ).toBe('own_money_does_not_suffice')
  expect(await available(binh)).toBe(before)
})

test('an adjustment debits as many of the platform’s shards as necessary, up to their sum', async () => {
  const shards = async () =>
    answered(
      await app.call(ledgerCalls.accounts, { as: first, query: { kind: 'revenue', sort: 'balance.desc' } }),
    ).list.filter(({ balance }) => balance !== '0.00')
  const ids = Array.from({ length: 16 }, (_, i) => platformAccount('revenue', i.toString(16)))
  const [other] = [...(await balancesOf(app.database, ids))].find(
    ([, { balance_minor }]) => balance_minor === 0n,
  )!
  const cash = platformAccount('cash', NOBODY)
  await post(app.database, [
    {
      id: newId(app.clock.now()),
      type: 'adjustment',
      refers_to: order_id,
      actor: 'system',
      event_at: app.clock.now(),
      postings: [
        { account: cash, amount_minor: -5n },
        { account: other, amount_minor: 5n },
      ],
    },
  ])
  const total = (await shards()).reduce((sum, { balance }) => sum + BigInt(balance.replace('.', '')), 0n)
  const all = `${total / 100n}.${String(total % 100n).padStart(2, '0')}`
  expect((await shards()).length).toBeGreaterThan(1)
  expect(
    await carriedOut(
      adjusted({ adjustment: 'goodwill', from: { kind: 'revenue' }, to: to(ha), amount: all }),
    ),
  ).toBe('done')
  expect(await shards()).toEqual([])
  // Reverts it, for the tests below.
  const back = {
    adjustment: 'credited_in_error',
    from: to(ha),
    to: { kind: 'revenue' },
    amount: all,
  } as const
  expect(await carriedOut(adjusted(back))).toBe('done')
})

test('an adjustment whose id is already used by another entry is a fault, and moves nothing', async () => {
  const proposed = adjusted({ adjustment: 'goodwill', from: { kind: 'revenue' }, to: to(ha), amount: '0.01' })
  const approve = await approving(proposed)
  const entry_id = entryId('adjustment', answered(await proposed).proposal_id)
  const backAndForth = [-1n, 1n].map((amount_minor, i) => ({
    account: platformAccount('cash', i.toString()),
    amount_minor,
  }))
  const taken = { id: entry_id, type: 'adjustment', refers_to: order_id, actor: 'system' } as const
  await post(app.database, [{ ...taken, event_at: app.clock.now(), postings: backAndForth }])
  const before = await available(ha)
  expect((await approve()).status).toBe(500)
  expect(await available(ha)).toBe(before)
})

test('held money is adjusted after a difference was found; its member sees the adjustment, and finds its proposal', async () => {
  const held = { kind: 'member_held', holder_id: ha._id } as const
  const freeze = await freezeScope(app, 'member_money', ha._id)
  const taken = { adjustment: 'found_too_much', from: held, to: to(ha), amount: '0.01' } as const
  // To nobody else's account: it is the member's.
  expect((await adjusted({ ...taken, to: { kind: 'revenue' } })).code).toBe('adjustment_is_not_possible')
  expect((await adjusted({ ...taken, to: to(binh) })).code).toBe('adjustment_is_not_possible')
  const given = { adjustment: 'platform_error', from: { kind: 'revenue' }, to: held, amount: '0.01' } as const
  for (const [input, amount] of [
    [given, '0.01'],
    [taken, '0.01'],
  ] as const) {
    const proposed = adjusted(input)
    expect(await carriedOut(proposed)).toBe('done')
    const events = answered(await app.call(personalDataCalls.acts, { token: ha.token, query: {} }))
    expect(events.list[0]).toMatchObject({ action: 'balance_adjusted', by: 'colleague' })
    const logged = answered(
      await app.call(auditCalls.acts, { as: second, query: { action: 'balance_adjusted' } }),
    )
    const { proposal_id } = answered(await proposed)
    expect(logged.list.map(({ after }) => after)).toContainEqual({ amount, proposal_id })
    const about = answered(await app.call(approvalCalls.list, { as: second, query: { member_id: ha._id } }))
    expect(about.list[0]!._id).toBe(proposal_id)
  }
  await releaseFreeze(app, freeze)
})

test('an escrow is adjusted after a difference was found, but never below its open promises', async () => {
  const escrow = accountOf('campaign_escrow', campaign.id)
  await freezeScope(app, 'campaign_money', campaign.id)
  const { balance_minor, reserved_minor } = (await balancesOf(app.database, [escrow])).get(escrow)!
  expect(reserved_minor).toBeGreaterThan(0n)
  const out = (amount: string) =>
    carriedOut(
      adjusted({
        adjustment: 'found_too_much',
        from: { kind: 'campaign_escrow', holder_id: campaign.id },
        to: { kind: 'revenue' },
        amount,
      }),
    )
  expect(await out('4.48')).toBe('adjustment_exceeds_what_is_there')
  expect(await out('0.01')).toBe('done')
  expect((await balancesOf(app.database, [escrow])).get(escrow)!.balance_minor).toBe(balance_minor - 1n)
  // Reversed, so that the ledger check passes at the end.
  expect(
    await carriedOut(
      adjusted({
        adjustment: 'platform_error',
        from: { kind: 'revenue' },
        to: { kind: 'campaign_escrow', holder_id: campaign.id },
        amount: '0.01',
      }),
    ),
  ).toBe('done')
})

test('fifty concurrent approvals of one adjustment post one entry', async () => {
  const before = await available(ha)
  const approve = await approving(
    adjusted({ adjustment: 'goodwill', from: { kind: 'revenue' }, to: to(ha), amount: '1.00' }),
  )
  const answers = await Promise.all(Array.from({ length: 50 }, approve))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['proposal_is_decided']),
  )
  expect(await available(ha)).toBe(before + 100n)
})

test('an exceptional refund is paid from the platform’s money, for something of that member’s own', async () => {
  const refund = (
    member: TestMember,
    body: Omit<SentBodyOf<typeof adjustmentCalls.proposeRefund>, 'amount' | 'reason'>,
  ) =>
    app.call(adjustmentCalls.proposeRefund, {
      as: first,
      key: newId(app.clock.now()),
      params: { member_id: member._id },
      body: { ...body, amount: '2.00', reason: 'The page was down that day.' },
    })
  const of_order = { subject: 'order', refers_to: order_id } as const
  const of_campaign = { subject: 'campaign', refers_to: campaign.id } as const
  for (const [member, about] of [
    [ha, of_order],
    [binh, of_campaign],
    [ha, { subject: 'level', refers_to: NOBODY }],
  ] as const)
    expect((await refund(member, about)).code).toBe('refund_refers_to_nothing_of_theirs')
  expect((await refund({ ...ha, _id: NOBODY }, of_campaign)).code).toBe('member_is_unknown')
  // Of a campaign it is of what was spent (reductions.test.ts).
  expect((await refund(ha, of_campaign)).code).toBe('refund_exceeds_what_was_invoiced')
  const before = await available(binh)
  expect(await carriedOut(refund(binh, of_order))).toBe('done')
  expect(await available(binh)).toBe(before + 200n)
  const events = answered(await app.call(personalDataCalls.acts, { token: binh.token, query: {} }))
  expect(events.list[0]).toMatchObject({ action: 'refund_granted', reason: 'The page was down that day.' })
})

test('a payout account changed by two operators notifies the member and holds withdrawals for a day', async () => {
  const change = (body: object, member = ha) =>
    app.call(adjustmentCalls.proposePayoutAccount, {
      as: first,
      params: { member_id: member._id },
      body: { holder: BANK.holder, reason: 'She cannot sign in abroad.', ...body },
    })
  expect((await change({ ...BANK })).code).toBe('nothing_would_change')
  expect((await change({ iban: 'FR00' })).code).toBe('iban_is_invalid')
  expect((await change({ iban: IBAN }, { ...ha, _id: NOBODY })).code).toBe('member_is_unknown')
  expect(await carriedOut(change({ iban: IBAN }))).toBe('done')
  expect((await withdraw(app, ha, '10.00')).code).toBe('withdrawals_wait_after_a_change_of_bank')
  // Each change holds withdrawals, so operators make one in 30 days.
  expect((await change({ ...BANK })).code).toBe('payout_account_was_changed_by_staff')
  const events = answered(await app.call(personalDataCalls.acts, { token: ha.token, query: {} }))
  // Beside the line of who saw the account in the proposal.
  expect(events.list).toContainEqual(
    expect.objectContaining({ action: 'payout_account_changed', reason: 'She cannot sign in abroad.' }),
  )
  // Also for a member without an account; the member's own first account causes no hold.
  expect(await carriedOut(change({ iban: IBAN }, binh))).toBe('done')
  const [{ payout_delay_until } = { payout_delay_until: null }] = await app.database.asSchemaOwner<{
    payout_delay_until: Date | null
  }>(`select payout_delay_until from bank_details where member_id = $1`, [binh._id])
  expect(payout_delay_until!.getTime() - app.clock.now().getTime()).toBe(24 * 3_600_000)
})

test('a payout account outside SEPA needs the BIC of its bank from operators, too, of the same country', async () => {
  const who = await app.member('abroad')
  const change = (body: object) =>
    app.call(adjustmentCalls.proposePayoutAccount, {
      as: first,
      params: { member_id: who._id },
      body: { holder: BANK.holder, reason: 'She has moved to Dubai.', ...body },
    })
  const iban = 'AE07 0331 2345 6789 0123 456'
  const asked = { status: 422, code: 'bic_is_needed', details: { fields: [{ field: 'swift' }] } }
  expect(await change({ iban })).toMatchObject(asked)
  expect(await change({ iban, swift: 'DEUTDEFF' })).toMatchObject(asked)
  expect(await change({ iban, swift: 'EBIL' })).toMatchObject({ code: 'bic_is_needed' })
  expect(await carriedOut(change({ iban, swift: 'ebilaead' }))).toBe('done')
  const saved = answered(await app.call(bankingCalls.bank, { token: who.token, body: { user_id: who._id } }))
  expect(saved.bank).toMatchObject({ iban: iban.replaceAll(' ', ''), swift: 'EBILAEAD' })
})

test('every list of the ledger is exported in its order', async () => {
  const read = async (path: string) => {
    const { statusCode, body } = await app.fastify.inject({ url: `/api/${path}`, headers: first.headers })
    expect(statusCode).toBe(200)
    return body.replace('\ufeff', '').trim().split('\r\n')
  }
  const accounts = await read(`${ledgerFiles.exportAccounts.path}?kind=revenue&sort=balance.desc`)
  expect(accounts).toHaveLength(17)
  expect(accounts[0]).toBe('account_id,kind,holder,holder_id,balance,reserved,version,opened_at')
  const ofBinh = ledgerFiles.exportPostings.path.replace(
    ':account_id',
    accountOf('member_available', binh._id),
  )
  const postings = await read(`${ofBinh}?sort=version.asc`)
  expect(postings[1]).toMatch(/^1,/)
  expect(await read(`${ledgerFiles.exportEntries.path}?type=adjustment`)).toHaveLength(
    1 +
      answered(await app.call(ledgerCalls.entries, { as: first, query: { type: 'adjustment' } })).list.length,
  )
  expect((await read(ledgerFiles.exportChecks.path))[0]).toMatch(/^check_id,asked_by/)
  expect(await read(ledgerFiles.exportFreezes.path)).toHaveLength(3)
})

test('an unknown id is refused', async () => {
  expect((await app.call(ledgerCalls.check, { as: first, params: { run_id: NOBODY } })).code).toBe(
    'check_is_unknown',
  )
})

test.each([
  ['with a reference', { refers_to: NOBODY }, 'entry_by_reference'],
  ['by an operator', { actor: `operator:${NOBODY}` }, 'entry_by_rare_actor'],
  ['with a rare type', { type: 'reversal' as const }, 'entry_by_rare_type'],
])('entries %s are found by an index, however many others there are', async (_what, filter, index) => {
  const plan = await app.database.transaction(async (tx) => {
    await tx.query({ text: 'set local enable_seqscan = off' })
    await tx.query({ text: 'set local enable_bitmapscan = off' })
    const lines: string[] = []
    const query: typeof tx.query = async (config) => {
      if (!config.text.includes('ledger_admin_entries')) return await tx.query(config)
      const explained = await tx.query<{ 'QUERY PLAN': string }>({
        text: `explain ${config.text}`,
        values: config.values ?? [],
      })
      lines.push(...explained.rows.map((row) => row['QUERY PLAN']))
      return { ...explained, rows: [] }
    }
    const none = { type: null, refers_to: null, actor: null, amount_minor: null, from: null, to: null }
    await entriesFrom({ query }, { upwards: false, from_no: null, limit: 10 }, { ...none, ...filter })
    return lines.join('\n')
  })
  expect(plan).toContain(index)
})

test('an entry of many postings is found by its total amount, in both directions, and by none of the parts', async () => {
  const id = newId(app.clock.now())
  const postings = [
    { account: platformAccount('cash', id), amount_minor: -913n },
    { account: platformAccount('revenue', id), amount_minor: 601n },
    { account: accountOf('member_available', ha._id), amount_minor: 202n },
    { account: accountOf('member_available', binh._id), amount_minor: 110n },
  ]
  const entry = { id, refers_to: 'many', actor: 'system', event_at: app.clock.now(), postings }
  await post(app.database, [{ ...entry, type: 'adjustment' }])
  const found = async (amount: string, sort: 'entry_no.asc' | 'entry_no.desc') =>
    answered(await app.call(ledgerCalls.entries, { as: first, query: { amount, sort } })).list.map(
      ({ _id }) => _id,
    )
  for (const sort of ['entry_no.asc', 'entry_no.desc'] as const) {
    expect(await found('9.13', sort)).toEqual([id])
    for (const part of ['6.01', '2.02', '1.10']) expect(await found(part, sort)).toEqual([])
  }
})
