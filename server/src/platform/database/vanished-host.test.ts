import { createServer, type AddressInfo } from 'node:net'
// The machine of PostgreSQL vanishes: nothing is answered, and no connection is closed. Callers are refused after the query
// timeout instead of the kernel's retransmission timeout.
import { contentCalls } from '@fairturn/contract/content'
import { depositCalls } from '@fairturn/contract/deposits'
import { memberCalls } from '@fairturn/contract/members'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProxy, type TcpProxy } from '../../../../testing/tcp-proxy.ts'
import { startApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { clusterAt, testCluster } from '../../../test/database.ts'
import { receiveAt } from '../../../test/payments.ts'

const POOL_SIZE = 3
const TIMEOUT_MS = 1_000

/** Accepts connections and never answers. */
const silent = createServer()
let proxy: TcpProxy
let app: TestApp
let member: TestMember
let target: string

beforeEach(async () => {
  const cluster = testCluster()
  target = `${new URL(cluster.appUrl).searchParams.get('host')}/.s.PGSQL.5432`
  proxy = await openProxy(target)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  app = await startApp({
    database: {
      cluster: clusterAt(cluster, proxy.port),
      poolSize: POOL_SIZE,
      queryTimeoutMs: TIMEOUT_MS,
    },
  })
  await receiveAt(app)
  member = await app.member('Lan')
  await app.fastify.ready()
  await fillPool()
})
afterEach(async () => {
  proxy.cutAll()
  await app.close()
  proxy.close()
  silent.close()
})

/** A transaction on every connection of the pool at once. */
async function fillPool(): Promise<void> {
  const all = Promise.withResolvers<void>()
  let begun = 0
  const transactions = Array.from({ length: POOL_SIZE }, () =>
    app.database.transaction(async (tx) => {
      await tx.query({ text: 'select 1' })
      if (++begun === POOL_SIZE) all.resolve()
      await all.promise
    }),
  )
  await Promise.all(transactions)
  expect(app.database.connections()).toEqual({ busy: 0, idle: POOL_SIZE, waited_for: 0 })
}

const queryOnAll = () =>
  Promise.allSettled(Array.from({ length: POOL_SIZE }, () => app.database.query({ text: 'select 1' })))

const deposit = (key: string) =>
  app.call(depositCalls.deposit, {
    token: member.token,
    body: { user_id: member._id, amount: '25.00', method: 'bank_transfer' },
    key,
  })
const viewer = () => app.call(memberCalls.viewer, { token: member.token, body: { user_id: member._id } })
const settings = () => app.call(contentCalls.settings)
const deposits = async () =>
  (await app.database.query<{ n: bigint }>({ text: 'select count(*) as n from deposit' })).rows[0]!.n

test('calls in flight and calls queued behind them are refused as busy, no connection is lost, and the next calls succeed', async () => {
  proxy.target = (silent.address() as AddressInfo).port
  proxy.stallAll()
  const reads = queryOnAll()
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, settings),
    ...Array.from({ length: 4 }, viewer),
    deposit('vanished-0001'),
  ])
  expect(answers.map(({ status, code }) => [status, code])).toEqual(
    answers.map(() => [503, 'service_is_busy']),
  )
  expect((await reads).map(({ status }) => status)).toEqual(Array(POOL_SIZE).fill('rejected'))

  proxy.target = target
  expect((await settings()).status).toBe(200)
  expect((await viewer()).status).toBe(200)
  expect((await deposit('vanished-0001')).status).toBe(200)
  await fillPool()
})

test('a transaction is refused after one timeout, not after a second one for its rollback', async () => {
  const began_at = performance.now()
  const attempt = app.database.transaction(async (tx) => {
    await tx.query({ text: 'select 1' })
    proxy.stallAll()
    await tx.query({ text: 'select 1' })
  })
  await expect(attempt).rejects.toThrow('timeout')
  expect(performance.now() - began_at).toBeLessThan(2 * TIMEOUT_MS)
  await queryOnAll() // idle connections were stalled too, and fail with their next query
  await fillPool()
})

test('a COMMIT without an answer is refused as busy, and the same key gets the response of what it committed', async () => {
  proxy.cuts = (chunk) => {
    if (chunk.includes('COMMIT\0')) proxy.stallAll()
    return false
  }
  expect(await deposit('vanished-0002')).toMatchObject({ status: 503, code: 'service_is_busy' })
  proxy.cuts = () => false
  await queryOnAll() // idle connections were stalled too, and fail with their next query
  expect(await deposits()).toBe(1n)
  expect(await deposit('vanished-0002')).toMatchObject({ status: 200, data: { amount: '25.00' } })
  expect(await deposits()).toBe(1n)
})
