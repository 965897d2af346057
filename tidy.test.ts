// Rules that the linter cannot check: dangerous calls, and documents that name tests, files and scripts.
// `lint.test.ts` tests the linter's own rules. `tidy()` takes a tree, so that violations can be tested.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = import.meta.dirname
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', 'locales', 'public'])
/** Files that may start programs; none of them passes on user input, and none uses a shell. */
const STARTERS = new Set([
  'server/src/main.ts',
  'server/src/operations/build.ts',
  'server/src/platform/database/embedded.ts',
  'server/src/platform/database/embedded.binaries.ts',
  'server/src/operations/archive.ts',
])
/** Where randomness need not be unpredictable, and where a digest only identifies a text without protecting it. */
const BY_CHANCE = new Set([
  'server/src/platform/database/database.ts',
  'server/src/campaigns/slices.ts',
  'server/src/campaigns/placing.ts',
  'member/src/shell/live-stream.ts',
])
const NO_DEFENCE = new Set(['server/src/platform/database/migrate.ts'])
const DANGERS: readonly [RegExp, string, ReadonlySet<string>][] = [
  [/\beval\(|\bnew Function\(|'(?:node:)?vm'/, 'runs text as a program', new Set()],
  [/'(?:node:)?child_process'/, 'starts programs', STARTERS],
  [/\bshell: (?:true|['`])|\bexec(?:Sync)?\b.*child_process/, 'asks a shell', new Set()],
  [/\bMath\.random\b/, 'draws what can be guessed', BY_CHANCE],
  [/\bcreateHash\('(?:md5|sha1)'|\bcreateHmac\('(?:md5|sha1)'/, 'uses a broken digest', NO_DEFENCE],
  [/\brejectUnauthorized\b|TLS_REJECT_UNAUTHORIZED/, 'decides whom TLS believes', new Set()],
]
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$|^\s*--.*$/gm
/** What a file of the server may be to its module or subject (docs/architecture.md). */
const ROLES =
  /^server\/src\/[^.]*(\.admin)?(\.(admin|routes|files|store|dto|jobs|hooks|check|proposal|command))?\.ts$/
const COLLECTIVE = /(^|\/)(utils?|helpers?|common|misc|shared|words|parts|same)(\.|\/)/

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

/** All violations, one sentence each. */
function tidy(tree: Tree): string[] {
  const faults: string[] = []
  for (const [file, text] of tree) {
    if (/\.(ts|tsx)$/.test(file)) faults.push(...codeFaults(file, text))
    if (file.startsWith('server/migrations/') && !text.startsWith('-- '))
      faults.push(`${file}: the first line does not say why`)
    if (file.endsWith('.md')) faults.push(...documentFaults(file, text))
    if (file === 'docs/promises.md') faults.push(...promiseFaults(text))
  }
  return faults
}

function codeFaults(file: string, text: string): string[] {
  const faults: string[] = []
  if (COLLECTIVE.test(file)) faults.push(`${file}: a name for everything is a name for nothing`)
  if (/^(contract|ui|member|admin|server)\/src\//.test(file) && !/\.test\.tsx?$/.test(file)) {
    if (/^server\/src\/(?!platform)/.test(file) && !ROLES.test(file))
      faults.push(`${file}: no role that a file has`)
    for (const [danger, what, allowed] of DANGERS)
      if (danger.test(text) && !allowed.has(file)) faults.push(`${file}: ${what}`)
    faults.push(...passwordFaults(file, text))
  }
  return faults
}

/** The text without comments. */
const codeOf = (text: string): string => text.replace(COMMENT, '')

/** Password fields are hidden, known to password managers, and accept pasted text. */
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

/** Each row of docs/promises.md names a test that exists in its file. */
function promiseFaults(text: string): string[] {
  const rows = [...text.matchAll(/^\| (?!test *\||-)(.+?) +\| `([^`]+)` +\|$/gm)]
  return rows
    .filter(
      ([, name, path]) =>
        !existsSync(join(ROOT, path!)) || !readFileSync(join(ROOT, path!), 'utf8').includes(name!),
    )
    .map(([, name, path]) => `docs/promises.md: ${path} has no test “${name}”`)
}

/** Paths and scripts named by a document exist, and its diagrams can be rendered. */
function documentFaults(file: string, text: string): string[] {
  const faults: string[] = []
  const scripts = (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  ).scripts
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!Object.hasOwn(scripts, script!)) faults.push(`${file}: there is no script ${script}`)
  }
  for (const [, path] of text.matchAll(
    /(?:\]\(|`)((?:\.\.?\/)*(?:contract|server|ui|member|admin|testing|e2e|faults|bench|docs|scripts)\/[\w./-]*\w)(?:\)|`)/g,
  )) {
    if (!existsSync(join(ROOT, path!)) && !existsSync(join(ROOT, dirname(file), path!)))
      faults.push(`${file}: there is no ${path}`)
  }
  for (const [diagram] of text.matchAll(/^```mermaid$[^]*?^```$/gm)) {
    // Mermaid ends a statement at a semicolon, so a diagram with one would not render.
    if (diagram.includes(';')) faults.push(`${file}: a diagram has a semicolon`)
  }
  return faults
}

test('the tree is tidy', { timeout: 60_000 }, () => {
  expect(tidy(readTree(ROOT))).toEqual([])
})

test('every term of the glossary is a word of the code', () => {
  const tree = readTree(ROOT)
  const code = [...tree]
    .filter(([file]) =>
      /^(contract|server|ui|member|admin)\/(src|migrations)\/.*(?<!\.test)\.(ts|tsx|sql)$/.test(file),
    )
    .map(([file, text]) => `${file}\n${codeOf(text)}`)
    .join('\n')
  const rows = tree.get('docs/domain.md')!.matchAll(/^\| (?!word|-)([^|]+?) +\|/gm)
  const terms = [...rows].flatMap(([, words]) => words!.split(', '))
  expect(terms.length).toBeGreaterThan(80)
  // `click ID` as click_id, clickId, click-id or CLICK_ID.
  const written = (term: string) => new RegExp(term.split(/[ -]/).join('[\\s_/-]?'), 'i')
  expect(terms.filter((term) => !written(term).test(code))).toEqual([])
})

test('every decision has a unique number and a line in the index', () => {
  const folder = join(ROOT, 'docs/decisions')
  const files = readdirSync(folder).filter((name) => name !== 'README.md')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const indexed = [...index.matchAll(/^- \[(\d{3})\]\((\1-[\w-]+\.md)\): \S/gm)]
  expect(indexed.map(([, , name]) => name)).toEqual(files.toSorted())
  expect(new Set(indexed.map(([, number]) => number)).size).toBe(files.length)
})

// ASVS V15.1.2
test('every third-party package is pinned by its digest', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; version?: string; integrity?: string }>
  }
  const ofOthers = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
  expect(ofOthers.length).toBeGreaterThan(100)
  expect(ofOthers.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
})

describe('a violation is detected', () => {
  const cases: [string, string, string, RegExp][] = [
    ['a generic folder', 'server/src/utils/x.ts', '', /a name for nothing/],
    ['a migration without a reason', 'server/migrations/0099-x.sql', 'create table x ()', /does not say why/],
    ['a document naming a missing script', 'docs/x.md', '`npm run nothing-like-it`', /no script/],
    [
      'a promise without a test',
      'docs/promises.md',
      '| no such guarantee | `server/src/platform/config.ts` |',
      /has no test/,
    ],
    // ASVS V1.3.2
    ['a file without a known role', 'server/src/orders/orders.things.ts', '', /no role/],
    ['evaluated text', 'server/src/x.ts', `eval(typed)`, /runs text/],
    [
      // ASVS V1.2.5
      'a started program',
      'server/src/orders/x.ts',
      `import { spawn } from 'node:child_process'`,
      /starts programs/,
    ],
    [
      // ASVS V1.2.5
      'a shell',
      'server/src/operations/build.ts',
      `import { spawn } from 'node:child_process'\nspawn(typed, { shell: true })`,
      /asks a shell/,
    ],
    // ASVS V6.5.3 V7.2.3 V11.5.1
    ['a predictable secret', 'server/src/x.ts', `const code = Math.random()`, /can be guessed/],
    // ASVS V11.4.1
    ['a broken digest', 'server/src/x.ts', `createHash('sha1')`, /broken digest/],
    // ASVS V12.3.2
    ['disabled TLS verification', 'server/src/x.ts', `rejectUnauthorized: false`, /TLS believes/],
    [
      // ASVS V6.2.6
      'a visible password',
      'member/src/x.tsx',
      `<Field name="p" autoComplete="new-password" />`,
      /shown while it is typed/,
    ],
    // ASVS V6.2.7
    ['a field that refuses pasting', 'member/src/x.tsx', `<input onPaste={no} />`, /pasted/],
    ['a diagram that cannot be rendered', 'docs/x.md', '```mermaid\nA->>B: one; two\n```', /semicolon/],
    ['a document naming a missing file', 'docs/x.md', '`server/src/missing.ts`', /there is no/],
  ]
  test.each(cases)('%s', (_name, file, text, fault) => {
    expect(tidy(new Map([[file, text]])).join('\n')).toMatch(fault)
  })
})
