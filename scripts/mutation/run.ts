// Mutation testing with Stryker: mutates the code that decides about money and access, one change at a time; a test
// must fail for each. Run: npm run mutation [-- target...] [--force]. Targets run separately; results are cached in
// node_modules/.cache/mutation, so the next run only tests what has changed since. Scores and surviving mutants:
// docs/mutation.md.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TARGETS } from './targets.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'node_modules/.cache/mutation')

/** The part of Stryker used here; it is installed only in this folder, because nothing else needs it. */
type Stryker = new (options: object) => { runMutationTest(): Promise<unknown> }
const installed = (path: string) => new URL(`node_modules/@stryker-mutator/${path}`, import.meta.url).href
const { Stryker } = (await import(installed('core/dist/src/index.js'))) as { Stryker: Stryker }

const { values, positionals } = parseArgs({
  options: { force: { type: 'boolean', default: false } },
  allowPositionals: true,
})
mkdirSync(KEPT, { recursive: true })
process.chdir(ROOT)

for (const name of positionals.length > 0 ? positionals : Object.keys(TARGETS)) {
  const target = TARGETS[name]
  if (target === undefined) throw new Error(`${name} is none of ${Object.keys(TARGETS).join(', ')}`)
  // Read by vitest.config.ts, in the processes that Stryker starts.
  process.env['MUTATION_TARGET'] = name
  await new Stryker({
    mutate: target.mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: [installed('vitest-runner/dist/src/index.js')],
    incremental: true,
    incrementalFile: join(KEPT, `${name}.json`),
    force: values.force,
    tempDirName: '.data/mutation',
    ignorePatterns: ['.data', 'dist', 'sheet', '**/node_modules'],
    // A file that does not exist: mutants need no type checks.
    tsconfigFile: 'scripts/mutation/none.json',
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: 2,
    // On a busy machine, a slow test must not count as a detected mutant.
    timeoutMS: 180_000,
    timeoutFactor: 4,
    // Each test runner caches loaded code per mutant, so it is restarted to limit memory.
    maxTestRunnerReuse: 100,
  }).runMutationTest()
}
