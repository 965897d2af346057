// Breaks each of our own rules in oxlint.config.ts once, in a temporary tree, to verify that the linter reports it.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = import.meta.dirname
const use = (path: string) => `import { a } from '${path}'\na()\n`

/** What is broken, the file, its text, and the expected message. */
const BROKEN: readonly (readonly [string, string, string, string])[] = [
  [
    'a module imports a module to its right',
    'server/src/ledger/r.ts',
    use('../orders/orders.ts'),
    'to its right',
  ],
  ['the same from a folder below', 'server/src/ledger/b/r.ts', use('../../orders/orders.ts'), 'to its right'],
  [
    'the same for a type',
    'server/src/ledger/t.ts',
    `import type { A } from '../orders/orders.ts'\nexport type B = A\n`,
    'to its right',
  ],
  [
    'a module is imported around its interface',
    'server/src/orders/s.ts',
    use('../ledger/ledger.store.ts'),
    'file named like its folder',
  ],
  ['the same from the top', 'server/src/t.ts', use('./ledger/ledger.store.ts'), 'file named like its folder'],
  [
    'the same from a folder that is no module',
    'server/src/demo/t.ts',
    use('../ledger/ledger.store.ts'),
    'file named like its folder',
  ],
  [
    'a base folder imports a module',
    'server/src/platform/http/x.ts',
    use('../members/members.ts'),
    'knows none',
  ],
  [
    'the platform imports operations',
    'server/src/platform/http/z.ts',
    use('../../operations/gauges.ts'),
    'knows none',
  ],
  [
    'a module imports operations',
    'server/src/orders/o.ts',
    use('../operations/gauges.ts'),
    'operations or demo',
  ],
  ['a module imports the demo', 'server/src/overview/o.ts', use('../demo/demo.ts'), 'operations or demo'],
  [
    'operations import around an interface',
    'server/src/operations/t.ts',
    use('../privacy/data-export.ts'),
    'file named like its folder',
  ],
  ['orders import privacy', 'server/src/orders/p.ts', use('../privacy/privacy.ts'), 'to its right'],
  ['privacy imports overview', 'server/src/privacy/v.ts', use('../overview/overview.ts'), 'to its right'],
  ['a place in the line is reserved', 'server/src/orders/q.ts', use('../support/support.ts'), 'to its right'],
  ['links import more than tracking', 'server/src/links.ts', use('./members/members.ts'), 'links.ts imports'],
  ['the server imports the ui', 'server/src/u.ts', use('@fairturn/ui/formats.ts'), 'only server, contract'],
  [
    'the ui imports the server',
    'ui/src/x.ts',
    use('../../server/src/platform/http/http.ts'),
    'only ui, contract',
  ],
  [
    'an app imports the other',
    'member/src/x.ts',
    use('../../admin/src/App.tsx'),
    'only member, ui, contract',
  ],
  ['the contract imports more than zod', 'contract/src/x.ts', use('fastify'), 'imports zod only'],
  [
    'the contract imports the server',
    'contract/src/y.ts',
    use('../../server/src/platform/http/http.ts'),
    'imports zod only',
  ],
  [
    'the program imports what only tests may',
    'server/src/v.ts',
    use('../../testing/free-port.ts'),
    'only server, contract may',
  ],
  [
    'a test of the server imports a drill',
    'server/src/orders/z.test.ts',
    use('../../../faults/kill.ts'),
    'only server, contract, testing may',
  ],
  [
    'the factories import a journey',
    'server/test/x.ts',
    use('../../e2e/members.ts'),
    'only server, contract, testing may',
  ],
  ['testing imports a journey', 'testing/x.ts', use('../e2e/members.ts'), 'admin, server, testing may'],
  ['testing imports a drill', 'testing/engines/x.ts', use('../../faults/kill.ts'), 'server, testing may'],
  ['testing imports a benchmark', 'testing/y.ts', use('../bench/http-load.ts'), 'server, testing may'],
  ['testing imports a factory', 'testing/z.ts', use('../server/test/app.ts'), 'testing imports no test'],
  ['a journey imports a drill', 'e2e/x.e2e.ts', use('../faults/deploy.ts'), 'testing, e2e may'],
  ['a journey imports a benchmark', 'e2e/engines/x.ts', use('../../bench/http-load.ts'), 'testing, e2e may'],
  ['a drill imports a journey', 'faults/x.ts', use('../e2e/members.ts'), 'testing, faults may'],
  ['a drill imports a benchmark', 'faults/y.ts', use('../bench/http-load.ts'), 'testing, faults may'],
  [
    'a benchmark imports a journey',
    'bench/lighthouse/x.ts',
    use('../../e2e/members.ts'),
    'testing, bench may',
  ],
  ['a benchmark imports a drill', 'bench/x.ts', use('../faults/kill.ts'), 'testing, bench may'],
  ['imports form a cycle', 'ui/src/one.ts', use('./two.ts'), 'cycle'],
  [
    'types form a cycle',
    'ui/src/three.ts',
    `import type { B } from './four.ts'\nexport type A = B[]\n`,
    'cycle',
  ],
  [
    'the environment is read outside the configuration',
    'server/src/platform/http/env.ts',
    `export const a = process.env['A']\n`,
    'process.env',
  ],
  ['a TODO is left', 'server/src/todo.ts', '// TODO later\n', 'todo'],
  [
    'a test is skipped',
    'server/src/x.test.ts',
    `import { test } from 'vitest'\ntest.skip('a', () => {})\n`,
    'skip',
  ],
  [
    'a test runs alone',
    'server/src/y.test.ts',
    `import { test } from 'vitest'\ntest.only('a', () => {})\n`,
    'focused',
  ],
  [
    'a local has an underscore',
    'server/src/orders/c.ts',
    'export const of_day = 1\n',
    '`of_day` names neither',
  ],
  [
    'a parameter',
    'testing/c.ts',
    'export const f = (at_most: number) => at_most\n',
    '`at_most` names neither',
  ],
  ['an option', 'member/src/c.ts', 'export interface A { max_rows: number }\n', '`max_rows` names neither'],
]
const RIGHT: Readonly<Record<string, string>> = {
  'ui/src/two.ts': `import { b } from './one.ts'\nexport const a = () => b\n`,
  'ui/src/four.ts': `import type { A } from './three.ts'\nexport type B = A[]\n`,
}
const ALLOWED: Readonly<Record<string, string>> = {
  'server/src/orders/ok.ts': use('../ledger/ledger.ts'),
  'server/src/orders/below.ts': use('../platform/http/refusal.ts'),
  'server/src/operations/ok.ts': use('../orders/orders.ts'),
  'server/src/demo/ok.ts': use('../overview/overview.ts'),

  'server/src/orders/ok.test.ts': use('../ledger/ledger.store.ts'),
  'server/src/worker.ts': use('./orders/orders.jobs.ts'),
  'server/src/web.ts': use('./orders/orders.routes.ts'),
  'contract/src/ok.ts': use('./money.ts'),
  'server/src/orders/ok.replica.test.ts': use('../../../testing/cluster.ts'),
  'server/test/ok.ts': use('../../testing/free-port.ts'),
  'testing/ok.ts': use('../server/src/config.ts') + use('./free-port.ts').replaceAll('a', 'b'),
  'e2e/ok.e2e.ts': use('../testing/smtp.ts') + use('../server/test/photo.ts').replaceAll('a', 'b'),
  'faults/ok.test.ts': use('../testing/cluster.ts') + use('./kill.ts').replaceAll('a', 'b'),
  'bench/ok.ts': use('../server/test/photo.ts'),
  'member/src/ok.ts': use('@fairturn/ui/formats.ts'),
  'contract/src/datum.ts': `export const row = { member_id: 1 }\n`,
  'server/src/orders/datum.ts': 'export const member_id = 1\n',
}

