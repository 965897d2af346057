// Sortable lists of the back office: a named statement for each column and direction, and pages by cursor
// in that order. Column names never come from a request.
import type { Queryable } from '../database/database.ts'
import { type Statement, statement } from '../database/statement.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { refuse } from './refusal.ts'

interface Column {
  /**
   * An expression over the columns of `select` that is never null: wrap what may be in coalesce(). Ids are given in the
   * order in which rows are made: by `id` a list is in that order, and has an index.
   */
  readonly by: string
  readonly type: 'timestamptz' | 'date' | 'bigint' | 'text' | 'uuid'
}

interface List<Name extends string> {
  /** `<module>_<what>` of its statements. */
  readonly name: string
  /** A select with an `id uuid`, filtered by $1 to $`parameters`, without order and limit. */
  readonly select: string
  readonly parameters: number
  readonly columns: Readonly<Record<Name, Column>>
  /** The default order. */
  readonly first: Sort<Name>
}

type Sort<Name extends string> = `${Name}.asc` | `${Name}.desc`

interface ListQuery<Name extends string> {
  readonly sort?: Sort<Name> | undefined
  readonly cursor?: string | undefined
}

type Sorted = { readonly id: string; readonly sort_key: string }

export interface SortedList<Row, Name extends string> {
  /**
   * A page of at most `limit` rows and the cursor for the next; refuses `cursor_is_invalid`, also for one
   * of another order.
   */
  page(
    on: Queryable,
    query: ListQuery<Name>,
    limit: number,
    ...filter: unknown[]
  ): Promise<{ rows: Row[]; cursor: string | null }>
  /** All of it in that order, for an export: pages of 500 rows. */
  every(on: Queryable, query: Pick<ListQuery<Name>, 'sort'>, ...filter: unknown[]): AsyncGenerator<Row[]>
}

const EXPORT_PAGE_SIZE = 500
const CURSOR = /^[a-z_]+\.(asc|desc) [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [^]*$/

export function sortedList<Row extends object, const Name extends string>(
  list: List<Name>,
): SortedList<Row, Name> {
  const statements = new Map<string, Statement<Row & Sorted>>()
  for (const [name, column] of Object.entries<Column>(list.columns))
    for (const direction of ['asc', 'desc'] as const)
      statements.set(`${name}.${direction}`, sorted(list, name, column, direction))

  async function page(on: Queryable, query: ListQuery<Name>, limit: number, ...filter: unknown[]) {
    const sort = query.sort ?? list.first
    const { key, id } = query.cursor === undefined ? { key: null, id: null } : after(sort, query.cursor)
    const found = await statements.get(sort)!.all(on, ...filter, key, id, limit + 1)
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const cursor = found.length > limit && last ? encodeCursor(`${sort} ${last.id} ${last.sort_key}`) : null
    return { rows, cursor }
  }

  async function* every(on: Queryable, { sort }: Pick<ListQuery<Name>, 'sort'>, ...filter: unknown[]) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const found = await page(on, { sort, cursor }, EXPORT_PAGE_SIZE, ...filter)
      yield found.rows
      cursor = found.cursor
    }
  }

  return { page, every }
}

function sorted<Row extends object>(
  { name, select, parameters }: List<string>,
  column: string,
  { by, type }: Column,
  direction: 'asc' | 'desc',
): Statement<Row & Sorted> {
  const [key, id, limit] = [parameters + 1, parameters + 2, parameters + 3]
  const beyond = direction === 'asc' ? '>' : '<'
  return statement<Row & Sorted>(
    `${name}_by_${column}_${direction}`,
    `select listed.*, (${by})::text as sort_key from (${select}) as listed
     where $${key}::text is null or ((${by}), id) ${beyond} ($${key}::text::${type}, $${id}::uuid)
     order by (${by}) ${direction}, id ${direction} limit $${limit}`,
  )
}

function after(sort: string, cursor: string): { key: string; id: string } {
  const [of, id, ...key] = decodeCursor(cursor, CURSOR).split(' ')
  if (of !== sort) throw refuse('cursor_is_invalid')
  return { key: key.join(' '), id: id! }
}
