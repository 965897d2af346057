// docs/rules.md has exactly the rules of the code, in the order in which they decide.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REVIEW_REASONS } from '@fairturn/contract/backoffice/reviews'
import { VISIT_REASONS } from '@fairturn/contract/tracking'
import { expect, test } from 'vitest'
import { FIRST_RULES_VERSION, MACHINE_REASONS, RULES_VERSION, VISITOR_REASONS } from './rules.ts'

const page = await readFile(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8')

/** Codes in the first column of the table with this heading. */
function codesUnder(heading: string): string[] {
  const [, rows] = new RegExp(String.raw`^\| ${heading} .*\n\| -.*\n((?:\|.*\n)+)`, 'm').exec(page) ?? []
  return (rows ?? '')
    .trim()
    .split('\n')
    .map((row) => /^\| `([a-z_]+)` +\| \S/.exec(row)?.[1] ?? row)
}

const codesIn = (text: string): string[] => Array.from(text.matchAll(/`([a-z_]+)`/g), ([, code]) => code!)

test('a visit’s reasons are those of the code', () => {
  expect(codesUnder('code')).toEqual(VISIT_REASONS)
})

test('a review’s reasons are those of the code', () => {
  expect(codesUnder('reason')).toEqual(REVIEW_REASONS)
})

test('the version is that of new offers, and versions that are recounted are named', () => {
  expect(page).toContain(`**The rules version is ${RULES_VERSION}.**`)
  expect(page).toContain(`recounted by its own version (${FIRST_RULES_VERSION} or ${RULES_VERSION})`)
})

test('reasons that lower quality are those of the code', () => {
  const [, item] = /^- \*\*not verified\*\*: ([^;]+);/m.exec(page) ?? []
  expect(codesIn(item ?? '')).toEqual([...VISITOR_REASONS])
  expect([...VISITOR_REASONS].filter((reason) => MACHINE_REASONS.has(reason))).toEqual([])
})
