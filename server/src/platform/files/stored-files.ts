// Shared by both stores: the headers of served files, and an unavailable store.
import type { FastifyReply } from 'fastify'

/** The possible names; nothing else is requested from a store. */
export const NAME = /^[0-9a-f]{32}\.(webp|mp4|webm)$/

export const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** Answered with 503 (http/server.ts): nothing was done, a retry is safe. */
export class FileStoreUnavailable extends Error {
  readonly code = 'FILE_STORE_UNAVAILABLE'
}

/** Runs `work` on a store; any failure means that the store is unavailable. */
export async function orUnavailable<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new FileStoreUnavailable(`${what}: ${String(error)}`, { cause: error })
  }
}

/** Never changed, but deleted: a photo when its member replaces it or closes the account. Caches may show it for a day longer. */
const MAX_AGE_SECONDS = 86_400

export function describeFile(reply: Pick<FastifyReply, 'header'>): void {
  reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
  // The link service shows them too, perhaps from another site.
  reply.header('cross-origin-resource-policy', 'cross-origin')
}
