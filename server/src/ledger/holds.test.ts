// Holds: money reserved for one purpose, captured once or released once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { deposit, fundedAccount, movement, transfer } from '../../test/ledger.ts'
import {
  type AccountId,
  accountOf,
  availableOf,
  balancesOf,
  checkLedger,
  openAccounts,
  createHold,
  post,
  releaseHolds,
} from './ledger.ts'

let database: TestDatabase
let escrow: AccountId
let member: AccountId
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const posted = { status: 'posted' }
const refused = (reason: string) => ({ status: 'refused', reason })

async function arrange(): Promise<void> {
  escrow = await fundedAccount(database, 100n, 'campaign_escrow')
  member = await fundedAccount(database, 0n)
}
async function hold(amount_minor: bigint, id: string = randomUUID(), account = escrow): Promise<string> {
  const expires_at = new Date('2026-11-21T08:05:00Z')
  const answer = await database.transaction((tx) =>
    createHold(tx, { id, account, amount_minor, refers_to: 'offer', expires_at }),
  )
  return answer === 'placed' ? id : answer
}
const release = (...ids: string[]) => database.transaction((tx) => releaseHolds(tx, ids))
async function escrowIs(balance_minor: bigint, reserved_minor: bigint): Promise<void> {
  expect((await balancesOf(database, [escrow])).get(escrow)).toEqual({ balance_minor, reserved_minor })
}

test('held money stays in the balance but can neither be spent nor held again', async () => {
  await arrange()
  await hold(70n)
  await escrowIs(100n, 70n)
  expect(await hold(31n)).toBe('insufficient_funds')
  expect(await post(database, [transfer(escrow, member, 31n)])).toEqual([refused('insufficient_funds')])
  expect(await post(database, [transfer(escrow, member, 30n)])).toEqual([posted])
  await escrowIs(70n, 70n)
})

test('a member can spend what no hold reserves', async () => {
  const holder_id = randomUUID()
  await openAccounts(database, [{ kind: 'member_available', holder_id }])
  expect(await availableOf(database, holder_id)).toBe(0n)
  const account = accountOf('member_available', holder_id)
  await post(database, [deposit(account, 100n)])
  await hold(30n, randomUUID(), account)
  expect(await availableOf(database, holder_id)).toBe(70n)
})

test('creating the same hold again creates it once; the same id for another hold is refused', async () => {
  await arrange()
  const id = await hold(10n)
  expect(await hold(10n, id)).toBe(id)
  await escrowIs(100n, 10n)
  await expect(hold(11n, id)).rejects.toThrow('id_reused')
})

test('a hold of zero or on an unknown account is refused', async () => {
  await arrange()
  await expect(hold(0n)).rejects.toThrow('more than nothing')
  await expect(hold(1n, randomUUID(), randomUUID())).rejects.toThrow('account_unknown')
})

test('a capture consumes the hold and releases the rest', async () => {
  await arrange()
  const id = await hold(100n)
  expect(await post(database, [transfer(escrow, member, 60n, { capture: id })])).toEqual([posted])
  await escrowIs(40n, 0n)
  expect(await post(database, [transfer(escrow, member, 1n, { capture: id })])).toEqual([
    refused('hold_not_open'),
  ])
  expect(await release(id)).toBe(0)
})

test('a capture may not exceed the hold, even if the balance would suffice', async () => {
  await arrange()
  const id = await hold(10n)
  expect(await post(database, [transfer(escrow, member, 11n, { capture: id })])).toEqual([
    refused('hold_exceeded'),
  ])
  await escrowIs(100n, 10n)
  expect(await post(database, [transfer(escrow, member, 10n, { capture: id })])).toEqual([posted])
})

test('a hold can only be captured by an entry that debits its account', async () => {
  await arrange()
  const id = await hold(10n)
  const other = await fundedAccount(database, 50n)
  const answers = await post(database, [
    transfer(other, member, 5n, { capture: id }),
    transfer(other, escrow, 5n, { capture: id }),
    transfer(escrow, member, 5n, { capture: randomUUID() }),
  ])
  expect(answers).toEqual([refused('hold_not_open'), refused('hold_not_open'), refused('hold_not_open')])
  await escrowIs(100n, 10n)
})

test('a released hold is free, is released once, and cannot be captured', async () => {
  await arrange()
  const [first, second] = [await hold(30n), await hold(20n)]
  expect(await release(first, second, randomUUID())).toBe(2)
  expect(await release(first, second)).toBe(0)
  await escrowIs(100n, 0n)
  expect(await post(database, [transfer(escrow, member, 1n, { capture: first })])).toEqual([
    refused('hold_not_open'),
  ])
})

test('releasing no holds sends no query', async () => {
  const query = () => Promise.reject(new Error('asked'))
  expect(await releaseHolds({ now: new Date(0), query }, [])).toBe(0)
})

test('in one batch a hold is captured once, and later entries see the released rest', async () => {
  await arrange()
  const [first, second] = [await hold(60n), await hold(40n)]
  const answers = await post(database, [
    transfer(escrow, member, 1n),
    transfer(escrow, member, 20n, { capture: first }),
    transfer(escrow, member, 20n, { capture: first }),
    transfer(escrow, member, 41n),
    transfer(escrow, member, 40n),
    transfer(escrow, member, 41n, { capture: second }),
    transfer(escrow, member, 40n, { capture: second }),
  ])
  expect(answers).toEqual([
    refused('insufficient_funds'),
    posted,
    refused('hold_not_open'),
    refused('insufficient_funds'),
    posted,
    refused('hold_exceeded'),
    posted,
  ])
  await escrowIs(0n, 0n)
})

test('a refused capture leaves its hold open', async () => {
  await arrange()
  const id = await hold(50n)
  const poor = await fundedAccount(database, 1n)
  const entry = movement(
    'adjustment',
    randomUUID(),
    [
      [escrow, -50n],
      [poor, -2n],
      [member, 52n],
    ],
    { capture: id },
  )
  expect(await post(database, [entry])).toEqual([refused('insufficient_funds')])
  await escrowIs(100n, 50n)
  expect(await release(id)).toBe(1)
})

test('fifty concurrent holds reserve exactly the available money', async () => {
  await arrange()
  const answers = await Promise.all(Array.from({ length: 50 }, () => hold(7n)))
  expect(answers.filter((answer) => answer !== 'insufficient_funds')).toHaveLength(14)
  await escrowIs(100n, 98n)
})

test('a hold captured and released concurrently is resolved once', async () => {
  await arrange()
  for (let round = 0; round < 10; round += 1) {
    const id = await hold(10n)
    const [answers, released] = await Promise.all([
      post(database, [transfer(escrow, member, 1n, { capture: id })]),
      release(id),
    ])
    expect((answers[0]?.status === 'posted' ? 1 : 0) + released).toBe(1)
  }
})

test('the ledger check finds nothing after every test above', async () => {
  expect(await checkLedger(database)).toEqual([])
})
