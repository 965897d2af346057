// What members read of the acts of staff.
import { accountCalls } from '@fairturn/contract/account'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { type Act, actsOnMember } from './acts.ts'

const ACTS_A_PAGE = 20
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function staffRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, accountCalls.acts, async ({ viewer, query }) => {
    const before = query.cursor === undefined ? MAX_UUID : decodeCursor(query.cursor)
    const { member_id } = viewer
    const rows = await actsOnMember(database, { member_id, before, limit: ACTS_A_PAGE + 1 })
    const page = rows.slice(0, ACTS_A_PAGE)
    return {
      data: {
        list: page.map(actOnWire),
        cursor: rows.length > page.length ? encodeCursor(page.at(-1)!.id) : null,
      },
    }
  })
}

const actOnWire = ({ id, at, actor, action, object_kind, object_id, reason }: Act) => ({
  _id: id,
  at: at.toISOString(),
  action,
  by: actor.startsWith('operator:') ? ('colleague' as const) : ('system' as const),
  object: { kind: object_kind, _id: object_id },
  reason,
})
