// The browser that all journeys of one worker share; each opens contexts of its own in it.
import { launchBrowser } from './browser.ts'

export const browser = await launchBrowser()
