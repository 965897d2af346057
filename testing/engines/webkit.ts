// WebKitGTK as packaged by Debian (`webkit2gtk-driver`, with MiniBrowser), driven by WebDriver
// (https://www.w3.org/TR/webdriver2/). It needs a display, so a virtual one is started (`xvfb`).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import type { Actions, Engine, EngineKind } from './engine.ts'
import { findProgram } from './programs.ts'

const MINI_BROWSERS = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'
const STARTED_WITHIN_MS = 20_000

const miniBrowser = () => globSync(MINI_BROWSERS).toSorted().findLast(findProgram)

export const webkit: EngineKind = {
  label: 'WebKit',
  missing: () => [
    ...(findProgram('WebKitWebDriver') === undefined ? ['webkit2gtk-driver'] : []),
    ...(miniBrowser() === undefined ? ['MiniBrowser (libwebkit2gtk-4.1-0)'] : []),
    ...(findProgram('Xvfb') === undefined ? ['xvfb'] : []),
  ],
  async start() {
    const started: ChildProcess[] = []
    const close = async () => {
      for (const child of started.toReversed()) await ended(child)
    }
    try {
      const display = await startDisplay(started)
      const port = await freePort()
      const env = { ...process.env, DISPLAY: display }
      started.push(spawn(findProgram('WebKitWebDriver')!, [`--port=${port}`], { env, stdio: 'ignore' }))
      return await opened(`http://127.0.0.1:${port}`, close)
    } catch (error) {
      await close()
      throw error
    }
  },
}

/** Starts Xvfb on an unused display number, which it reports on a separate pipe. */
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const child = spawn(
    findProgram('Xvfb')!,
    ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  started.push(child)
  const named = child.stdio[3]!
  const [number] = (await Promise.race([
    once(named, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('Xvfb ended before it had a display')
    }),
  ])) as [Buffer]
  return `:${number.toString().trim()}`
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function opened(driver: string, closeAll: () => Promise<void>): Promise<Engine> {
  await untilReady(driver)
  const { sessionId, capabilities } = await ask<{
    sessionId: string
    capabilities: { browserName: string; browserVersion: string }
  }>(`${driver}/session`, {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser()!, args: ['--automation'] } },
    },
  })
  const session = `${driver}/session/${sessionId}`
  await ask(`${session}/timeouts`, { script: 30_000, pageLoad: 60_000 })
  await ask(`${session}/window/rect`, { x: 0, y: 0, width: 480, height: 960 })
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    async goto(url) {
      await ask(`${session}/url`, { url })
    },
    async evaluate<T>(expression: string) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => JSON.stringify(await (${expression})) ?? 'null')().then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const result = await ask<{ value?: string; error?: string }>(`${session}/execute/async`, {
        script,
        args: [],
      })
      if (result.error !== undefined) throw new Error(result.error)
      return JSON.parse(result.value ?? 'null') as T
    },
    async perform(actions: Actions) {
      await ask(`${session}/actions`, { actions })
    },
    async close() {
      await fetch(session, { method: 'DELETE' }).catch(() => undefined)
      await closeAll()
    },
  }
}

async function untilReady(driver: string): Promise<void> {
  const late = performance.now() + STARTED_WITHIN_MS
  while (performance.now() < late) {
    const answer = await fetch(`${driver}/status`).catch(() => undefined)
    if (answer?.ok === true) return
    await sleep(100)
  }
  throw new Error('WebKitWebDriver did not answer')
}

async function ask<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error ?? answer.status}: ${value.message ?? ''}`)
  return value
}
