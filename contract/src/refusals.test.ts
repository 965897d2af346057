// Every refusal has a test: each code is expected in a test file that calls the API through HTTP. What counts as expected is a
// string in the argument of a matcher, in the table of an `each`, or in a constant that one of the two names; a mere list or a
// comment does not.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MESSAGE_STATUS, type MessageCode } from './messages.ts'

const ROOT = join(import.meta.dirname, '../..')
const refusals = (Object.keys(MESSAGE_STATUS) as MessageCode[]).filter((code) => MESSAGE_STATUS[code] >= 400)

/**
 * Refused below the calls: the call proposes such a withdrawal instead; a page counts as slow only where another host answers,
 * and a test has no internet. Each has a test of the function.
 */
const BELOW_THE_CALLS: ReadonlySet<string> = new Set([
  'withdrawal_takes_two_people',
  'landing_page_is_too_slow',
])

const MATCHER =
  /\.(?:toBe|toEqual|toStrictEqual|toMatchObject|toContain|toContainEqual|toThrow|toHaveProperty)\(/g
const TABLE = /\.(?:each|for)(?:<[^(]*>)?\(/g
const HTTP = /\bapp\.call\(|\.inject\(|\bfetch\(/
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** What stands in the brackets that each match opens, up to its own closing bracket; strings may contain any. */
function insides(text: string, opening: RegExp): string[] {
  return [...text.matchAll(opening)].map((match) => {
    const from = match.index + match[0].length
    const open = [CLOSING[match[0].at(-1)!]]
    let quote: string | undefined
    for (let at = from; at < text.length; at += 1) {
      const char = text[at]!
      if (quote !== undefined) {
        if (char === '\\') at += 1
        else if (char === quote) quote = undefined
      } else if (`'"\``.includes(char)) quote = char
      else if (CLOSING[char] !== undefined) open.push(CLOSING[char])
      else if (char === open.at(-1)) open.pop()
      if (open.length === 0) return text.slice(from, at)
    }
    return ''
  })
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** The codes that a test file expects. */
function expectedIn(source: string): Set<string> {
  const text = withoutComments(source)
  const constants = Map.groupBy(
    text.matchAll(/^ *(?:const|let) (\w+)(?:: [^=\n]+)? = /gm),
    ([, name]) => name!,
  )
  /** A constant's value, if it is a string, an array or an object. */
  const valueOf = (match: RegExpExecArray): string => {
    const value = text.slice(match.index + match[0].length)
    if (/^['"`]/.test(value)) return value.slice(0, value.indexOf('\n'))
    return insides(value, /^[[{(]/g)[0] ?? ''
  }
  const direct = [...insides(text, MATCHER), ...insides(text, TABLE)]
  const named = direct.flatMap((part) =>
    [...part.matchAll(/\b[a-zA-Z_]\w*\b/g)].flatMap(([name]) => constants.get(name)?.map(valueOf) ?? []),
  )
  return new Set([...direct, ...named].flatMap((part) => [...part.matchAll(/\b[a-z][a-z0-9_]+\b/g)].flat()))
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
}

test('every refusal is expected by a test that goes through HTTP', () => {
  const sources = testFiles(join(ROOT, 'server')).map((path) => readFileSync(path, 'utf8'))
  const expected = new Set(
    sources.filter((text) => HTTP.test(text)).flatMap((text) => Array.from(expectedIn(text))),
  )
  expect(refusals.length).toBeGreaterThan(250)
  expect(refusals.filter((code) => !expected.has(code) && !BELOW_THE_CALLS.has(code))).toEqual([])
  const anywhere = new Set(sources.flatMap((text) => Array.from(expectedIn(text))))
  expect([...BELOW_THE_CALLS].filter((code) => !anywhere.has(code))).toEqual([])
})

describe('a code is expected', () => {
  const sources: readonly (readonly [string, boolean, string])[] = [
    ['in a matcher', true, `expect(answer).toMatchObject({ status: 409, code: 'level_is_in_use' })`],
    ['after a string with a bracket', true, `expect(f(')')).toEqual([')', 'level_is_in_use'])`],
    ['in a table', true, `test.each([['a', 'level_is_in_use']])('%s', (code) => expect(c).toBe(code))`],
    [
      'in a named constant',
      true,
      `const USED = { code: 'level_is_in_use' }\nexpect(answer).toMatchObject(USED)`,
    ],
    ['not in a list', false, `const CODES = ['level_is_in_use']\nfor (const code of CODES) refuse(code)`],
    ['not in a comment', false, `// refuses level_is_in_use\nexpect(answer.status).toBe(409)`],
    ['not in what is called', false, `expect(await refused('level_is_in_use')).toBe(true)`],
  ]
  test.each(sources)('%s', (_where, expected, source) => {
    expect(expectedIn(source).has('level_is_in_use')).toBe(expected)
  })
})
