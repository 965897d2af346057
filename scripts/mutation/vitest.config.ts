// The tests that a target's mutants run against (targets.ts). Each mutant has a worker of its own, in which all files of tests run
// one after another: modules are reloaded, or a mutant of what a module computes while it is loaded would never run, but once a mutant,
// not once a file. Stryker's own `testFiles` activates those too late (10.1), so it is not used.
import type { TestProject } from 'vitest/node'
import config from '../../vitest.config.ts'
import { TARGETS } from './targets.ts'

/** A busy machine is slow: what is late is not thereby noticed. Stryker ends endless loops by counting. */
const LATE_MS = 300_000
const late = { testTimeout: LATE_MS, hookTimeout: LATE_MS }

/** Stryker picks tests by name: those that reach a mutant. Whole files run instead, for one that builds on the tests before it fails by itself. */
const whole_files = {
  name: 'whole-files',
  configureVitest: ({ project }: { project: TestProject }) => {
    Object.defineProperty(project.config, 'testNamePattern', {
      get: () => undefined,
      set() {
        // The names are not needed.
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

export default { test: { projects } }
