// Short versions of disk and machine failures under PostgreSQL; the long ones are npm run faults -- power-cut and
// failover.
import { expect, test } from 'vitest'
import { drillFailovers } from './failover.ts'
import { drillPowerCuts } from './power-cut.ts'

const TIMEOUT_MS = 240_000

test(
  'a power cut loses nothing that was acknowledged',
  async ({ skip }) => {
    const outcome = await drillPowerCuts({ cuts: 1, members: 6 }, () => undefined)
    if (typeof outcome === 'string') skip(outcome)
    const { faults, unshown } = outcome as Exclude<typeof outcome, string>
    expect({ faults, unshown: unshown.filter(notFew) }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)

test(
  'a synchronous standby takes over with everything that was acknowledged',
  async () => {
    const { faults, unshown } = await drillFailovers({ times: 1, members: 6 }, () => undefined)
    expect({ faults, unshown: unshown.filter(notFew) }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)

/** A short run may have acknowledged too few operations to be conclusive. */
const notFew = (line: string): boolean => !line.startsWith('only ')
