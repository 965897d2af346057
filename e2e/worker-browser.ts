// The browser that all journeys of one worker share; each opens contexts of its own in it.
import { launchBrowser } from './browser.ts'

/** Of whatever is waited for: on a busy machine the back office alone takes half of it. */
const TIMEOUT_MS = 60_000

export const browser = await launchBrowser()
const open = browser.newContext.bind(browser)
browser.newContext = async (options) => {
  const context = await open(options)
  context.setDefaultTimeout(TIMEOUT_MS)
  return context
}
