// Measures the tracked link's page, with a durable visit, against bare Fastify returning the same bytes from memory.
// Each server is a separate process and gets the same requests; only ratios within one run are meaningful. Run: node
// bench/links.ts [seconds per round] [rounds]. With DATABASE_URL it uses that (empty) database.
import { openDatabase } from '../server/src/platform/database/database.ts'
import { type Logins, withDatabase } from '../testing/postgres.ts'
import { load, median, type Load } from './http-load.ts'
import { agentOf, openBenchLink, requestsFor, startServer } from './link-server.ts'

const CASES = [
  { callers: 64, goal: 0.5 },
  { callers: 256, goal: 0.65 },
]
const P99_LIMIT_MS = 15

const measure = (port: number, requests: readonly Buffer[][], callers: number, durationMs: number) =>
  load(port, callers, durationMs, () => requests[Math.floor(Math.random() * requests.length)]!)

async function main({ appUrl: url }: Logins, durationMs: number, rounds: number): Promise<void> {
  const database = await openDatabase({ url })
  const { code } = await openBenchLink(database)
  const requests = requestsFor([code])
  const links = await startServer({ role: 'links', url })
  const page = await fetch(`http://127.0.0.1:${links.port}/r/${code}`, {
    headers: { 'user-agent': agentOf(0), 'accept-language': 'vi' },
  })
  const ownHeaders = new Set(['connection', 'keep-alive', 'date', 'content-length'])
  const headers = Object.fromEntries([...page.headers].filter(([name]) => !ownHeaders.has(name)))
  const body = await page.text()
  const bare = await startServer({ role: 'bare', bytes: { headers, body } })

  const lines: Record<string, string>[] = []
  for (const { callers, goal } of CASES) {
    const results: { bare: Load; links: Load }[] = []
    await measure(bare.port, requests, callers, durationMs)
    await measure(links.port, requests, callers, durationMs)
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        bare: await measure(bare.port, requests, callers, durationMs),
        links: await measure(links.port, requests, callers, durationMs),
      })
    }
    const ratio = median(results.map((result) => result.links.rate / result.bare.rate))
    const p99Ms = median(results.map((result) => result.links.p99_ms))
    lines.push({
      callers: String(callers),
      'bare/s': median(results.map((result) => result.bare.rate)).toFixed(0),
      'links/s': median(results.map((result) => result.links.rate)).toFixed(0),
      ratio: ratio.toFixed(2),
      goal: `>= ${goal} ${ratio >= goal ? 'met' : 'MISSED'}`,
      'p50 ms': median(results.map((result) => result.links.p50_ms)).toFixed(1),
      'p99 ms': p99Ms.toFixed(1),
      'p99 goal': `<= ${P99_LIMIT_MS} ${p99Ms <= P99_LIMIT_MS ? 'met' : 'MISSED'}`,
      'bare p99 ms': median(results.map((result) => result.bare.p99_ms)).toFixed(1),
    })
  }
  const { rows } = await database.query<{ visits: number }>({
    text: 'select count(*)::int as visits from visit',
  })
  for (const { child } of [links, bare]) child.kill('SIGKILL')
  await database.close()
  console.table(lines)
  console.log(
    `${rounds} interleaved rounds of ${durationMs} ms, medians; ${Buffer.byteLength(body)} bytes a page; ${rows[0]?.visits} visits stored`,
  )
}

const durationMs = Number(process.argv[2] ?? 2) * 1000
const rounds = Number(process.argv[3] ?? 5)
await withDatabase((logins) => main(logins, durationMs, rounds))
