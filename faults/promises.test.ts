// The drill npm run faults -- promises changes source lines and runs tests by name; both must still exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BREACHES } from './promises.ts'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test.each(BREACHES)(
  'promise $promise: the line to change and its test exist',
  ({ file, from, test: [test_file, name] }) => {
    expect(textOf(file)).toContain(from)
    expect(textOf(test_file)).toContain(name)
  },
)
