// The ledger against an in-memory model: for any commands in any order, results and state are equal.
import { deepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { Model, seen } from '../../test/ledger-model.ts'
import { deposit, transfer } from '../../test/ledger.ts'
import { reverseEntry } from '../../test/reversal.ts'
import {
  type AccountId,
  type NewEntry,
  type PostAnswer,
  accountOf,
  balancesOf,
  checkLedger,
  entryId,
  openAccounts,
  createHold,
  post,
  postingsOf,
  releaseHolds,
} from './ledger.ts'

const RUNS = 100
const COMMANDS = 40
const ACCOUNTS = 4

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

let commandsRun = 0

type Command = fc.AsyncCommand<Model, TestDatabase>

/** Accounts, holds and earlier entries are referenced by number, modulo their count. */
interface Move {
  from: number
  to: number
  amount: number
  hold: number | null
}
const move = fc.record({
  from: fc.nat(ACCOUNTS - 1),
  to: fc.nat(ACCOUNTS - 1),
  amount: fc.integer({ min: 1, max: 120 }),
  hold: fc.option(fc.nat(20), { freq: 3 }),
})

function entryOf(model: Model, { from, to, amount, hold }: Move): NewEntry {
  const accounts = model.accounts
  const receiver = accounts[to === from ? (to + 1) % ACCOUNTS : to] as AccountId
  const captured =
    hold === null || model.holds.length === 0 ? undefined : model.holds[hold % model.holds.length]
  const payer =
    captured?.account === undefined || captured.account === receiver ? accounts[from] : captured.account
  return transfer(payer as AccountId, receiver, BigInt(amount), captured ? { capture: captured.id } : {})
}

function pick<T>(items: Iterable<T>, index: number): T | undefined {
  const all = [...items]
  return all[index % Math.max(all.length, 1)]
}

function command(name: string, run: (model: Model) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model) => {
      commandsRun += 1
      await run(model)
    },
    toString: () => name,
  }
}

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.nat(ACCOUNTS - 1), fc.integer({ min: 1, max: 200 })).map(([to, amount]) =>
    command(`deposit ${amount} to ${to}`, async (model) => {
      const entry = deposit(model.accounts[to] as AccountId, BigInt(amount))
      deepStrictEqual(await post(database, [entry]), [model.post(entry)])
    }),
  ),
  fc.array(move, { minLength: 1, maxLength: 8 }).map((moves) =>
    command(`batch ${fc.stringify(moves)}`, async (model) => {
      const entries = moves.map((one) => entryOf(model, one))
      deepStrictEqual(
        await post(database, entries),
        entries.map((entry) => model.post(entry)),
      )
    }),
  ),
  fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }).map((batches) =>
    command(`at once ${fc.stringify(batches)}`, async (model) => {
      const requests = batches.map((moves) => moves.map((one) => entryOf(model, one)))
      const answers = await Promise.all(
        requests.map((entries) => database.transaction((tx) => post(tx, entries))),
      )
      agreeInSomeOrder(model, requests, answers)
    }),
  ),
  fc.tuple(fc.nat(ACCOUNTS - 1), fc.integer({ min: 1, max: 150 })).map(([on, amount]) =>
    command(`hold ${amount} on ${on}`, async (model) => {
      const hold = {
        id: randomUUID(),
        account: model.accounts[on] as AccountId,
        amount_minor: BigInt(amount),
        open: true,
      }
      const placed = model.free(hold.account) >= hold.amount_minor
      const answer = await database.transaction((tx) =>
        createHold(tx, { ...hold, refers_to: 'model', expires_at: new Date(0) }),
      )
      deepStrictEqual(answer, placed ? 'placed' : 'insufficient_funds')
      if (placed) model.holds.push(hold)
    }),
  ),
  fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }).map((indexes) =>
    command(`release ${indexes.join()}`, async (model) => {
      const holds = new Set(
        indexes.map((index) => pick(model.holds, index)).filter((hold) => hold !== undefined),
      )
      const open = [...holds].filter((hold) => hold.open)
      deepStrictEqual(
        await database.transaction((tx) =>
          releaseHolds(
            tx,
            [...holds].map((hold) => hold.id),
          ),
        ),
        open.length,
      )
      for (const hold of open) hold.open = false
    }),
  ),
  fc.nat(100).map((index) =>
    command(`reverse ${index}`, async (model) => {
      const entry = pick(model.entries.values(), index)?.entry
      if (!entry) return
      const by = { actor: 'operator:1', reason: 'model' }
      const answer = await database.transaction((tx) => reverseEntry(tx, entry.id, by))
      const postings = entry.postings.map(({ account, amount_minor }) => ({
        account,
        amount_minor: -amount_minor,
      }))
      const { event_at } = entry
      const id = entryId('reversal', entry.id)
      deepStrictEqual(
        answer,
        model.post({
          id,
          type: 'reversal',
          refers_to: entry.id,
          actor: by.actor,
          note: by.reason,
          event_at,
          postings,
        }),
      )
    }),
  ),
  fc.nat(100).map((index) =>
    command(`again ${index}`, async (model) => {
      const entry = pick(model.entries.values(), index)?.entry
      if (entry) deepStrictEqual(await post(database, [entry, entry]), [model.post(entry), model.post(entry)])
    }),
  ),
  fc.tuple(fc.nat(100), move).map(([index, other]) =>
    command(`reuse the id of ${index}`, async (model) => {
      const old = pick(model.entries.values(), index)?.entry
      if (!old) return
      const entry = { ...entryOf(model, other), id: old.id }
      deepStrictEqual(await post(database, [entry]), [model.post(entry)])
    }),
  ),
  fc.tuple(fc.array(move, { minLength: 1, maxLength: 4 }), fc.boolean()).map(([moves, blocked]) =>
    command(`crash ${blocked ? 'before' : 'around'} the commit of ${fc.stringify(moves)}`, async (model) => {
      const entries = moves.map((one) => entryOf(model, one))
      const first = await postAndCrash(entries, blocked)
      const retried = await post(database, entries) // the same ids: whatever happened, it takes effect once
      const committed = first !== undefined || retried.some(({ status }) => status === 'replayed')
      // Entries refused the first time are decided again, after everything posted since.
      const expected = committed ? entries.map((entry) => model.post(entry)) : undefined
      if (first) deepStrictEqual(first, expected)
      deepStrictEqual(
        retried,
        entries.map((entry) => model.post(entry)),
      )
    }),
  ),
]

