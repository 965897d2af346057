// Bounded cache of links, so that a hit needs no query. Cache invalidation by NOTIFY, with a TTL of one minute as fallback.
import type { Database, Queryable } from '../platform/database/database.ts'
import { type LandingUrl, parseLandingUrl } from './click-url.ts'
import { LINKS_CHANNEL, type LinkRow, findLinkByCode, leadsOn } from './tracking.store.ts'

/** A tracked link, with the data of its page. */
export interface Link extends Readonly<
  Pick<
    LinkRow,
    'id' | 'code' | 'campaign_id' | 'brand' | 'tagline' | 'creative' | 'opened_at' | 'ends_at' | 'ended_at'
  >
> {
  /** Shard of its visits; those of links in the same shard are written together. */
  readonly shard: string
  /** Whether its advertiser confirms visits. */
  readonly confirmed: boolean
  readonly landing: LandingUrl
}

export interface Links {
  /** The link, or null for an unknown code; synchronous on a cache hit. */
  find(code: string): Link | null | Promise<Link | null>
  close(): Promise<void>
}

const CODE = /^[0-9A-Za-z]{8}$/
const MAX_CACHED_LINKS = 100_000
const MAX_CACHED_MISSES = 20_000
const LINK_FRESH_MS = 60_000
const UNKNOWN_FRESH_MS = 5_000

interface CacheEntry {
  link: Link | null
  untilMs: number
}

export async function openLinks(database: Database): Promise<Links> {
  const links = new Map<string, CacheEntry>()
  const unknown = new Map<string, CacheEntry>()
  const loading = new Map<string, { began: symbol; answer: Promise<Link | null> }>()

  function forget(code: string): void {
    links.delete(code)
    unknown.delete(code)
    loading.delete(code)
  }
  function forgetAll(): void {
    links.clear()
    unknown.clear()
    loading.clear()
  }
  const unlisten = await database.listen(
    LINKS_CHANNEL,
    (code) => (code === '' ? forgetAll() : forget(code)),
    forgetAll,
  )

  function recall(code: string, now_ms: number): CacheEntry | undefined {
    const known = links.get(code) ?? unknown.get(code)
    return known !== undefined && known.untilMs > now_ms ? known : undefined
  }

  async function read(code: string, began: symbol): Promise<Link | null> {
    try {
      const row = await findLinkByCode.maybe(database, { code })
      const link = row === undefined ? null : linkOf(row)
      // If the link was invalidated during the query, the result may be stale: it is used once and not cached.
      if (loading.get(code)?.began === began) {
        const freshMs = link === null ? UNKNOWN_FRESH_MS : LINK_FRESH_MS
        remember(link === null ? unknown : links, code, { link, untilMs: performance.now() + freshMs })
      }
      return link
    } finally {
      if (loading.get(code)?.began === began) loading.delete(code)
    }
  }

  function load(code: string): Promise<Link | null> {
    const pending = loading.get(code)
    if (pending) return pending.answer
    const began = Symbol(code)
    const answer = read(code, began)
    loading.set(code, { began, answer })
    return answer
  }

  return {
    find(code) {
      if (!CODE.test(code)) return null
      const known = recall(code, performance.now())
      return known === undefined ? load(code) : known.link
    },
    async close() {
      await unlisten()
    },
  }
}

// A Map keeps insertion order, so this evicts the oldest entry, which would expire soon anyway.
function remember(into: Map<string, CacheEntry>, code: string, known: CacheEntry): void {
  into.delete(code)
  into.set(code, known)
  const most = known.link === null ? MAX_CACHED_MISSES : MAX_CACHED_LINKS
  if (into.size > most) into.delete(into.keys().next().value as string)
}

function linkOf(row: LinkRow & { shard: string }): Link {
  const { id, code, campaign_id, shard, brand, tagline, creative, opened_at, ends_at, ended_at } = row
  return {
    id,
    code,
    campaign_id,
    shard,
    confirmed: row.verification !== 'page',
    brand,
    tagline,
    creative,
    landing: parseLandingUrl(row.landing_url),
    opened_at,
    ends_at,
    ended_at,
  }
}

/** Whether an ended link still redirects to its advertiser: not if staff rejected, paused or took down the campaign. */
export async function endedLinkRedirects(on: Queryable, link: Link): Promise<boolean> {
  return (await leadsOn.maybe(on, { id: link.campaign_id })) !== undefined
}

/** Whether visits at this instant are counted. */
export function isLive(link: Link, at: Date): boolean {
  return at < link.ends_at && (link.ended_at === null || at < link.ended_at)
}
