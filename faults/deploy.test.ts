// Short version of the drill `deploy`: processes are replaced under load, and no request is refused.
import { expect, test } from 'vitest'
import { drillDeploy } from './deploy.ts'

const quiet = () => undefined

test('replacing two link processes under load refuses no request; killing one refuses some', async () => {
  const outcome = await drillDeploy({ role: 'links', times: 1 }, quiet)
  expect(outcome.answered).toBeGreaterThan(50)
  expect([outcome.refused, outcome.ends]).toEqual([[], []])
  expect(outcome.refusedByKilled.length).toBeGreaterThan(0)
}, 120_000)
