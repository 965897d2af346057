// Many visitors with their own phones who open links, read, and continue, until stopped. They record responses; a page
// counts as received when its last byte has arrived.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../testing/random.ts'
import { anyOf } from '../testing/requests.ts'

const TIMEOUT_MS = 8_000
const MAX_PAUSE_MS = 60
/** Longer than the minimum reading time. */
const READS_MS = 1_200
const CONTINUES = 0.4
const MAX_ATTEMPTS = 4
const BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

export interface Visitors {
  /** Ids of visits whose pages were received. */
  readonly pages: ReadonlySet<string>
  /** Ids of visits whose Continues were acknowledged. */
  readonly continues: ReadonlySet<string>
  /** Responses that were neither the expected one nor the page that asks to retry, by status. */
  readonly unexpected: ReadonlyMap<number, number>
  troubled(): number
  stop(): Promise<void>
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** A page being read. */
interface PageVisit {
  readonly path: string
  readonly token: string
  readonly address: string
  readonly sinceMs: number
  tries: number
}

export function startVisitors(of: {
  ports: readonly number[]
  codes: readonly string[]
  count: number
}): Visitors {
  const { ports, codes, count } = of
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const pages = new Set<string>()
  const continues = new Set<string>()
  const unexpected = new Map<number, number>()
  const reading: PageVisit[] = []
  let troubles = 0
  let people = 0
  const stopping = new AbortController()

  async function open(): Promise<void> {
    people += 1
    // An address in a separate network, as a proxy would forward it.
    const address = `2001:db8:${(people >> 16).toString(16)}:${(people & 0xffff).toString(16)}::1`
    const path = `/r/${anyOf(codes)}`
    const answer = await send(agent, anyOf(ports), 'GET', path, address)
    const token = /name="token" value="([^"]+)"/.exec(answer?.body ?? '')?.[1]
    if (answer?.status !== 200 || token === undefined) return note(answer)
    pages.add(token.slice(0, 36))
    if (random() < CONTINUES)
      reading.push({
        path: `${path}/continue`,
        token,
        address,
        sinceMs: performance.now(),
        tries: MAX_ATTEMPTS,
      })
  }

  async function go(page: PageVisit): Promise<void> {
    const answer = await send(agent, anyOf(ports), 'POST', page.path, page.address, `token=${page.token}`)
    const { location = '' } = answer?.headers ?? {}
    const visit_id = URL.parse(location)?.searchParams.get('click_id')
    if (answer?.status === 303 && visit_id) return void continues.add(visit_id)
    note(answer)
    page.tries -= 1
    if (page.tries > 0) reading.push(page)
  }

  function note(answer: Answer | undefined): void {
    if (answer === undefined || answer.status === 503) troubles += 1
    else unexpected.set(answer.status, (unexpected.get(answer.status) ?? 0) + 1)
  }

  async function visitor(): Promise<void> {
    while (!stopping.signal.aborted) {
      const [first] = reading
      const hasRead = first !== undefined && performance.now() - first.sinceMs > READS_MS
      if (hasRead) await go(reading.shift()!)
      else await open()
      await sleep(random() * MAX_PAUSE_MS)
    }
  }

  const all = Promise.all(Array.from({ length: count }, visitor))
  return {
    pages,
    continues,
    unexpected,
    troubled: () => troubles,
    async stop() {
      stopping.abort()
      await all
      agent.destroy()
    },
  }
}

/** undefined: the connection broke, or timed out. */
function send(
  agent: Agent,
  port: number,
  method: 'GET' | 'POST',
  path: string,
  address: string,
  form?: string,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const headers = {
      'user-agent': BROWSER,
      accept: 'text/html,application/xhtml+xml',
      'accept-language': 'vi-VN,vi;q=0.9',
      'x-forwarded-for': address,
      ...(form !== undefined && {
        origin: 'https://go.example.com',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(form.length),
      }),
    }
    const stats = request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: TIMEOUT_MS })
    stats.once('timeout', () => stats.destroy())
    stats.once('error', () => resolve(undefined))
    stats.once('close', () => resolve(undefined))
    stats.once('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.once('error', () => resolve(undefined))
      response.once('end', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    stats.end(form)
  })
}
