// Runs the examples of docs/advertisers.md exactly as printed, against a listening server, in the sandbox and live.
// Examples whose interpreter is not installed are reported as skipped.
import { execFile } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MESSAGE_STATUS } from '@fairturn/contract/messages'
import type { Product } from '@fairturn/contract/orders'
import { POSTBACK_LIMITS, POSTBACK_RESULTS, postbackCalls, TEST_CLICK_ID } from '@fairturn/contract/postbacks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, distribute, placeCampaign } from '../../test/carrying.ts'
import { click, newKey } from '../../test/postbacks.ts'
import { beaconSnippet } from './beacon.ts'
import { judgeVisits } from './tracking.ts'

const DOCUMENT = join(import.meta.dirname, '../../../docs/advertisers.md')
const run = promisify(execFile)
const text = await readFile(DOCUMENT, 'utf8')
const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language, code]) => [language!, code!] as const,
)
const blockOf = (language: string): string => blocks.find(([name]) => name === language)![1]

const installed = (...commands: string[]) =>
  commands.every((command) => spawnSync(command, ['--version']).error === undefined)

/** By language: the file name, the interpreter, and whether it is installed. */
const RUNS = [
  ['bash', 'postback.sh', 'bash', installed('bash', 'curl', 'openssl')],
  ['js', 'postback.mjs', process.execPath, true],
  ['python', 'postback.py', 'python3', installed('python3')],
  ['php', 'postback.php', 'php', installed('php')],
] as const

let app: TestApp
let folder: string
let placer: TestMember
let order: Product
let secret: string
let url: string

beforeAll(async () => {
  // The examples read the machine's clock, so the server's clock is tied to it.
  let aheadMs = 0
  const clock = {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms: number) => void (aheadMs += ms),
  }
  app = await startApp({ clock: clock as never })
  const origin = await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'fairturn-examples-'))
  placer = await app.member('the placer')
  const { id } = await placeCampaign(app, placer, {
    kind: 'purchase',
    verification: 'postback',
    order_visits: 8,
    visits: 8,
  })
  ;({ secret } = await newKey(app, placer, id))
  url = `${origin}/api/postbacks/${id}`
  order = await distribute(app, await app.member('the carrier'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

/** Runs an example with its environment variables; returns its stdout as JSON. */
async function example(language: string, file: string, command: string, env: Record<string, string>) {
  const path = join(folder, file)
  await writeFile(path, blockOf(language))
  const { stdout } = await run(command, [path], {
    env: { PATH: process.env['PATH'], POSTBACK_SECRET: secret, KIND: 'purchase', ...env },
    timeout: 30_000,
  })
  return JSON.parse(stdout) as { data?: { result: string; sandbox: boolean }; code?: string }
}

describe.each(RUNS)('the example in %s', (language, file, command, isHere) => {
  test.skipIf(!isHere)('works in the sandbox and live, and is refused with another key', async () => {
    const tried = { POSTBACK_URL: `${url}/sandbox`, CLICK_ID: TEST_CLICK_ID }
    expect(await example(language, file, command, tried)).toMatchObject({
      data: { result: 'counted', sandbox: true },
    })
    const { click_id } = await click(app, order)
    await judgeVisits(app.database)
    const live = { POSTBACK_URL: url, CLICK_ID: click_id }
    expect(await example(language, file, command, live)).toMatchObject({
      data: { result: 'counted', sandbox: false },
    })
    expect(await example(language, file, command, live)).toMatchObject({
      data: { result: 'already_counted' },
    })
    const POSTBACK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(await example(language, file, command, { ...live, POSTBACK_SECRET })).toMatchObject({
      code: 'postback_is_not_authentic',
    })
    const lead = { ...live, KIND: 'lead' }
    expect(await example(language, file, command, lead)).toMatchObject({ code: 'kind_is_not_the_campaigns' })
  })
})

test('every code block of the document is one of the examples run here', () => {
  expect(blocks.map(([language]) => language)).toEqual(['html', 'bash', 'js', 'python', 'php', 'json'])
  expect(blockOf('html').trim()).toBe(beaconSnippet('https://fairturn.example.com'))
  expect(JSON.parse(blockOf('json'))).toMatchObject({ data: { result: 'counted', sandbox: false } })
})

test('the responses described in the document are those of the API', async () => {
  for (const result of POSTBACK_RESULTS) expect(text).toContain(`\`${result}\``)
  for (const code of [
    'postback_is_not_authentic',
    'webhook_id_was_used',
    'body_is_too_large',
    'too_many_requests',
    'click_is_unknown',
    'kind_is_not_the_campaigns',
    'body_is_not_understood',
  ] as const)
    expect(text).toMatch(new RegExp(`\\| ${MESSAGE_STATUS[code]} +\\| \`${code}\``))
  expect(text).toContain(TEST_CLICK_ID)
  expect(POSTBACK_LIMITS).toMatchObject({ largest_body: 4096, tolerance_seconds: 300, active_keys: 2 })
  const params = { campaign_id: url.split('/').at(-1)! }
  const settings = answered(await app.call(postbackCalls.verification, { token: placer.token, params }))
  expect(settings).toMatchObject({ confirm_hours: 7 * 24, mode: 'postback', kind: 'purchase' })
})
