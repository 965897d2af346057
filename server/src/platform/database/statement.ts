// Named prepared statements: parsed and planned once per connection (decision 003). Never built from input.
import type { QueryResult } from 'pg'

export interface QueryConfig {
  text: string
  /** Names a prepared statement; created with `statement()`. */
  name?: string
  values?: unknown[]
}

export interface Queryable {
  query<Row extends object = Record<string, unknown>>(config: QueryConfig): Promise<QueryResult<Row>>
}

// PostgreSQL truncates longer names, and two truncated names could collide.
const MAX_NAME_LENGTH = 63
const texts = new Map<string, string>()

function nameOf(text: string): string {
  const [, name = ''] = /^-- (\w+)\n/.exec(text) ?? []
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw new Error(`a statement begins with its name, of at most ${MAX_NAME_LENGTH} characters: ${text}`)
  if (texts.has(name) && texts.get(name) !== text) throw new Error(`two statements are named ${name}`)
  texts.set(name, text)
  return name
}

/** Runs the text with the values that `valuesOf` makes of what it is called with. */
function calls<Row extends object, Args extends readonly unknown[]>(
  text: string,
  valuesOf: (...args: Args) => unknown[],
) {
  const name = nameOf(text)
  async function all(on: Queryable, ...args: Args): Promise<Row[]> {
    const result = await on.query<Row>({ name, text, values: valuesOf(...args) })
    return result.rows
  }
  async function maybe(on: Queryable, ...args: Args): Promise<Row | undefined> {
    const rows = await all(on, ...args)
    if (rows.length > 1) throw new Error(`${name} returned ${rows.length} rows where one was meant`)
    return rows[0]
  }
  async function one(on: Queryable, ...args: Args): Promise<Row> {
    const row = await maybe(on, ...args)
    if (row === undefined) throw new Error(`${name} returned no row where one was meant`)
    return row
  }
  async function* batches(on: Queryable, atOnce: number, ...args: Args): AsyncGenerator<Row[]> {
    await on.query({ text: `declare ${name} no scroll cursor for ${text}`, values: valuesOf(...args) })
    for (;;) {
      const { rows } = await on.query<Row>({ text: `fetch ${atOnce} from ${name}` })
      if (rows.length > 0) yield rows
      if (rows.length < atOnce) break
    }
    await on.query({ text: `close ${name}` })
  }
  return { name, text, all, one, maybe, batches }
}

/** TypeScript's type of a column by its type in the database. */
interface Columns {
  text: string
  uuid: string
  date: string
  numeric: string
  interval: string
  pg_lsn: string
  subject_kind: string
  int2: number
  int4: number
  float8: number
  int8: bigint
  bool: boolean
  timestamptz: Date
  bytea: Buffer
  jsonb: unknown
  json: unknown
}

/** What is accepted as a parameter of the type. */
interface Accepted extends Omit<Columns, 'bytea'> {
  bytea: Uint8Array
}

/** An array in PostgreSQL's own notation, which is cheaper to write than an array of many. */
export type ArrayLiteral = string & { readonly of: 'array' }

/** Of items that need no quotes, or have them. */
export const arrayLiteral = (items: readonly (string | number | bigint)[]): ArrayLiteral =>
  `{${items.join(',')}}` as ArrayLiteral

type BaseType = keyof Columns
/** Name of a type in the database. `?`: it can be null. `!`: the column can be null, but not in the rows of this statement. */
type TypeName = `${BaseType}${'' | '[]'}${'' | '?' | '!'}`

declare const narrower: unique symbol
/** A type in the database of which TypeScript knows more; the property exists in the type only. */
type Narrowed<T, Name extends TypeName = TypeName> = Name & { readonly [narrower]: T }

/** A type in the database of which TypeScript knows more: the words of a state, the members of a JSON document. */
export const typed = <T>(name: TypeName) => name as Narrowed<T>

type ColumnOf<Name> =
  Name extends Narrowed<infer T>
    ? T
    : Name extends `${infer Inner}?`
      ? ColumnOf<Inner> | null
      : Name extends `${infer Inner}!`
        ? ColumnOf<Inner>
        : Name extends `${infer Item extends BaseType}[]`
          ? Columns[Item][]
          : Name extends BaseType
            ? Columns[Name]
            : never
type ParamOf<Name> =
  Name extends Narrowed<infer T>
    ? T
    : Name extends `${infer Inner}?`
      ? ParamOf<Inner> | null
      : Name extends `${infer Item extends BaseType}[]`
        ? readonly Accepted[Item][] | ArrayLiteral
        : Name extends BaseType
          ? Accepted[Name]
          : never

/** Types in the database by name, where a test can compare them (statements.test.ts). */
export type Types = Readonly<Record<string, TypeName>>
type None = { readonly [Name in never]: TypeName }
type TypedRow<Names> = { -readonly [Name in keyof Names]: ColumnOf<Names[Name]> }
type TypedParams<Names> = { readonly [Name in keyof Names]: ParamOf<Names[Name]> }

