// The web role on the demo set, with its own PostgreSQL, for benchmarks over HTTP.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_SIGN_INS, ensureDemo } from '../server/src/demo/demo.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { freePort } from './free-port.ts'
import { type Logins, withOwnDatabase } from './postgres.ts'

/** Browser headers; with a cookie, because each new cookie would be recorded as another device of the member. */
export const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  cookie: 'visitor=AAAAAAAAAAAAAAAAAAAAAA',
  langCode: 'vn',
}

export const SECRET = 'a secret of this benchmark alone, long enough'

const environmentOf = (appUrl: string, dataDir: string) => ({
  ROLES: 'web',
  DATABASE_APP_URL: appUrl,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_FACTOR: '1000000',
  SECRET,
})

export interface Program {
  readonly port: number
  readonly child: ChildProcess
}

/** Starts the web role on a migrated database; resolves once it responds. */
export async function startProgram(
  appUrl: string,
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<Program> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, './program.ts'), {
    env: { ...process.env, ...environmentOf(appUrl, dataDir), PORT: String(port), ...variables },
  })
  for (let tries = 0; tries < 240; tries += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/api/settings`).catch(() => undefined)
    if (up?.ok === true) return { port, child }
    await sleep(250)
  }
  throw new Error('the product did not start')
}

export interface Product extends Program, Logins {
  /** Headers of a signed-in member's requests. */
  readonly headers: Readonly<Record<string, string>>
  readonly user_id: string
}

/** Starts the product's web role, runs the work, then stops and deletes everything. */
export async function withProduct(work: (product: Product) => Promise<void>): Promise<void> {
  await withOwnDatabase(async (logins, dataDir) => {
    const { appUrl } = logins
    await ensureDemo(logins, loadConfig({ ...environmentOf(appUrl, dataDir), DEMO: 'true' }))
    const program = await startProgram(appUrl, dataDir, { DEMO: 'true' })
    try {
      const { headers, user_id } = await signIn(`http://127.0.0.1:${program.port}`, DEMO_SIGN_INS[0])
      await work({ ...program, ...logins, headers, user_id })
    } finally {
      program.child.kill('SIGKILL')
    }
  })
}

interface SignedIn {
  readonly access_token: string
  readonly refresh_token: string
  readonly user: { readonly _id: string }
}

/** Signs a member in; `session` is the whole response. */
export async function signIn(
  base: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<{ headers: Record<string, string>; user_id: string; session: SignedIn }> {
  const answer = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...BROWSER },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { data: session } = (await answer.json()) as { data: SignedIn }
  const headers = { authorization: `Bearer ${session.access_token}`, ...BROWSER }
  return { headers, user_id: session.user._id, session }
}
