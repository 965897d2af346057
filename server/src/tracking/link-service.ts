// A visit from request to verdict, for the link service and demo data: recorded when its page is requested, continued with
// a one-time token; responses are sent only once it is durable (storage.test.ts). A process with this role alone must
// restart quickly after a crash, so nothing here imports a module with further imports.
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import { instantOf } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Database } from '../platform/database/database.ts'
import { type Link, isLive, openLinks } from './link-cache.ts'
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
  const keys = secrets.map(tokenKey)

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
    return { visit_id, token: makeToken(keys[0]!, link.id, visit_id) }
  }

  return {
    findLink: (code) => links.find(code),
    record,
    async continue(hit) {
      const { link, at } = hit
      const read = readToken(keys, link.id, hit.token)
      if (read === null) {
        await record({ ...hit, refused: 'token_invalid' })
        return null
      }
      const { visit_id, made_at } = read
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

// The one-time token of a page: the visit's id and a MAC. It contains nothing about the visitor; the database ensures that
// it is used once.

/** A visit's id, and 132 bits of the MAC in base64url. */
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})$/
const MAC_LENGTH = 22

/** Signing key of this deployment's tokens; every process derives the same one. */
function tokenKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn visit token', 32)))
}

/** Token of a visit on a link, both given by id. The visit's id contains its time. */
function makeToken(key: KeyObject, link_id: string, visit_id: string): string {
  return `${visit_id}.${macOf(key, link_id, visit_id)}`
}

/** The visit of a token on this link, or null if its MAC is invalid. */
function readToken(
  keys: readonly KeyObject[],
  link_id: string,
  token: string,
): { visit_id: string; made_at: Date } | null {
  const [, visit_id, proven] = TOKEN.exec(token) ?? []
  if (visit_id === undefined || proven === undefined) return null
  const given = Buffer.from(proven)
  if (!keys.some((key) => timingSafeEqual(given, Buffer.from(macOf(key, link_id, visit_id))))) return null
  return { visit_id, made_at: instantOf(visit_id) }
}

function macOf(key: KeyObject, link_id: string, visit_id: string): string {
  return createHmac('sha256', key).update(`${link_id} ${visit_id}`).digest('base64url').slice(0, MAC_LENGTH)
}
