// What both kinds of store say of a file they serve, and how one says that it is out of reach.
import type { FastifyReply } from 'fastify'

/** The names there can be; nothing else is asked of a store. */
export const NAME = /^[0-9a-f]{32}\.(webp|mp4|webm)$/

export const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** Answered with 503 (http/server.ts): what was asked is not done, and may be asked again. */
export class FilesOutOfReach extends Error {
  readonly code = 'FILES_OUT_OF_REACH'
}

/** Does something with a store; whatever it fails of, the store is out of reach. */
export async function reaching<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new FilesOutOfReach(`${what}: ${String(error)}`, { cause: error })
  }
}

export function describeFile(reply: Pick<FastifyReply, 'header'>): void {
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  // The link service shows them too, which may have a site of its own.
  reply.header('cross-origin-resource-policy', 'cross-origin')
}
