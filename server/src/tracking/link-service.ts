// What the public link service needs of tracking, apart from tracking.ts: a process with this role alone
// must restart quickly after a crash, so nothing here imports a module that imports others.
export { localeOfBrowser } from './accept-language.ts'
export { refusedFetch, refusedForm } from './agents.ts'
export { BEACON_SCRIPT, type Beacons, openBeacons } from './beacon.ts'
export { clickUrl } from './click-url.ts'
export { recognise } from './devices.ts'
export { endedLinkLeadsOn, type Link, isLive } from './link-cache.ts'
export { type Page, type PageError, renderPage, renderErrorPage } from './page.ts'
export { type Visits, openVisits } from './visits.ts'
