// Firefox as packaged by Debian (`firefox-esr`), driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/),
// headless.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Actions, Engine, EngineKind } from './engine.ts'
import { findProgram } from './programs.ts'

const PROGRAMS = ['firefox-esr', 'firefox']

export const firefox: EngineKind = {
  label: 'Firefox',
  missing: () => (PROGRAMS.some(findProgram) ? [] : ['firefox-esr']),
  async start() {
    const program = PROGRAMS.map(findProgram).find((path) => path !== undefined)!
    const profile = await mkdtemp(join(tmpdir(), 'fairturn-firefox-'))
    // A background window has no focus, so its fields would fire no blur events.
    await writeFile(join(profile, 'user.js'), 'user_pref("focusmanager.testmode", true);\n')
    const options = [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ]
    const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      const bidi = await connect(`${await addressOf(child)}/session`)
      return await opened(bidi, async () => {
        bidi.close()
        child.kill('SIGTERM')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      })
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  },
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stderr!)) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    child.stderr!.resume()
    return address
  }
  throw new Error('Firefox ended before it listened')
}

interface Bidi {
  send<T>(method: string, params: object): Promise<T>
  close(): void
}

async function connect(url: string): Promise<Bidi> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`${url} did not answer`)), { once: true })
  })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as Record<string, unknown>
    const request = waiting.get(id as number)
    waiting.delete(id as number)
    if (type === 'success') request?.resolve(result as never)
    else request?.reject(new Error(`${String(error)}: ${String(message)}`))
  })
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}

async function opened(bidi: Bidi, close: () => Promise<void>): Promise<Engine> {
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = contexts[0]!
  await bidi.send('browsingContext.activate', { context })
  await bidi.send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async goto(url) {
      const go = () => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
      // A navigation by the app that has just started is aborted, and aborts this one too.
      await go().catch(async (error: unknown) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        await go()
      })
    },
    async evaluate<T>(expression: string) {
      const { type, result, exceptionDetails } = await bidi.send<{
        type: string
        result: { value?: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', {
        // As JSON, because BiDi serialises each type of value differently.
        expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (type === 'exception') throw new Error(exceptionDetails?.text ?? 'the page threw')
      return JSON.parse(result.value ?? 'null') as T
    },
    async perform(actions: Actions) {
      await bidi.send('input.performActions', { context, actions })
    },
    close,
  }
}
