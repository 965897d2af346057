// Every key of a text that the screens name is in both languages: another would be shown as it is written.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import en from './en.ts'
import { refusals } from './refusals.ts'
import vi from './vi.ts'

const SOURCE = join(import.meta.dirname, '..')
/** Where a text is named by its key, as written: what is put together from parts is not found. */
const NAMED =
  /(?:translate\(|notify\(|(?:done|label|title|why|help|helperText|empty|text)=(?:\{)?)\s*'([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)'|(?:done|label|title|why|help|empty|text)="([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)"/g

const has = (texts: object, key: string): boolean =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts) !==
  undefined

test('nobody is asked to reload a page that is fetched again by itself', () => {
  const outdated = Object.entries(refusals.refusals).filter(([code]) =>
    /_is_in_another_state$|^bank_statement_needs_no_confirmation$/.test(code),
  )
  expect(outdated.length).toBeGreaterThan(4)
  expect(outdated.filter(([, texts]) => /reload|tải lại/i.test(texts.join(' ')))).toEqual([])
})

test('every text that a screen names exists in both languages', () => {
  const keys = globSync('**/*.tsx', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(NAMED)].map((match) => ({
      file,
      key: match.slice(1).find(Boolean) ?? '',
    })),
  )
  expect(keys.length).toBeGreaterThan(300)
  expect(keys.filter(({ key }) => !has(en, key) || !has(vi, key))).toEqual([])
})
