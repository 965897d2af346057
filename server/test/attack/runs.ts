// Number of fuzz runs and their seed. A test run depends only on its commit: `FUZZ_SEED=random` and `npm run faults --
// fuzz` explore, a number as FUZZ_SEED reproduces their findings, and FUZZ_RUNS increases the number of runs.
import * as fc from 'fast-check'
import { RUN_ALL } from '../../../testing/run-all.ts'

export const RUNS = Number(process.env['FUZZ_RUNS'] ?? (RUN_ALL ? 3000 : 1000))
export const SEED = seedOf(process.env['FUZZ_SEED'] ?? '1')

fc.configureGlobal({ seed: SEED })

function seedOf(text: string): number {
  if (text === 'random') return Date.now() % 2 ** 31
  if (!/^\d{1,10}$/.test(text)) throw new Error('FUZZ_SEED is a whole number, or random')
  return Number(text)
}
