// The one-time token of a page: the visit it was made for, and a MAC. It carries nothing about the visitor;
// the database decides that it is used once.
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'

/** A visit's id, and 132 bits of the MAC in base64url. */
const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})$/
const PROOF_LENGTH = 22

export type TokenKey = KeyObject

/** The signing key of this deployment's tokens; every process derives the same one. */
export function tokenKey(secret: string): TokenKey {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn visit token', 32)))
}

/** The token of a visit on a link; both are ids. The visit's id holds its time. */
export function makeToken(key: TokenKey, link_id: string, visit_id: string): string {
  return `${visit_id}.${proof(key, link_id, visit_id)}`
}

/** The visit a token was made for on this link, or null when it is not ours. */
export function readToken(
  keys: readonly TokenKey[],
  link_id: string,
  token: string,
): { visit_id: string; made_at: Date } | null {
  const [, visit_id, proven] = TOKEN.exec(token) ?? []
  if (visit_id === undefined || proven === undefined) return null
  const given = Buffer.from(proven)
  if (!keys.some((key) => timingSafeEqual(given, Buffer.from(proof(key, link_id, visit_id))))) return null
  return { visit_id, made_at: new Date(Number.parseInt(visit_id.slice(0, 8) + visit_id.slice(9, 13), 16)) }
}

function proof(key: TokenKey, link_id: string, visit_id: string): string {
  return createHmac('sha256', key).update(`${link_id} ${visit_id}`).digest('base64url').slice(0, PROOF_LENGTH)
}
