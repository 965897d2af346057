// Identifies a secret without revealing it, so that a backup's secret can be found.
import { createHash } from 'node:crypto'

/** Sixteen hexadecimal digits; the secret cannot be derived from them. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`fairturn secret ${secret}`).digest('hex').slice(0, 16)
