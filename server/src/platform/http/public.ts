// Responses open to every origin (CORS) and cacheable: figures and proofs, never personal data.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Any origin may read this response and any cache store it; a matching ETag is answered 304 without a body. */
export function openToAll(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  data: unknown,
): void {
  const tag = tagOf(JSON.stringify(data))
  reply.headers({ ...openHeaders(seconds), etag: tag })
  if (isKnown(request, tag)) reply.code(304)
}

/** Headers of a response that any origin may read and any cache store for `seconds`. */
export const openHeaders = (seconds: number) => ({
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': `public, max-age=${seconds}`,
})

/** Strong ETag of a text. */
export const tagOf = (bytes: string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Whether the client has the response with this ETag (If-None-Match). */
export const isKnown = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
