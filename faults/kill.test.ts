// Short version of kill -9 under load; npm run faults -- kill is the long one, with the recovery limit of ten seconds.
import { expect, test } from 'vitest'
import { drillKills } from './kill.ts'

const TIMEOUT_MS = 240_000

test(
  'killing a web process, a connection and PostgreSQL loses nothing acknowledged, and nothing takes effect twice',
  async () => {
    const options = { kills: ['backend', 'web', 'postmaster'] as const, members: 8, calmMs: 300 }
    const { faults, unshown } = await drillKills(options, () => undefined)
    expect({ faults, unshown }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)
