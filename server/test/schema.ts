// The schema of a migrated database as text, one a module, read from PostgreSQL's catalogs. A table belongs to the module
// whose migration creates it.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '../src/platform/database/migrate.ts'

type Query = <Row extends object>(text: string) => Promise<Row[]>

const CREATES = /^create (?:or replace )?(?:table|view|function|domain|sequence) (\w+)/gim
const HEADER =
  '-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.\n'

/** By table, view, function, domain or sequence: the module whose migration creates it. */
export async function modulesOfObjects(): Promise<Map<string, string>> {
  const modules = new Map<string, string>()
  for (const file of (await readdir(MIGRATIONS_FOLDER)).toSorted()) {
    const [, module = ''] = /^\d{4}-([a-z]+)/.exec(file) ?? []
    const text = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8')
    for (const [, name] of text.matchAll(CREATES)) if (!modules.has(name!)) modules.set(name!, module)
  }
  return modules
}

interface Part {
  readonly name: string
  readonly text: string
}

/** By module: its tables with columns, constraints, indexes, triggers and grants, then its functions. */
export async function readSchema(query: Query): Promise<Map<string, string>> {
  const modules = await modulesOfObjects()
  const parts = [
    ...(await query<Part>(DOMAINS)),
    ...(await query<Part>(TABLES)),
    ...(await query<Part>(VIEWS)),
    ...(await query<Part>(FUNCTIONS)),
  ]
  const files = new Map<string, string>()
  for (const { name, text } of parts) {
    const module = modules.get(name)
    if (module === undefined) throw new Error(`no migration creates ${name}`)
    files.set(module, `${files.get(module) ?? HEADER}\n${plain(text)}\n`)
  }
  return files
}

// What PostgreSQL adds when it writes an expression down, and nobody needs to read.
const plain = (text: string) =>
  text
    .split('\n')
    .map((line) => (line.startsWith('|') ? line.slice(1) : shorten(line)))
    .join('\n')

const shorten = (line: string) =>
  line
    .replace(/'((?:[^']|'')*)'::(?:text\[\]|text|integer|bigint|name)(?!\w)/g, "'$1'")
    .replace(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'IN ($1)')
    .replace(/<> ALL \(ARRAY\[([^\]]*)\]\)/g, 'NOT IN ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('public.', '')
    .split(/('(?:[^']|'')*')/)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replace(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase()),
    )
    .join('')

const DOMAINS = `
  select typname as name, 'create domain ' || typname || ' as ' || format_type(typbasetype, typtypmod)
    || coalesce((select string_agg(' ' || pg_get_constraintdef(c.oid, true), '') from pg_constraint c where contypid = t.oid and contype = 'c'), '')
    as text
  from pg_type t where typnamespace = 'public'::regnamespace and typtype = 'd' order by typname`

const COLUMN = `
  '  ' || attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
  || case when attidentity <> '' then ' generated always as identity'
    when attgenerated <> '' then ' generated always as (' || regexp_replace(pg_get_expr(adbin, adrelid, true), '\\s+', ' ', 'g') || ') stored'
    when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid, true) else '' end`

/** Partitions of a day come and go. */
const OF_A_DAY = `~ '_\\d{8}$'`

const TABLES = `
  select c.relname as name, concat_ws(e'\\n',
    'create table ' || c.relname || ' (',
    (select string_agg(${COLUMN}, e',\\n' order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped)
    || coalesce((select e',\\n' || string_agg('  constraint ' || conname || ' ' || regexp_replace(pg_get_constraintdef(k.oid, true), '\\s+', ' ', 'g'), e',\\n' order by contype = 'c', contype desc, conname)
      from pg_constraint k where conrelid = c.oid and contype <> 'n'), ''),
    ')' || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''),
    (select string_agg(pg_get_indexdef(indexrelid, 0, true), e'\\n' order by i.relname)
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u'))),
    (select string_agg(pg_get_triggerdef(g.oid, true), e'\\n' order by tgname) from pg_trigger g where tgrelid = c.oid and not tgisinternal),
    (select string_agg('grant ' || privileges || ' to ' || grantee, e'\\n' order by grantee) from (
      select grantee::regrole::text, string_agg(lower(privilege_type), ', ' order by privilege_type) as privileges
      from aclexplode(c.relacl) where grantee <> c.relowner and grantee <> 0 group by 1) as g),
    (select string_agg('grant ' || privilege || ' (' || names || ') to ' || grantee, e'\\n' order by grantee, privilege) from (
      select a.grantee::regrole::text, lower(a.privilege_type) as privilege, string_agg(attname, ', ' order by attnum) as names
      from pg_attribute cross join lateral aclexplode(attacl) a where attrelid = c.oid group by 1, 2) as g)
  ) as text
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname !${OF_A_DAY}
    and c.relname not in ('schema_version')
  order by c.relname`

const VIEWS = `
  select relname as name, 'create view ' || relname || e' as\\n' || pg_get_viewdef(oid, true) as text
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by relname`

// The lines of a body are marked, so that they stay as they are.
const FUNCTIONS = `
  select proname as name,
    regexp_replace(pg_get_functiondef(p.oid), '^', '|', 'gn')
    || coalesce((select e'\\n' || string_agg('grant execute to ' || coalesce(nullif(grantee, 0)::regrole::text, 'public'), e'\\n' order by grantee)
      from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner), '') as text
  from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by proname`
