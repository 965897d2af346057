// Identifiers: UUIDv7 (RFC 9562), so that keys grow with time and an id tells when it was made.
import { z } from 'zod'

export const id = z.uuid({ error: 'id_is_invalid' }).describe('UUIDv7')

/** A new UUIDv7 whose time part is the given instant. */
export function newId(now: Date): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time_ms = BigInt(now.getTime())
  for (let i = 0; i < 6; i++) bytes[i] = Number((time_ms >> BigInt(8 * (5 - i))) & 0xffn)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An opaque cursor of a list, as the answer before gave it. */
export const cursor = z
  .string({ error: 'cursor_is_invalid' })
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'cursor_is_invalid')
  .optional()
