// The table of a simulated day adds up, as the report writes it and as docs/a-day.md has it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hourlyRows } from './day-report.ts'
import type { Acknowledged } from './records.ts'

const done = (operation: string, times: number): Acknowledged[] =>
  Array.from({ length: times }, (_, i) => ({ operation, thing: `${operation} ${i}`, effects: [] }))

test('what was done after the last part of the day has a row, and the sums are of the whole record', () => {
  const acknowledged = [...done('order taken', 5), ...done('deposit imported', 3), ...done('level bought', 2)]
  const hours = [
    { hour: 0, operations: 4, done: new Map([['order taken', 3]]) },
    {
      hour: 12,
      operations: 4,
      done: new Map([
        ['order taken', 2],
        ['deposit imported', 1],
      ]),
    },
  ]
  expect(hourlyRows({ hours, record: { acknowledged, refused: [] } })).toEqual([
    ['00:00', 4, 3, 0, 0, 0],
    ['12:00', 4, 2, 0, 1, 0],
    ['after', 2, 0, 0, 2, 0],
    ['**all**', 10, 5, 0, 3, 0],
  ])
})

test('docs/a-day.md: the hours and what came after are all there was, and so are the attempts and the reasons', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/a-day.md'), 'utf8').replaceAll('\u00A0', '')
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
  const hours = lines.filter(([from]) => /^(\d\d:00|after)$/.test(from!))
  const [, ...sums] = lines.find(([from]) => from === '**all**')!
  const columns = sums.map((_, column) => hours.reduce((sum, row) => sum + Number(row[column + 1]), 0))
  expect(columns).toEqual(sums.map(Number))
  expect(lines.find(([what]) => what === 'confirmed actions, all checked afterwards')![1]).toBe(sums[0])
  expect(text).toContain(`| ${sums[3]} deposits, `)
  expect(text).toContain(`| ${sums[4]} withdrawals, `)

  const [, tried, ways] = /tried to cheat (\d+) times in (\d+) ways/.exec(text)!
  const at = lines.findIndex(([what]) => what === 'attempt')
  const attempts = lines.slice(at + 2)
  expect(attempts).toHaveLength(Number(ways))
  expect(attempts.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(Number(tried))
  const [, reasons] = /these were not counted: (.*)\./.exec(text)!
  const refused = [...reasons!.matchAll(/\((\d+)\)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  expect(lines.find(([what]) => what === 'visits counted / not counted')![1]).toMatch(
    new RegExp(`/ ${refused}$`),
  )
})