/** Posts on a connection that is killed in the meantime; returns the results if they still arrived. */
async function postAndCrash(entries: NewEntry[], blocked: boolean): Promise<PostAnswer[] | undefined> {
  const victim = new Client({ connectionString: database.url })
  victim.on('error', () => undefined) // being killed is expected
  await victim.connect()
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
  const kill = () => database.asSuperuser(`select pg_terminate_backend(${rows[0]!.pid})`)
  try {
    if (!blocked) {
      const [answers] = await Promise.all([post(victim, entries).catch(() => undefined), kill()])
      return answers
    }
    const accounts = entries.flatMap((entry) => entry.postings.map((posting) => posting.account))
    const blocker = new Client({ connectionString: database.schemaOwnerUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('select from account where id = any ($1::uuid[]) for update', [accounts])
    const [answers] = await Promise.all([post(victim, entries).catch(() => undefined), kill()])
    await blocker.query('rollback')
    await blocker.end()
    deepStrictEqual(answers, undefined)
    return undefined
  } finally {
    await victim.end().catch(() => undefined)
  }
}

/** Finds an order of the batches in which the model gives the same results, and leaves the model in that state. */
function agreeInSomeOrder(model: Model, batches: NewEntry[][], answers: PostAnswer[][]): void {
  const found = search(
    model,
    batches.map((entries, i) => ({ entries, answers: answers[i] as PostAnswer[] })),
  )
  if (!found) throw new Error(`no order of the batches explains the answers ${fc.stringify(answers)}`)
  Object.assign(model, found)
}

function search(model: Model, left: { entries: NewEntry[]; answers: PostAnswer[] }[]): Model | undefined {
  if (left.length === 0) return model
  for (const batch of left) {
    const next = model.copy()
    const agrees = batch.entries.every(
      (entry, i) => JSON.stringify(next.post(entry)) === JSON.stringify(batch.answers[i]),
    )
    const found = agrees
      ? search(
          next,
          left.filter((other) => other !== batch),
        )
      : undefined
    if (found) return found
  }
  return undefined
}

async function compare(model: Model): Promise<void> {
  const balances = await balancesOf(database, model.accounts)
  for (const account of model.accounts) {
    deepStrictEqual(balances.get(account), {
      balance_minor: model.balances.get(account) ?? 0n,
      reserved_minor: model.reserved(account),
    })
  }
  const lines = await postingsOf(database, model.accounts, { limit: 10_000 })
  deepStrictEqual(lines.length, model.lines)
  deepStrictEqual(new Set(lines.map((line) => line.entry_id)).size, model.entries.size)
}

test(
  `the ledger and its model agree over ${RUNS} runs of up to ${COMMANDS} commands`,
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: COMMANDS, size: 'max' }), async (sequence) => {
        let model: Model | undefined
        await fc.asyncModelRun(async () => {
          const holders = Array.from({ length: ACCOUNTS }, () => randomUUID())
          await openAccounts(
            database,
            holders.map((holder_id) => ({ kind: 'member_available', holder_id })),
          )
          model = new Model(holders.map((holder_id) => accountOf('member_available', holder_id)))
          return { model, real: database }
        }, sequence)
        if (!model) throw new Error('the model was not made')
        await compare(model)
      }),
      { numRuns: RUNS, endOnFailure: false },
    )
    expect(commandsRun).toBeGreaterThan(RUNS * 10)
    const answers = [
      'posted',
      'replayed',
      'insufficient_funds',
      'hold_not_open',
      'hold_exceeded',
      'id_reused',
    ]
    expect([...seen]).toEqual(expect.arrayContaining(answers))
    expect(await checkLedger(database)).toEqual([])
  },
)
