// Record of many runs, one JSON line each: a run continues with the seed after the last, and totals add up.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Options, Sizes, Verdict } from './verdict.ts'

interface Run extends Verdict {
  readonly drill: string
  readonly ended_at: string
  readonly options: Options
  readonly seed: number
  readonly tookS: number
  /** Load average of the last five minutes, at the end of the run. */
  readonly load: number
}

export function openRuns(path: string) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const all = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Run)
  const runsOf = (drill: string) => all.filter((run) => run.drill === drill)
  return {
    nextSeed: (drill: string) => Math.max(0, ...runsOf(drill).map(({ seed }) => seed)) + 1,
    append(run: Omit<Run, 'ended_at' | 'load'>) {
      const whole = { ended_at: new Date().toISOString(), load: Number(loadavg()[1]!.toFixed(1)), ...run }
      appendFileSync(path, `${JSON.stringify(whole)}\n`)
      all.push(whole)
    },
    totals: (drill: string) => describeTotals(runsOf(drill)),
  }
}

/** Totals of the passed runs, and the number of others. */
function describeTotals(runs: readonly Run[]): string {
  const passed = runs.filter(({ word }) => word === 'PASS')
  const sizes: Record<string, number> = {}
  for (const run of passed) addUp(sizes, run.sizes ?? {})
  const tookS = passed.reduce((sum, run) => sum + run.tookS, 0)
  const parts = Object.entries(sizes).map(
    ([name, size]) => `${size} ${name} (${(size / tookS).toFixed(2)} a second)`,
  )
  const failed = runs.filter(({ word }) => word === 'FAIL').length
  return `${passed.length} passed, ${failed} failed, ${runs.length - passed.length - failed} not run; passed in ${tookS} s: ${parts.join(', ')}`
}

function addUp(into: Record<string, number>, sizes: Sizes): void {
  for (const [name, size] of Object.entries(sizes)) into[name] = (into[name] ?? 0) + size
}
