// The operators' calls on the table of levels: as it is, what a change would mean, the change, its history.
import { type LevelOfTable, adminLevelCalls as calls } from '@fairturn/contract/backoffice/levels'
import type { Version } from '@fairturn/contract/backoffice/versions'
import { lastVersions, settingsOf, versionOf, versionsOf } from '../content/content.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { levelsOf } from './membership.ts'
import { heldOf, previewTable, promisedOf, proposeTable, rowOnWire, TABLE } from './table.ts'

export function levelAdminRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.table, async () => {
    const [levels, held, versions, { service_fee_bp }] = await Promise.all([
      levelsOf(database),
      heldOf(database),
      lastVersions(database, TABLE.kind),
      settingsOf(database),
    ])
    return {
      data: {
        version: versions.get(TABLE.key) ?? 0,
        levels: levels.map((level) => ({
          ...rowOnWire(level),
          members: held.get(level.id)?.members ?? 0,
          bought: held.get(level.id)?.bought ?? 0,
        })),
        promised: promisedOf(levels, service_fee_bp),
      },
    }
  })

  bind(routes, calls.preview, async ({ body }) => ({ data: await previewTable(database, body.levels) }))

  bind(routes, calls.change, async ({ body, operator, transaction }) => {
    const { levels: value, ...change } = body
    return { data: await transaction((tx) => proposeTable(tx, { ...change, value }, operator)) }
  })

  bind(routes, calls.history, async ({ query }) => {
    const { list, cursor } = await versionsOf(database, TABLE.kind, TABLE.key, query)
    return { data: { list: list as Version<LevelOfTable[]>[], cursor } }
  })

  bind(routes, calls.restore, async ({ body, operator, transaction }) => {
    const { number, reason, expected } = body
    const data = await transaction(async (tx) => {
      const { content } = await versionOf(tx, TABLE.kind, TABLE.key, number)
      // A level that is there no more comes back as a new one.
      const there = new Set((await levelsOf(tx)).map(({ id }) => id))
      const value = (content as LevelOfTable[]).map((level) =>
        Object.assign({}, level, { _id: level._id !== null && there.has(level._id) ? level._id : null }),
      )
      return await proposeTable(tx, { value, reason, expected, restored_from: number }, operator)
    })
    return { data }
  })
}
