import { Readable } from 'node:stream'
// Binds a call whose response is a file: session, rate limit, parsing; the response is not cached.
import { SEPARATORS } from '@fairturn/contract/csv'
import type { FileCall } from '@fairturn/contract/files'
import type { Locale } from '@fairturn/contract/locales'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Looks, Operator, Routes, Viewer } from './app.ts'
import { operatorOf } from './bind-staff.ts'
import { enforceRateLimit, localeOfRequest, parsePart, viewerOf } from './bind.ts'
import { type CsvTable, writeCsv } from './csv.ts'

/** Of every table; others are PDFs, or have one form. */
const csvQuery = z.object({ separator: z.enum(SEPARATORS, { error: 'field_is_invalid' }).default('comma') })

interface FileRequest<F extends FileCall> {
  readonly app: App
  readonly viewer: F['roles'] extends readonly string[] ? undefined : Viewer
  readonly operator: F['roles'] extends readonly string[] ? Operator : undefined
  readonly query: z.output<F['query']>
  readonly params: F['params'] extends z.ZodType ? z.output<F['params']> : undefined
  readonly locale: Locale
  readonly now: Date
  readonly request: FastifyRequest
}

type FileAnswer<F extends FileCall> = {
  /** File name for saving: ASCII, without quotes. */
  readonly name: string
  readonly body: Buffer | Readable | CsvTable
  /** In place of the declared one. */
  readonly type?: F['or_type']
  /** Known before the first line; an export of many members records them while it is written. */
} & (F extends { readonly shows: string } ? { readonly looks: Looks } : unknown)

export function bindFile<const F extends FileCall>(
  { fastify, app }: Routes,
  call: F,
  handler: (call: FileRequest<F>) => Promise<FileAnswer<F>>,
): void {
  fastify.get(`/api/${call.path}`, async (request, reply) => {
    const operator = call.roles === undefined ? undefined : await operatorOf(app, call, request)
    const viewer = operator === undefined ? await viewerOf(app, request) : undefined
    if (viewer !== undefined) await app.seen(viewer, request, reply)
    await enforceRateLimit(app, call.limit, call.path, viewer?.member_id ?? operator?.operator_id, request)
    const { separator } = parsePart(csvQuery, request.query, 'query') as z.output<typeof csvQuery>
    const answer = await handler({
      app,
      viewer,
      operator,
      query: parsePart(call.query, request.query, 'query'),
      params: parsePart(call.params, request.params, 'route'),
      locale: localeOfRequest(request),
      now: app.database.clock.now(),
      request,
    } as FileRequest<F>)
    if (operator !== undefined && call.shows !== undefined && 'looks' in answer)
      await app.recordLooks(operator, call.shows, answer.looks as Looks)
    const { name, body, type = call.type } = answer
    return reply
      .type(type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send('columns' in body ? Readable.from(writeCsv(body, separator)) : body)
  })
}
