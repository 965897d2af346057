import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ASVS_PAGE, asvsPage, contradictions, findEvidence, numbersOf, tagsIn } from './asvs.ts'
import { type Requirement, REQUIREMENTS } from './requirements.ts'

const evidence = findEvidence()

test('docs/asvs.md is the output of `npm run docs:asvs`', () => {
  expect(readFileSync(ASVS_PAGE, 'utf8')).toBe(asvsPage(REQUIREMENTS, evidence))
})

test('every requirement of levels 1 and 2 has one status, and every one that is met has a test', () => {
  expect(contradictions(REQUIREMENTS, evidence)).toEqual([])
  const numbers = (level: number) => REQUIREMENTS.filter((each) => each[1] === level).flatMap(numbersOf)
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  expect([numbers(1).length, numbers(2).length]).toEqual([70, 183])
  expect(new Set([...numbers(1), ...numbers(2)]).size).toBe(253)
  expect(
    REQUIREMENTS.filter(([, , , status, reason]) => (status === undefined) !== (reason === undefined)),
  ).toEqual([])
})

test('a missing tag, an unknown number and a tag on an unmet requirement are reported', () => {
  const requirements: Requirement[] = [
    ['V1.1.1', 1, 'proved'],
    ['V1.1.2-3', 1, 'proved in part only'],
    ['V1.1.4', 1, 'left out', 'not met', 'for a reason'],
  ]
  const tags = tagsIn('x.test.ts', "// ASVS V1.1.1 V1.1.3 V1.1.4 V9.9.9\ntest('holds', () => {})")
  expect(tags[0]).toEqual({ number: 'V1.1.1', file: 'x.test.ts', line: 1, name: 'holds' })
  expect(contradictions(requirements, tags)).toEqual([
    'x.test.ts:1: V9.9.9 is no requirement of levels 1 and 2',
    'V1.1.2: no test is tagged with it',
    'V1.1.4: not met, yet tagged',
  ])
  expect(() => tagsIn('x.test.ts', '// ASVS V1.1.1\nconst nothing = 1')).toThrow('the tag stands at no test')
})
