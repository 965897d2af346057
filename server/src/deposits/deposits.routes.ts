import { depositCalls } from '@fairturn/contract/deposits'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import { spendConfirmation } from '../members/members.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { historyFilter, historyPage } from '../platform/http/history.ts'
import {
  cancelDeposit,
  createDeposit,
  createTransfer,
  depositMethods,
  getDeposit,
} from './announce-deposit.ts'
import { checkoutOpener } from './card-checkout.ts'
import type { CardProvider } from './card-provider.ts'
import { checkoutOnWire, depositOnWire, depositsOnWire } from './deposits.dto.ts'
import type { DepositsHooks } from './deposits.hooks.ts'
import { listDeposits } from './deposits.store.ts'

export function depositRoutes(
  routes: Routes,
  provider: CardProvider | undefined,
  hooks: DepositsHooks,
): void {
  const { database } = routes.app
  const takesCard = provider !== undefined
  const openCheckout = provider && checkoutOpener(database, provider)

  bind(routes, depositCalls.depositMethods, async () => {
    const settings = await settingsOf(database)
    const highest = formatMoney(settings.highest_deposit_minor)
    return { data: { list: depositMethods(settings, takesCard), highest } }
  })

  bind(routes, depositCalls.deposit, {
    async handler({ viewer, body: { amount, method, campaign_id }, transaction }) {
      const input = { member_id: viewer.member_id, amount_minor: amount, method }
      const confirm = (tx: Tx, payable_minor: bigint) => spendConfirmation(tx, viewer, payable_minor)
      const data = await transaction(async (tx) => {
        const deposit =
          campaign_id === undefined
            ? await createDeposit(tx, input, takesCard)
            : await createTransfer(tx, { ...input, campaign_id }, { ...hooks, confirm })
        return await depositOnWire(tx, deposit, await settingsOf(tx))
      })
      return method === 'card' ? { data } : { data, message: 'deposit_announced_successfully' }
    },
    async after(answer, { request }) {
      if (answer.data.method !== 'card' || openCheckout === undefined) return answer
      const deposit = await openCheckout(answer.data._id, (error) => request.log.error(error))
      return { data: { ...answer.data, instructions: checkoutOnWire(deposit) } }
    },
  })

  bind(routes, depositCalls.depositHistory, async ({ viewer, body }) => {
    const on = await database.replica()
    const [settings, rows] = await Promise.all([
      settingsOf(on),
      listDeposits.all(on, { member_id: viewer.member_id, ...historyFilter(body) }),
    ])
    const { list, cursor } = historyPage(rows, (row) => row)
    return { data: { list: await depositsOnWire(on, list, settings), cursor } }
  })

  bind(routes, depositCalls.getDeposit, async ({ viewer, params }) => {
    const deposit = await getDeposit(database, { member_id: viewer.member_id, ...params })
    return { data: await depositOnWire(database, deposit, await settingsOf(database)) }
  })

  bind(routes, depositCalls.cancelDeposit, async ({ viewer, params, transaction }) => {
    const own = { member_id: viewer.member_id, ...params }
    const data = await transaction(async (tx) =>
      depositOnWire(tx, await cancelDeposit(tx, own), await settingsOf(tx)),
    )
    return { data, message: 'deposit_cancelled_successfully' }
  })
}
