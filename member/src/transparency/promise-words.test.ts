// What the screens, the public pages and the documents say of a promise is the same everywhere, in every language.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '@fairturn/contract/locales'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const rulesOf = (locale: string) => read(`server/src/platform/texts/${locale}/pages/foundation-rules.html`)

const SAID = 'Paid into your balance on <0/>. What you have claimed is never taken back.'

/** The last sentence of a claimed order’s note, without its full stop. */
function noteOf(locale: string): string {
  const text = read(`member/src/locales/${locale}/others.po`)
  const [, translated = ''] = /^\nmsgstr "([^"]+)"/.exec(text.split(`msgid "${SAID}"`)[1] ?? '') ?? []
  return /([^.。]+)[.。]$/.exec(translated)?.[1]?.trim() ?? ''
}

describe.each(LOCALES)('%s', (locale) => {
  test('what you have claimed is never taken back: the order and the rules say it in the same words', () => {
    const sentence = noteOf(locale)
    expect(sentence.length).toBeGreaterThan(5)
    expect(rulesOf(locale)).toContain(sentence)
  })

  test('the rules name the closed list of what a withdrawal can wait for, and the 72 hours', () => {
    const [, withdrawals = ''] = rulesOf(locale).split('<ul>').slice(1)
    const items = [...withdrawals.split('</ul>')[0]!.matchAll(/<li>(.*)<\/li>/g)].map(([, item]) => item!)
    // Identity and bank, the minimum, the decision, a change of account, the two amounts, a fault in the ledger, cancelling.
    const hours = items.map((item) => [...item.matchAll(/\d+/g)].map(([number]) => number))
    expect(hours).toEqual([[], [], ['72'], ['24'], expect.arrayContaining(['120']), expect.anything(), []])
  })
})

test('docs/promises.md says it in those words, too', () => {
  expect(read('docs/promises.md')).toContain(noteOf('en'))
})
