// Names a secret without telling it, so that the one that belongs to a backup can be found among those that are kept.
import { createHash } from 'node:crypto'

/** Sixteen hexadecimal digits; nothing of the secret follows from them. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`fairturn secret ${secret}`).digest('hex').slice(0, 16)
