// Runs drills by name: npm run faults -- bank --operations 20000; without a name all of them, one after the
// other. Ends with a table of verdicts; exit code 1 when any failed, 2 when any could not be run.
import { bank } from './bank.ts'
import { clock } from './clock.ts'
import { cutAnswers } from './cut-answers.ts'
import { day } from './day.ts'
import { deploy } from './deploy.ts'
import { failover } from './failover.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { links } from './links.ts'
import { powerCut } from './power-cut.ts'
import { promises } from './promises.ts'
import { exhaustedPool, frozenPeers } from './stalls.ts'
import { upgrade } from './upgrade.ts'
import type { Drill, Options, Verdict } from './verdict.ts'

const DRILLS: readonly Drill[] = [
  bank,
  kill,
  links,
  powerCut,
  failover,
  fullDisk,
  cutAnswers,
  clock,
  frozenPeers,
  exhaustedPool,
  deploy,
  day,
  upgrade,
  promises,
]

const [first, ...rest] = process.argv.slice(2)
const named = first === undefined || first.startsWith('--') ? undefined : first
const options = readOptions(named === undefined ? process.argv.slice(2) : rest)
const chosen = DRILLS.filter(({ name }) => named === undefined || name === named)
if (chosen.length === 0)
  throw new Error(`there is no drill ${named}; there are ${DRILLS.map(({ name }) => name).join(', ')}`)

function readOptions(words: readonly string[]): Options {
  const options: { [name: string]: number } = {}
  for (let i = 0; i < words.length; i += 2) {
    const name = /^--([a-z]+)$/.exec(words[i]!)?.[1]
    const value = Number(words[i + 1])
    if (name === undefined || !Number.isSafeInteger(value) || value < 1)
      throw new Error('an option is a name and a whole number from 1 on: --operations 20000')
    options[name] = value
  }
  return options
}

const results: [string, Verdict][] = []
for (const drill of chosen) {
  console.log(`${drill.name}: ${drill.shows}`)
  const verdict = await drill
    .run(options, (line) => console.log(`  ${line}`))
    .catch((error: unknown): Verdict => {
      console.error(error)
      return { word: 'NOT RUN', reached: error instanceof Error ? error.message : String(error) }
    })
  results.push([drill.name, verdict])
  console.log(`${verdict.word}\n`)
}
for (const [name, { word, reached }] of results)
  console.log(`${word.padEnd(8)} ${name.padEnd(12)} ${reached}`)
const words = new Set(results.map(([, { word }]) => word))
process.exitCode = words.has('FAIL') ? 1 : words.has('NOT RUN') ? 2 : 0
// Keep-alive connections to processes that are gone would keep this one waiting.
process.exit()
