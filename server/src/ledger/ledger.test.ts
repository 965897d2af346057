// The ledger's guarantees to its callers, and every refusal.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { deposit, fundedAccount, movement, transfer } from '../../test/ledger.ts'
import { reverseEntry } from '../../test/reversal.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  type AccountId,
  LedgerRefusal,
  type NewEntry,
  accountOf,
  balancesBefore,
  balancesOf,
  checkLedger,
  entryHash,
  entryId,
  openAccounts,
  platformAccount,
  platformTotals,
  post,
  postOrRefuse,
  postingsOf,
} from './ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const posted = { status: 'posted' }
const replayed = { status: 'replayed' }
const refused = (reason: string) => ({ status: 'refused', reason })

async function balance(account: AccountId): Promise<bigint | undefined> {
  return (await balancesOf(database, [account])).get(account)?.balance_minor
}
async function pair(from_minor: bigint): Promise<[AccountId, AccountId]> {
  return [await fundedAccount(database, from_minor), await fundedAccount(database, 0n)]
}

test('ids of accounts and entries are derived from their content, equally in TypeScript and SQL', async () => {
  const holder_id = randomUUID()
  expect(accountOf('campaign_escrow', holder_id)).toBe(accountOf('campaign_escrow', holder_id))
  expect(accountOf('campaign_escrow', holder_id)).not.toBe(accountOf('campaign_fee', holder_id))
  expect(entryId('award_claimed', holder_id, 1)).toBe(entryId('award_claimed', holder_id, '1'))
  expect(entryId('award_claimed', holder_id, 1)).not.toBe(entryId('award_claimed', holder_id, 2))
  const [row] = await database.asSchemaOwner('select ledger_account_id($1, $2) as id', [
    'campaign_escrow',
    holder_id,
  ])
  expect(row).toEqual({ id: accountOf('campaign_escrow', holder_id) })
})

test('ids equal those stored by every previous version', () => {
  const holder_id = '0190a000-0000-7000-8000-000000000001'
  expect(accountOf('member_available', holder_id)).toBe('bdcb9dfe-5266-821a-a43f-7d4fa8e20df7')
  expect(entryId('deposit_credited', holder_id)).toBe('30e22efb-5cc5-8e6c-8667-83f23855f8c9')
  expect(entryId('award_claimed', holder_id, 3)).toBe('d2ffca0d-011a-84ef-9ace-30a92aa004e5')
  expect(platformAccount('cash', '30e22efb-5cc5-8e6c-8667-83f23855f8c9')).toBe(
    'ff8bed50-3178-836b-96d0-aef73c804836',
  )
})

test('a platform account is one of sixteen shards, the same for every retry of an entry', async () => {
  const ids = Array.from({ length: 200 }, (_, i) => entryId('deposit_credited', String(i)))
  const shards = new Set(ids.map((id) => platformAccount('cash', id)))
  expect(shards.size).toBe(16)
  expect((await balancesOf(database, [...shards])).size).toBe(16)
})

test('a posted entry moves its amounts, and nothing else', async () => {
  const [from, to] = await pair(1000n)
  const bystander = await fundedAccount(database, 5n)
  expect(await post(database, [transfer(from, to, 300n)])).toEqual([posted])
  expect([await balance(from), await balance(to), await balance(bystander)]).toEqual([700n, 300n, 5n])
})

test('opening an account again does not change it', async () => {
  const holder_id = randomUUID()
  await openAccounts(database, [{ kind: 'member_held', holder_id }])
  const account = accountOf('member_held', holder_id)
  await post(database, [deposit(account, 7n)])
  await openAccounts(database, [{ kind: 'member_held', holder_id }])
  expect(await balance(account)).toBe(7n)
})

test('the same entry again is a replay and moves nothing', async () => {
  const [from, to] = await pair(1000n)
  const entry = transfer(from, to, 600n)
  expect(await post(database, [entry])).toEqual([posted])
  expect(await post(database, [entry])).toEqual([replayed]) // even though another 600 would exceed the balance
  expect(await balance(to)).toBe(600n)
})

