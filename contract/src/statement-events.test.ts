import { expect, test } from 'vitest'
// The statement on the screen and on paper: one line an event, with its effect on what is available.
import type { StatementLine } from './documents.ts'
import { effectOf, eventPages, eventsOf } from './statement-events.ts'

const line = (
  entry: string,
  part: StatementLine['part'],
  amount: string,
  more: Partial<StatementLine> = {},
): StatementLine => ({
  _id: `${entry}:${part}`,
  at: '2026-11-21T08:00:00.000Z',
  type: 'withdrawal_requested',
  part,
  amount,
  balance_after: '0.00',
  counterparty: 'own',
  refers_to: { kind: 'withdrawal', _id: 'w', name: 'FW-1' },
  note: '',
  ...more,
})

const shown = (lines: StatementLine[]) => eventsOf(lines).map(({ _id, amount }) => `${_id} ${amount}`)

test('a withdrawal asked for is one line, which takes from what is available', () => {
  const [held, available] = [line('one', 'held', '12.50'), line('one', 'available', '-12.50')]
  expect(shown([held, available])).toEqual(['one:available -12.50'])
  expect(shown([available, held])).toEqual(['one:available -12.50'])
  // Its other half is on the next page.
  expect(shown([held])).toEqual([])
})

test('one that was cancelled gives back in one line, and one that was sent is a line without effect', () => {
  const back = { type: 'withdrawal_returned' }
  const sent = { type: 'withdrawal_sent', counterparty: 'bank' } as const
  expect(
    shown([
      line('three', 'held', '-30.00', sent),
      line('two', 'available', '12.50', back),
      line('two', 'held', '-12.50', back),
    ]),
  ).toEqual(['three:held -30.00', 'two:available 12.50'])
})

test('read in pages of any size, the events are the same, and their effects add up', async () => {
  const at = (second: number) => ({ at: `2026-11-21T08:00:0${second}.000Z` })
  const reversed = { type: 'reversal', counterparty: 'platform' } as const
  const lines = [
    line('four', 'held', '-20.00', { ...at(4), ...reversed }),
    line('four', 'available', '20.00', { ...at(4), ...reversed }),
    line('three', 'held', '-30.00', { ...at(3), type: 'withdrawal_sent', counterparty: 'bank' }),
    line('two', 'held', '20.00', at(2)),
    line('two', 'available', '-20.00', at(2)),
    line('one', 'held', '30.00', at(1)),
    line('one', 'available', '-30.00', at(1)),
  ]
  async function* pagesOf(size: number) {
    for (let from = 0; from < lines.length; from += size)
      yield await Promise.resolve(lines.slice(from, from + size))
  }
  for (let size = 1; size <= lines.length; size += 1) {
    const read: StatementLine[] = []
    for await (const page of eventPages(pagesOf(size))) read.push(...page)
    expect([size, ...read.map((event) => `${event._id} ${effectOf(event)}`)]).toEqual([
      size,
      'four:available 20.00',
      'three:held 0.00',
      'two:available -20.00',
      'one:available -30.00',
    ])
  }
})
