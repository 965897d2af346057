// The life of a visit until its verdict, for the link service and the demo set: recorded when the page is
// requested, continued with its one-time token; answers only when it is durable (storage.test.ts). A process
// with this role alone must restart quickly after a crash, so nothing here imports a module that imports
// others.
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import { instantOf } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Database } from '../database/database.ts'
import { type Link, isLive, openLinks } from './link-cache.ts'
import { openRecorder } from './recorder.ts'
import { refusedAge } from './rules.ts'
import { type Identity, dayOf, openSalts } from './visitor.ts'

export { refusedFetch, refusedForm } from './agents.ts'
export { BEACON_SCRIPT, type Beacons, openBeacons } from './beacon.ts'
export { clickUrl } from './click-url.ts'
export { recognise } from './devices.ts'
export { endedLinkRedirects, type Link, isLive } from './link-cache.ts'
export { localeOfBrowser, type Page, type PageError, renderPage, renderErrorPage } from './page.ts'

interface Hit {
  link: Link
  /** When; a simulated history may give a past instant. */
  at: Date
  identity: Identity
  /** Why it is not a page view, or not a browser's form, where that is known. */
  refused: VisitReason | null
  /** Of the page that is served. */
  locale?: Locale
}

export interface Visits {
  /** The link with this code, or null; synchronous when it is cached. */
  findLink(code: string): Link | null | Promise<Link | null>
  /** Records one hit; resolves, once it is durable, with the visit's id and the token of its page. */
  record(hit: Hit): Promise<{ visit_id: string; token: string }>
  /**
   * Continues the visit a token was made for; resolves, once durable, with the visit's id. null: the token
   * is not one we made for this link; that is recorded as a separate hit, and so is a token used twice.
   */
  continue(hit: Hit & { token: string }): Promise<{ visit_id: string } | null>
  close(): Promise<void>
}

/** Opens the recording of visits; `secrets` are the deployment's, the newest first. */
export async function openVisits({
  database,
  secrets,
}: {
  database: Database
  secrets: readonly string[]
}): Promise<Visits> {
  const links = await openLinks(database)
  const salts = openSalts(database)
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
        visit_day: dayOf(made_at),
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

// The one-time token of a page: the visit it was made for, and a MAC. It carries nothing about the visitor;
// the database decides that it is used once.

/** A visit's id, and 132 bits of the MAC in base64url. */
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})$/
const PROOF_LENGTH = 22

/** The signing key of this deployment's tokens; every process derives the same one. */
function tokenKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn visit token', 32)))
}

/** The token of a visit on a link; both are ids. The visit's id holds its time. */
function makeToken(key: KeyObject, link_id: string, visit_id: string): string {
  return `${visit_id}.${proof(key, link_id, visit_id)}`
}

/** The visit a token was made for on this link, or null when it is not ours. */
function readToken(
  keys: readonly KeyObject[],
  link_id: string,
  token: string,
): { visit_id: string; made_at: Date } | null {
  const [, visit_id, proven] = TOKEN.exec(token) ?? []
  if (visit_id === undefined || proven === undefined) return null
  const given = Buffer.from(proven)
  if (!keys.some((key) => timingSafeEqual(given, Buffer.from(proof(key, link_id, visit_id))))) return null
  return { visit_id, made_at: instantOf(visit_id) }
}

function proof(key: KeyObject, link_id: string, visit_id: string): string {
  return createHmac('sha256', key).update(`${link_id} ${visit_id}`).digest('base64url').slice(0, PROOF_LENGTH)
}