test.each<[string, (entry: NewEntry) => Partial<NewEntry>]>([
  [
    'amount',
    ({ postings }) => ({ postings: postings.map((p) => ({ ...p, amount_minor: p.amount_minor * 2n })) }),
  ],
  [
    'account',
    ({ postings }) => ({
      postings: postings.map((p, i) => ({ ...p, account: postings[1 - i]?.account ?? '' })),
    }),
  ],
  ['type', () => ({ type: 'level_refunded' })],
  ['subject', () => ({ refers_to: 'something else' })],
  ['actor', () => ({ actor: 'operator:1' })],
  ['note', () => ({ note: 'another' })],
  ['instant', () => ({ event_at: new Date('2026-11-21T08:00:00.001Z') })],
  ['hold', () => ({ capture: randomUUID() })],
])('the same id with another %s is refused and moves nothing', async (_what, change) => {
  const [from, to] = await pair(1000n)
  const entry = transfer(from, to, 100n)
  await post(database, [entry])
  expect(await post(database, [{ ...entry, ...change(entry) }])).toEqual([refused('id_reused')])
  expect([await balance(from), await balance(to)]).toEqual([900n, 100n])
})

test('moving characters between two texts of an entry changes its hash', async () => {
  const [from, to] = await pair(10n)
  const entry = transfer(from, to, 1n, { actor: 'a","b', note: 'c' })
  await post(database, [entry])
  expect(await post(database, [{ ...entry, actor: 'a', note: 'b","c' }])).toEqual([refused('id_reused')])
})

test('texts with quotes, backslashes, braces, emoji and right-to-left marks are stored unchanged', async () => {
  const [from, to] = await pair(10n)
  const note = String.raw`{"a\b",NULL} ` + '🙂 \u202Eعربى\n\u001F'
  expect(await post(database, [transfer(from, to, 1n, { note })])).toEqual([posted])
  expect((await postingsOf(database, [to], { limit: 1 }))[0]?.note).toBe(note)
})

test('a replay does not affect the new entries of its batch, before or after it', async () => {
  const [from, to] = await pair(1300n)
  const known = transfer(from, to, 600n)
  await post(database, [known])
  const batch = [transfer(from, to, 200n), known, transfer(from, to, 500n), transfer(from, to, 1n)]
  expect(await post(database, batch)).toEqual([posted, replayed, posted, refused('insufficient_funds')])
  expect([await balance(from), await balance(to)]).toEqual([0n, 1300n])
})

test('an entry that does not sum to zero, or has fewer than two postings, is refused', async () => {
  const [from, to] = await pair(1000n)
  const answers = await post(database, [
    movement('adjustment', randomUUID(), [
      [from, -10n],
      [to, 11n],
    ]),
    movement('adjustment', randomUUID(), [[from, -10n]]),
    movement('adjustment', randomUUID(), []),
    movement('adjustment', randomUUID(), [
      [from, 0n],
      [to, 0n],
    ]),
    movement('adjustment', randomUUID(), [
      [from, -10n],
      [from, 10n],
    ]),
  ])
  expect(answers).toEqual(Array.from({ length: 5 }, () => refused('unbalanced')))
  expect(await balance(from)).toBe(1000n)
})

test('a posting of zero is omitted and postings to the same account are added up', async () => {
  const [from, to] = await pair(1000n)
  const other = await fundedAccount(database, 0n)
  const entry = movement('campaign_ended', randomUUID(), [
    [from, -30n],
    [to, 10n],
    [other, 0n],
    [to, 20n],
  ])
  expect(await post(database, [entry])).toEqual([posted])
  expect(await postingsOf(database, [to, other], { limit: 9 })).toMatchObject([
    { amount_minor: 30n, account_id: to },
  ])
})

test('an entry on an unknown account is refused', async () => {
  const from = await fundedAccount(database, 10n)
  const unknown = accountOf('member_available', randomUUID())
  expect(await post(database, [transfer(from, unknown, 1n)])).toEqual([refused('account_unknown')])
})

test('an account cannot be overdrawn, revenue included; only cash may be negative', async () => {
  const [from, to] = await pair(100n)
  expect(await post(database, [transfer(from, to, 101n)])).toEqual([refused('insufficient_funds')])
  expect(await post(database, [transfer(from, to, 100n)])).toEqual([posted])
  const revenue = platformAccount('revenue', '0')
  expect(await post(database, [transfer(revenue, to, 1n)])).toEqual([refused('insufficient_funds')])
})

