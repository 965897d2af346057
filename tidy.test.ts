// The rules of the house a machine can check. `tidy()` takes a tree, so that a broken one can be shown to be caught.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = import.meta.dirname
const MODULES: readonly string[] = [
  'staff',
  'ledger',
  'members',
  'notices',
  'content',
  'payments',
  'levels',
  'campaigns',
  'tracking',
  'orders',
  'transparency',
]
const BASE = new Set(['http', 'files', 'proofs', 'queue', 'database', 'telemetry'])
/** Who has a door of their own into a module. */
const DOORS = new Map([['server/src/links.ts', 'server/src/tracking/link-service.ts']])
const MAX_LINES = 340
/** Declarations are read by looking one up, not from top to bottom. */
const MAX_CONTRACT_LINES = 480
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', 'locales', 'public'])
const COLLECTIVE = /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/)/

/** Path below the root → text. */
type Tree = ReadonlyMap<string, string>

function readTree(folder: string, tree = new Map<string, string>()): Map<string, string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (SKIPPED.has(name)) continue
    if (statSync(path).isDirectory()) readTree(path, tree)
    else if (/\.(ts|tsx|md|sql|mjs)$/.test(name)) tree.set(relative(ROOT, path), readFileSync(path, 'utf8'))
  }
  return tree
}

function importsOf(file: string, text: string): string[] {
  const found = [
    ...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/^import\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([./@][^'"]*)['"]/g),
  ].map((match) => match[1]!)
  return found.map((path) =>
    path.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), path)) : path,
  )
}

/** Everything that is untidy, one sentence each. */
function tidy(tree: Tree): string[] {
  const faults: string[] = []
  for (const [file, text] of tree) {
    if (/\.(ts|tsx)$/.test(file)) faults.push(...codeFaults(file, text))
    if (file.startsWith('server/migrations/') && !text.startsWith('-- '))
      faults.push(`${file}: the first line does not say why`)
    if (file.endsWith('.md')) faults.push(...documentFaults(file, text))
    if (file === 'docs/promises.md') faults.push(...promiseFaults(text))
    if (file === 'docs/security.md') faults.push(...defenceFaults(text))
  }
  return faults
}

function codeFaults(file: string, text: string): string[] {
  const faults: string[] = []
  const imports = importsOf(file, text)
  const lines = text.split('\n').length
  if (!text.startsWith('// ') && !file.endsWith('.d.ts'))
    faults.push(`${file}: does not open with what it owns`)
  if (
    lines > (file.startsWith('contract/') ? MAX_CONTRACT_LINES : MAX_LINES) &&
    !/\.test\.tsx?$|\.e2e\.ts$/.test(file)
  )
    faults.push(`${file}: has ${lines} lines`)
  if (COLLECTIVE.test(file)) faults.push(`${file}: a name for everything is a name for nothing`)
  if (/\b(TODO|FIXME|XXX)\b/.test(text) && file !== 'tidy.test.ts')
    faults.push(`${file}: something is left to do`)
  if (/\b(it|test|describe)\.(skip|only|todo)\b/.test(text) && file !== 'tidy.test.ts')
    faults.push(`${file}: a test is skipped`)
  if (
    /process\.env/.test(text) &&
    file.startsWith('server/src/') &&
    !file.endsWith('.test.ts') &&
    ![
      'server/src/config.ts',
      'server/src/main.ts',
      'server/src/build.ts',
      'server/src/ledger/check.ts',
      'server/src/staff/first-owner.ts',
      'server/src/operations/backup.ts',
      'server/src/operations/reseal.ts',
    ].includes(file)
  )
    faults.push(`${file}: only config.ts reads the environment`)
  for (const imported of imports) {
    const fault = workspaceFault(file, imported) ?? moduleFault(file, imported)
    if (fault !== undefined) faults.push(`${file}: ${fault}`)
  }
  return faults
}

const workspaceOf = (path: string): string => /^@fairturn\/(\w+)/.exec(path)?.[1] ?? path.split('/')[0]!

function workspaceFault(file: string, imported: string): string | undefined {
  const from = workspaceOf(file)
  const to = workspaceOf(imported)
  const allowed: Record<string, string[]> = {
    contract: [],
    ui: ['contract'],
    member: ['contract', 'ui'],
    admin: ['contract', 'ui'],
    server: ['contract'],
  }
  if (
    from === 'contract' &&
    !imported.startsWith('contract/') &&
    !['zod', 'vitest'].includes(imported) &&
    !file.endsWith('.test.ts')
  )
    return `the contract imports ${imported}`
  if (
    !(from in allowed) ||
    from === to ||
    !['contract', 'ui', 'member', 'admin', 'server', 'e2e', 'bench'].includes(to)
  )
    return undefined
  if (allowed[from]!.includes(to)) return undefined
  return `${from} may not import ${to}`
}

