// The back office's lists of deposits as CSV files, in the order and with the filters of their screens, never whole in memory.
import { type adminDepositCalls, adminDepositFiles } from '@fairturn/contract/backoffice/deposits'
import type { QueryOf } from '@fairturn/contract/endpoint'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { beginning, containing } from '../http/patterns.ts'
import { listCardEvents } from './card-events.store.ts'
import { listOfficeDeposits } from './deposits.admin.store.ts'
import { adminDepositOnWire, cardEventOnWire } from './deposits.dto.ts'
import { type FilterInput, nameExport } from '../banking/banking.ts'

/** What of a query filters its list, as the list's statement takes it. */
export const filterOf = {
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
  card_events: ({ state }: FilterInput<typeof adminDepositFiles.exportCardEvents>) => [state ?? null],
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

export function depositExports(routes: Routes): void {
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