test('an entry of three postings takes effect as a whole or not at all', async () => {
  const [a, b] = await pair(50n)
  const c = await fundedAccount(database, 10n)
  const entry = movement('adjustment', randomUUID(), [
    [a, -50n],
    [c, -11n],
    [b, 61n],
  ])
  expect(await post(database, [entry])).toEqual([refused('insufficient_funds')])
  expect([await balance(a), await balance(b), await balance(c)]).toEqual([50n, 0n, 10n])
})

test('a refused entry of a batch does not affect the others, and each sees those before it', async () => {
  const [a, b] = await pair(100n)
  const first = transfer(a, b, 60n)
  const answers = await post(database, [
    first,
    transfer(a, b, 60n),
    transfer(a, accountOf('member_held', randomUUID()), 1n),
    first,
    { ...first, note: 'changed' },
    transfer(b, a, 60n),
    transfer(a, b, 100n),
    movement('adjustment', randomUUID(), [
      [a, 1n],
      [b, 1n],
    ]),
  ])
  expect(answers).toEqual([
    posted,
    refused('insufficient_funds'),
    refused('account_unknown'),
    replayed,
    refused('id_reused'),
    posted,
    posted,
    refused('unbalanced'),
  ])
  expect([await balance(a), await balance(b)]).toEqual([0n, 100n])
})

test('a batch takes one round trip, whichever holds it captures; one that repeats an id takes two, an unbalanced one none', async () => {
  let asked = 0
  const query: Queryable['query'] = (config) => {
    asked += 1
    return database.query(config)
  }
  const [a, b] = await pair(100n)
  const capturing = () => transfer(a, b, 1n, { capture: randomUUID() })
  const entry = transfer(a, b, 1n)
  const roundTrips = async (...entries: NewEntry[]) => {
    asked = 0
    await post({ query }, entries)
    return asked
  }
  expect(await roundTrips(entry, transfer(b, a, 1n), capturing(), capturing())).toBe(1)
  expect(await roundTrips(entry, transfer(b, a, 1n), entry, transfer(b, a, 1n))).toBe(2)
  expect(await roundTrips(movement('adjustment', randomUUID(), [[a, 1n]]))).toBe(0)
})

test('an entry that only a bug can produce throws before it reaches the database', async () => {
  const [from, to] = await pair(10n)
  const sound = transfer(from, to, 1n)
  const of = (amount_minor: bigint) => ({ postings: [{ account: from, amount_minor }] })
  const broken: [Partial<NewEntry>, string][] = [
    [{ id: 'x' }, 'an entry'],
    [{ capture: 'x' }, 'a hold'],
    [{ type: 'gift' as 'adjustment' }, 'no entry type'],
    [{ event_at: new Date('never') }, 'not an instant'],
    [{ note: 'zero\0byte' }, 'zero byte'],
    [{ note: 'x'.repeat(1001) }, 'too long'],
    [{ postings: [{ account: 'x', amount_minor: 1n }] }, 'an account'],
    [of(10n ** 15n + 1n), 'out of range'],
    [of(-(10n ** 15n) - 1n), 'out of range'],
  ]
  for (const [change, message] of broken)
    await expect(post(database, [{ ...sound, ...change }])).rejects.toThrow(message)
  expect(await balance(from)).toBe(10n)
})

test('an entry may have the longest text and the largest amounts', async () => {
  const [from, to] = await pair(10n)
  const longest = transfer(from, to, 1n, { note: 'x'.repeat(1000) })
  expect(await post(database, [longest])).toEqual([posted])
  expect(await post(database, [transfer(from, to, 10n ** 15n)])).toEqual([refused('insufficient_funds')])
})

test('a refused entry rolls back its whole transaction if all must succeed', async () => {
  const [from, to] = await pair(100n)
  const attempt = database.transaction((tx) =>
    postOrRefuse(tx, [transfer(from, to, 60n), transfer(from, to, 60n)]),
  )
  await expect(attempt).rejects.toThrow(LedgerRefusal)
  await expect(attempt).rejects.toThrow(/^the ledger refused adjustment of .{36}: insufficient_funds$/)
  await expect(attempt).rejects.toMatchObject({ reason: 'insufficient_funds' })
  expect(await balance(from)).toBe(100n)
})

