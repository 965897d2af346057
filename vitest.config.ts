// The test projects. Server tests share one PostgreSQL cluster; then the end-to-end tests run, in parallel with the
// drills.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { RUN_ALL } from './testing/run-all.ts'

/**
 * For two cores: tests wait for processes, timers and pages, so a third worker uses idle time; a fourth gained
 * nothing. Each worker of the end-to-end tests has its own browser, server and cluster, about 1,5 GB.
 */
const WORKERS = 3

/** Dozens of processes are started from the same sources: later ones reuse the first one's compiled code. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** The test among the drills that starts nothing. */
const STARTS_NOTHING = ['faults/promises.test.ts']

/** The longest files, longest first: started last, one would keep a worker busy while the others are idle. */
const LONGEST = [
  'faults/deploy.test.ts',
  'faults/durability.test.ts',
  'server/src/platform/database/embedded.test.ts',
  'server/src/operations/backup.test.ts',
  'server/src/operations/handbook.test.ts',
  'server/src/orders/objections.test.ts',
  'server/src/platform/http/fuzz.test.ts',
  'faults/fault-sequence.test.ts',
  'e2e/xss.e2e.ts',
  'e2e/xss-support.e2e.ts',
  'e2e/first-day.e2e.ts',
  'e2e/accessibility.e2e.ts',
  'e2e/accessibility.second.e2e.ts',
  'e2e/accessibility.third.e2e.ts',
  'e2e/admin.e2e.ts',
  'e2e/offline.e2e.ts',
  'e2e/bank.e2e.ts',
  'e2e/site.e2e.ts',
  'e2e/campaigns.e2e.ts',
  'e2e/security.e2e.ts',
  'e2e/queues.e2e.ts',
]

/**
 * Runs the longest files of each group first, the others by project and size; the order is the same on every machine.
 * A worker is reused only for files of the same project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at < 0 ? LONGEST.length : at
    }
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const last = ({ project }: TestSpecification) => ['plain', 'ui'].indexOf(project.name)
    return (await super.sort(files)).toSorted(
      (a, b) => group(a) - group(b) || rank(a) - rank(b) || last(a) - last(b),
    )
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/cluster.ts'],
          setupFiles: ['server/test/attack/runs.ts', 'server/test/hashes.ts'],
          // Generous, because a busy machine must not fail tests; time limits that matter are asserted by the tests
          // themselves.
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
          // Each file has its own database and app, and the program has no module state: reloading it for every file
          // took as long as a fifth of the tests.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'plain',
          include: [
            '{contract,scripts,bench}/**/*.test.ts',
            '{tidy,lint,imports}.test.ts',
            ...STARTS_NOTHING,
          ],
          maxWorkers: WORKERS,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'ui',
          include: ['{ui,member,admin}/src/**/*.test.{ts,tsx}'],
          maxWorkers: WORKERS,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Short versions of the drills: each breaks processes that it has started itself. Their time limits are checked by `npm run faults`, not
        // here.
        test: {
          name: 'drills',
          include: ['faults/*.test.ts'],
          exclude: RUN_ALL ? STARTS_NOTHING : ['faults/**'],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: RUN_ALL
            ? []
            : ['e2e/{accessibility.second,accessibility.third,shifts,statement-progress}.e2e.ts'],
          globalSetup: ['e2e/setup.ts'],
          setupFiles: ['e2e/per-file-hooks.ts'],
          // The files of a worker share its browser and server; playwright is loaded once.
          isolate: false,
          // Each wait has a minute, because a busy machine is slow (worker-browser.ts); a whole test, or loading the
          // demo, takes as long as it needs.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // When everything runs at once, a failed end-to-end test is retried, which the report shows; `npm test`
          // never retries.
          retry: RUN_ALL ? 1 : 0,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
