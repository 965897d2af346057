// The saturation point of the API's throughput and its behaviour beyond: member reads by ever more callers, then
// during a storm of sign-ins. Run: node bench/knee.ts [seconds per row], alone on the machine. Soak test: node
// bench/knee.ts soak [minutes] [callers].
import { readFileSync } from 'node:fs'
import { DEMO_SIGN_INS } from '../server/src/demo/demo.ts'
import { BROWSER, type Product, signIn, withProduct } from '../testing/demo-web.ts'
import { bytesOf, load, type HttpRequest, type Load } from './http-load.ts'

const CALLERS = [16, 64, 128, 256, 512, 1024, 2048]
const STORM_CALLERS = 256
const READERS = 64
const SOAK = process.argv[2] === 'soak'
const SECONDS = SOAK ? 60 : Number(process.argv[2] ?? 5)

/** The calls of the member app's screens in realistic proportions: Home's six, then a list. */
function mixOf({ headers, user_id }: Pick<Product, 'headers' | 'user_id'>): () => readonly Buffer[] {
  const own = (path: string): HttpRequest => ({
    method: 'POST',
    path: `/api/${path}`,
    headers,
    body: { user_id },
  })
  const everybody = (path: string): HttpRequest => ({ method: 'GET', path: `/api/${path}`, headers: BROWSER })
  const calls = [
    ...['viewer', 'unread-notifications', 'number-product', 'list-product'].map(own),
    ...['level', 'list-product-reward', 'popup', 'settings'].map(everybody),
  ].map((request) => [bytesOf(request)])
  let next = 0
  return () => calls[next++ % calls.length]!
}

const [MEMBER] = DEMO_SIGN_INS
const { username, password } = MEMBER
const SIGN_IN = [
  bytesOf({ method: 'POST', path: '/api/auth/login', headers: BROWSER, body: { username, password } }),
]

const rowOf = (what: string, { rate, p50_ms: p50Ms, p99_ms: p99Ms, refusedRate }: Load) => ({
  what,
  'answered/s': rate.toFixed(0),
  'p50 ms': p50Ms.toFixed(0),
  'p99 ms': p99Ms.toFixed(0),
  'refused/s': refusedRate.toFixed(0),
})

/** Resident memory of a process in MiB (Linux only). */
function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

await withProduct(async (product) => {
  const next = mixOf(product)
  const read = (callers: number) => load(product.port, callers, SECONDS * 1000, next)
  await load(product.port, READERS, 2000, next)
  if (SOAK) {
    const minutes = Number(process.argv[3] ?? 60)
    const callers = Number(process.argv[4] ?? READERS)
    for (let minute = 1; minute <= minutes; minute += 1) {
      // Renewed each minute: an access token is valid for fifteen.
      const signedIn = await signIn(`http://127.0.0.1:${product.port}`, MEMBER)
      const { rate } = await load(product.port, callers, SECONDS * 1000, mixOf(signedIn))
      console.log(
        `minute ${minute}: ${rate.toFixed(0)} answered/s, ${residentMiB(product.child.pid!).toFixed(0)} MiB`,
      )
    }
    return
  }
  const rows = []
  for (const callers of CALLERS) rows.push(rowOf(`${callers} callers`, await read(callers)))
  const [storm, beside] = await Promise.all([
    load(product.port, STORM_CALLERS, SECONDS * 1000, () => SIGN_IN),
    read(READERS),
  ])
  rows.push(
    rowOf(`${READERS} callers beside a storm of sign-ins`, beside),
    rowOf(`the storm: ${STORM_CALLERS} callers`, storm),
  )
  console.table(rows)
})
