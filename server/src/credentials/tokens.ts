// Secret tokens: random for their owner, a hash in the database; a fast one is enough for 128 bits and more.
import { hash, randomBytes } from 'node:crypto'

export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
