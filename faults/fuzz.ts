// The long run of the schema fuzzer: node faults/fuzz.ts --tries 500000 [--seed 1]. Half of the requests
// are sent as members and strangers, half as staff. Prints the number it reached and its verdict.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const FILES = ['server/src/http/fuzz.test.ts', 'server/src/http/fuzz.staff.test.ts']
const ROOT = join(import.meta.dirname, '..')

const { values } = parseArgs({ options: { tries: { type: 'string' }, seed: { type: 'string' } } })
const tries = whole('tries', values.tries ?? '500000')
const seed = whole('seed', values.seed ?? String(Date.now() % 2 ** 31))

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} is a whole number from 1 on`)
  return Number(text)
}

const runner = join(ROOT, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [runner, 'run', ...FILES], {
  cwd: ROOT,
  env: { ...process.env, FUZZ_RUNS: String(Math.ceil(tries / FILES.length)), FUZZ_SEED: String(seed) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const stop = () => child.kill('SIGTERM')
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

let output = ''
child.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk)
  output = (output + chunk.toString()).slice(-1_000_000)
})
const [code] = (await once(child, 'close')) as [number | null]

const counts = [...output.matchAll(/(\d+) tries with seed \d+: (\d+) accepted, (\d+) refused/g)]
const sum = (column: number) => counts.reduce((all, line) => all + Number(line[column]), 0)
const reached = sum(1)
console.log(
  `fuzz: ${reached} of ${tries} tries with seed ${seed}: ${sum(2)} accepted, ${sum(3)} refused; ` +
    (code === 0
      ? '0 faults, 0 states changed by a refusal, 0 internals leaked'
      : 'see the failed tests above'),
)
const passed = code === 0 && counts.length === FILES.length && reached >= tries
console.log(passed ? 'PASS' : code === null ? 'NOT RUN' : 'FAIL')
process.exitCode = passed ? 0 : 1
