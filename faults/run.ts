import { seedRandom } from '../testing/random.ts'
// Runs drills by name: npm run faults -- bank --operations 20000; without a name all of them, one after the other. With
// --record FILE each run is appended there, continues with the next seed, and the totals add up. Ends with a table of
// verdicts; exit code 1 if any failed, 2 if any could not be run (without a name: any that had everything it needs).
import { bank } from './bank.ts'
import { citus } from './citus.ts'
import { clock } from './clock.ts'
import { cutAnswers } from './cut-answers.ts'
import { deploy } from './deploy.ts'
import { failover } from './failover.ts'
import { fullDisk } from './full-disk.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { links } from './links.ts'
import { powerCut } from './power-cut.ts'
import { promises } from './promises.ts'
import { openRuns } from './runs.ts'
import { exhaustedPool, suspendedPeers } from './stalls.ts'
import { upgrade } from './upgrade.ts'
import { type Drill, OPTIONS, type Options, type Verdict } from './verdict.ts'

const DRILLS: readonly Drill[] = [
  bank,
  kill,
  links,
  citus,
  powerCut,
  failover,
  fullDisk,
  cutAnswers,
  clock,
  suspendedPeers,
  exhaustedPool,
  deploy,
  upgrade,
  fuzz,
  promises,
]

const [first, ...rest] = process.argv.slice(2)
const named = first === undefined || first.startsWith('--') ? undefined : first
const words = named === undefined ? process.argv.slice(2) : rest
const at = words.indexOf('--record')
const [, record] = at === -1 ? [] : words.splice(at, 2)
const options = readOptions(words)
const runs = record === undefined ? undefined : openRuns(record)
const chosen = DRILLS.filter(({ name }) => named === undefined || name === named)
if (chosen.length === 0)
  throw new Error(`there is no drill ${named}; there are ${DRILLS.map(({ name }) => name).join(', ')}`)

function readOptions(words: readonly string[]): Options {
  const options: { -readonly [name in keyof Options]: number } = {}
  for (let i = 0; i < words.length; i += 2) {
    const name = OPTIONS.find((option) => words[i] === `--${option}`)
    const value = Number(words[i + 1])
    if (name === undefined || !Number.isSafeInteger(value) || value < 1)
      throw new Error(
        `an option is one of ${OPTIONS.join(', ')} and a whole number from 1 on: --operations 20000`,
      )
    options[name] = value
  }
  return options
}

const results: [string, Verdict][] = []
const notGiven = new Set<string>()
for (const drill of chosen) {
  console.log(`${drill.name}: ${drill.shows}`)
  if (drill.needs !== undefined && process.env[drill.needs.variable] === undefined) {
    notGiven.add(drill.name)
    results.push([drill.name, { word: 'NOT RUN', reached: drill.needs.otherwise }])
    console.log(`NOT RUN: ${drill.needs.otherwise}\n`)
    continue
  }
  const seed = options.seed ?? runs?.nextSeed(drill.name) ?? Date.now() % 2 ** 31
  seedRandom(seed)
  const beganMs = performance.now()
  const verdict = await drill
    .run({ ...options, seed }, (line) => console.log(`  ${line}`))
    .catch((error: unknown): Verdict => {
      console.error(error)
      return { word: 'NOT RUN', reached: error instanceof Error ? error.message : String(error) }
    })
  results.push([drill.name, verdict])
  const tookS = Math.round((performance.now() - beganMs) / 1000)
  runs?.append({ drill: drill.name, options, seed, tookS, ...verdict })
  console.log(`${verdict.word}\n`)
}
for (const [name, { word, reached }] of results) {
  console.log(`${word.padEnd(8)} ${name.padEnd(12)} ${reached}`)
  if (runs !== undefined) console.log(`${' '.repeat(22)}${runs.totals(name)}`)
}
// A missing prerequisite fails only a run that requested the drill by name.
const outcomes = new Set(
  results.filter(([name]) => named !== undefined || !notGiven.has(name)).map(([, { word }]) => word),
)
process.exitCode = outcomes.has('FAIL') ? 1 : outcomes.has('NOT RUN') ? 2 : 0
// Keep-alive connections to stopped processes would keep this one running.
process.exit()
