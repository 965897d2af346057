import {
  adminSettingCalls as calls,
  adminSettingFiles,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
} from '@fairturn/contract/backoffice/settings'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { onePage } from '../platform/http/csv.ts'
import { bindExport } from '../staff/staff.ts'
import type { ContentHooks } from './content.hooks.ts'
import { changeOrPropose, currencyIsFixed, feeBound, MAX_MIN_WITHDRAWAL_MINOR } from './setting-changes.ts'
import { settingsOf, settingsOnWire } from './settings.ts'
import { lastVersions, versionOf, versionsOf } from './versions.ts'

export function settingAdminRoutes(routes: Routes, hooks: ContentHooks): void {
  const { config, database } = routes.app
  const own = config.publicOrigin === undefined ? [] : [new URL(config.publicOrigin).host]
  const rules = {
    enforceMinServiceFee: hooks.enforceMinServiceFee,
    hosts: {
      link_deposit: config.deposit_link_hosts,
      link_support: [...own, ...config.support_link_hosts],
    },
  }

  bindSettingsFile(routes)
  bind(routes, calls.all, async () => {
    const [values, versions, fixed, lowestBp] = await Promise.all([
      settingsOf(database),
      lastVersions(database, 'setting'),
      currencyIsFixed(database),
      hooks.minServiceFee(database),
    ])
    return {
      data: {
        values: settingsOnWire(values),
        versions: Object.fromEntries(SETTING_NAMES.map((name) => [name, versions.get(name) ?? 0])),
        bounds: {
          lowest_service_fee: lowestBp / 100,
          highest_min_withdrawal: formatMoney(MAX_MIN_WITHDRAWAL_MINOR),
          highest_withdrawal_fee: formatMoney(feeBound(values.min_withdrawal_minor)),
          currency_is_fixed: fixed,
          deposit_link_hosts: [...rules.hosts.link_deposit],
          support_link_hosts: [...rules.hosts.link_support],
        },
      },
    }
  })

  bind(routes, calls.change, async ({ params: { name }, body, operator, transaction }) => {
    const change = { name, ...body }
    const changeBy = (tx: Tx) => changeOrPropose(tx, change, operator, rules)
    return { data: await transaction(changeBy) }
  })

  bind(routes, calls.history, async ({ params: { name }, query }) => ({
    data: await versionsOf(database, 'setting', name, query),
  }))

  bind(routes, calls.restore, async ({ params: { name }, body, operator, transaction }) => {
    const { number, reason, expected } = body
    const data = await transaction(async (tx) => {
      const { content: value } = await versionOf(tx, 'setting', name, number)
      const change = { name, value, reason, expected, restored_from: number }
      return await changeOrPropose(tx, change, operator, rules)
    })
    return { data }
  })
}

function bindSettingsFile(routes: Routes): void {
  const { database } = routes.app
  bindExport(
    routes,
    {
      file: adminSettingFiles.exportSettings,
      kind: 'settings',
      name: 'settings',
      columns: {
        setting: ({ name }: { name: SettingName; value: unknown; version: number }) => name,
        group: ({ name }) => SETTINGS[name].group,
        value: ({ value }) => ({ text: typeof value === 'string' ? value : JSON.stringify(value) }),
        version: ({ version }) => version,
      },
    },
    async () => {
      const [values, versions] = await Promise.all([settingsOf(database), lastVersions(database, 'setting')])
      const wire = settingsOnWire(values)
      return onePage(
        SETTING_NAMES.map((name) => ({ name, value: wire[name], version: versions.get(name) ?? 0 })),
      )
    },
  )
}
