// Staff reads its own log: by whoever acted, what was done, on what, to whom, when; and whether it is whole.
import { auditCalls, auditFiles } from '@fairturn/contract/backoffice/audit'
import type { OfficeAct } from '@fairturn/contract/backoffice/audit'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { checkActs } from './acts.check.ts'
import type { NewAct, StateOfAct } from './acts.ts'

const A_PAGE = 50
const PAGE_OF_FILE = 500
const AFTER_EVERY_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

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

interface Filter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly object_kind?: string | undefined
  readonly object_id?: string | undefined
  readonly member_id?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const listActs = statement<ActRow>(
  'staff_list_acts',
  `select a.id, a.at, a.actor, o.username as actor_name, a.action, a.object_kind, a.object_id, a.member_id, a.reason,
     a.before, a.after
   from staff_act a left join operator o on 'operator:' || o.id = a.actor
   where a.id < $1
     and ($2::text is null or a.actor = $2) and ($3::text is null or a.action = $3)
     and ($4::text is null or a.object_kind = $4) and ($5::text is null or a.object_id = $5)
     and ($6::uuid is null or a.member_id = $6)
     and ($7::timestamptz is null or a.at >= $7) and ($8::timestamptz is null or a.at < $8)
   order by a.id desc limit $9`,
)
const head = statement<{ length: bigint; hash: Buffer }>(
  'staff_chain_head',
  `select length, hash from staff_chain`,
)

export function auditRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, auditCalls.acts, async ({ query }) => {
    const before = query.cursor === undefined ? AFTER_EVERY_ID : decodeCursor(query.cursor)
    const rows = await list(database, query, before, A_PAGE + 1)
    const page = rows.slice(0, A_PAGE)
    return {
      data: {
        list: page.map(actOnWire),
        cursor: rows.length > page.length ? encodeCursor(page.at(-1)!.id) : null,
      },
    }
  })

  bind(routes, auditCalls.chain, async () => {
    const [{ length, hash }, findings] = await Promise.all([head.one(database), checkActs(database)])
    return { data: { length: Number(length), hash: hash.toString('hex'), findings } }
  })

  bindFile(routes, auditFiles.exportActs, async ({ query, now }) => ({
    name: `audit-${now.toISOString().slice(0, 10)}.csv`,
    body: csvOf(COLUMNS, pages(database, query)),
  }))
}

const list = (on: Queryable, filter: Filter, before: string, limit: number): Promise<ActRow[]> => {
  const { actor, action, object_kind, object_id, member_id, from, to } = filter
  const wanted = [actor, action, object_kind, object_id, member_id, from, to]
  return listActs.all(on, before, ...wanted.map((value) => value ?? null), limit)
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

async function* pages(on: Queryable, filter: Filter) {
  for (let before = AFTER_EVERY_ID; ;) {
    const rows = await list(on, filter, before, PAGE_OF_FILE)
    yield rows.map(({ at, actor, actor_name, reason, before: was, after, object_id, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      actor: { text: actor },
      actor_name: { text: actor_name },
      object_id: { text: object_id },
      reason: { text: reason },
      before: { text: was === null ? null : JSON.stringify(was) },
      after: { text: after === null ? null : JSON.stringify(after) },
    }))
    if (rows.length < PAGE_OF_FILE) return
    before = rows.at(-1)!.id
  }
}

const actOnWire = ({ id, at, object_kind, object_id, ...act }: ActRow): OfficeAct => ({
  ...act,
  _id: id,
  at: at.toISOString(),
  object: { kind: object_kind, _id: object_id },
})
