// Mutation testing by Stryker: what decides about money and access is changed in small ways, one at a time, and a test must fail.
// Run: npm run mutation [-- target...] [--force]. Each target is a run of its own; what it settled is kept in
// node_modules/.cache/mutation, so a next run tries only what has changed since. Scores and survivors: docs/mutation.md.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TARGETS } from './targets.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'node_modules/.cache/mutation')

/** The part of Stryker used here; it is installed beside this file alone, for nothing else needs it. */
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
  // For vitest.config.ts, in the processes that Stryker starts.
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
    // There is none that mutants would need: types are not checked.
    tsconfigFile: 'scripts/mutation/none.json',
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: 2,
    // A busy machine is slow: what is late is not thereby noticed.
    timeoutMS: 600_000,
    timeoutFactor: 4,
    // A runner keeps what it has loaded for each of its mutants.
    maxTestRunnerReuse: 100,
  }).runMutationTest()
}
