// The life of a visit until its verdict: recorded when the page is requested, continued with its token.
// Used by the link service and the demo set. It answers only when the visit is durable (storage.test.ts).
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Database } from '../database/database.ts'
import { type Link, isLive, openLinks } from './link-cache.ts'
import { openRecorder } from './recorder.ts'
import { refusedAge } from './rules.ts'
import { type Identity, dayOf, openSalts } from './visitor.ts'
import { makeToken, readToken, tokenKey } from './token.ts'

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
   * is not one we made for this link; that is recorded as a hit of its own, and so is a token used twice.
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
      link_id: link.id,
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
