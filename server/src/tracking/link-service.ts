// A visit from request to verdict, for the link service and demo data: recorded when its page is requested, continued with
// a one-time token; responses are sent only once it is durable (storage.test.ts). A process with this role alone must
// restart quickly after a crash, so nothing here imports a module with further imports.
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Database } from '../platform/database/database.ts'
import { type Link, isLive, openLinks } from './link-cache.ts'
import { openTokens } from './page-tokens.ts'
import { openRecorder } from './recorder.ts'
import { refusedAge } from './rules.ts'
import { type Identity, dayOf, openSalts } from './visitor.ts'

export { iconRoutes } from '../platform/http/icons.ts'
export { refusedFetch, refusedForm } from './agents.ts'
export { BEACON_SCRIPT, type Beacons, openBeacons } from './beacon.ts'
export { clickUrl } from './click-url.ts'
export { recognise } from './devices.ts'
export { endedLinkRedirects, type Link, isLive } from './link-cache.ts'
export { localeOfBrowser, type Page, type PageError, renderPage, renderErrorPage } from './page.ts'
export { renderOutcome, renderReportForm, renderThanks, renderUnknownReport } from './report-page.ts'
export { openReports, type Reports, type SentReport } from './reports.ts'

interface Hit {
  link: Link
  /** Time of the hit; simulated histories use past instants. */
  at: Date
  identity: Identity
  /** Why it is not a page view, or not a browser's form, if already known. */
  refused: VisitReason | null
  /** Locale of the page served. */
  locale?: Locale
}

export interface Visits {
  /** The link with this code, or null; synchronous if it is cached. */
  findLink(code: string): Link | null | Promise<Link | null>
  /** Records a hit; resolves, once it is durable, with the visit's id and its page's token. */
  record(hit: Hit): Promise<{ visit_id: string; token: string }>
  /**
   * Continues the visit of a token; resolves, once durable, with the visit's id. null: not a valid token for this link,
   * which is recorded as a separate hit, as is a reused token.
   */
  continue(hit: Hit & { token: string }): Promise<{ visit_id: string } | null>
  close(): Promise<void>
}

/** Opens the recording of visits; `secrets` of the deployment, newest first. */
export async function openVisits({
  database,
  secrets,
}: {
  database: Database
  secrets: readonly string[]
}): Promise<Visits> {
  const links = await openLinks(database)
  const salts = openSalts(database, secrets[0]!)
  const recorder = openRecorder(database)
  const tokens = openTokens('visit', secrets)

  async function record({
    link,
    at,
    identity,
    refused,
    locale,
  }: Hit): Promise<{ visit_id: string; token: string }> {
    const known = salts.visitor(identity, at)
    const visitor = known instanceof Promise ? await known : known
    const inactive = isLive(link, at) ? null : 'link_not_active'
    const visit_id = await recorder.visit({
      link,
      at,
      visitor,
      locale: locale ?? null,
      refused: refused ?? inactive,
    })
    return { visit_id, token: tokens.make(link.id, visit_id) }
  }

  return {
    findLink: (code) => links.find(code),
    record,
    async continue(hit) {
      const { link, at } = hit
      const read = tokens.read(link.id, hit.token)
      if (read === null) {
        await record({ ...hit, refused: 'token_invalid' })
        return null
      }
      const { id: visit_id, made_at } = read
      const first = await recorder.continuation({
        link,
        visit_id,
        visitDay: dayOf(made_at),
        at,
        refused: isLive(link, at)
          ? (refusedAge(at.getTime() - made_at.getTime()) ?? hit.refused)
          : 'link_not_active',
      })
      if (!first) await record({ ...hit, refused: 'token_used' })
      return { visit_id }
    },
    close: () => links.close(),
  }
}
