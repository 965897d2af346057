// The one-time token of a page: which visit it was made for, and proof that we made it.
// It must never carry anything about the visitor; that it is used once is decided by the database.
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'

const PROOF_BYTES = 16
const ID_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{43}$/ // 32 bytes in base64url

export type TokenKey = KeyObject

/** The signing key of this deployment's tokens; every process derives the same one. */
export function tokenKey(secret: string): TokenKey {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn visit token', 32)))
}

/** The token of a visit on a link; both are ids. The visit's id says when it was made. */
export function makeToken(key: TokenKey, link_id: string, visit_id: string): string {
  return Buffer.concat([bytesOf(visit_id), proof(key, link_id, visit_id)]).toString('base64url')
}

/** The visit a token was made for on this link, or null when we did not make it for this link. */
export function readToken(
  key: TokenKey,
  link_id: string,
  token: string,
): { visit_id: string; made_at: Date } | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  // Base64 has several spellings of its last character; only ours is taken.
  if (bytes.toString('base64url') !== token) return null
  const hex = bytes.toString('hex', 0, ID_BYTES)
  const visit_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), proof(key, link_id, visit_id))) return null
  return { visit_id, made_at: new Date(bytes.readUIntBE(0, 6)) }
}

function proof(key: TokenKey, link_id: string, visit_id: string): Buffer {
  return createHmac('sha256', key).update(`${link_id} ${visit_id}`).digest().subarray(0, PROOF_BYTES)
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}
