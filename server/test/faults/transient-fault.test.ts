// Transient faults, in short: npm run faults -- cut-answers, frozen, pool, clock and full-disk are the long
// ones.
import { expect, test } from 'vitest'
import { drillCutAnswers } from '../../../faults/cut-answers.ts'

const TIMEOUT_MS = 240_000

test(
  'what was committed and never answered is settled by the same key, and done once',
  async () => {
    const { faults, unshown } = await drillCutAnswers({ times: 1, members: 8 }, () => undefined)
    // So short a run may have acknowledged too little to show much.
    const shown = unshown.filter((line) => !line.startsWith('only '))
    expect({ faults, unshown: shown }).toEqual({ faults: [], unshown: [] })
  },
  TIMEOUT_MS,
)
