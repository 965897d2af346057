// Short versions of transient faults; the long ones are npm run faults -- cut-answers, suspended, pool, clock and
// full-disk.
import { expect, test } from 'vitest'
import { drillCutAnswers } from './cut-answers.ts'

const TIMEOUT_MS = 240_000

test(
  'a committed operation without a response is settled by the same key, and takes effect once',
  async () => {
    const { faults, unshown } = await drillCutAnswers({ times: 1, members: 8 }, () => undefined)
    // A short run may have acknowledged too few operations to be conclusive.
    const shown = unshown.filter((line) => !line.startsWith('only '))
    expect({ faults, unshown: shown }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)
