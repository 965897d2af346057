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
  'banking',
  'deposits',
  'withdrawals',
  'payments',
  'documents',
  'levels',
  'campaigns',
  'tracking',
  'orders',
  'transparency',
]
const BASE = new Set(['http', 'files', 'credentials', 'queue', 'database', 'telemetry', 'threads'])
/** Who has a door of their own into a module. */
const DOORS = new Map([['server/src/links.ts', 'server/src/tracking/link-service.ts']])
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', 'locales', 'public'])
/** Who may start a program; none of them passes on what somebody typed, and none asks a shell. */
const STARTERS = new Set([
  'server/src/build.ts',
  'server/src/database/embedded.ts',
  'server/src/operations/archive.ts',
])
/** Where chance is no secret, and where a digest tells texts apart and defends nothing. */
const BY_CHANCE = new Set([
  'server/src/database/database.ts',
  'server/src/campaigns/slices.ts',
  'server/src/campaigns/placing.ts',
  'member/src/live-stream.ts',
])
const NO_DEFENCE = new Set(['server/src/database/migrate.ts'])
const DANGERS: readonly [RegExp, string, ReadonlySet<string>][] = [
  [/\beval\(|\bnew Function\(|'(?:node:)?vm'/, 'runs text as a program', new Set()],
  [/'(?:node:)?child_process'/, 'starts programs', STARTERS],
  [/\bshell: (?:true|['`])|\bexec(?:Sync)?\b.*child_process/, 'asks a shell', new Set()],
  [/\bMath\.random\b/, 'draws what can be guessed', BY_CHANCE],
  [/\bcreateHash\('(?:md5|sha1)'|\bcreateHmac\('(?:md5|sha1)'/, 'uses a broken digest', NO_DEFENCE],
  [/\brejectUnauthorized\b|TLS_REJECT_UNAUTHORIZED/, 'decides whom TLS believes', new Set()],
]
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
    if (file === 'docs/asvs.md') faults.push(...defenceFaults(text))
  }
  return faults
}

function codeFaults(file: string, text: string): string[] {
  const faults: string[] = []
  const imports = importsOf(file, text)
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
      'server/src/members/invite.ts',
      'server/src/staff/first-owner.ts',
      'server/src/operations/backup.ts',
      'server/src/operations/rotate-keys.ts',
    ].includes(file)
  )
    faults.push(`${file}: only config.ts reads the environment`)
  if (/^(contract|ui|member|admin|server)\/src\//.test(file) && !/\.test\.tsx?$/.test(file)) {
    for (const [danger, what, allowed] of DANGERS)
      if (danger.test(text) && !allowed.has(file)) faults.push(`${file}: ${what}`)
    faults.push(...passwordFaults(file, text))
  }
  for (const imported of imports) {
    const fault = workspaceFault(file, imported) ?? moduleFault(file, imported)
    if (fault !== undefined) faults.push(`${file}: ${fault}`)
  }
  return faults
}

/** A field of a password hides it, is known to password managers, and takes what is pasted. */
function passwordFaults(file: string, text: string): string[] {
  const hidden = /\btype="password"/
  const spread = /\btype: 'password'/.test(text) ? /\{\.\.\.secret\}/ : hidden
  const faults = (
    text.match(/<(?:\w*Field|input)\b[^>]*?\bautoComplete=(?:"|\{[^}>]*)(?:current|new)-password/g) ?? []
  )
    .filter((field) => !hidden.test(field) && !spread.test(field))
    .map(() => `${file}: a password is shown while it is typed`)
  return /\bonPaste\b/.test(text) ? [...faults, `${file}: decides what may be pasted`] : faults
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

/** The levels of the requirements of ASVS 5.0.0: of each chapter the sections, of each section a digit a requirement, in their order. */
const ASVS: Readonly<Record<number, string>> = {
  1: '22 1111122223 112222222223 222 123',
  2: '122 112 12223 23',
  3: '3 113 12223 11222233 11122333 3 22333',
  4: '12233 23333 22 1222',
  5: '2 112333 113 222',
  6: '122 111111112222 11223333 112233 22222333 2223 33 2222',
  7: '222 1111 22 11222 223 22',
  8: '1233 1123 133 23',
  9: '111 1222',
  10: '22 223 22223 1111122222233333 22222 22 222',
  11: '2233 22233 11233 1222 23 23 33',
  12: '12233 11 22223',
  13: '2333 222223 2233 1222233',
  14: '22 12223333 122',
  15: '12233 12233 1222222 3333',
  16: '2 22222 2222 222 2223',
  17: '23 22223333 22',
}
/** Number → level, of every requirement of levels 1 and 2. */
const asked: ReadonlyMap<string, string> = new Map(
  Object.entries(ASVS)
    .flatMap(([chapter, sections]) =>
      sections
        .split(' ')
        .flatMap((levels, section) =>
          Array.from(levels, (level, i): [string, string] => [`V${chapter}.${section + 1}.${i + 1}`, level]),
        ),
    )
    .filter(([, level]) => level !== '3'),
)

interface Defence {
  readonly numbers: readonly string[]
  readonly level: string
  readonly held_by: string
  readonly path: string
}

/** A row says how a requirement is met, or several in a row (`V4.3.1–2`): by a test and its file, or why not. */
function defencesOf(text: string): Defence[] {
  return [...text.matchAll(/^\| (V\d\S*) +\| (\d) +\| .+? +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, named, level, held_by, path]) => {
      const [, section, first, last = first] = /^(V\d+\.\d+)\.(\d+)(?:–(\d+))?$/.exec(named!) ?? []
      const count = Number(last) - Number(first) + 1
      const numbers = Array.from({ length: count || 0 }, (_, i) => `${section}.${Number(first) + i}`)
      return { numbers, level: level!, held_by: held_by!, path: path! }
    },
  )
}

/** Every requirement of levels 1 and 2 stands once in docs/asvs.md, and what is said to hold it exists. */
function defenceFaults(text: string): string[] {
  const rows = defencesOf(text)
  const said = rows.flatMap(({ numbers }) => numbers)
  return [
    ...[...asked.keys()]
      .filter((number) => said.filter((each) => each === number).length !== 1)
      .map((number) => `docs/asvs.md: ${number} does not stand there once`),
    ...rows
      .filter(({ numbers, level }) => numbers.some((number) => asked.get(number) !== level))
      .map(({ numbers }) => `docs/asvs.md: ${numbers[0]} is of another level, or not asked`),
    ...rows.flatMap(holdingFaults),
  ]
}

function holdingFaults({ numbers, held_by, path }: Defence): string[] {
  if (/^(not met|does not apply): ./.test(held_by))
    return path === '–' ? [] : [`docs/asvs.md: ${numbers[0]} is not held and names a file`]
  const paths = path.split('<br>').map((each) => each.replaceAll('`', ''))
  return held_by
    .split('<br>')
    .map((name, i) => [name, paths[i] ?? paths.at(-1)!] as const)
    .filter(([name, file]) => !holds(file, name))
    .map(([name, file]) => `docs/asvs.md: ${numbers[0]}: ${file} has no test “${name}”`)
}

/** Whether a test of this name stands in the file, or in a document these words. */
function holds(path: string, name: string): boolean {
  if (!existsSync(join(ROOT, path))) return false
  const text = readFileSync(join(ROOT, path), 'utf8')
  if (path.endsWith('.md')) return text.replaceAll(/\s+/g, ' ').includes(name)
  return text
    .split('\n')
    .some(
      (line) =>
        line.includes(name) && /['"`]/.test(line.slice(0, line.indexOf(name))) && !/^\s*\/\//.test(line),
    )
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

test('every decision has a number of its own and a line in the index', () => {
  const folder = join(ROOT, 'docs/decisions')
  const files = readdirSync(folder).filter((name) => name !== 'README.md')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const indexed = [...index.matchAll(/^- \[(\d{3})\]\((\1-[\w-]+\.md)\): \S/gm)]
  expect(indexed.map(([, , name]) => name)).toEqual(files.toSorted())
  expect(new Set(indexed.map(([, number]) => number)).size).toBe(files.length)
})

test('every package of others is pinned by its digest', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; version?: string; integrity?: string }>
  }
  const ofOthers = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
  expect(ofOthers.length).toBeGreaterThan(100)
  expect(ofOthers.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
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
      'docs/asvs.md',
      '| V1.1.1 | 2 | decoding | no such test | `server/src/config.ts` |',
      /V1\.1\.1: .* has no test/,
    ],
    [
      'a defence held by the words of a remark',
      'docs/asvs.md',
      '| V1.1.1 | 2 | decoding | The only reader of process.env | `server/src/config.ts` |',
      /V1\.1\.1: .* has no test/,
    ],
    [
      'a requirement that nobody answers',
      'docs/asvs.md',
      '| V1.1.1 | 2 | decoding | not met: nobody looked | – |',
      /V1\.1\.2 does not stand there once/,
    ],
    [
      'a requirement of another level',
      'docs/asvs.md',
      '| V1.2.5–6 | 1 | programs | does not apply: there are none | – |',
      /V1\.2\.5 is of another level/,
    ],
    ['text that is run', 'server/src/x.ts', `${opening}eval(typed)`, /runs text/],
    [
      'a program that is started',
      'server/src/orders/x.ts',
      `${opening}import { spawn } from 'node:child_process'`,
      /starts programs/,
    ],
    [
      'a shell that is asked',
      'server/src/build.ts',
      `${opening}import { spawn } from 'node:child_process'\nspawn(typed, { shell: true })`,
      /asks a shell/,
    ],
    ['a secret by chance', 'server/src/x.ts', `${opening}const code = Math.random()`, /can be guessed/],
    ['a broken digest', 'server/src/x.ts', `${opening}createHash('sha1')`, /broken digest/],
    ['a TLS that believes anybody', 'server/src/x.ts', `${opening}rejectUnauthorized: false`, /TLS believes/],
    [
      'a password that is shown',
      'member/src/x.tsx',
      `${opening}<Field name="p" autoComplete="new-password" />`,
      /shown while it is typed/,
    ],
    ['a field that takes no paste', 'member/src/x.tsx', `${opening}<input onPaste={no} />`, /pasted/],
    ['a document naming a missing file', 'docs/x.md', '`server/src/missing.ts`', /there is no/],
  ]
  test.each(cases)('%s', (_name, file, text, fault) => {
    expect(tidy(new Map([[file, text]])).join('\n')).toMatch(fault)
  })
})
