// Every dialog's name says what it is about: "Approve" alone would not, with several tabs open. Either it has an object (`of`),
// which the types require, or its title says it, and stands here.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import en from '../texts/en.ts'
import vi from '../texts/vi.ts'

const SOURCE = join(import.meta.dirname, '..')
const FILES = globSync('**/*.tsx', { cwd: SOURCE })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }))

/** Titles of dialogs without an object besides, in English. */
const NAMES_ITS_OBJECT: Readonly<Record<string, string>> = {
  'app.confirm.title': 'Confirm that it is you',
  'batches.create': 'Create payment file',
  'first_day.other_backup': 'We back up by other means',
  'first_day.send_test_mail': 'Send test mail',
  'invitations.create': 'New invitation',
  'proofs.make': 'Create proof now',
  'reconciliation.opening_balance': 'Propose the opening balance',
  'staff.invite': 'Invite staff member',
  'support.templates.create': 'New answer template',
}
/** Dialogs of their own, and what names each: a heading with its object, or a text of NAMES_OF_OWN. */
const OF_THEIR_OWN: Readonly<Record<string, string>> = {
  'banking/FileDialog.tsx': '{title}',
  'banking/UnconfirmedLines.tsx': "translate('bank_statements.lines_of', { period",
  'components/ActionDialog.tsx': '<TitleOf>{of}</TitleOf>',
  'components/BulkAction.tsx': '<TitleOf>{of(rows)}</TitleOf>',
  'notices/TrialOnScreen.tsx': '<TitleOf>{texts.vn.title}</TitleOf>',
  'overview/Search.tsx': 'aria-labelledby="search-label"',
}
const NAMES_OF_OWN: Readonly<Record<string, string>> = {
  'bank_statements.import': 'Import statements',
  'batches.report': 'Import status report',
  'search.title': 'Search the back office',
  'panel.typed': 'Close without saving?',
}

const textOf = (texts: object, key: string) =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts)

const titlesIn = (text: string): string[] =>
  [...text.matchAll(/title=\{translate\('([\w.-]+)'\)\}\s+of=\{null\}/g)].map(([, key = '']) => key)

test('a dialog without an object besides its title is one of those whose title says it', () => {
  const found = FILES.flatMap(({ text }) => titlesIn(text))
  expect(found.toSorted()).toEqual(Object.keys(NAMES_ITS_OBJECT).toSorted())
  // No other way of leaving the object out.
  const without = FILES.reduce(
    (sum, { text }) => sum + [...text.matchAll(/\bof(?:=\{|: )(?:null|undefined|'')/g)].length,
    0,
  )
  expect(without).toBe(found.length)
})

test('the titles that say their object are more than a verb, in both languages', () => {
  for (const [key, english] of Object.entries({ ...NAMES_ITS_OBJECT, ...NAMES_OF_OWN })) {
    expect(textOf(en, key)).toBe(english)
    expect([key, english.split(' ').length > 1, String(textOf(vi, key)).split(' ').length > 2]).toEqual([
      key,
      true,
      true,
    ])
  }
})

test('every dialog that is drawn without those components is named by its object too', () => {
  const drawn = FILES.filter(({ text }) => /<Dialog\s/.test(text))
  expect(drawn.map(({ path }) => path)).toEqual(Object.keys(OF_THEIR_OWN))
  expect(drawn.filter(({ path, text }) => !text.includes(OF_THEIR_OWN[path] ?? '—'))).toEqual([])
})
