// The tests that a target's mutants run against (targets.ts). Each mutant has its own worker, which runs all test
// files sequentially and loads modules again: otherwise mutants of code that runs while a module loads would never
// execute; loading once per mutant, not once per file. Stryker's `testFiles` activates such mutants too late (10.1),
// so it is not used.
import { matchesGlob, relative } from 'node:path'
import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node'
import config from '../../vitest.config.ts'
import { TARGETS } from './targets.ts'

/**
 * On a busy machine, a slow test must not count as a detected mutant; a mutant whose promise never settles takes this long.
 * Stryker detects endless loops by counting.
 */
const LATE_MS = 60_000
const late = { testTimeout: LATE_MS, hookTimeout: LATE_MS }

/**
 * Stryker selects by name the tests that reach a mutant. Whole files run instead: a test that depends on earlier tests
 * of its file would fail alone.
 */
const whole_files = {
  name: 'whole-files',
  configureVitest: ({ project }: { project: TestProject }) => {
    Object.defineProperty(project.config, 'testNamePattern', {
      get: () => undefined,
      set() {
        // Ignored.
      },
    })
  },
}

const { tests } = TARGETS[process.env['MUTATION_TARGET']!]!
const projects = config.test!.projects!.flatMap((project) => {
  const { test } = project as { test: { name: string } }
  if (test.name !== 'server') return []
  return [
    {
      plugins: [whole_files],
      test: { ...test, ...late, include: [...tests], isolate: false, maxWorkers: 1 },
    },
  ]
})

/** Runs the files as listed, fastest first: the first failure ends a run, and Vitest would start with the slowest. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(relative(project.config.root, moduleId), pattern))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

export default { test: { projects, sequence: { sequencer: AsListed } } }