/** A row of a statement, or of declared columns. */
export type RowOf<From> = From extends { all(...args: never): Promise<(infer R)[]> } ? R : TypedRow<From>
/** What a call of a statement is given, or what declared parameters accept. */
export type ParamsOf<From> = From extends { all(on: Queryable, params: infer P): unknown }
  ? P
  : TypedParams<From>

/** The values of a call: an object with exactly the named parameters; nothing for a statement without any. */
type Values<Params> = keyof Params extends never ? [] : [params: Params]

export interface NamedStatement<Row, Params> {
  readonly name: string
  readonly text: string
  all(on: Queryable, ...values: Values<Params>): Promise<Row[]>
  one(on: Queryable, ...values: Values<Params>): Promise<Row>
  maybe(on: Queryable, ...values: Values<Params>): Promise<Row | undefined>
  /** With a cursor, `atOnce` rows at a time: for more than memory should hold. In a transaction only, and there once at a time. */
  batches(on: Queryable, atOnce: number, ...values: Values<Params>): AsyncGenerator<Row[]>
}

export interface Declared {
  readonly text: string
  /** In the order of their numbers. */
  readonly names: readonly string[]
  readonly params: Types
  readonly columns: Types
}

const named = new Map<string, Declared>()

/** Statements with named parameters of the modules that are loaded, by name. */
export const declaredStatements = (): ReadonlyMap<string, Declared> => named

/** `$member_id` becomes `$1`, everywhere outside of quotes. */
function numberParams(text: string): { text: string; names: string[] } {
  const names: string[] = []
  const numbered = text.replace(/'(?:[^']|'')*'|\$(\w+)/g, (found, name: string | undefined) => {
    if (name === undefined) return found
    if (/^\d/.test(name)) throw new Error(`a parameter has a number where names are used: ${text}`)
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: numbered, names }
}

/**
 * Declares a statement. Its text begins with `-- <module>_<what>`: its name, unique in the program, and shown in
 * PostgreSQL's own views.
 *
 * Parameters are named: `$member_id` in the text, one object at the call. The types in the database of parameters and
 * columns are said once, and TypeScript's follow from them; a name that is missing or superfluous does not compile.
 */
export function statement<const ParamTypes extends Types = None, const ColumnTypes extends Types = None>(
  source: string,
  { params, columns }: { readonly params?: ParamTypes; readonly columns?: ColumnTypes } = {},
): NamedStatement<TypedRow<ColumnTypes>, TypedParams<ParamTypes>> {
  const { text, names } = numberParams(source)
  const given = Object.keys(params ?? {})
  if (names.toSorted().join(' ') !== given.toSorted().join(' '))
    throw new Error(
      `the text has the parameters ${names.join(', ')}, but declared are ${given.join(', ')}: ${source}`,
    )
  const made = calls<TypedRow<ColumnTypes>, Values<TypedParams<ParamTypes>>>(text, (values?: object) =>
    names.map((name) => (values as Record<string, unknown>)[name]),
  )
  named.set(made.name, { text, names, params: params ?? {}, columns: columns ?? {} })
  return made
}

/** A text composed of a list's filters (sorting.ts): its parameters are `$1`, `$2` …, and no test knows its columns. */
export const composedStatement = <Row extends object>(text: string) =>
  calls<Row, [values: unknown[]]>(text, (values) => values)
export type ComposedStatement<Row extends object> = ReturnType<typeof composedStatement<Row>>

/** Rows by id, each requested once; unknown ids are omitted. */
export async function rowsById<Row extends { readonly id: string }>(
  select: NamedStatement<Row, { ids: readonly string[] }>,
  on: Queryable,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = await select.all(on, { ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}

/** One column of the rows, as an array parameter. */
export const toColumn = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] =>
  rows.map((row) => row[key])

/** Columns of the rows, as array parameters of these names. */
export const toColumns = <Row, Key extends keyof Row>(
  rows: readonly Row[],
  ...keys: Key[]
): { [Name in Key]: Row[Name][] } =>
  Object.fromEntries(keys.map((key) => [key, toColumn(rows, key)])) as { [Name in Key]: Row[Name][] }

/**
 * An array parameter whose length is hidden from the planner. Otherwise it estimates a custom plan for one or two
 * elements as cheaper than the generic plan, and replans on every call, which takes several times as long as reading the
 * rows.
 */
export const ofAnyLength = (parameter: string): string => `array(select unnest(${parameter}))`

/** Names of declared columns, for the text of a statement. */
export const columnNames = (columns: Types): string => Object.keys(columns).join(', ')

/** Column names, each qualified by a table alias. */
export const qualified = (alias: string, columns: string): string => columns.replace(/\w+/g, `${alias}.$&`)
