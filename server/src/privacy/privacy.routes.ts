import { Readable } from 'node:stream'
// Calls on the whole account: data export, obstacles to closing it, and closing it.
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { confirmWithCredential } from '../members/members.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { closeAccount, obstaclesOf } from './account-closing.ts'
import { rememberClosed } from './closed-accounts.ts'
import { personalDataDocument } from './data-export.ts'

export function privacyRoutes(routes: Routes): void {
  const { config, database, files } = routes.app

  bind(routes, personalDataCalls.export, async (call) => {
    await confirmWithCredential(call, call.body)
    const { viewer, locale, reply } = call
    const text = personalDataDocument(database, {
      member_id: viewer.member_id,
      locale,
      secrets: config.secrets,
    })
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account.json"')
      .header('cache-control', 'no-store')
    // Streamed, so it bypasses the response serializer; a test checks it against the contract instead.
    return reply.send(Readable.from(text)) as never
  })

  bind(routes, personalDataCalls.closing, async ({ viewer, now }) => ({
    data: { obstacles: await obstaclesOf(database, viewer.member_id, now) },
  }))

  bind(routes, personalDataCalls.close, async (call) => {
    await confirmWithCredential(call, call.body)
    const { member_id } = call.viewer
    const { closed_at } = await closeAccount(database, { member_id, files })
    // Committed: if it cannot be written now, the worker writes it.
    await rememberClosed(config, { member_id, closed_at }).catch((error: unknown) =>
      call.request.log.error(error),
    )
    return { data: { closed_at: closed_at.toISOString() }, message: 'account_closed_successfully' }
  })
}
