// What only a demo answers. Loaded and registered by web.ts where the deployment is a demo without a real bank connection.
import { demoCalls } from '@fairturn/contract/demo'
import { findAddress, holdersOf } from '../banking/banking.ts'
import { settingsOf } from '../content/content.ts'
import { depositOnWire, getDeposit } from '../deposits/deposits.ts'
import { getMember } from '../members/members.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { advance, payoutOf } from './bank-desk.ts'
import { book } from './bank.ts'
import { approveAtTap, reviewOf } from './review-desk.ts'

export { demoCalls } from '@fairturn/contract/demo'

export function demoRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, demoCalls.bookDeposit, async ({ viewer, params: { deposit_id } }) => {
    const own = { member_id: viewer.member_id, deposit_id }
    // Refuses another member's before the bank is asked.
    await getDeposit(database, own)
    await book(database, async (tx) => {
      const { method, status, amount_minor, reference } = await getDeposit(tx, own)
      // One that was cancelled or has expired is credited too when its money comes (decision 012).
      const open = status === 'awaiting' || status === 'expired'
      if (method !== 'bank_transfer' || !open) return undefined
      return { direction: 'credit', amount_minor, reference, counterparty: await payerOf(tx, own.member_id) }
    })
    return {
      data: await depositOnWire(database, await getDeposit(database, own), await settingsOf(database)),
    }
  })

  bind(routes, demoCalls.payout, async ({ viewer, params, locale }) => ({
    data: await payoutOf(database, { member_id: viewer.member_id, ...params }, locale),
  }))

  bind(routes, demoCalls.advancePayout, async ({ viewer, params, body, locale }) => {
    const own = { member_id: viewer.member_id, ...params }
    await advance(database, own, body.step)
    return { data: await payoutOf(database, own, locale) }
  })

  bind(routes, demoCalls.review, async ({ app, viewer, params }) => ({
    data: await reviewOf(app, { member_id: viewer.member_id, ...params }),
  }))

  bind(routes, demoCalls.approveCampaign, async ({ app, viewer, params }) => {
    const own = { member_id: viewer.member_id, ...params }
    await approveAtTap(app, own)
    return { data: await reviewOf(app, own) }
  })
}

/** Who a bank names as the payer: the holder of the member's bank account. */
async function payerOf(tx: Tx, member_id: string): Promise<string> {
  const holder = (await holdersOf(tx, [member_id])).get(member_id)
  return holder ?? (await findAddress(tx, member_id))?.name ?? (await getMember(tx, member_id)).username
}
