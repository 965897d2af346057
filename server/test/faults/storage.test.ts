// A power cut in short: npm run faults -- power-cut is the long one.
import { expect, test } from 'vitest'
import { drillPowerCuts } from '../../../faults/power-cut.ts'

const TIMEOUT_MS = 240_000

test(
  'a power cut loses nothing that was acknowledged',
  async ({ skip }) => {
    const outcome = await drillPowerCuts({ cuts: 1, people: 6 }, () => undefined)
    if (typeof outcome === 'string') skip(outcome)
    const { faults, unshown } = outcome as Exclude<typeof outcome, string>
    expect({ faults, unshown: unshown.filter(notFew) }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)

/** A short run may have acknowledged too little to show much. */
const notFew = (line: string): boolean => !line.startsWith('only ')
