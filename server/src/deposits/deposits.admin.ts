// Operators' calls: deposits, unmatched money that is given to a member, and what the card provider told us.
import { adminDepositCalls, adminDepositFiles } from '@fairturn/contract/backoffice/deposits'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { actorOf, recordAct } from '../staff/staff.ts'
import { selectLineInDetail, lineOnWire, nameExport } from '../banking/banking.ts'
import { assignPayment } from './assign-payment.ts'
import { listCardEvents, resolveCardEvent, selectCardEventLocked } from './card-events.store.ts'
import { refuseDeposit } from './credit-deposit.ts'
import { listOfficeDeposits, selectOfficeDeposit } from './deposits.store.ts'
import { adminDepositOnWire, cardEventOnWire } from './deposits.dto.ts'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { beginning, containing } from '../http/filters.ts'

const PAGE_SIZE = 50

export function depositAdminRoutes(routes: Routes): void {
  bindDeposits(routes)
  bindCardEvents(routes)
  bindExports(routes)
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

/** What of a query filters its list, as the list's statement takes it. */
const filterOf = {
  deposits: ({
    status,
    method,
    member_id,
    reference,
    search,
  }: QueryOf<typeof adminDepositCalls.deposits>) => [
    status ?? null,
    method ?? null,
    member_id ?? null,
    reference?.trim().toUpperCase() ?? null,
    containing(search),
    beginning(search),
  ],
  card_events: ({ state }: QueryOf<typeof adminDepositFiles.exportCardEvents>) => [state ?? null],
}

const DEPOSIT = [
  'created_at',
  'status',
  'method',
  'amount',
  'received',
  'reference',
  'username',
  'member_id',
  'settled_at',
  'reason',
  'evidence',
  'deposit_id',
] as const
const EVENT = [
  'happened_at',
  'type',
  'state',
  'amount',
  'currency',
  'payment_intent',
  'deposit_id',
  'note',
  'resolution',
  'event_id',
] as const

function bindExports(routes: Routes): void {
  const { database } = routes.app
  bindFile(routes, adminDepositFiles.exportDeposits, async ({ query, operator }) => {
    const pages = listOfficeDeposits.every(database, query, ...filterOf.deposits(query))
    const lines = mapped(pages, (row) => {
      const { _id: deposit_id, ...deposit } = adminDepositOnWire(row)
      return {
        ...deposit,
        deposit_id,
        username: { text: deposit.username },
        reason: { text: deposit.reason },
        evidence: { text: deposit.evidence },
      }
    })
    return { name: await nameExport(routes, 'deposits', operator), body: csvOf(DEPOSIT, lines) }
  })
  bindFile(routes, adminDepositFiles.exportCardEvents, async ({ query, operator }) => {
    const pages = listCardEvents.every(database, query, ...filterOf.card_events(query))
    const lines = mapped(pages, (row) => {
      const { _id, ...event } = cardEventOnWire(row)
      const { type, payment_intent, note, resolution } = event
      const texts = {
        event_id: { text: _id },
        type: { text: type },
        payment_intent: { text: payment_intent },
      }
      return { ...event, ...texts, note: { text: note }, resolution: { text: resolution } }
    })
    return { name: await nameExport(routes, 'card-events', operator), body: csvOf(EVENT, lines) }
  })
}
