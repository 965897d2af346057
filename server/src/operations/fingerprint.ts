// Names a secret without revealing it, so that the one of a backup can be found.
import { createHash } from 'node:crypto'

/** Sixteen hexadecimal digits; nothing of the secret follows from them. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`fairturn secret ${secret}`).digest('hex').slice(0, 16)
