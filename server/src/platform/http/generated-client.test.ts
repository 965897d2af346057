import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
// A client generated from the OpenAPI document by a public generator: it compiles, uses the named schemas, and
// performs the main user journey on a running server.
import type { Product } from '@fairturn/contract/orders'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { expectLedgerCorrect, placeCampaign, visit, work } from '../../../test/carrying.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const MAIN_JOB = join(import.meta.dirname, '../../../test/generated-client/main-job.ts')

interface MainJob {
  earnAnAward(
    origin: string,
    person: { username: string; phone: string; password: string },
    code: string,
    showToVisitors: (order: Product) => Promise<void>,
  ): Promise<{ award: string; balance: string }>
}

let app: TestApp
let origin: string
let folder: string
let types: string

beforeAll(async () => {
  app = await startApp()
  await placeCampaign(app, await app.member('the placer'))
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
  // Inside the project, so that packages resolve from there.
  await mkdir(join(ROOT, '.types'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.types/client-'))
  types = astToString(await openapiTS(new URL('/api/openapi.json', origin)))
  await Promise.all([
    writeFile(join(folder, 'api.ts'), types),
    copyFile(MAIN_JOB, join(folder, 'main-job.ts')),
    writeFile(
      join(folder, 'tsconfig.json'),
      '{ "extends": "../../tsconfig.base.json", "include": ["*.ts"] }',
    ),
  ])
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('a program written with the generated types compiles', async () => {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const failed = await promisify(execFile)(tsc, ['-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(failed).toBe('')
})

test('the types are half as long as with inlined schemas, and use the domain’s names', () => {
  expect(types.split('\n').length).toBeLessThan(13_300)
  for (const shape of ['User', 'Product', 'Campaign', 'Withdrawal'])
    expect(types).toContain(`data: components["schemas"]["${shape}"];`)
})

test('it can register, sign in, take an order and claim its award', async () => {
  const program = (await import(join(folder, 'main-job.ts'))) as MainJob
  const person = { username: 'from outside', phone: '+84912345601', password: 'a long walk by the river' }
  const invited_by = await app.member('who invites')
  const { award, balance } = await program.earnAnAward(origin, person, invited_by.code, async (order) => {
    for (let n = 0; n < order.target; n++) await visit(app, order)
    await work(app)
  })
  expect([award, balance]).toEqual(['0.82', '0.82'])
  await expect(program.earnAnAward(origin, person, invited_by.code, async () => undefined)).rejects.toThrow(
    'username_or_phone_number_already_exists: ',
  )
  await expectLedgerCorrect(app)
})
