// The sentences about privacy in docs/security.md stand on the screens in the same words, and each names a test that exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const rows = [
  ...read('docs/security.md').matchAll(/^\| (.+?) +\| (.+?) +\| `(server\/src\/[^`]+\.test\.ts)` +\|$/gm),
]

test('nine sentences are held', () => {
  expect(rows).toHaveLength(9)
})

test.each(rows.map(([, sentence, title, path]) => [sentence!, title!, path!]))(
  '“%s”',
  (sentence, title, path) => {
    expect(read('member/src/locales/en/others.po')).toContain(`msgid ${JSON.stringify(sentence)}`)
    expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
    expect(read(path)).toContain(title)
  },
)
