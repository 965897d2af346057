// `npm run test:browsers`: the main user journey and every screen in Firefox and WebKit, as packaged by Debian. A
// missing engine is reported and never counts as passed. Exit code 0 if both passed, 1 if something failed, 2 if
// nothing failed and an engine is missing. `npm run test:browsers -- webkit` runs one.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EngineKind } from '../../testing/engines/engine.ts'
import { firefox } from '../../testing/engines/firefox.ts'
import { webkit } from '../../testing/engines/webkit.ts'
import { startServer } from '../../testing/product.ts'
import { journey } from './journey.ts'

const KINDS: readonly EngineKind[] = [firefox, webkit]
const names = process.argv.slice(2).map((name) => name.toLowerCase())
const selected = KINDS.filter(({ label }) => names.length === 0 || names.includes(label.toLowerCase()))
if (selected.length === 0) {
  console.error(`Name any of ${KINDS.map(({ label }) => label.toLowerCase()).join(', ')}, or none for all.`)
  process.exit(2)
}

type Outcome = 'passed' | 'failed' | 'missing'

async function run(kind: EngineKind, origin: string, landing_url: string): Promise<Outcome> {
  const engine = await kind.start()
  console.log(`\n${engine.name}`)
  try {
    for (const { name, run: step } of journey(engine, origin, landing_url)) {
      const began_at = performance.now()
      try {
        await step()
      } catch (error) {
        console.log(`  failed  ${name}\n    ${(error as Error).message.replaceAll('\n', '\n    ')}`)
        return 'failed'
      }
      console.log(`  passed  ${name} (${((performance.now() - began_at) / 1000).toFixed(1)} s)`)
    }
    return 'passed'
  } finally {
    await engine.close()
  }
}

const here = selected.filter((kind) => kind.missing().length === 0)
const outcomes = new Map<EngineKind, Outcome>(selected.map((kind) => [kind, 'missing']))
if (here.length > 0) {
  const landing = createServer((_request, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Spring teas</title><h1>Teas</h1>'),
  ).listen(0, '127.0.0.1')
  await once(landing, 'listening')
  const landing_url = `http://127.0.0.1:${(landing.address() as AddressInfo).port}/spring`
  // Placing fetches the advertiser's page, which is on this machine.
  const server = await startServer({ SAFE_FETCH_ALLOW_LOOPBACK: 'true' })
  try {
    for (const kind of here) outcomes.set(kind, await run(kind, server.origin, landing_url))
  } finally {
    await server.stop()
    landing.close()
  }
}
console.log('')
for (const [kind, outcome] of outcomes)
  console.log(
    outcome === 'missing'
      ? `${kind.label}: NOT RUN, ${kind.missing().join(' and ')} not installed`
      : `${kind.label}: ${outcome}`,
  )
const all = new Set(outcomes.values())
process.exitCode = all.has('failed') ? 1 : all.has('missing') ? 2 : 0