test('a transaction’s posts are gone when it rolls back, and their ids are free', async () => {
  const [from, to] = await pair(100n)
  const entry = transfer(from, to, 10n)
  const attempt = database.transaction(async (tx) => {
    expect(await post(tx, [entry])).toEqual([posted])
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  expect(await post(database, [{ ...entry, note: 'another' }])).toEqual([posted])
})

/** Posts the entry in a transaction of its own. */
const postAlone = async (entry: NewEntry) => (await database.transaction((tx) => post(tx, [entry])))[0]!

test('concurrent callers each get their own result, and only the malformed one an error', async () => {
  const [from, to] = await pair(100n)
  const posts = Array.from({ length: 300 }, () => postAlone(transfer(from, to, 1n)))
  const malformed = postAlone(transfer(from, to, 1n, { note: '\0' }))
  await expect(malformed).rejects.toThrow('zero byte')
  const answers = await Promise.all(posts)
  expect(answers.filter((answer) => answer.status === 'posted')).toHaveLength(100)
  expect(answers.filter((answer) => answer.status === 'refused')).toHaveLength(200)
  expect(await balance(to)).toBe(100n)
})

test('a race of one entry ends with one posting and replays', async () => {
  const [from, to] = await pair(100n)
  for (let round = 0; round < 10; round += 1) {
    const entry = transfer(from, to, 1n)
    const answers = await Promise.all(Array.from({ length: 8 }, () => postAlone(entry)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([
      'posted',
      ...Array.from({ length: 7 }, () => 'replayed'),
    ])
  }
  expect(await balance(to)).toBe(10n)
})

test('a race of one id for movements of different accounts ends with one posted and the others refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = randomUUID()
    const pairs = await Promise.all(Array.from({ length: 4 }, () => pair(1n)))
    const answers = await Promise.all(
      pairs.map(([from, to]) => postAlone(transfer(from, to, 1n, { id, refers_to: id }))),
    )
    expect(answers.filter((answer) => answer.status === 'posted')).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.status === 'refused' && answer.reason === 'id_reused'),
    ).toHaveLength(3)
  }
})

test('transactions that post in opposite orders do not deadlock', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => fundedAccount(database, 1000n)))
  const work = async (order: AccountId[]) =>
    database.transaction(async (tx) => {
      await postOrRefuse(tx, [transfer(order[0]!, order[1]!, 1n)])
      await postOrRefuse(tx, [transfer(order[2]!, order[3]!, 1n)])
    })
  for (let round = 0; round < 5; round += 1) await Promise.all([work(accounts), work(accounts.toReversed())])
  expect(await Promise.all(accounts.map(balance))).toEqual([1000n, 1000n, 1000n, 1000n])
})

test('a reversal moves everything back, once', async () => {
  const [from, to] = await pair(100n)
  const entry = transfer(from, to, 40n)
  await post(database, [entry])
  const reverse = (reason: string) =>
    database.transaction((tx) => reverseEntry(tx, entry.id, { actor: 'operator:1', reason }))
  expect(await reverse('typing error')).toEqual(posted)
  expect(await reverse('typing error')).toEqual(replayed)
  expect(await reverse('something else')).toEqual(refused('id_reused'))
  expect([await balance(from), await balance(to)]).toEqual([100n, 0n])
  expect((await postingsOf(database, [to], { limit: 1 }))[0]).toMatchObject({
    type: 'reversal',
    refers_to: entry.id,
    note: 'typing error',
    actor: 'operator:1',
  })
})

test('money that has been spent cannot be reversed', async () => {
  const [from, to] = await pair(100n)
  const entry = transfer(from, to, 40n)
  await post(database, [entry, transfer(to, from, 1n)])
  const answer = await database.transaction((tx) =>
    reverseEntry(tx, entry.id, { actor: 'system', reason: 'late' }),
  )
  expect(answer).toEqual(refused('insufficient_funds'))
})

test('an entry that does not exist cannot be reversed', async () => {
  const attempt = database.transaction((tx) =>
    reverseEntry(tx, randomUUID(), { actor: 'system', reason: 'none' }),
  )
  await expect(attempt).rejects.toThrow('no entry')
})

