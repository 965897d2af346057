// Short versions of the money drills, on one product with real processes; npm run faults runs each of them at length.
import { beforeAll, expect, test } from 'vitest'
import { drillFaultSequence } from './fault-sequence.ts'

const TIMEOUT_MS = 300_000

let outcome: Awaited<ReturnType<typeof drillFaultSequence>>
beforeAll(async () => {
  outcome = await drillFaultSequence({ members: 8 })
}, TIMEOUT_MS)

test('cut connections, killed processes and a failover lose nothing acknowledged, and nothing takes effect twice', () => {
  expect(outcome.faults).toEqual([])
  expect(outcome.operations).toBeGreaterThan(50)
  expect(outcome.unknown).toBeGreaterThan(0)
})

test('nor does a power cut', ({ skip }) => {
  if (outcome.noPowerCut !== undefined) skip(outcome.noPowerCut)
  expect(outcome.faults).toEqual([])
})

test('control: bugs seeded into the ledger of these operations are found', () => {
  // A short run may not inject some kinds of faults; those it injected must be detected.
  expect(outcome.unshown.filter((line) => line.startsWith('unseen'))).toEqual([])
})