interface Diagnostic {
  readonly filename: string
  readonly message: string
  readonly help?: string
}
let tree: string
let found: Diagnostic[]

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'lint-'))
  const files = [
    ...BROKEN.map(([, file, text]) => [file, text] as const),
    ...Object.entries({ ...RIGHT, ...ALLOWED }),
  ]
  for (const [file, text] of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  for (const file of ['oxlint.config.ts', 'case-rule.ts']) copyFileSync(join(ROOT, file), join(tree, file))
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/oxlint/bin/oxlint'),
      '--format=json',
      ...new Set(files.map(([file]) => file.split('/')[0]!)),
    ],
    {
      cwd: tree,
      encoding: 'utf8',
    },
  )
  found = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
})
afterAll(() => rmSync(tree, { recursive: true }))

const saidOf = (file: string) =>
  found.filter(({ filename }) => filename === file).map(({ message, help }) => `${message} ${help ?? ''}`)

test.each(BROKEN)('%s: reported', (_name, file, _text, expected) => {
  expect(saidOf(file).join('\n').toLowerCase()).toContain(expected.toLowerCase())
})

test('what is allowed is not reported', () => {
  expect(Object.keys(ALLOWED).flatMap(saidOf)).toEqual([])
})

/** How many functions of the product are longer than a screen. Only ever lowered. */
const MAX_LONG_FUNCTIONS = 4
const MAX_FUNCTION_LINES = 70

test(`at most ${MAX_LONG_FUNCTIONS} functions are longer than ${MAX_FUNCTION_LINES} lines, and the rule finds one`, () => {
  const longIn = (root: string, ...folders: string[]) => {
    const rule = { 'max-lines-per-function': ['error', { max: MAX_FUNCTION_LINES }] }
    const config = join(tree, 'long.json')
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: rule }))
    const args = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format=json', ...folders]
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
    return diagnostics.filter(({ filename }) => !/\.test\.tsx?$/.test(filename))
  }
  const product = longIn(ROOT, ...['contract', 'server', 'ui', 'member', 'admin'].map((app) => `${app}/src`))
  expect(product.length).toBeLessThanOrEqual(MAX_LONG_FUNCTIONS)
  mkdirSync(join(tree, 'long'))
  writeFileSync(join(tree, 'long/x.ts'), `export function f() {\n${'  f()\n'.repeat(MAX_FUNCTION_LINES)}}\n`)
  expect(longIn(tree, 'long')).toHaveLength(1)
})
