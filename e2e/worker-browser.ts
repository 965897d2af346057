// The browser shared by all tests of one worker; each opens its own contexts in it.
import { launchBrowser } from '../testing/browser.ts'

/** Default timeout: on a busy machine loading the back office alone takes half of it. */
const TIMEOUT_MS = 60_000

export const browser = await launchBrowser()
const open = browser.newContext.bind(browser)
browser.newContext = async (options) => {
  const context = await open(options)
  context.setDefaultTimeout(TIMEOUT_MS)
  return context
}
