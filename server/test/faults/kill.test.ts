// kill -9 under a bank's load in short: npm run faults -- kill is the long one, with the limit of ten
// seconds.
import { expect, test } from 'vitest'
import { drillKills } from '../../../faults/kill.ts'

const TIMEOUT_MS = 240_000

test(
  'a killed web process, connection and PostgreSQL lose nothing that was acknowledged and do nothing twice',
  async () => {
    const options = { kills: ['backend', 'web', 'postmaster'] as const, members: 8, calm_ms: 300 }
    const { faults, unshown } = await drillKills(options, () => undefined)
    expect({ faults, unshown }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)
