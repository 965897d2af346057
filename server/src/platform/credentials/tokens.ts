// Secret tokens: random, stored only as a hash. A fast hash is sufficient for 128 bits or more.
import { hash, randomBytes } from 'node:crypto'

export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
