// Short version of the link service's drill, with real processes; faults/links.ts is the long one.
import { expect, test } from 'vitest'
import { drillLinks } from './links-drill.ts'

const TIMEOUT_MS = 300_000

test(
  'every page that was served has its visit and every Continue its continuation, whatever is killed',
  async () => {
    const { faults, unshown } = await drillLinks({
      kills: ['backend', 'links', 'postmaster'],
      calmMs: 300,
      visitors: 12,
      // The drill itself measures how long a start takes on a busy machine.
      recovery_limit_ms: TIMEOUT_MS,
    })
    expect({ faults, unshown }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)
