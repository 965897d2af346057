// Public routes: the figures, their history, and the entry behind an award. No session needed.
import { formatMoney } from '@fairturn/contract/money'
import { transparencyCalls as calls } from '@fairturn/contract/transparency'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { openToAll } from '../http/public.ts'
import { refuse } from '../http/refusal.ts'
import { selectAwardEntry } from './awards.store.ts'
import { historyOf, openFigures } from './figures.ts'

const MINUTE_S = 60
const AN_HOUR = 3600
const DAY_MS = 86_400_000
const LAST_DAYS = 90

export function transparencyRoutes(routes: Routes): void {
  const { database } = routes.app
  const figures = openFigures(database)

  bind(routes, calls.figures, async ({ request, reply }) => {
    const data = await figures()
    openToAll(request, reply, MINUTE_S, data)
    return { data }
  })

  bind(routes, calls.history, async ({ request, reply, query, now }) => {
    const to = query.to ?? now.toISOString().slice(0, 10)
    const last = new Date(`${to}T00:00:00Z`).getTime()
    const from = query.from ?? new Date(last - (LAST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const data = await historyOf(database, query.figure, from, to)
    openToAll(request, reply, MINUTE_S, data)
    return { data }
  })

  bind(routes, calls.award, async ({ request, reply, params }) => {
    const entry = await selectAwardEntry.maybe(database, params.entry_id)
    if (entry === undefined) throw refuse('award_is_unknown')
    const data = {
      entry_id: entry.entry_id,
      type: entry.type,
      amount: formatMoney(entry.amount_minor),
      bonus: formatMoney(entry.bonus_minor),
      at: entry.claimed_at.toISOString(),
      chain: entry.chain,
      entry_no: entry.entry_no.toString(),
      written_at: entry.created_at.toISOString(),
      written_us: entry.written_us.toString(),
      previous_hash: entry.previous_hash,
      content_hash: entry.content_hash,
      hash: entry.hash,
      postings: entry.kinds.map((kind, i) => ({ kind, amount: formatMoney(entry.amounts[i]!) })),
    }
    openToAll(request, reply, AN_HOUR, data)
    return { data }
  })
}
