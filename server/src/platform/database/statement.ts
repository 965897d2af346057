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

export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Every row. */
  all(on: Queryable, ...values: unknown[]): Promise<Row[]>
  /** Exactly one row; throws if there are none or several. */
  one(on: Queryable, ...values: unknown[]): Promise<Row>
  /** The row, or undefined; throws if there are several. */
  maybe(on: Queryable, ...values: unknown[]): Promise<Row | undefined>
}

// PostgreSQL truncates longer names, and two truncated names could collide.
const MAX_NAME_LENGTH = 63
const texts = new Map<string, string>()

/**
 * Declares a statement. Its text begins with `-- <module>_<what>`: its name, unique in the program, and shown in
 * PostgreSQL's own views.
 */
export function statement<Row extends object>(text: string): Statement<Row> {
  const [, name = ''] = /^-- (\w+)\n/.exec(text) ?? []
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw new Error(`a statement begins with its name, of at most ${MAX_NAME_LENGTH} characters: ${text}`)
  if (texts.has(name) && texts.get(name) !== text) throw new Error(`two statements are named ${name}`)
  texts.set(name, text)

  async function all(on: Queryable, ...values: unknown[]): Promise<Row[]> {
    const result = await on.query<Row>({ name, text, values })
    return result.rows
  }
  async function maybe(on: Queryable, ...values: unknown[]): Promise<Row | undefined> {
    const rows = await all(on, ...values)
    if (rows.length > 1) throw new Error(`${name} returned ${rows.length} rows where one was meant`)
    return rows[0]
  }
  async function one(on: Queryable, ...values: unknown[]): Promise<Row> {
    const row = await maybe(on, ...values)
    if (row === undefined) throw new Error(`${name} returned no row where one was meant`)
    return row
  }
  return { name, text, all, one, maybe }
}

/** Rows by id, each requested once; unknown ids are omitted. */
export async function rowsById<Row extends { readonly id: string }>(
  select: Statement<Row>,
  on: Queryable,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = await select.all(on, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** One column of the rows, as an array parameter. */
export const toColumn = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] =>
  rows.map((row) => row[key])

/** Columns of the rows, each as an array parameter of unnest(). */
export const toColumns = <Row, Key extends keyof Row>(rows: readonly Row[], ...keys: Key[]): Row[Key][][] =>
  keys.map((key) => toColumn(rows, key))

/**
 * An array parameter whose length is hidden from the planner. Otherwise it estimates a custom plan for one or two
 * elements as cheaper than the generic plan, and replans on every call, which takes several times as long as reading the
 * rows.
 */
export const ofAnyLength = (parameter: string): string => `array(select unnest(${parameter}))`

/** Column names, each qualified by a table alias. */
export const qualified = (alias: string, columns: string): string => columns.replace(/\w+/g, `${alias}.$&`)
