// The product on the demo set, with a PostgreSQL of its own, for benchmarks over HTTP.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../server/src/config.ts'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { DEMO_SIGN_INS, ensureDemo } from '../server/src/demo/demo.ts'
import { freePort } from '../server/test/free-port.ts'

/** What a browser sends; its cookie, because each new one is another device of the member, which is recorded. */
export const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  cookie: 'visitor=AAAAAAAAAAAAAAAAAAAAAA',
  langCode: 'vn',
}

export interface Product {
  readonly port: number
  readonly child: ChildProcess
  readonly database_url: string
  /** Of a signed-in member's requests. */
  readonly headers: Readonly<Record<string, string>>
  readonly user_id: string
}

/** Starts the product's web role, works with it, and stops and deletes everything. */
export async function withProduct(work: (product: Product) => Promise<void>): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  const server = await startEmbedded({ data_dir })
  let child: ChildProcess | undefined
  try {
    const port = await freePort()
    const environment = {
      ROLES: 'web',
      DATABASE_URL: server.url,
      DATA_DIR: data_dir,
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      DEMO: 'true',
      RATE_LIMIT_FACTOR: '1000000',
      SECRET: 'a secret of this benchmark alone, long enough',
    }
    await migrate({ url: server.url })
    await ensureDemo(server.url, loadConfig(environment))
    const program = join(import.meta.dirname, '../faults/program.ts')
    child = fork(program, { env: { ...process.env, ...environment } })
    await work({ port, child, database_url: server.url, ...(await signIn(`http://127.0.0.1:${port}`)) })
  } finally {
    child?.kill('SIGKILL')
    await server.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

async function signIn(base: string): Promise<{ headers: Record<string, string>; user_id: string }> {
  const { username, password } = DEMO_SIGN_INS[0]
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...BROWSER },
      body: JSON.stringify({ username, password }),
    }).catch(() => undefined)
    if (answer?.ok === true) {
      const { data } = (await answer.json()) as { data: { access_token: string; user: { _id: string } } }
      return { headers: { authorization: `Bearer ${data.access_token}`, ...BROWSER }, user_id: data.user._id }
    }
    if (answer !== undefined) throw new Error(await answer.text())
    await sleep(250)
  }
  throw new Error('the product did not start')
}
