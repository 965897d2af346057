// Parses request bodies: UTF-8 JSON with a depth limit. Encodes long response bodies.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

/** No call needs more than six levels; deeper bodies could overflow the stack of recursive parsers. */
const MAX_JSON_DEPTH = 100

/** Accepts only UTF-8 JSON, and an empty body, which many clients send for calls without parameters. */
export function readJsonAlone(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body as Buffer)) return done(refuse('request_is_malformed'))
    if (isDeeperThan(MAX_JSON_DEPTH, body as Buffer))
      return done(refuse('request_is_malformed', { maxDepth: MAX_JSON_DEPTH }))
    return parse(request, body.toString('utf8'), done)
  })
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/** Counts brackets outside strings in one pass over the bytes, before parsing. */
export function isDeeperThan(maxDepth: number, json: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
  }
  return false
}
