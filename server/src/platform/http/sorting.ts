// Sorted, filtered lists of the back office with keyset pagination: a named statement per column, direction and set of
// filters. A page reads one extra row instead of counting (decision 056). Column names and conditions never come from a
// request.
import { type Queryable, sqlStateOf } from '../database/database.ts'
import { type ComposedStatement, composedStatement, type RowOf, type Types } from '../database/statement.ts'
import { decodeCursor, EXPORT_PAGE_SIZE, everyPage, type Page, pageBy } from './cursor.ts'
import type { Filter } from './filters.ts'
import { refuse } from './refusal.ts'

interface Column {
  /**
   * A non-null expression over the columns of `select`: wrap nullable ones in coalesce(). The order of `id` is the order
   * of creation, and is indexed.
   */
  readonly by: string
  readonly type: 'timestamptz' | 'date' | 'bigint' | 'text' | 'uuid'
  /**
   * If `by` changes too often for an index: an indexed column that never decreases as `by` grows, and the function that
   * computes it from `by`.
   */
  readonly coarse?: { readonly by: string; readonly of: string }
}

interface List<Name extends string, Filtered extends string, Rows extends Types> {
  /** Prefix `<module>_<what>` of its statements' names. */
  readonly name: string
  /** Types in the database of the columns that are read; `select` may have more, to sort by. */
  readonly rows: Rows
  /** A select with an `id uuid`, without where, order by and limit. */
  readonly select: string
  /** Whether `$1` of `select` is the current instant. */
  readonly now?: true
  /** Condition on every row. */
  readonly where?: string
  /** Conditions by name: with one `?` for the filter's input, or with what `values` returns. */
  readonly filters: Readonly<Record<Filtered, string | Filter>>
  readonly columns: Readonly<Record<Name, Column>>
  /** Default order. */
  readonly first: Sort<NoInfer<Name>>
}

type Sort<Name extends string> = `${Name}.asc` | `${Name}.desc`

interface ListQuery<Name extends string, Filtered extends string> {
  readonly sort?: Sort<Name> | undefined
  readonly cursor?: string | undefined
  readonly filter?: { readonly [F in Filtered]?: unknown }
  readonly now: Date
}

type Sorted = { readonly id: string; readonly sort_key: string }

export interface SortedList<Row, Name extends string, Filtered extends string> {
  readonly filters: Readonly<Record<Filtered, unknown>>
  /** Refuses `cursor_is_invalid`, also for a cursor of another sort order. */
  page(on: Queryable, query: ListQuery<Name, Filtered>, limit: number): Promise<Page<Row>>
  /** All rows in that order, for an export, read in pages of 500. */
  every(on: Queryable, query: Omit<ListQuery<Name, Filtered>, 'cursor'>): AsyncGenerator<Row[]>
}

