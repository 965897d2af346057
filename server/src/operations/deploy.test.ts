// The short version of the drill `deploy`: processes are replaced under load, and no request is refused.
import { expect, test } from 'vitest'
import { drillDeploy } from '../../../faults/deploy.ts'

const quiet = () => undefined

test('two link processes are replaced under load, and no request is refused; killed ones refuse some', async () => {
  const outcome = await drillDeploy({ role: 'links', times: 1, end: 'SIGTERM' }, quiet)
  expect(outcome.answered).toBeGreaterThan(50)
  expect([outcome.refused, outcome.ends]).toEqual([[], []])
  const control = await drillDeploy({ role: 'links', times: 1, end: 'SIGKILL' }, quiet)
  expect(control.refused.length).toBeGreaterThan(0)
}, 120_000)
