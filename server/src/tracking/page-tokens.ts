// One-time tokens of the forms of link pages: an id and a MAC. They contain nothing about the visitor; the database ensures
// that each is used once.
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import { instantOf } from '@fairturn/contract/ids'

/** What a token is for; one for something is none for something else. */
type Purpose = 'visit' | 'report' | 'report outcome'

export interface PageTokens {
  /** Token of an id on a link; the id contains the token's time. */
  make(link_id: string, tokenId: string): string
  /** The MAC alone, 22 characters, for each secret: the newest first. */
  macs(link_id: string, tokenId: string): string[]
  /** The id of a token on this link, or null if its MAC is invalid. */
  read(link_id: string, token: string): { id: string; made_at: Date } | null
}

/** An id, and 132 bits of the MAC in base64url. */
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})$/
const MAC_LENGTH = 22

/** `secrets` of the deployment, newest first; every process derives the same keys. */
export function openTokens(purpose: Purpose, secrets: readonly string[]): PageTokens {
  const keys = secrets.map((secret) => keyOf(purpose, secret))
  return {
    macs: (link_id, tokenId) => keys.map((key) => macOf(key, link_id, tokenId)),
    make: (link_id, tokenId) => `${tokenId}.${macOf(keys[0]!, link_id, tokenId)}`,
    read(link_id, token) {
      const [, tokenId, proven] = TOKEN.exec(token) ?? []
      if (tokenId === undefined || proven === undefined) return null
      const given = Buffer.from(proven)
      if (!keys.some((key) => timingSafeEqual(given, Buffer.from(macOf(key, link_id, tokenId))))) return null
      return { id: tokenId, made_at: instantOf(tokenId) }
    },
  }
}

function keyOf(purpose: Purpose, secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `fairturn ${purpose} token`, 32)))
}

function macOf(key: KeyObject, link_id: string, tokenId: string): string {
  return createHmac('sha256', key).update(`${link_id} ${tokenId}`).digest('base64url').slice(0, MAC_LENGTH)
}
