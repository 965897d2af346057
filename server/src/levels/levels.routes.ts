import { levelCalls } from '@fairturn/contract/levels'
import { formatMoney } from '@fairturn/contract/minor-units'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { settingsOf } from '../content/content.ts'
import { getMember, userOf } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindPublic } from '../platform/http/bind-public.ts'
import { bind } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'
import { levelHistory } from './history.ts'
import { levelOnWire } from './levels.dto.ts'
import type { LevelsHooks } from './levels.hooks.ts'
import { findLevel, findOpenPurchase, freeLevel, levelsOf } from './levels.store.ts'
import { canBeBoughtFrom, giveLevelBack, referenceOf, restorable, upgradeLevel } from './levels.ts'
import { previewOf } from './preview.ts'
import { fullRefundUntil, refundableOf, reservedOf } from './purchases.ts'

export function levelRoutes(routes: Routes, hooks: LevelsHooks): void {
  const { database } = routes.app

  bindPublic(routes, levelCalls.list, async (locale) =>
    (await levelsOf(database)).map((level) => levelOnWire(level, locale)),
  )

  bind(routes, levelCalls.preview, async ({ viewer, params, now }) => {
    const level = await findLevel(database, params.level_id)
    const { time_zone } = await settingsOf(database)
    const [member, rewards, from] = await Promise.all([
      getMember(database, viewer.member_id),
      hooks.recentRewards(database, { member_id: viewer.member_id, now, time_zone }),
      canBeBoughtFrom(database, { member_id: viewer.member_id, level, now }),
    ])
    const estimate = previewOf(level, rewards, member.level_orders[level.id] ?? 0)
    return { data: { level_id: level.id, ...estimate, can_be_bought_from: from?.toISOString() ?? null } }
  })

  bind(routes, levelCalls.upgrade, async ({ viewer, body, locale, transaction }) => {
    if (viewer.lock !== null) throw refuse('your_account_has_been_locked', { kind: viewer.lock })
    const data = await transaction(async (tx) => {
      const { level_id, joining_fee: fee_minor } = body
      const seen = fee_minor === undefined ? undefined : { fee_minor, locale }
      await upgradeLevel(tx, { member_id: viewer.member_id, level_id, seen })
      return await userOf(tx, viewer.member_id)
    })
    return { data, message: 'level_update_successful' }
  })

  bind(routes, personalDataCalls.levels, async ({ viewer, locale }) => ({
    data: { list: await levelHistory(database, viewer.member_id, locale) },
  }))

  bind(routes, levelCalls.refundPreview, async ({ viewer, now }) => ({
    data: await refundPreview(database, viewer.member_id, now),
  }))

  // Allowed for locked members: the refund belongs to them.
  bind(routes, levelCalls.refund, async ({ viewer, body, transaction }) => {
    const data = await transaction(async (tx) => {
      const { purchase_id } = body
      const purchase = await giveLevelBack(tx, { member_id: viewer.member_id, purchase_id })
      return {
        user: await userOf(tx, viewer.member_id),
        refunded: formatMoney(purchase.refunded_minor!),
        restored_fee: formatMoney(purchase.restored_minor),
        confirmed_at: purchase.closed_at!.toISOString(),
        reference: referenceOf(purchase),
      }
    })
    return { data, message: 'level_given_back_successfully' }
  })
}

async function refundPreview(on: Queryable, member_id: string, now: Date) {
  const purchase = await findOpenPurchase(on, member_id)
  if (purchase === undefined) {
    const none = { purchase_id: null, level_id: null, returns_to_level_id: null, bought_at: null }
    return {
      ...none,
      full_refund_until: null,
      fee: '0.00',
      given_so_far: '0.00',
      reserved: '0.00',
      refundable: '0.00',
      restored_fee: '0.00',
    }
  }
  const [restored, free] = await Promise.all([restorable(on, purchase, now), freeLevel(on, member_id)])
  return {
    purchase_id: purchase.id,
    level_id: purchase.level_id,
    returns_to_level_id: restored?.level_id ?? free.id,
    bought_at: purchase.bought_at.toISOString(),
    full_refund_until: fullRefundUntil(purchase).toISOString(),
    fee: formatMoney(purchase.fee_minor),
    given_so_far: formatMoney(purchase.given_minor),
    reserved: formatMoney(reservedOf(purchase, now)),
    refundable: formatMoney(refundableOf(purchase, now)),
    restored_fee: formatMoney(restored?.refunded_minor ?? 0n),
  }
}
