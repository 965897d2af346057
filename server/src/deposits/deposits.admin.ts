// Operators' calls: deposits, unmatched money that is given to a member, and what the card provider told us.
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { actorOf, recordAct } from '../staff/staff.ts'
import { selectLineInDetail, lineOnWire } from '../banking/banking.ts'
import { assignPayment } from './assign-payment.ts'
import { listCardEvents, resolveCardEvent, selectCardEventLocked } from './card-events.store.ts'
import { refuseDeposit } from './credit-deposit.ts'
import { listOfficeDeposits, selectOfficeDeposit } from './deposits.admin.store.ts'
import { adminDepositOnWire, cardEventOnWire } from './deposits.dto.ts'
import { depositExports, filterOf } from './deposits.exports.ts'

const PAGE_SIZE = 50

export function depositAdminRoutes(routes: Routes): void {
  bindDeposits(routes)
  bindCardEvents(routes)
  depositExports(routes)
}

function bindDeposits(routes: Routes): void {
  const { database } = routes.app
  const get = async (deposit_id: string) => {
    const row = await selectOfficeDeposit.maybe(database, deposit_id)
    if (row === undefined) throw refuse('deposit_is_unknown')
    return row
  }

  bind(routes, adminDepositCalls.assignLine, async ({ params: { line_id }, body, operator, transaction }) => {
    const { reason } = body
    const to = 'deposit_id' in body ? { deposit_id: body.deposit_id } : { member_id: body.member_id }
    const { id } = await transaction((tx) =>
      assignPayment(tx, { line_id, to, reason, actor: actorOf(operator) }),
    )
    return {
      data: {
        line: lineOnWire(await selectLineInDetail.one(database, line_id, database.clock.now())),
        deposit_id: id,
      },
    }
  })
  bind(routes, adminDepositCalls.deposits, async ({ query }) => {
    const { rows, cursor } = await listOfficeDeposits.page(
      database,
      query,
      PAGE_SIZE,
      ...filterOf.deposits(query),
    )
    return { data: { list: rows.map(adminDepositOnWire), cursor } }
  })
  bind(routes, adminDepositCalls.deposit, async ({ params }) => ({
    data: adminDepositOnWire(await get(params.deposit_id)),
  }))
  bind(
    routes,
    adminDepositCalls.refuseDeposit,
    async ({ params: { deposit_id }, body, operator, transaction }) => {
      const refused = { deposit_id, reason: body.reason, actor: actorOf(operator) }
      await transaction((tx) => refuseDeposit(tx, refused))
      return { data: adminDepositOnWire(await get(deposit_id)) }
    },
  )
}

function bindCardEvents(routes: Routes): void {
  const { database } = routes.app
  bind(routes, adminDepositCalls.cardEvents, async ({ query }) => {
    const { rows, cursor } = await listCardEvents.page(
      database,
      query,
      PAGE_SIZE,
      ...filterOf.card_events(query),
    )
    return { data: { list: rows.map(cardEventOnWire), cursor } }
  })
  bind(
    routes,
    adminDepositCalls.resolveCardEvent,
    async ({ params: { event_id }, body, operator, transaction }) => {
      const actor = actorOf(operator)
      const resolved = await transaction(async (tx) => {
        const event = await selectCardEventLocked.maybe(tx, event_id)
        if (event === undefined) throw refuse('card_event_is_unknown')
        if (event.state !== 'needs_review') throw refuse('card_event_needs_no_review', { state: event.state })
        const object = { kind: 'card_event', id: event_id }
        await recordAct(tx, {
          actor,
          action: 'card_event_resolved',
          object,
          member_id: null,
          reason: body.reason,
        })
        return await resolveCardEvent.one(tx, event_id, actor, tx.now, body.reason)
      })
      return { data: cardEventOnWire(resolved) }
    },
  )
}
