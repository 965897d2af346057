// The drill npm run faults -- promises changes source lines and runs tests by name; both must still exist, and each test is
// one that docs/promises.md names for that promise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BREACHES, KINDS } from './promises.ts'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

/** The section of a promise, up to the next. */
const sectionOf = (promise: number): string => textOf('docs/promises.md').split(/^##? /m)[promise + 1]!

test.each(BREACHES)(
  '$promise. $defect: the line to change and its test exist, and the document names the test',
  ({ promise, file, from, test: [testFile, name] }) => {
    expect(textOf(file)).toContain(from)
    expect(textOf(testFile)).toContain(name)
    const rows = sectionOf(promise)
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.includes(`\`${testFile}\``))
    expect(rows.join('\n')).toContain(name)
  },
)

test('each promise is broken in its rule, around it, and in what is said of it', () => {
  const kindsOf = (promise: number) =>
    KINDS.filter((kind) => BREACHES.some((breach) => breach.promise === promise && breach.kind === kind))
  for (const promise of [1, 2, 3, 4, 5, 6, 7]) expect(kindsOf(promise), `promise ${promise}`).toEqual(KINDS)
})
