// Admin calls for rings (rings.test.ts).
import { ringCalls } from '@fairturn/contract/backoffice/rings'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { actorOf, bindMemberText } from '../staff/staff.ts'
import { decideRing, ringOf } from './rings.ts'

export function ringRoutes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, ringCalls.show, async ({ params, now }) => ({
    data: await ringOf(database, params.member_id, now),
  }))

  bindMemberText(routes, ringCalls.decide, async ({ params, body, operator, transaction }) => {
    const { order_ids, verdict, reason = '' } = body
    const decision = { ...params, order_ids, verdict, reason, actor: actorOf(operator) }
    const list = await transaction((tx) => decideRing(tx, decision))
    return { data: { decided: list.filter(({ not_decided }) => not_decided === null).length, list } }
  })
}
