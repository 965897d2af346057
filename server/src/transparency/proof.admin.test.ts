// Proofs in the back office: created on demand, filtered, sorted and exported; tampered ones are marked as wrong.
import { randomBytes } from 'node:crypto'
import type { SentQueryOf } from '@fairturn/contract/endpoint'
import { adminProofCalls as calls, adminProofFiles, proofCalls } from '@fairturn/contract/proofs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered, deposit } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { proofMaker } from './proof.ts'

const DAY_MS = 86_400_000
let app: TestApp
let finance: TestOperator
let auditor: TestOperator

const listed = async (query: SentQueryOf<typeof calls.list> = {}) =>
  answered(await app.call(calls.list, { as: auditor, query })).list
const numbers = async (query?: SentQueryOf<typeof calls.list>) =>
  (await listed(query)).map(({ number }) => number)
const asSuperuser = (sql: string) =>
  app.database.asSuperuser(`begin; set local session_replication_role = replica; ${sql}; commit`)

beforeAll(async () => {
  app = await startApp()
  const member = await app.member('who is owed')
  await deposit(app.database, member._id, 5_000n)
  await proofMaker(app.config).run(app.database, {})
  app.clock.advance(DAY_MS)
  await deposit(app.database, member._id, 2_500n)
  await proofMaker(app.config).run(app.database, {})
  app.clock.advance(60_000)
  finance = await staff(app, 'finance')
  auditor = await staff(app, 'auditor')
  answered(await app.call(calls.make, { as: finance }))
})
afterAll(() => app.close())

test('a proof created on demand is listed first, with its requester, and all are chained and signed', async () => {
  const list = await listed()
  expect(list.map(({ number, total }) => [number, total])).toEqual([
    [3, '75.00'],
    [2, '75.00'],
    [1, '50.00'],
  ])
  expect(list[0]).toMatchObject({
    made_by: finance.actor,
    made_by_name: finance.username,
    key: 1,
    opens: true,
  })
  expect(list[1]).toMatchObject({ made_by: 'system', made_by_name: null })
  for (const proof of list) expect(proof).toMatchObject({ chained: true, signed: true })
  const open = answered(await app.call(proofCalls.list)).list
  expect(list.map(({ hash, leaves }) => [hash, leaves])).toEqual(
    open.map(({ hash, leaves }) => [hash, leaves]),
  )
})

test('the list is filtered and sorted, and refuses invalid filters', async () => {
  expect(await numbers({ made: 'daily' })).toEqual([2, 1])
  expect(await numbers({ made: 'on_demand' })).toEqual([3])
  expect(await numbers({ key: 2 })).toEqual([])
  expect(await numbers({ sort: 'number.asc' })).toEqual([1, 2, 3])
  expect((await numbers({ sort: 'total.asc' }))[0]).toBe(1)
  expect((await numbers({ sort: 'leaves.asc' })).length).toBe(3)
  const [, second] = await listed()
  expect(await numbers({ from: second!.taken_at })).toEqual([3, 2])
  expect(await numbers({ to: second!.taken_at })).toEqual([1])
  for (const query of [{ made: 'never' }, { key: 0 }, { sort: 'hash.asc' }, { from: 'today' }])
    expect((await app.call(calls.list, { as: auditor, query: query as never })).code).toBe('field_is_invalid')
})

test('the list is exported in its order', async () => {
  const response = await app.fastify.inject({
    url: `/api/${adminProofFiles.exportProofs.path}?sort=number.asc`,
    headers: auditor.headers,
  })
  const rows = response.body.trim().split('\r\n')
  expect(rows[0]).toContain('proof_id,number,taken_at,made_by,leaves,total,key,chained,signed,hash')
  expect(rows.slice(1).map((row) => row.split(',').slice(1, 2).join())).toEqual(['1', '2', '3'])
  expect(rows[3]).toContain(`,${finance.username},`)
  expect(rows[3]).toContain(',75.00,1,true,true,')
})

test('a figure, a signature, a key or a link changed by raw SQL is reported as wrong', async () => {
  const state = async () => (await listed()).map(({ chained, signed }) => [chained, signed])
  const RIGHT = [
    [true, true],
    [true, true],
    [true, true],
  ]
  const [newest] = await listed()
  const id = newest!._id
  const before = (
    await app.database.asSchemaOwner<{ signature: string; total_minor: string }>(
      `select encode(signature, 'hex') as signature, total_minor::text from proof where id = $1`,
      [id],
    )
  )[0]!
  const change = (to: string) => asSuperuser(`update proof set ${to} where id = '${id}'`)
  const signature = (hex: string) => change(`signature = decode('${hex}', 'hex')`)
  await change('total_minor = total_minor - 1')
  expect((await state())[0]).toEqual([true, false])
  await change(`total_minor = ${before.total_minor}`)
  await signature(randomBytes(64).toString('hex'))
  expect((await state())[0]).toEqual([true, false])
  await signature(before.signature)
  expect(await state()).toEqual(RIGHT)

  const key = (
    await app.database.asSchemaOwner<{ public_key: string }>(
      `select encode(public_key, 'hex') as public_key from proof_key`,
    )
  )[0]!.public_key
  const setKey = (hex: string) => asSuperuser(`update proof_key set public_key = decode('${hex}', 'hex')`)
  await setKey(randomBytes(32).toString('hex'))
  expect((await state()).map(([, signed]) => signed)).toEqual([false, false, false])
  await setKey(key)

  // The previous proof's statement rewritten together with its hash, so that the database itself finds nothing wrong.
  await asSuperuser(
    `update proof set statement = s.text, hash = sha256(convert_to(s.text, 'UTF8'))
     from (select replace(statement, 'leaves: ', 'leaves: 1') as text from proof where number = 2) s where number = 2`,
  )
  expect(await state()).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ])
})
