import type { TestDatabase } from './database.ts'

/** Every row of every table, jobs included, as the text of its columns (bytea in hex), by table. */
export async function everyRow(database: TestDatabase): Promise<Map<string, string>> {
  const tables = await database.asSchemaOwner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await database.asSchemaOwner<{ text: string | null }>(
      `select string_agg(to_jsonb(t)::text, E'\\n') as text from ${name} t`,
    )
    found.set(name, row!.text ?? '')
  }
  return found
}

/** Tables in which the text stands, in any column, in whatever case. */
export function tablesWith(rows: ReadonlyMap<string, string>, text: string): string[] {
  const sought = text.toLowerCase()
  return [...rows].flatMap(([table, all]) => (all.toLowerCase().includes(sought) ? [table] : []))
}
