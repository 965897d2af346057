// The long run of the schema fuzzer: half of the requests as members and anonymous callers, half as staff. Its control is
// in the tests: accepted requests must be seen to change rows; otherwise refusals that change some would go undetected.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Drill, judge } from './verdict.ts'

const DEFAULT_TRIES = 20_000
const FILES = ['server/src/platform/http/fuzz.test.ts', 'server/src/platform/http/fuzz.staff.test.ts']
const ROOT = join(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const TALLY = /(\d+) tries with seed \d+: (\d+) accepted, (\d+) refused/g

export const fuzz: Drill = {
  name: 'fuzz',
  shows: 'hostile requests to every route get no 5xx, change nothing when refused and see no internals',
  async run({ tries = DEFAULT_TRIES, seed = Date.now() % 2 ** 31 }, print) {
    const child = spawn(process.execPath, [VITEST, 'run', ...FILES], {
      cwd: ROOT,
      env: { ...process.env, FUZZ_RUNS: String(Math.ceil(tries / FILES.length)), FUZZ_SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-1_000_000)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) print(output)
    const tallies = [...output.matchAll(TALLY)]
    const sum = (column: number) => tallies.reduce((all, line) => all + Number(line[column]), 0)
    const sizes = { tries: sum(1), accepted: sum(2), refused: sum(3) }
    const unshown = [
      ...(tallies.length < FILES.length ? ['not both, members and staff, were tried'] : []),
      ...(sizes.tries < tries ? [`only ${sizes.tries} of ${tries} were tried`] : []),
    ]
    return judge({
      faults: code === 0 ? [] : [`the tests ended with ${code}`],
      unshown,
      sizes,
      reached: `${sizes.tries} tries with seed ${seed}, ${sizes.accepted} accepted, ${sizes.refused} refused`,
    })
  },
}
