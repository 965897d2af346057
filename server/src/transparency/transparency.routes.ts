// Public calls: the figures, their history, and the ledger entry of an award. No session required.
import { formatMoney } from '@fairturn/contract/minor-units'
import { transparencyCalls as calls } from '@fairturn/contract/transparency'
import { typed, statement } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindPublic } from '../platform/http/bind-public.ts'
import { bind } from '../platform/http/bind.ts'
import { openToAll } from '../platform/http/public.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { historyOf, openFigures } from './figures.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_MS = 86_400_000
const LAST_DAYS = 90

/** Contains nothing that identifies the member (figures.test.ts), and is empty if they are not listed. */
const selectAwardEntry = statement(
  `-- transparency_award_entry
  select e.id as entry_id, e.type, w.reward_minor + w.bonus_minor as amount_minor, w.bonus_minor, w.claimed_at, e.chain, e.entry_no,
    e.created_at, (extract(epoch from e.created_at - timestamptz '2000-01-01 00:00:00Z') * 1000000)::bigint as written_us,
    encode(e.previous_hash, 'hex') as previous_hash, encode(e.request_hash, 'hex') as content_hash, encode(e.hash, 'hex') as hash,
    p.kinds, p.amounts
  from award w
  join member m on m.id = w.member_id and m.listed_in_awards
  join entry e on e.id = w.entry_id
  cross join lateral (
    select array_agg(a.kind order by p.posting_no) as kinds, array_agg(p.amount_minor order by p.posting_no) as amounts
    from posting p join account a on a.no = p.account_no where p.entry_no = e.entry_no and p.entry_id = e.id) p
  where w.entry_id = $entry_id and e.type in ('award_claimed', 'objection_upheld')`,
  {
    params: { entry_id: 'uuid' },
    columns: {
      entry_id: 'uuid',
      type: typed<'award_claimed' | 'objection_upheld'>('text'),
      amount_minor: 'int8',
      bonus_minor: 'int8',
      claimed_at: 'timestamptz',
      chain: 'int4',
      entry_no: 'int8',
      created_at: 'timestamptz',
      written_us: 'int8',
      previous_hash: 'text',
      content_hash: 'text',
      hash: 'text',
      kinds: 'text[]',
      amounts: 'int8[]',
    },
  },
)

export function transparencyRoutes(routes: Routes): void {
  const { database } = routes.app
  bindPublic(routes, calls.figures, openFigures(database), { openS: MINUTE_S })

  bind(routes, calls.history, async ({ request, reply, query, now }) => {
    const to = query.to ?? now.toISOString().slice(0, 10)
    const last = new Date(`${to}T00:00:00Z`).getTime()
    const from = query.from ?? new Date(last - (LAST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const data = await historyOf(await database.replica(), query.figure, from, to)
    openToAll(request, reply, MINUTE_S, data)
    return { data }
  })

  bind(routes, calls.award, async ({ request, reply, params }) => {
    const entry = orRefuse(
      await selectAwardEntry.maybe(database, { entry_id: params.entry_id }),
      'award_is_unknown',
    )
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
    openToAll(request, reply, HOUR_S, data)
    return { data }
  })
}
