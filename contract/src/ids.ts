// Identifiers: UUIDv7 (RFC 9562), so that keys are ordered by time and an id contains its time.
import { z } from 'zod'

export const id = z.uuid({ error: 'id_is_invalid' }).describe('UUIDv7')

/** A UUID of any version, in lower case (RFC 9562). */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const RANDOM_BYTES = 10 // per id
// Random bytes for many ids at once: a call for ten bytes costs almost as much as one for thousands.
const random = new Uint8Array(RANDOM_BYTES * 200)
let drawn = random.length

/** A new UUIDv7 whose time part is the given instant. */
export function newId(now: Date): string {
  if (drawn === random.length) {
    crypto.getRandomValues(random)
    drawn = 0
  }
  const time = now.getTime().toString(16).padStart(12, '0')
  const hex = (from: number, to: number) => {
    let text = ''
    for (let i = from; i < to; i++) text += HEX[random[drawn + i]!]
    return text
  }
  const version = HEX[0x70 | (random[drawn]! & 0x0f)]! + hex(1, 2)
  const variant = HEX[0x80 | (random[drawn + 2]! & 0x3f)]! + hex(3, 4)
  const id = `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${hex(4, RANDOM_BYTES)}`
  drawn += RANDOM_BYTES
  return id
}

/** The instant an id was made for. */
export const instantOf = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))

/** Opaque cursor of a list, from the previous response (keyset pagination). */
export const cursor = z
  .string({ error: 'cursor_is_invalid' })
  .regex(/^[A-Za-z0-9_-]{1,600}$/, 'cursor_is_invalid')
  .optional()
