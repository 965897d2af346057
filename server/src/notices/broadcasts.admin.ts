import {
  broadcastCalls as calls,
  broadcastFiles as files,
  type AdminBroadcast,
} from '@fairturn/contract/backoffice/broadcasts'
import { LOCALES } from '@fairturn/contract/locales'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { bindList } from '../staff/staff.ts'
import { listBroadcasts, selectBroadcast, type ShownBroadcast } from './broadcasts.store.ts'
import {
  audienceOf,
  cancelBroadcastOf,
  changeBroadcast,
  recipientsOf,
  proposeSending,
  tryOutBroadcast,
  writeBroadcast,
} from './broadcasts.ts'

export function broadcastAdminRoutes(routes: Routes): void {
  reads(routes)
  changes(routes)
}

function reads(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: calls.list,
    file: files.exportBroadcasts,
    kind: 'broadcasts',
    name: 'broadcasts',
    rows: listBroadcasts,
    items: (rows) => rows.map(broadcastOnWire),
    named: ['level_id'],
    columns: {
      broadcast_id: (broadcast) => broadcast._id,
      status: (broadcast) => broadcast.status,
      title: (broadcast) => ({ text: broadcast.texts.vn.title }),
      text: (broadcast) => ({ text: broadcast.texts.vn.text }),
      languages: (broadcast) => LOCALES.filter((locale) => broadcast.texts[locale] !== undefined).join(' '),
      path: (broadcast) => broadcast.path,
      level_id: (broadcast) => broadcast.audience.level_id,
      locale: (broadcast) => broadcast.audience.locale,
      active_days: (broadcast) => broadcast.audience.active_days,
      created_by: (broadcast) => ({ text: broadcast.created_by.username }),
      created_at: (broadcast) => broadcast.created_at,
      send_at: (broadcast) => broadcast.send_at,
      begun_at: (broadcast) => broadcast.begun_at,
      finished_at: (broadcast) => broadcast.finished_at,
      recipients: (broadcast) => broadcast.recipients,
      read: (broadcast) => broadcast.read,
    },
  })

  bind(routes, calls.recipients, async ({ query, now }) => {
    const { level_id = null, locale = null, active_days = null } = query
    return { data: await recipientsOf(database, { level_id, locale, active_days }, now) }
  })

  bind(routes, calls.detail, async ({ params }) => ({
    data: { ...(await shown(database, params.broadcast_id)), mails: routes.app.config.mail !== undefined },
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
      const { version, reason } = body
      const proposal_id = await proposeSending(tx, { ...params, version, send_at }, reason, operator)
      return { broadcast: await shown(tx, params.broadcast_id), proposal_id }
    }),
  }))

  bind(routes, calls.tryOut, async ({ params, body, operator, transaction }) => {
    const chosen = { ...params, ...body, operator_id: operator.operator_id }
    return { data: { mails: await transaction((tx) => tryOutBroadcast(tx, chosen, routes.app.config)) } }
  })

  bind(routes, calls.cancel, async ({ params, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      await cancelBroadcastOf(tx, { ...params, operator_id: operator.operator_id })
      return await shown(tx, params.broadcast_id)
    }),
  }))
}

async function shown(on: Queryable, broadcast_id: string): Promise<AdminBroadcast> {
  const row = orRefuse(await selectBroadcast.maybe(on, { broadcast_id }), 'broadcast_is_unknown')
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
