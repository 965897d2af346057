import {
  type LevelOfTable,
  adminLevelCalls as calls,
  adminLevelFiles,
} from '@fairturn/contract/backoffice/levels'
import type { Version } from '@fairturn/contract/backoffice/versions'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import { lastVersions, settingsOf, versionOf, versionsOf } from '../content/content.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { onePage } from '../platform/http/csv.ts'
import { bindExport } from '../staff/staff.ts'
import { levelsOf } from './levels.store.ts'
import { levelUses, previewTable, promisedOf, proposeTable, rowOnWire, TABLE } from './table.ts'

type UsedLevel = AnswerOf<typeof calls.table>['levels'][number]

export function levelAdminRoutes(routes: Routes): void {
  const { database } = routes.app

  const usedLevels = async () => {
    const [levels, uses] = await Promise.all([levelsOf(database), levelUses(database)])
    const table = levels.map((level) => ({
      ...rowOnWire(level),
      members: uses.get(level.id)?.members ?? 0,
      bought: uses.get(level.id)?.bought ?? 0,
    }))
    return { levels, table }
  }

  bind(routes, calls.table, async () => {
    const [{ levels, table }, versions, { service_fee_bp }] = await Promise.all([
      usedLevels(),
      lastVersions(database, TABLE.kind),
      settingsOf(database),
    ])
    const version = versions.get(TABLE.key) ?? 0
    return { data: { version, levels: table, promised: promisedOf(levels, service_fee_bp) } }
  })

  bindExport(
    routes,
    {
      file: adminLevelFiles.exportLevels,
      kind: 'levels',
      name: 'levels',
      columns: {
        level_id: (level: UsedLevel) => level._id,
        name: (level) => ({ text: level.name }),
        joining_fee: (level) => level.joining_fee,
        bonus_ads: (level) => level.bonus_ads,
        max_bonus: (level) => level.max_bonus,
        number_ads: (level) => level.number_ads,
        orders_to_earn: (level) => level.orders_to_earn,
        earn_quality: (level) => level.earn_quality,
        members: (level) => level.members,
        bought: (level) => level.bought,
      },
    },
    async () => onePage((await usedLevels()).table),
  )

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
      const value = await tableOfVersion(tx, number)
      return await proposeTable(tx, { value, reason, expected, restored_from: number }, operator)
    })
    return { data }
  })
}

/** The table as it was. A level that no longer exists is restored as a new one. */
async function tableOfVersion(tx: Tx, number: number): Promise<LevelOfTable[]> {
  const { content } = await versionOf(tx, TABLE.kind, TABLE.key, number)
  const there = new Set((await levelsOf(tx)).map(({ id }) => id))
  return (content as LevelOfTable[]).map((level) =>
    Object.assign({}, level, { _id: level._id !== null && there.has(level._id) ? level._id : null }),
  )
}
