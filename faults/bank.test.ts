// Short version of the bank drill, with real processes; the long one is npm run faults -- bank.
import { expect, test } from 'vitest'
import { bankTest } from './bank.ts'

const TIMEOUT_MS = 240_000

test(
  'after some seconds of money operations of every kind the ledger is intact, and seeded bugs are found',
  async () => {
    const options = { operations: 600, members: 12, within_ms: 8_000 }
    const { operations, faults, unshown } = await bankTest(options, () => undefined)
    expect(faults).toEqual([])
    expect(operations).toBeGreaterThan(20)
    // A short run may not inject some kinds of faults; those it injected must be detected.
    expect(unshown.filter((line) => line.startsWith('unseen'))).toEqual([])
  },
  TIMEOUT_MS,
)
