// Answers open to every origin and cacheable: figures and proofs, never personal data.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets any origin read this answer and any cache store it for so many seconds, with an ETag: a match is
 * answered 304 without a body.
 */
export function openToAll(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  data: unknown,
): void {
  const tag = `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', `public, max-age=${seconds}`)
    .header('etag', tag)
  const known = request.headers['if-none-match'] ?? ''
  if (known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) reply.code(304)
}
