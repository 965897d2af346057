// The product's money paths through HTTP against the limit: one bare route whose one hand-written function writes the same
// rows in one commit, on a copy of the database without triggers and foreign keys. Interleaved rounds on one server,
// everything durable. Run: node bench/money.ts [seconds a round] [rounds] [callers]; ONLY=claim,level selects operations,
// --rows first compares the rows that one call writes, and fails unless the limit inserts the same.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { checkLedger } from '../server/src/ledger/ledger.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { startProgram } from '../testing/demo-web.ts'
import { type Logins, withOwnDatabase } from '../testing/postgres.ts'
import { STRIPE_SECRET, WEBHOOK_SECRET } from '../testing/stripe.ts'
import { bytesOf, type HttpRequest, load, type Load, median } from './http-load.ts'
import { openBenchLink, visitorRequests } from './link-server.ts'
import { type Answers, copyForLimit } from './money-limit.ts'
import { compareRows, type Side } from './money-rows.ts'
import { CALLS, type Doing, fillMoneyWorld, headersOf, type Operation, requestOf } from './money-world.ts'

const [seconds = 2, rounds = 3, callers = 64] = process.argv.slice(2).map(Number).filter(Number.isFinite)
const DURATION_MS = seconds * 1000
/** Of what the product does at most of an operation, and the limit too; more than both reach. */
const MOST_A_SECOND = 6_000
const MEMBERS = Math.max(2_000, Math.ceil(((rounds + 1) * DURATION_MS * MOST_A_SECOND) / 1_000_000) * 1_000)
const GOAL = 0.5
const ALL = [...Object.keys(CALLS), 'link'] as Operation[]
const chosen = process.env['ONLY']?.split(',')
const operations = ALL.filter((operation) => chosen?.includes(operation) ?? true)

type Sides = Readonly<Record<'product' | 'limit', Side>>

function takeFrom(requests: Buffer[]): Side['next'] {
  return () => {
    const request = requests.pop()
    if (request === undefined) throw new Error('every member has done it')
    return [request]
  }
}

async function answerOf(port: number, { method, path, headers = {}, body }: HttpRequest) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  const own = new Set([
    'connection',
    'keep-alive',
    'date',
    'content-length',
    'transfer-encoding',
    'content-encoding',
  ])
  return { headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name))), body: text }
}

/** One call of each operation: what the limit answers. The first member's, which no round repeats. */
async function answersOf(port: number, doing: Doing, code: string): Promise<Answers> {
  const answers: Partial<Record<Operation, Answers[Operation]>> = {}
  for (const operation of Object.keys(CALLS) as (keyof typeof CALLS)[])
    answers[operation] = await answerOf(port, await requestOf(operation, doing))
  answers.link = await answerOf(port, visitorRequests([code])[0]!)
  return answers as Answers
}

async function sidesOf(
  operation: Operation,
  ports: { product: number; limit: number },
  { doings, code }: { doings: readonly Doing[]; code: string },
): Promise<Sides> {
  const path = `/${operation}`
  const written = doings.map((body) => bytesOf({ method: 'POST', path, body }))
  const limit = { port: ports.limit, next: takeFrom(written) }
  if (operation === 'link') {
    const visits = visitorRequests([code]).map(bytesOf)
    const next = () => [visits[Math.floor(Math.random() * visits.length)]!]
    return { product: { port: ports.product, next }, limit: { port: ports.limit, next: () => [written[0]!] } }
  }
  const requests = await Promise.all(doings.map((doing) => requestOf(operation, doing)))
  return { product: { port: ports.product, next: takeFrom(requests.map(bytesOf)) }, limit }
}

async function measure(operation: Operation, { product, limit }: Sides) {
  const run = (side: Side, durationMs: number) => load(side.port, callers, durationMs, side.next)
  await run(product, DURATION_MS / 2)
  await run(limit, DURATION_MS / 2)
  const results: Record<keyof Sides, Load>[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({ limit: await run(limit, DURATION_MS), product: await run(product, DURATION_MS) })
  const of = (side: keyof Sides, figure: 'rate' | 'p99_ms') =>
    median(results.map((result) => result[side][figure]))
  const ratio = median(results.map((result) => result.product.rate / result.limit.rate))
  return {
    operation,
    'limit/s': of('limit', 'rate').toFixed(0),
    'product/s': of('product', 'rate').toFixed(0),
    ratio: ratio.toFixed(2),
    goal: `${GOAL} ${ratio >= GOAL ? 'met' : 'MISSED'}`,
    'p99 ms': of('product', 'p99_ms').toFixed(1),
    'limit p99': of('limit', 'p99_ms').toFixed(1),
  }
}

async function startLimit(url: string, answers: Answers, link_id: string) {
  const child = fork(join(import.meta.dirname, 'money-limit.ts'))
  child.send({ url, answers, link_id })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

async function main(logins: Logins, dataDir: string): Promise<void> {
  const { superuserUrl, appUrl } = logins
  const [first, ...doings] = await fillMoneyWorld(superuserUrl, MEMBERS)
  const database = await openDatabase({ url: appUrl })
  const link = await openBenchLink(database)
  await database.close()
  const limitUrl = await copyForLimit(superuserUrl)
  const program = await startProgram(appUrl, dataDir, {
    ROLES: 'web,links',
    TRUST_PROXY: '127.0.0.1',
    STRIPE_SECRET_KEY: STRIPE_SECRET,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PUBLIC_ORIGIN: 'http://127.0.0.1',
  })
  const children: ChildProcess[] = [program.child]
  try {
    await recordDevices(program.port, doings)
    const answers = await answersOf(program.port, first!, link.code)
    const limit = await startLimit(limitUrl, answers, link.id)
    children.push(limit.child)
    const ports = { product: program.port, limit: limit.port }
    const table: Record<string, string>[] = []
    for (const operation of operations) {
      const sides = await sidesOf(operation, ports, { doings, code: link.code })
      if (process.argv.includes('--rows'))
        await compareRows(operation, sides, { product: superuserUrl, limit: limitUrl })
      table.push(await measure(operation, sides))
    }
    console.table(table)
    console.log(`${rounds} interleaved rounds of ${DURATION_MS} ms, medians; ${callers} callers`)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
  await checkProduct(appUrl)
}

/** A member's first request records their device: before, because it is no part of an operation. */
async function recordDevices(port: number, doings: readonly Doing[]): Promise<void> {
  const requests = await Promise.all(
    doings.map(async (doing) => {
      const path = '/api/unread-notifications'
      const body = { user_id: doing.member_id }
      return bytesOf({ method: 'POST', path, headers: await headersOf(doing), body })
    }),
  )
  const share = Math.ceil(requests.length / callers)
  await load(port, callers, 0, () => requests.splice(0, share))
}

async function checkProduct(url: string): Promise<void> {
  const database = await openDatabase({ url })
  const findings = await checkLedger(database)
  await database.close()
  if (findings.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(findings.slice(0, 3))}`)
  console.log('the ledger’s checkers found nothing')
}

await withOwnDatabase(main)
