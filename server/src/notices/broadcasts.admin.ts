// The operators' calls on broadcasts.
import {
  broadcastCalls as calls,
  broadcastFiles as files,
  type AdminBroadcast,
} from '@fairturn/contract/backoffice/broadcasts'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { LOCALES } from '@fairturn/contract/locales'
import type { Queryable } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { refuse } from '../http/refusal.ts'
import { listBroadcasts, selectBroadcast, type ShownBroadcast } from './broadcasts.store.ts'
import {
  audienceOf,
  cancelBroadcastOf,
  changeBroadcast,
  recipientsOf,
  sendBroadcastAt,
  writeBroadcast,
} from './broadcasts.ts'

const PAGE_SIZE = 50

export function broadcastAdminRoutes(routes: Routes): void {
  reads(routes)
  changes(routes)
}

const wantedOf = ({ status, search, from, to }: QueryOf<typeof calls.list>) => [
  status ?? null,
  search === undefined ? null : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`,
  from ?? null,
  to ?? null,
]

function reads(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.list, async ({ query }) => {
    const { rows, cursor } = await listBroadcasts.page(database, query, PAGE_SIZE, ...wantedOf(query))
    return { data: { list: rows.map(broadcastOnWire), cursor } }
  })

  bind(routes, calls.recipients, async ({ query, now }) => {
    const { level_id = null, locale = null, active_days = null } = query
    return { data: await recipientsOf(database, { level_id, locale, active_days }, now) }
  })

  bind(routes, calls.detail, async ({ params }) => ({ data: await shown(database, params.broadcast_id) }))

  bindFile(routes, files.exportBroadcasts, async ({ query, now }) => ({
    name: `broadcasts-${now.toISOString().slice(0, 10)}.csv`,
    body: csvOf(COLUMNS, linesOf(listBroadcasts.every(database, query, ...wantedOf(query)))),
  }))
}

function changes(routes: Routes): void {
  bind(routes, calls.write, async ({ body, operator, transaction }) => ({
    data: await transaction(async (tx) => shown(tx, await writeBroadcast(tx, body, operator.operator_id))),
  }))

  bind(routes, calls.change, async ({ params, body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      const { version, ...written } = body
      await changeBroadcast(tx, { ...params, version, operator_id: operator.operator_id }, written)
      return await shown(tx, params.broadcast_id)
    }),
  }))

  bind(routes, calls.send, async ({ params, body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      const send_at = body.send_at === null ? null : new Date(body.send_at)
      const { version } = body
      await sendBroadcastAt(tx, { ...params, version, send_at, operator_id: operator.operator_id })
      return await shown(tx, params.broadcast_id)
    }),
  }))

  bind(routes, calls.cancel, async ({ params, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      await cancelBroadcastOf(tx, { ...params, operator_id: operator.operator_id })
      return await shown(tx, params.broadcast_id)
    }),
  }))
}

async function shown(on: Queryable, broadcast_id: string): Promise<AdminBroadcast> {
  const row = await selectBroadcast.maybe(on, broadcast_id)
  if (row === undefined) throw refuse('broadcast_is_unknown')
  return broadcastOnWire(row)
}

const broadcastOnWire = (row: ShownBroadcast): AdminBroadcast => ({
  _id: row.id,
  version: row.version,
  status: row.status,
  texts: row.texts,
  path: row.path,
  audience: audienceOf(row),
  created_by: { _id: row.created_by, username: row.author },
  created_at: row.created_at.toISOString(),
  send_at: row.send_at?.toISOString() ?? null,
  begun_at: row.begun_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  recipients: row.recipients,
  read: row.read,
})

const COLUMNS = [
  'broadcast_id',
  'status',
  'title',
  'text',
  'languages',
  'path',
  'level_id',
  'locale',
  'active_days',
  'created_by',
  'created_at',
  'send_at',
  'begun_at',
  'finished_at',
  'recipients',
  'read',
] as const

async function* linesOf(pages: AsyncIterable<ShownBroadcast[]>) {
  for await (const rows of pages)
    yield rows.map((row) => ({
      broadcast_id: row.id,
      status: row.status,
      title: { text: row.texts.vn.title },
      text: { text: row.texts.vn.text },
      languages: LOCALES.filter((locale) => row.texts[locale] !== undefined).join(' '),
      path: row.path,
      level_id: row.level_id,
      locale: row.locale,
      active_days: row.active_days,
      created_by: row.author,
      created_at: row.created_at.toISOString(),
      send_at: row.send_at?.toISOString() ?? null,
      begun_at: row.begun_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
      recipients: row.recipients,
      read: row.read,
    }))
}
