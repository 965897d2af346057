// Staff reads its own log: by whoever acted, what was done, on what, to whom, when; and whether it is whole.
import { auditCalls, auditFiles } from '@fairturn/contract/backoffice/audit'
import type { AdminAct } from '@fairturn/contract/backoffice/audit'
import type { QueryOf } from '@fairturn/contract/endpoint'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { sortedList } from '../http/sorting.ts'
import { checkActs } from './acts.check.ts'
import type { NewAct, StateOfAct } from './acts.ts'

const PAGE_SIZE = 50

interface ActRow {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly actor_name: string | null
  readonly action: NewAct['action']
  readonly object_kind: string
  readonly object_id: string
  readonly member_id: string | null
  readonly reason: string | null
  readonly before: StateOfAct | null
  readonly after: StateOfAct | null
}

/** By $1 actor, $2 action, $3 and $4 the object, $5 member, from $6 and before $7. */
const listActs = sortedList<ActRow, 'at'>({
  name: 'staff_list_acts',
  select: `select a.id, a.at, a.actor, o.username as actor_name, a.action, a.object_kind, a.object_id, a.member_id, a.reason,
     a.before, a.after
   from staff_act a left join operator o on 'operator:' || o.id = a.actor
   where ($1::text is null or a.actor = $1) and ($2::text is null or a.action = $2)
     and ($3::text is null or a.object_kind = $3) and ($4::text is null or a.object_id = $4)
     and ($5::uuid is null or a.member_id = $5)
     and ($6::timestamptz is null or a.at >= $6) and ($7::timestamptz is null or a.at < $7)`,
  parameters: 7,
  columns: { at: { by: 'id', type: 'uuid' } },
  first: 'at.desc',
})
const head = statement<{ length: bigint; hash: Buffer }>(
  'staff_chain_head',
  `select length, hash from staff_chain`,
)

export function auditRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, auditCalls.acts, async ({ query }) => {
    const { rows, cursor } = await listActs.page(database, query, PAGE_SIZE, ...wantedOf(query))
    return { data: { list: rows.map(actOnWire), cursor } }
  })

  bind(routes, auditCalls.chain, async () => {
    const [{ length, hash }, findings] = await Promise.all([head.one(database), checkActs(database)])
    return { data: { length: Number(length), hash: hash.toString('hex'), findings } }
  })

  bindFile(routes, auditFiles.exportActs, async ({ query, now }) => ({
    name: `audit-${now.toISOString().slice(0, 10)}.csv`,
    body: csvOf(COLUMNS, linesOf(listActs.every(database, query, ...wantedOf(query)))),
  }))
}

type ActFilter = QueryOf<typeof auditCalls.acts>

const wantedOf = ({ actor, action, object_kind, object_id, member_id, from, to }: ActFilter) =>
  [actor, action, object_kind, object_id, member_id, from, to].map((value) => value ?? null)

/** What staff did to one member's account, or looked at, newest first. Refuses `cursor_is_invalid`. */
export async function actsOfMember(on: Queryable, member_id: string, cursor: string | undefined) {
  const { rows, cursor: next } = await listActs.page(on, { cursor }, PAGE_SIZE, ...wantedOf({ member_id }))
  return { list: rows.map(actOnWire), cursor: next }
}

const COLUMNS = [
  'at',
  'actor',
  'actor_name',
  'action',
  'object_kind',
  'object_id',
  'member_id',
  'reason',
  'before',
  'after',
] as const

async function* linesOf(pages: AsyncIterable<ActRow[]>) {
  for await (const rows of pages)
    yield rows.map((row) => ({
      at: row.at.toISOString(),
      actor: { text: row.actor },
      actor_name: { text: row.actor_name },
      action: row.action,
      object_kind: row.object_kind,
      object_id: { text: row.object_id },
      member_id: row.member_id,
      reason: { text: row.reason },
      before: { text: row.before === null ? null : JSON.stringify(row.before) },
      after: { text: row.after === null ? null : JSON.stringify(row.after) },
    }))
}

const actOnWire = ({ id, at, object_kind, object_id, ...act }: ActRow): AdminAct => ({
  ...act,
  _id: id,
  at: at.toISOString(),
  object: { kind: object_kind, _id: object_id },
})
