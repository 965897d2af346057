import type { StaffRole } from '@fairturn/contract/backoffice/roles'
// Declares a list of the back office: paginated for the screen, and a CSV export with the same order and filter. Each
// export is recorded in the audit log.
import type { AnswerOf, Endpoint, QueryOf } from '@fairturn/contract/endpoint'
import type { FileCall } from '@fairturn/contract/files'
import type { Locale } from '@fairturn/contract/locales'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '../platform/database/database.ts'
import type { App, Operator, Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { type Cell, csvOf } from '../platform/http/csv.ts'
import type { SortedList } from '../platform/http/sorting.ts'
import { actorOf, type NewAuditEvent, recordAuditEvent } from './audit-log.ts'

const PAGE_SIZE = 50

type StaffFile = FileCall & { readonly roles: readonly StaffRole[] }

/** The caller and their language. */
export interface ListRequest {
  readonly app: App
  readonly operator: Operator
  readonly locale: Locale
  readonly now: Date
  readonly request: FastifyRequest
  /** Where to read: possibly the replica, because it decides nothing. */
  readonly on: Queryable
}

type KindOf<Action> = Action extends `${infer Kind}_exported` ? Kind : never

/** Recorded in the audit log as `<kind>_exported`, for the object `name`. */
interface Export<F extends StaffFile, Item> {
  readonly file: F
  readonly kind: KindOf<NewAuditEvent['action']>
  /** Object id in the audit log, and file name, to which the day is appended unless `fileName` says another. */
  readonly name: string
  readonly fileName?: (query: z.output<F['query']>) => string
  /** Object id in the audit log; default `name`. */
  readonly object_id?: (params: ParamsOf<F>) => string
  /** Whom these items show in full, if the call `shows` something. */
  readonly looks?: (items: readonly Item[], query: Readonly<Record<string, unknown>>) => readonly string[]
  /** Columns with ids in them: a column before each says what these are called, as far as the caller's role reads it. */
  readonly named?: readonly string[]
  /** The columns in order. User-written text is passed as `{ text }`, to be escaped. */
  readonly columns: Readonly<Record<string, (item: Item) => Cell>>
}

type ParamsOf<F extends StaffFile> = F['params'] extends z.ZodType ? z.output<F['params']> : undefined

interface ExportRequest<F extends StaffFile> extends ListRequest {
  readonly query: z.output<F['query']>
  readonly params: ParamsOf<F>
}

type ItemOf<C extends Endpoint> = AnswerOf<C> extends { list: readonly (infer Item)[] } ? Item : never

interface List<C extends Endpoint, F extends StaffFile, Row, Line> extends Export<F, Line> {
  readonly call: C
  readonly rows: SortedList<Row, string, Filtered<C>>
  readonly pageSize?: number
  /** Refuses filters that do not go together. */
  readonly check?: (query: QueryOf<C>) => void
  /** Default order, if it depends on the filter. */
  readonly sort?: (query: QueryOf<C>) => string | undefined
  readonly items: (rows: Row[], request: ListRequest) => ItemOf<C>[] | Promise<ItemOf<C>[]>
  /** Builds the export's lines if they need fewer columns than the items. */
  readonly lines?: (rows: Row[]) => Line[]
  /** Other fields of the response. */
  readonly extra?: (request: ListRequest) => Promise<Omit<AnswerOf<C>, 'list' | 'cursor'>>
}

/** Every filter of the call; the list must have a condition for each. */
type Filtered<C extends Endpoint> = Exclude<keyof QueryOf<C>, 'cursor' | 'sort'> & string

/** Binds a list's call and its export. Refuses `cursor_is_invalid`. */
export function bindList<
  const C extends Endpoint & { auth: 'staff' },
  const F extends StaffFile,
  Row,
  Line = ItemOf<C>,
>(routes: Routes, list: List<C, F, Row, Line>): void {
  const { database } = routes.app
  const queryOf = (query: QueryOf<C>, now: Date) => {
    const { cursor, sort = list.sort?.(query), ...filter } = query as { cursor?: string; sort?: string }
    return { cursor, sort: sort as `${string}.asc` | undefined, filter, now }
  }
  bind(routes, list.call as Endpoint & { auth: 'staff' }, async (call) => {
    list.check?.(call.query as QueryOf<C>)
    const request = { ...call, on: await database.replica() }
    const [{ list: rows, cursor }, extra] = await Promise.all([
      list.rows.page(request.on, queryOf(call.query as QueryOf<C>, call.now), list.pageSize ?? PAGE_SIZE),
      list.extra?.(request),
    ])
    const items = await list.items(rows, request)
    const members = list.looks?.(items as object as Line[], call.query as object as Record<string, unknown>)
    return { data: { list: items, cursor, ...extra }, looks: { members: members ?? [] } }
  })
  bindExport(routes, list, async (call) => {
    list.check?.(call.query as QueryOf<C>)
    async function* pages() {
      const { cursor: _, ...query } = queryOf(call.query as QueryOf<C>, call.now)
      for await (const rows of list.rows.every(call.on, query))
        yield list.lines?.(rows) ?? ((await list.items(rows, call)) as Line[])
    }
    return pages()
  })
}

/** Binds a list's export. `pagesOf` reads it, and refuses before anything is logged. */
export function bindExport<const F extends StaffFile, Item>(
  routes: Routes,
  { file, kind, name, fileName, object_id, columns, looks, named = [] }: Export<F, Item>,
  pagesOf: (call: ExportRequest<F>) => Promise<AsyncIterable<Item[]>>,
): void {
  const { database } = routes.app
  const cells = Object.entries(columns)
  bindFile(routes, file as StaffFile, async (unparsed) => {
    const call = { ...unparsed, on: await database.replica() } as object as ExportRequest<F>
    const pages = await pagesOf(call)
    await database.transaction((tx) =>
      recordAuditEvent(tx, {
        actor: actorOf(call.operator),
        action: `${kind}_exported`,
        object: { kind, id: object_id?.(call.params) ?? name },
      }),
    )
    const query = call.query as object as Record<string, unknown>
    async function* shown() {
      for await (const items of pages) {
        if (file.shows !== undefined && looks !== undefined)
          await call.app.recordLooks(call.operator, file.shows, { members: looks(items, query) })
        yield items
      }
    }
    async function* lines() {
      for await (const items of shown()) {
        const rows = items.map((item) =>
          Object.fromEntries(cells.map(([column, cellOf]) => [column, cellOf(item)])),
        )
        yield named.length === 0 ? rows : await withNames(call, rows, named)
      }
    }
    return {
      name: `${fileName?.(call.query) ?? `${name}-${call.now.toISOString().slice(0, 10)}`}.csv`,
      body: csvOf(
        Object.keys(columns).flatMap((column) =>
          named.includes(column) ? [nameColumn(column), column] : [column],
        ),
        lines(),
      ),
    }
  })
}

type Row = Readonly<Record<string, Cell>>

/** `deposit_id`: deposit; `actor`: actor_name. */
const nameColumn = (column: string): string =>
  column.endsWith('_id') ? column.slice(0, -'_id'.length) : `${column}_name`

const EVERY_UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const idsIn = (cell: Cell | undefined): string[] => {
  const text = typeof cell === 'object' ? cell?.text : cell
  return String(text ?? '').match(EVERY_UUID) ?? []
}
/** How many ids are looked up at once. */
const IDS_AT_ONCE = 1000

async function withNames(
  { app, operator: { role } }: Pick<ListRequest, 'app' | 'operator'>,
  rows: readonly Row[],
  named: readonly string[],
): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap((row) => named.flatMap((column) => idsIn(row[column]))))]
  const names = new Map<string, string>()
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for (const { _id, name } of await app.namesIn(role, ids.slice(from, from + IDS_AT_ONCE)))
      names.set(_id, name)
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      named.map((column) => {
        const ofCell = idsIn(row[column]).flatMap((id) => names.get(id) || [])
        return [nameColumn(column), { text: ofCell.length === 0 ? null : ofCell.join('; ') }]
      }),
    ),
  }))
}