test('a statement is paged newest first, and new postings do not shift it', async () => {
  const [a, b] = await pair(100n)
  for (let i = 1n; i <= 5n; i += 1n) await post(database, [transfer(a, b, i)])
  const first = await postingsOf(database, [a, b], { limit: 4 })
  await post(database, [transfer(b, a, 9n)])
  const rest = await postingsOf(database, [a, b], { before: first.at(-1)?.cursor, limit: 100 })
  const lines = [...first, ...rest].map((line) => [
    line.account_id === a ? 'a' : 'b',
    line.amount_minor,
    line.balance_after,
  ])
  expect(lines).toEqual([
    ['b', 5n, 15n],
    ['a', -5n, 85n],
    ['b', 4n, 10n],
    ['a', -4n, 90n],
    ['b', 3n, 6n],
    ['a', -3n, 94n],
    ['b', 2n, 3n],
    ['a', -2n, 97n],
    ['b', 1n, 1n],
    ['a', -1n, 99n],
    ['a', 100n, 100n],
  ])
  const oneByOne: bigint[] = []
  let before: string | undefined
  for (;;) {
    const [line] = await postingsOf(database, [a, b], { before, limit: 1 })
    if (!line) break
    oneByOne.push(line.amount_minor)
    before = line.cursor
  }
  expect(oneByOne).toEqual(
    [...(await postingsOf(database, [a, b], { limit: 100 }))].map((line) => line.amount_minor),
  )
})

test('a statement of a period covers its first to its last instant, also for three accounts', async () => {
  const [a, b] = await pair(100n)
  const c = await fundedAccount(database, 0n)
  const day = (n: number) => new Date(Date.UTC(2027, 0, n))
  for (let n = 1; n <= 12; n += 1)
    await post(database, [transfer(a, n % 2 === 0 ? b : c, BigInt(n), { event_at: day(n) })])
  const amounts = async (period: { from?: Date; to?: Date }) => {
    const lines = await postingsOf(database, [a, b, c], { ...period, limit: 100 })
    return lines.filter((line) => line.account_id !== a).map((line) => line.amount_minor)
  }
  expect(await amounts({ from: day(10) })).toEqual([12n, 11n, 10n])
  expect(await amounts({ to: day(3) })).toEqual([2n, 1n])
  expect(await amounts({ from: day(4), to: day(6) })).toEqual([5n, 4n])
  // Page by page, past version 9 (one digit), in any period.
  for (const period of [{}, { from: day(2) }]) {
    const whole = await postingsOf(database, [a, b, c], { ...period, limit: 100 })
    const [before] = whole.slice(2)
    const rest = await postingsOf(database, [a, b, c], { ...period, before: before!.cursor, limit: 100 })
    expect(rest).toEqual(whole.slice(3))
  }
  expect(await balancesBefore(database, [c, a, b], day(5))).toEqual([4n, 90n, 6n])
  expect(await balancesBefore(database, [c], day(1))).toEqual([0n])
})

test('an entry’s hash is that of its chain', async () => {
  const [from, to] = await pair(10n)
  const entry = transfer(from, to, 1n)
  await post(database, [entry])
  const [row] = await database.asSchemaOwner<{ hash: string }>(
    `select encode(hash, 'hex') as hash from entry where id = '${entry.id}'`,
  )
  expect(await entryHash(database, entry.id)).toBe(row!.hash)
})

test.each(['', 'x', '1', '1_2_3', '-1_2', '1_', `1_${'9'.repeat(19)}`])(
  'the cursor "%s" is refused',
  async (before) => {
    const [a, b] = await pair(1n)
    await expect(postingsOf(database, [a, b], { before, limit: 1 })).rejects.toThrow('not the cursor')
    await expect(postingsOf(database, [a], { before: `x${before}`, limit: 1 })).rejects.toThrow(
      'not the cursor',
    )
  },
)

test('the totals over all kinds of accounts sum to zero', async () => {
  const totals = await platformTotals(database)
  expect([...totals.values()].reduce((sum, total) => sum + total.balance_minor, 0n)).toBe(0n)
  expect(totals.get('cash')?.balance_minor).toBeLessThan(0n)
  expect(totals.get('cash')?.accounts).toBe(16)
})

test('the ledger check finds nothing after every test above', async () => {
  expect(await checkLedger(database)).toEqual([])
})
