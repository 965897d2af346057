// What is open to every origin and may be kept by caches for a while: figures and proofs, never anything of one person.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets any page read this answer and any cache keep it for so many seconds, under a tag of its content: who has it already
 * is told so with 304 and no body.
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
