// Binds a call whose response is the same for everybody in one language, such as settings or levels.
import type { AnswerOf, Endpoint } from '@fairturn/contract/endpoint'
import { DEFAULT_LOCALE, type Locale } from '@fairturn/contract/locales'
import { createBatcher, type Batcher } from '../database/batcher.ts'
import type { Routes } from './app.ts'
import { localeOfRequest, serializerOf } from './bind.ts'
import { isKnown, openHeaders, tagOf } from './public.ts'

interface PublicAnswer {
  readonly json: string
  readonly etag: string
}

/**
 * Registers the call below /api/. Concurrent requests in one language share one `read` (request coalescing), which always
 * starts after the last of them arrived: a response is never staler than its request, whichever process made the change,
 * and there is at most one read per language at a time. Clients cache the response and revalidate it: a matching ETag is
 * answered 304 without a body (RFC 9110, 13.1.2). With `open_s` it is the same in every language, any origin may read it,
 * and any cache may store it for that many seconds.
 */
export function bindPublic<const E extends Endpoint & { auth: 'none'; method: 'GET' }>(
  { fastify }: Routes,
  endpoint: E,
  read: (locale: Locale) => Promise<AnswerOf<E>>,
  { openS }: { readonly openS?: number } = {},
): void {
  const serialize = serializerOf(endpoint)
  const batchers = new Map<Locale, Batcher<void, PublicAnswer>>()
  const answerIn = (locale: Locale): Batcher<void, PublicAnswer> => {
    let batcher = batchers.get(locale)
    if (batcher === undefined) {
      let last: { readonly data: AnswerOf<E>; readonly answer: PublicAnswer } | undefined
      batcher = createBatcher({
        max: Infinity,
        async run(waiting) {
          const data = await read(locale)
          if (last?.data !== data) {
            const json = serialize({ data })
            last = { data, answer: { json, etag: tagOf(json) } }
          }
          const { answer } = last
          return waiting.map(() => answer)
        },
      })
      batchers.set(locale, batcher)
    }
    return batcher
  }
  fastify.get(`/api/${endpoint.path}`, async (request, reply) => {
    const locale = openS === undefined ? localeOfRequest(request) : DEFAULT_LOCALE
    const { json, etag } = await answerIn(locale)()
    reply.header('etag', etag)
    if (openS === undefined) {
      reply.header('cache-control', 'no-cache')
      const vary = reply.getHeader('vary')
      reply.header('vary', vary === undefined ? 'langcode' : `${String(vary)}, langcode`)
    } else reply.headers(openHeaders(openS))
    if (isKnown(request, etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').serializer(asItIs).send(json)
  })
}

const asItIs = (json: unknown): string => json as string