function moduleFault(file: string, imported: string): string | undefined {
  const from = /^server\/src\/(\w+)\//.exec(file)?.[1]
  const to = /^server\/src\/(\w+)\//.exec(imported)?.[1]
  const isTest = /\.(test|e2e)\.ts$/.test(file)
  if (
    file === 'server/src/links.ts' &&
    to !== undefined &&
    !['database', 'queue', 'telemetry', 'tracking'].includes(to)
  )
    return `links.ts imports ${to}`
  if (to === undefined || from === to || isTest) return undefined
  const isDoor = imported === `server/src/${to}/${to}.ts` || DOORS.get(file) === imported
  if (MODULES.includes(to) && !isDoor && !(file === 'server/src/worker.ts'))
    return `enters ${to} by ${imported}, not by its door`
  if (from === undefined) return undefined
  if (BASE.has(from) && MODULES.includes(to)) return `${from} knows the module ${to}`
  if (MODULES.includes(from) && MODULES.includes(to) && MODULES.indexOf(to) > MODULES.indexOf(from))
    return `${from} imports ${to}, which is to its right`
  return undefined
}

/** A row of docs/promises.md names a test and its file: the file must have it. */
function promiseFaults(text: string): string[] {
  const rows = [...text.matchAll(/^\| (?!test *\||-)(.+?) +\| `([^`]+)` +\|$/gm)]
  return rows
    .filter(
      ([, name, path]) =>
        !existsSync(join(ROOT, path!)) || !readFileSync(join(ROOT, path!), 'utf8').includes(name!),
    )
    .map(([, name, path]) => `docs/promises.md: ${path} has no test “${name}”`)
}

/** A row of the table in docs/security.md names a requirement, a test and its file: the file must have it. */
function defenceFaults(text: string): string[] {
  const rows = [...text.matchAll(/^\| (V.+?) +\| (.+?) +\| `([^`]+)` +\|$/gm)]
  return rows
    .filter(
      ([, , name, path]) =>
        !existsSync(join(ROOT, path!)) || !readFileSync(join(ROOT, path!), 'utf8').includes(name!),
    )
    .map(([, , name, path]) => `docs/security.md: ${path} has no test “${name}”`)
}

/** Paths and scripts that a document names must exist. */
function documentFaults(file: string, text: string): string[] {
  const faults: string[] = []
  const scripts = (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  ).scripts
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!Object.hasOwn(scripts, script!)) faults.push(`${file}: there is no script ${script}`)
  }
  for (const [, path] of text.matchAll(
    /(?:\]\(|`)((?:\.\.?\/)*(?:contract|server|ui|member|admin|e2e|bench|docs|scripts)\/[\w./-]*\w)(?:\)|`)/g,
  )) {
    if (!existsSync(join(ROOT, path!)) && !existsSync(join(ROOT, dirname(file), path!)))
      faults.push(`${file}: there is no ${path}`)
  }
  return faults
}

test('the tree is tidy', () => {
  expect(tidy(readTree(ROOT))).toEqual([])
})

describe('a broken rule is caught', () => {
  const opening = '// Owns nothing.\n'
  const cases: [string, string, string, RegExp][] = [
    [
      'a module that imports to its right',
      'server/src/ledger/x.ts',
      `${opening}import { a } from '../orders/orders.ts'`,
      /to its right/,
    ],
    [
      'a module entered by the side',
      'server/src/orders/x.ts',
      `${opening}import { a } from '../ledger/ledger.store.ts'`,
      /not by its door/,
    ],
    [
      'a base folder that knows a module',
      'server/src/http/x.ts',
      `${opening}import { a } from '../members/members.ts'`,
      /knows the module/,
    ],
    [
      'links that know more than tracking',
      'server/src/links.ts',
      `${opening}import { a } from './members/members.ts'`,
      /links.ts imports/,
    ],
    [
      'a server that imports the ui',
      'server/src/x.ts',
      `${opening}import { a } from '@fairturn/ui/formats.ts'`,
      /may not import/,
    ],
    [
      'a contract that imports more than zod',
      'contract/src/x.ts',
      `${opening}import { a } from 'fastify'`,
      /the contract imports/,
    ],
    ['a file without an opening', 'server/src/x.ts', 'export const a = 1', /does not open/],
    ['a file that is too long', 'server/src/x.ts', opening + 'a\n'.repeat(MAX_LINES), /lines/],
    ['something left to do', 'server/src/x.ts', `${opening}// TODO later`, /left to do/],
    ['a skipped test', 'server/src/x.test.ts', `${opening}test.skip('a', () => {})`, /skipped/],
    [
      'a second reader of the environment',
      'server/src/x/y.ts',
      `${opening}process.env['A']`,
      /reads the environment/,
    ],
    ['a generic folder', 'server/src/utils/x.ts', opening, /a name for nothing/],
    ['a migration without a reason', 'server/migrations/0099-x.sql', 'create table x ()', /does not say why/],
    ['a document naming a missing script', 'docs/x.md', '`npm run nothing-like-it`', /no script/],
    [
      'a promise held by a missing test',
      'docs/promises.md',
      '| no such guarantee | `server/src/config.ts` |',
      /has no test/,
    ],
    [
      'a defence held by a missing test',
      'docs/security.md',
      '| V1 injection | no such test | `server/src/config.ts` |',
      /has no test/,
    ],
    ['a document naming a missing file', 'docs/x.md', '`server/src/missing.ts`', /there is no/],
  ]
  test.each(cases)('%s', (_name, file, text, fault) => {
    expect(tidy(new Map([[file, text]])).join('\n')).toMatch(fault)
  })
})
