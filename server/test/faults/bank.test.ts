// The bank test in short, with real processes: npm run faults -- bank is the long one.
import { expect, test } from 'vitest'
import { bankTest } from '../../../faults/bank.ts'

const TIMEOUT_MS = 240_000

test(
  'some seconds of money operations of every kind leave books in which everything holds, and seeded bugs are seen',
  async () => {
    const wanted = { operations: 600, people: 12, within_ms: 8_000 }
    const { operations, faults, unshown } = await bankTest(wanted, () => undefined)
    expect(faults).toEqual([])
    expect(operations).toBeGreaterThan(20)
    // What a short run did not come to is the long one's business; what it did come to must be seen when it is broken.
    expect(unshown.filter((line) => line.startsWith('unseen'))).toEqual([])
  },
  TIMEOUT_MS,
)
