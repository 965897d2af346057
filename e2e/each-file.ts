// After each file of journeys: nothing it opened goes on beside the next one.
import { afterAll } from 'vitest'
import { browser } from './worker-browser.ts'

afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
