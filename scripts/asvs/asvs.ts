// Generates docs/asvs.md from the requirements and the tags on tests and documents (`npm run docs:asvs`). With a
// requirement (`npm run docs:asvs -- V6.2.1`) it lists the tests that cover it instead.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CHAPTERS, type Requirement, REQUIREMENTS, type Status } from './requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
export const ASVS_PAGE = join(ROOT, 'docs/asvs.md')
const SEARCHED = [
  'contract/src',
  'ui/src',
  'member/src',
  'admin/src',
  'server',
  'e2e',
  'docs',
  'tidy.test.ts',
]

/**
 * The place of a tag: a test's name (or that of a case in a test's table), or the first words of the tagged text in a
 * document.
 */
export interface Evidence {
  readonly number: string
  readonly file: string
  readonly line: number
  readonly name: string
}

const TAG = /^\s*(?:\/\/|<!--) ASVS ((?:V\d+\.\d+\.\d+ ?)+)(?:-->)?$/

/** The tags of one file. A tag that is not followed by a string (in a document, by words) is an error. */
export function tagsIn(file: string, text: string): Evidence[] {
  const lines = text.split('\n')
  return lines.flatMap((each, i) => {
    const numbers = TAG.exec(each)?.[1]?.trim().split(' ')
    if (numbers === undefined) return []
    const below = lines.slice(i + 1, i + 7).join('\n')
    const name = file.endsWith('.md')
      ? below.trim().split('\n')[0]
      : /(?<quote>['"`])(?<name>.+?)\k<quote>/.exec(below)?.groups?.['name']
    if (name === undefined || name === '') throw new Error(`${file}:${i + 1}: the tag stands at no test`)
    return numbers.map((number) => ({ number, file, line: i + 1, name }))
  })
}

export function findEvidence(): Evidence[] {
  const files = SEARCHED.flatMap((root) =>
    root.endsWith('.ts')
      ? [root]
      : readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`),
  )
  return files
    .filter((file) => /\.(tsx?|md)$/.test(file) && !file.includes('node_modules/'))
    .toSorted()
    .flatMap((file) => tagsIn(file, readFileSync(join(ROOT, file), 'utf8')))
}

/** Expands `V4.4.2-4` to V4.4.2, V4.4.3 and V4.4.4. */
export function numbersOf([range]: Requirement): string[] {
  const [, section, first, last = first] = /^(V\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range)!
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${section}.${Number(first) + i}`)
}

/**
 * Contradictions: a tag without a requirement, one that is met without evidence, one that is not met with evidence.
 */
export function contradictions(
  requirements: readonly Requirement[],
  evidence: readonly Evidence[],
): string[] {
  const known = new Set(requirements.flatMap(numbersOf))
  const proved = new Set(evidence.map(({ number }) => number))
  return [
    ...evidence
      .filter(({ number }) => !known.has(number))
      .map(({ number, file, line }) => `${file}:${line}: ${number} is no requirement of levels 1 and 2`),
    ...requirements.flatMap((requirement) => {
      const needsEvidence = ['met', 'partly met'].includes(statusOf(requirement))
      return numbersOf(requirement)
        .filter((number) => proved.has(number) !== needsEvidence)
        .map((number) =>
          needsEvidence
            ? `${number}: no test is tagged with it`
            : `${number}: ${statusOf(requirement)}, yet tagged`,
        )
    }),
  ]
}

const statusOf = ([, , , status]: Requirement): Status | 'met' => status ?? 'met'

export function asvsPage(requirements: readonly Requirement[], evidence: readonly Evidence[]): string {
  const files = [...new Set(evidence.map(({ file }) => file))]
  const labels = new Map(files.map((file) => [file, labelOf(file, files)]))
  const held = (requirement: Requirement) => {
    const numbers = new Set(numbersOf(requirement))
    const found = evidence.filter(({ number }) => numbers.has(number)).map(({ file }) => labels.get(file)!)
    return [...new Set(found)].map((label) => `[${label}]`).join(', ')
  }
  const chapter = (title: string, i: number): string[] => {
    const all = requirements.filter(([number]) => number.startsWith(`V${i + 1}.`))
    const rows = all
      .filter((each) => statusOf(each) !== 'not applicable')
      .map((each) => {
        const [number, level, text, status, reason] = each
        const gap = status === undefined ? '' : `; **${status}**: ${reason}`
        return [number.replace('-', '–'), String(level), text + gap, held(each)]
      })
    const others = all
      .filter((each) => statusOf(each) === 'not applicable')
      .map(([number, , text, , reason]) => `${number.replace('-', '–')} ${text} (${reason})`)
    return [
      '',
      `## V${i + 1} ${title}`,
      ...(rows.length > 0 ? ['', ...table([['', 'Level', 'Requirement', 'Proved by'], ...rows])] : []),
      ...(others.length > 0 ? ['', `Not applicable: ${others.join(' · ')}.`] : []),
    ]
  }
  return [
    '# OWASP ASVS 5.0.0, levels 1 and 2',
    '',
    'Written by `npm run docs:asvs`; do not edit. A requirement is met when a test, or a document that ASVS asks for, carries its',
    'number (`// ASVS V6.2.1`; `npm run docs:asvs -- V6.2.1` lists them by name); those that are not say so.',
    '',
    ...table([['Level', 'Met', 'Partly met', 'Not met', 'Not applicable', 'All'], ...totals(requirements)]),
    ...CHAPTERS.flatMap(chapter),
    '',
    ...files.map(
      (file) => `[${labels.get(file)}]: ${file.replace(/^docs\/|^/, file.startsWith('docs/') ? '' : '../')}`,
    ),
    '',
  ].join('\n')
}

/** The file's name, with its folder if the name is ambiguous. */
const labelOf = (file: string, files: readonly string[]): string =>
  files.filter((other) => basename(other) === basename(file)).length === 1
    ? basename(file)
    : file.split('/').slice(-2).join('/')

function totals(requirements: readonly Requirement[]): string[][] {
  const count = (levels: readonly number[], status?: string) =>
    String(
      requirements
        .filter((each) => levels.includes(each[1]) && (status === undefined || statusOf(each) === status))
        .flatMap(numbersOf).length,
    )
  const statuses = ['met', 'partly met', 'not met', 'not applicable', undefined]
  return [[1], [2], [1, 2]].map((levels) =>
    [levels.join(' and ')].concat(statuses.map((status) => count(levels, status))),
  )
}

const table = ([head, ...rows]: readonly string[][]): string[] =>
  [head!, head!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

if (import.meta.main) {
  const [requirement] = process.argv.slice(2)
  const evidence = findEvidence()
  if (requirement === undefined) writeFileSync(ASVS_PAGE, asvsPage(REQUIREMENTS, evidence))
  else
    for (const { number, file, line, name } of evidence)
      if (number === requirement) console.log(`${file}:${line}  ${name}`)
}
