// The bank drill in short, with real processes: npm run faults -- bank is the long one.
import { expect, test } from 'vitest'
import { bankTest } from '../../../faults/bank.ts'

const TIMEOUT_MS = 240_000

test(
  'some seconds of money operations of every kind leave an intact ledger, and seeded bugs are found',
  async () => {
    const options = { operations: 600, members: 12, within_ms: 8_000 }
    const { operations, faults, unshown } = await bankTest(options, () => undefined)
    expect(faults).toEqual([])
    expect(operations).toBeGreaterThan(20)
    // A short run may skip some kinds; those it had must be found when broken.
    expect(unshown.filter((line) => line.startsWith('unseen'))).toEqual([])
  },
  TIMEOUT_MS,
)
