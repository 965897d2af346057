// What of tracking the public link service needs, and nothing else of the product: a door of its own, because a process that
// takes this role alone must answer again soon after it was killed. It must import nothing that knows another module.
export { localeOfBrowser } from './accept-language.ts'
export { refusedFetch, refusedForm } from './agents.ts'
export { BEACON_SCRIPT, type Beacons, openBeacons } from './beacon.ts'
export { clickUrl } from './click-url.ts'
export { recognise } from './devices.ts'
export { endedLinkLeadsOn, type Link, isLive } from './link-cache.ts'
export { type Page, type PageError, renderPage, renderErrorPage } from './page.ts'
export { type Visits, openVisits } from './visits.ts'
