// The life of one order: a newcomer registers, receives, takes, starts and shares it; strangers visit; the award is theirs.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { earnAnAward } from './journeys.ts'
import { ownOrigin } from './people.ts'

const origin = ownOrigin()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('a newcomer earns an award from visits of strangers, and it is in balance and lists', async () => {
  const newcomer = { username: 'novabearer', phone: '+84912345678' }
  expect(await earnAnAward(browser, { origin, links: origin }, newcomer)).toMatch(/\d,\d\d$/)
})