const CURSOR = /^[a-z_]+\.(asc|desc) [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [^]*$/

const declared = new Map<string, DeclaredList>()

/** Lists of the modules that are loaded, by name. */
export const declaredLists = (): ReadonlyMap<string, DeclaredList> => declared

interface DeclaredList {
  readonly rows: Types
  /** Of its statements: in each order without filters, from the first row and from a place; and with each filter. */
  readonly texts: () => string[]
}

/** Declares a list; its rows follow from `rows`. */
export function sortedList<
  const Name extends string,
  const Rows extends Types,
  const Filtered extends string = never,
>(list: List<Name, Filtered, Rows>): SortedList<RowOf<Rows>, Name, Filtered> {
  type Row = RowOf<Rows> & Sorted
  const names = Object.keys(list.filters) as Filtered[]
  const filters = names.map((name): Filter => {
    const filter = list.filters[name]
    return typeof filter === 'string' ? { where: filter } : filter
  })
  const statements = new Map<string, ComposedStatement<Row>>()

  // Includes only the filters in use: with `$1 is null or …` for each, a generic plan scans the whole table.
  function statementOf(sort: Sort<Name>, applied: readonly number[], after: boolean) {
    const mask = applied.reduce((sum, at) => sum + 2 ** at, after ? 2 ** names.length : 0)
    const name = `${list.name}_${sort.replace('.', '_')}_${mask.toString(36)}`
    const known = statements.get(name)
    if (known !== undefined) return known
    const conditions = applied.map((at) => filters[at]!.where)
    const made = composedStatement<Row>(`-- ${name}\n${textOf(list, sort, conditions, after)}`)
    statements.set(name, made)
    return made
  }

  async function page(on: Queryable, query: ListQuery<Name, Filtered>, limit: number) {
    const { sort = list.first, cursor, filter = {}, now } = query
    const position = cursor === undefined ? [] : positionIn(sort, cursor)
    const values: readonly unknown[] = names.map((name) => (filter as Record<string, unknown>)[name])
    const applied = [...names.keys()].filter((at) => values[at] !== undefined && values[at] !== '')
    const found = await statementOf(sort, applied, cursor !== undefined)
      .all(on, [
        ...(list.now ? [now] : []),
        ...applied.flatMap((at) => filters[at]!.values?.(values[at] as never, now) ?? [values[at]]),
        ...position,
        limit + 1,
      ])
      .catch((error: unknown) => {
        throw cursor !== undefined && isDataException(error) ? refuse('cursor_is_invalid') : error
      })
    return pageBy(found, limit, (last) => `${sort} ${last.id} ${last.sort_key}`)
  }

  const every = (on: Queryable, query: Omit<ListQuery<Name, Filtered>, 'cursor'>) =>
    everyPage((cursor) => page(on, { ...query, cursor }, EXPORT_PAGE_SIZE))

  const texts = () => [
    ...Object.keys(list.columns).flatMap((name) =>
      (['asc', 'desc'] as const).flatMap((direction) =>
        [false, true].map((after) => textOf(list, `${name as Name}.${direction}`, [], after)),
      ),
    ),
    ...filters.map(({ where }) => textOf(list, list.first, [where], false)),
  ]
  declared.set(list.name, { rows: list.rows, texts })
  return { filters: list.filters, page, every }
}

function textOf<Name extends string>(
  { select, where, columns, now }: List<Name, string, Types>,
  sort: Sort<Name>,
  conditions: readonly string[],
  after: boolean,
): string {
  const [name, direction] = sort.split('.') as [Name, 'asc' | 'desc']
  const { by, type, coarse } = columns[name]
  let number = now ? 1 : 0
  const parameter = () => `$${++number}`
  const all = [...(where === undefined ? [] : [where]), ...conditions.map((one) => `(${one})`)].join(' and ')
  const rows = `${select}${all && ` where ${all}`}`.replaceAll('?', parameter)
  const beyond = direction === 'asc' ? '>' : '<'
  const key = after ? `${parameter()}::text::${type}` : ''
  const coarsely = coarse ? `${coarse.by} ${beyond}= ${coarse.of}(${key}) and` : ''
  const fromThere = after ? `where ${coarsely} ((${by}), id) ${beyond} (${key}, ${parameter()}::uuid)` : ''
  return `select listed.*, (${by})::text as sort_key from (${rows}) as listed ${fromThere}
    order by ${coarse ? `${coarse.by} ${direction}, ` : ''}(${by}) ${direction}, id ${direction} limit ${parameter()}`
}

/** SQLSTATE class 22: the key of a forged cursor is not a value of the column's type. */
const isDataException = (error: unknown): boolean => sqlStateOf(error)?.startsWith('22') === true

/** The sort key and id after which the page begins. */
function positionIn(sort: string, cursor: string): [key: string, id: string] {
  const [of, id, ...key] = decodeCursor(cursor, CURSOR).split(' ')
  if (of !== sort) throw refuse('cursor_is_invalid')
  return [key.join(' '), id!]
}
