import {
  adminDepositCalls as calls,
  adminDepositFiles as files,
} from '@fairturn/contract/backoffice/deposits'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { actorOf, bindList, bindMemberText, recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { listCardEvents, resolveCardEvent, selectCardEventLocked } from './card-events.store.ts'
import { refuseDeposit } from './credit-deposit.ts'
import { adminDepositsOnWire, cardEventOnWire } from './deposits.dto.ts'
import { listAdminDeposits, findAdminDeposit } from './deposits.store.ts'
import { suggestionsFor } from './suggested-deposits.ts'

export function depositAdminRoutes(routes: Routes): void {
  bindDeposits(routes)
  bindCardEvents(routes)
}

function bindDeposits(routes: Routes): void {
  const { database } = routes.app
  const shown = async (on: Queryable, deposit_id: string) => {
    const row = orRefuse(await findAdminDeposit.maybe(on, { deposit_id }), 'deposit_is_unknown')
    const [data] = await adminDepositsOnWire(on, [row])
    return { data: data! }
  }

  bind(routes, calls.suggestions, async ({ params: { line_id }, now }) => ({
    data: { list: await suggestionsFor(database, line_id, now) },
  }))
  bindList(routes, {
    call: calls.deposits,
    file: files.exportDeposits,
    kind: 'money',
    name: 'deposits',
    rows: listAdminDeposits,
    items: (rows, { on }) => adminDepositsOnWire(on, rows),
    looks: (_, { member_id }) => (typeof member_id === 'string' ? [member_id] : []),
    columns: {
      created_at: (deposit) => deposit.created_at,
      status: (deposit) => deposit.status,
      method: (deposit) => deposit.method,
      amount: (deposit) => deposit.amount,
      received: (deposit) => deposit.received,
      being_checked: (deposit) => deposit.being_checked,
      reference: (deposit) => deposit.reference,
      username: (deposit) => ({ text: deposit.username }),
      member_id: (deposit) => deposit.member_id,
      settled_at: (deposit) => deposit.settled_at,
      reason: (deposit) => ({ text: deposit.reason }),
      taken_back_at: (deposit) => deposit.taken_back?.at ?? null,
      taken_back: (deposit) => deposit.taken_back?.amount ?? null,
      evidence: (deposit) => ({ text: deposit.evidence }),
      deposit_id: (deposit) => deposit._id,
    },
  })
  bind(routes, calls.deposit, ({ params }) => shown(database, params.deposit_id))
  bindMemberText(routes, calls.refuseDeposit, async ({ params, body, operator, transaction }) => {
    return await transaction(async (tx) => {
      await refuseDeposit(tx, { ...params, ...body, actor: actorOf(operator) })
      return await shown(tx, params.deposit_id)
    })
  })
}

function bindCardEvents(routes: Routes): void {
  bindList(routes, {
    call: calls.cardEvents,
    file: files.exportCardEvents,
    kind: 'money',
    name: 'card-events',
    rows: listCardEvents,
    items: (rows) => rows.map(cardEventOnWire),
    named: ['deposit_id'],
    columns: {
      happened_at: (event) => event.happened_at,
      type: (event) => ({ text: event.type }),
      state: (event) => event.state,
      amount: (event) => event.amount,
      currency: (event) => event.currency,
      payment_intent: (event) => ({ text: event.payment_intent }),
      deposit_id: (event) => event.deposit_id,
      note: (event) => ({ text: event.note }),
      resolution: (event) => ({ text: event.resolution }),
      event_id: (event) => ({ text: event._id }),
    },
  })
  bind(routes, calls.resolveCardEvent, async ({ params: { event_id }, body, operator, transaction }) => {
    const actor = actorOf(operator)
    const resolved = await transaction(async (tx) => {
      const event = orRefuse(await selectCardEventLocked.maybe(tx, { event_id }), 'card_event_is_unknown')
      if (event.status !== 'needs_review')
        throw await refuseDecided(tx, 'card_event_needs_no_review', event_id, { state: event.status })
      const object = { kind: 'card_event', id: event_id }
      await recordAuditEvent(tx, { actor, action: 'card_event_resolved', object, member_id: null, ...body })
      return await resolveCardEvent.one(tx, { event_id, actor, resolved_at: tx.now, resolution: body.reason })
    })
    return { data: cardEventOnWire(resolved) }
  })
}
