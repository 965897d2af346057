// The tests that a target's mutants run against (targets.ts). Modules are reloaded for each mutant, or one of what a module
// computes while it is loaded would never run. Stryker's own `testFiles` activates those too late (10.1), so it is not used.
import config from '../../vitest.config.ts'
import { TARGETS } from './targets.ts'

const include = TARGETS[process.env['MUTATION_TARGET']!]!.tests
const projects = config.test!.projects!.flatMap((project) => {
  const { test } = project as { test: { name: string } }
  return test.name === 'server' ? [{ test: { ...test, include: [...include], isolate: true } }] : []
})

export default { test: { projects } }
