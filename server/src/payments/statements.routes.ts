// The statement over HTTP: pages of it, and the whole of it as a file.
import { exportQuery, paymentCalls } from '@fairturn/contract/payments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { settingsOf } from '../content/content.ts'
import type { Routes } from '../http/app.ts'
import { bearerOf, bind, localeOfRequest } from '../http/bind.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { hitLimit } from '../http/limits.ts'
import { refuse } from '../http/refusal.ts'
import { userOf } from '../members/members.ts'
import { statementCsv } from './statement-csv.ts'
import { statementOf, type Subjects } from './statements.ts'

const A_PAGE = 30
const A_PAGE_OF_FILE = 500
/** How far each of the two parts has been read. */
const CURSOR = /^\d{1,18}_\d{1,18}$/
const EXPORTS = { hits: 30, per_seconds: 3600 }

export function statementRoutes(routes: Routes, subjects: Subjects): void {
  const { app, fastify } = routes
  const { database } = app

  bind(routes, paymentCalls.statements, async ({ viewer, query, locale }) => {
    const { member_id } = viewer
    const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, CURSOR)
    const [{ list, cursor }, { account_balance, held_balance }] = await Promise.all([
      statementOf(database, subjects, { member_id, locale, before, limit: A_PAGE, ...periodOf(query) }),
      userOf(database, member_id),
    ])
    return {
      data: { account_balance, held_balance, list, cursor: cursor === null ? null : encodeCursor(cursor) },
    }
  })

  fastify.get('/api/statements/export', (request, reply) => exportCsv(routes, subjects, request, reply))
}

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const periodOf = ({ from, to }: Period) => ({
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

/** `?format=csv` and the same period as the pages; answers with a file, not with the usual envelope. */
async function exportCsv({ app }: Routes, subjects: Subjects, request: FastifyRequest, reply: FastifyReply) {
  const token = bearerOf(request)
  if (token === undefined) throw refuse('token_is_invalid')
  const { member_id } = await app.findViewer(token)
  const asked = exportQuery.safeParse(request.query)
  if (!asked.success) throw refuse('field_is_invalid', { fields: asked.error.issues.map(fieldOf) })
  const { database, config } = app
  const limit = { ...EXPORTS, hits: EXPORTS.hits * config.rate_limit_factor }
  if (!(await hitLimit(database, database.clock.now(), `statements/export:${member_id}`, limit)))
    throw refuse('too_many_requests')
  const { currency } = await settingsOf(database)
  const period = periodOf(asked.data)
  const locale = localeOfRequest(request)
  const lines = statementCsv(currency, (before) =>
    statementOf(database, subjects, { member_id, locale, before, limit: A_PAGE_OF_FILE, ...period }),
  )
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="statement.csv"')
    .send(Readable.from(lines))
}

const fieldOf = (issue: { path: PropertyKey[] }) => ({
  field: issue.path.join('.'),
  code: 'field_is_invalid',
})
