// Every statement with named parameters, prepared on the migrated database: its parameters and columns are those it declares.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type Connection, type FieldDef, type Submittable } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../test/database.ts'
import { declaredLists } from '../http/sorting.ts'
import { type Declared, declaredStatements, statement, typed, type Types } from './statement.ts'

const SOURCES = join(import.meta.dirname, '../..')
const OUTER_JOIN = /\b(left|right|full)\s+(outer\s+)?join\b/

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

interface Column {
  readonly name: string
  readonly type: string
  /** Null where the column is an expression. */
  readonly not_null: boolean | null
}

const nameOfType = async (oid: number): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select case when t.typelem <> 0 and t.typlen = -1 then (select typname from pg_type e where e.oid = t.typelem) || '[]'
       else t.typname end as name from pg_type t where t.oid = $1`,
    [oid],
  )
  return rows[0]!.name
}

/** PostgreSQL's description of a statement, which it never runs. */
class Description implements Submittable {
  params: number[] = []
  fields: FieldDef[] = []
  readonly #text: string
  readonly #settle: (error?: Error) => void
  constructor(text: string, settle: (error?: Error) => void) {
    this.#text = text
    this.#settle = settle
  }
  submit(connection: Connection) {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.params = dataTypeIDs
    })
    connection.parse({ text: this.#text, name: '', types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }
  handleRowDescription({ fields }: { fields: FieldDef[] }) {
    this.fields = fields
  }
  handleError(error: Error) {
    this.#settle(error)
  }
  handleReadyForQuery() {
    this.#settle()
  }
}

async function describe(text: string): Promise<{ params: string[]; columns: Column[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const described = new Description(text, (error) => (error === undefined ? resolve() : reject(error)))
  client.query(described)
  await promise
  const params = await Promise.all(described.params.map(nameOfType))
  const columns: Column[] = []
  for (const { name, dataTypeID, tableID, columnID } of described.fields) {
    const source = await client.query<{ not_null: boolean }>(
      'select attnotnull as not_null from pg_attribute where attrelid = $1 and attnum = $2',
      [tableID, columnID],
    )
    const type = await nameOfType(dataTypeID)
    // What a function returns that returns nothing.
    if (type !== 'void') columns.push({ name, type, not_null: source.rows[0]?.not_null ?? null })
  }
  return { params, columns }
}

/** What a statement declares otherwise than the database has it. */
async function faultsOf({ text, names, ...declared }: Declared): Promise<string[]> {
  const { params, columns } = await describe(text)
  const faults: string[] = []
  for (const [index, name] of names.entries())
    if (declared.params[name]!.replace(/\?$/, '') !== params[index])
      faults.push(`parameter ${name} is ${params[index]}, declared as ${declared.params[name]}`)
  return [...faults, ...faultsOfColumns(text, columns, declared.columns)]
}

function faultsOfColumns(text: string, columns: readonly Column[], declared: Types): string[] {
  const faults: string[] = []
  const found = new Set(columns.map(({ name }) => name))
  for (const name of Object.keys(declared)) if (!found.has(name)) faults.push(`there is no column ${name}`)
  for (const { name, type, not_null: notNull } of columns) {
    const said = declared[name]
    if (said === undefined) faults.push(`column ${name} is not declared`)
    else if (said.replace(/[?!]$/, '') !== type) faults.push(`column ${name} is ${type}, declared as ${said}`)
    else if (notNull === true && said.endsWith('?') && !OUTER_JOIN.test(text))
      faults.push(`column ${name} is never null`)
    else if (notNull === false && !/[?!]$/.test(said) && !text.includes(`${name} is not null`))
      faults.push(`column ${name} can be null`)
    else if (notNull !== false && said.endsWith('!')) faults.push(`column ${name} needs no exclamation mark`)
  }
  return faults
}

beforeAll(async () => {
  for (const file of await readdir(SOURCES, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCES, file), 'utf8')
    if (/\b(statement|sortedList)\(/.test(text) && !file.endsWith('database/statement.ts'))
      await import(/* @vite-ignore */ join(SOURCES, file))
  }
})

test('every statement with named parameters fits the schema', async () => {
  const declared = [...declaredStatements()]
  expect(declared.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const [name, each] of declared)
    for (const fault of await faultsOf(each)) faults.push(`${name}: ${fault}`)
  expect(faults).toEqual([])
})

test('every list fits the schema, in each of its orders and with each of its filters', async () => {
  const lists = [...declaredLists()]
  expect(lists.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const [name, { rows, texts }] of lists)
    for (const text of texts()) {
      const { columns } = await describe(text)
      const read = columns.filter((column) => column.name in rows)
      for (const fault of faultsOfColumns(text, read, rows)) faults.push(`${name}: ${fault}`)
    }
  expect([...new Set(faults)]).toEqual([])
})

test('a wrong type, an undeclared column and a nullable one are seen', async () => {
  const wrong = statement(
    `-- test_wrong_shape
    select id, code, phone, email, username, locale, file from member where id = $id`,
    {
      params: { id: 'text' },
      columns: {
        id: 'uuid',
        code: 'int4',
        phone: 'text',
        email: 'text!',
        username: 'text!',
        locale: 'text?',
      },
    },
  )
  expect(await faultsOf(declaredStatements().get(wrong.name)!)).toEqual([
    'parameter id is uuid, declared as text',
    'column code is text, declared as int4',
    'column phone can be null',
    'column username needs no exclamation mark',
    'column locale is never null',
    'column file is not declared',
  ])
})

test('a name is one parameter wherever it stands, and its value is found by it', async () => {
  const twice = statement(
    `-- test_named_parameters
    select $b::int4 + $a::int4 * 10 + $b::int4 as sum, '$a' as quoted`,
    { params: { a: 'int4', b: 'int4' }, columns: { sum: 'int4', quoted: 'text' } },
  )
  expect(await twice.one(database, { a: 2, b: 1 })).toEqual({ sum: 22, quoted: '$a' })
  const declare = () =>
    statement('-- test_other_names\n select $b::int4 as a', {
      params: { a: 'int4' },
      columns: { a: 'int4' },
    })
  expect(declare).toThrow('the text has the parameters b, but declared are a')
  // @ts-expect-error a missing name
  void (() => twice.one(database, { a: 2 }))
  // @ts-expect-error a superfluous name
  void (() => twice.one(database, { a: 2, b: 1, c: 3 }))
})

test('a cursor returns every row, so many at a time, and again in the same transaction', async () => {
  const counted = statement(
    `-- test_batches
    select no from generate_series(1, $last::int4) as no order by no`,
    { params: { last: 'int4' }, columns: { no: 'int4' } },
  )
  await database.transaction(async (tx) => {
    const read = async (last: number) => {
      const batches: number[][] = []
      for await (const rows of counted.batches(tx, 2, { last })) batches.push(rows.map(({ no }) => no))
      return batches
    }
    expect(await read(5)).toEqual([[1, 2], [3, 4], [5]])
    expect(await read(4)).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await read(0)).toEqual([])
  })
})

test('the types of rows and parameters follow from the declared types', async () => {
  const money = statement(
    `-- test_derived_types
    select $amount_minor::int8 as amount_minor, $note::text as note, $states::text[] as states, $at::timestamptz as at`,
    {
      params: {
        amount_minor: 'int8',
        note: 'text?',
        states: typed<readonly ('paid' | 'sent')[]>('text[]'),
        at: 'timestamptz',
      },
      columns: { amount_minor: 'int8', note: 'text?', states: 'text[]', at: 'timestamptz' },
    },
  )
  const given = { amount_minor: 5n, note: null, states: ['paid'], at: new Date(0) } as const
  expect(await money.one(database, given)).toEqual(given)
  const row = async () => await money.one(database, given)
  void (async () => {
    // @ts-expect-error it can be null
    void (await row()).note.length
    // @ts-expect-error a bigint, not a number
    const amount: number = (await row()).amount_minor
    // @ts-expect-error not declared
    void (await row()).currency
    return amount
  })
  // @ts-expect-error an amount is a bigint
  void (() => money.one(database, { ...given, amount_minor: 5 }))
  // @ts-expect-error no such state
  void (() => money.one(database, { ...given, states: ['lost'] }))
  // @ts-expect-error a time is a Date
  void (() => money.one(database, { ...given, at: '2026-11-28' }))
  // @ts-expect-error there is no such type
  const declare = () => statement('-- test_no_such_type\n select 1 as a', { columns: { a: 'int5' } })
  expect(declare).not.toThrow()
})
