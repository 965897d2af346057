// Unsubscribe tokens in mails: each switches off one group's mails for one member, and nothing else. They never expire.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { NOTICE_GROUPS, type NoticeGroup } from '@fairturn/contract/notices'

const MAC_BYTES = 20
const TOKEN = /^([A-Za-z0-9_-]{22})\.([a-z]+)\.([A-Za-z0-9_-]{27})$/

function macOf(secret: string, named: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fairturn mail unsubscribe 1', 32))
  return createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES)
}

export function unsubscribeToken(secret: string, member_id: string, group: NoticeGroup): string {
  const named = `${Buffer.from(member_id.replaceAll('-', ''), 'hex').toString('base64url')}.${group}`
  return `${named}.${macOf(secret, named).toString('base64url')}`
}

/** Member and group of a token; undefined if its MAC is invalid. */
export function readUnsubscribeToken(
  secrets: readonly string[],
  token: string,
): { member_id: string; group: NoticeGroup } | undefined {
  const [, member = '', name = '', mac = ''] = TOKEN.exec(token) ?? []
  const group = NOTICE_GROUPS.find((known) => known === name)
  const given = Buffer.from(mac, 'base64url')
  if (group === undefined || given.length !== MAC_BYTES) return undefined
  const named = `${member}.${name}`
  if (!secrets.some((secret) => timingSafeEqual(given, macOf(secret, named)))) return undefined
  const hex = Buffer.from(member, 'base64url').toString('hex')
  return { member_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), group }
}
