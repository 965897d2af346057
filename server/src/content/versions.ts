// Versions of settings, levels and texts. Append-only: restoring creates a new version with the old content
// (versions.test.ts).
import type { SettingName } from '@fairturn/contract/backoffice/settings'
import type { Version } from '@fairturn/contract/backoffice/versions'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { decodeCursor, type Page, pageBy } from '../platform/http/cursor.ts'
import { orRefuse, type Refusal, refuse } from '../platform/http/refusal.ts'

export type VersionKind = 'setting' | 'level' | 'page' | 'popup' | 'banner'

type VersionRow = RowOf<typeof VERSION_COLUMNS>

const PAGE_SIZE = 50
const NUMBER = /^[1-9]\d{0,6}$/

// Serializes concurrent saves; the second is then refused as stale.
const lockKey = statement(
  `-- content_lock_versions
  select pg_advisory_xact_lock(hashtextextended('version ' || $kind || ' ' || $key, 0))`,
  { params: { kind: 'text', key: 'text' } },
)
const lastNumber = statement(
  `-- content_last_version
  select coalesce(max(number), 0) as number from version where kind = $kind and key = $key`,
  { params: { kind: 'text', key: 'text' }, columns: { number: 'int4' } },
)
const insertVersion = statement(
  `-- content_insert_version
  insert into version (kind, key, number, content, reason, operator_id, approved_by, restored_from, made_at)
  values ($kind, $key, $number, $content::jsonb, $reason, $operator_id, $approved_by, $restored_from, $made_at)`,
  {
    params: {
      kind: 'text',
      key: 'text',
      number: 'int4',
      content: 'jsonb',
      reason: 'text?',
      operator_id: 'uuid?',
      approved_by: 'uuid?',
      restored_from: 'int4?',
      made_at: 'timestamptz',
    },
  },
)
const VERSION = `v.number, v.content, v.reason, m.username as made_by, a.username as approved_by, v.restored_from, v.made_at
  from version v left join operator m on m.id = v.operator_id left join operator a on a.id = v.approved_by`
const VERSION_COLUMNS = {
  number: 'int4',
  content: 'jsonb?',
  reason: 'text?',
  made_by: 'text?',
  approved_by: 'text?',
  restored_from: 'int4?',
  made_at: 'timestamptz',
} as const

const listVersions = statement(
  `-- content_versions
  select ${VERSION} where v.kind = $kind and v.key = $key and ($before::int is null or v.number < $before)
  order by v.number desc limit $limit`,
  {
    params: { kind: 'text', key: 'text', before: 'int4?', limit: typed<number>('int8') },
    columns: VERSION_COLUMNS,
  },
)
const findVersion = statement(
  `-- content_version
  select ${VERSION} where v.kind = $kind and v.key = $key and v.number = $number`,
  { params: { kind: 'text', key: 'text', number: 'int4' }, columns: VERSION_COLUMNS },
)
const lastNumbers = statement(
  `-- content_last_versions
  select key, max(number) as number from version where kind = $kind group by key`,
  { params: { kind: 'text' }, columns: { key: 'text', number: 'int4' } },
)

const listAuthors = statement(
  `-- content_authors_of_versions
  select content, array_remove(array[operator_id, approved_by], null) as operator_ids from version
  where kind = $kind and key = $key order by number`,
  { params: { kind: 'text', key: 'text' }, columns: { content: 'jsonb', operator_ids: 'uuid[]' } },
)

/** Every version of a setting, oldest first, with the operators who proposed and approved it. */
export const authorsOfSetting = (on: Queryable, key: SettingName) =>
  listAuthors.all(on, { kind: 'setting', key })

export interface NewVersion {
  readonly kind: VersionKind
  readonly key: string
  /** Stored as JSON. */
  readonly content: unknown
  readonly reason: string
  readonly operator_id: string
  /** The second operator, under dual approval. */
  readonly approved_by?: string | undefined
  readonly restored_from?: number | undefined
  /** The last version the operator saw, 0 for none (optimistic concurrency). */
  readonly expected?: number
  /** The value until now; stored as the first version if there is none, so that it can be restored too. */
  readonly before?: unknown
}

/**
 * Locks a key and returns its last version, 0 for none; call before comparing or writing. Refuses
 * `somebody_else_has_changed_this`.
 */
export async function lockForChange(
  tx: Tx,
  { kind, key, expected }: Pick<NewVersion, 'kind' | 'key' | 'expected'>,
): Promise<number> {
  await lockKey.all(tx, { kind, key })
  const { number } = await lastNumber.one(tx, { kind, key })
  if (expected !== undefined && expected !== number)
    throw await refuseChanged(tx, { kind, key, expected, number })
  return number
}

const ACTIONS: Readonly<Record<VersionKind, string>> = {
  setting: 'setting_changed',
  level: 'levels_changed',
  page: 'page_changed',
  popup: 'popup_changed',
  banner: 'banner_changed',
}

/** Its details contain, in `decided`, who saved the version that is now the last, as `refuseDecided` has it. */
async function refuseChanged(
  tx: Tx,
  { kind, key, expected, number }: { kind: VersionKind; key: string; expected: number; number: number },
): Promise<Refusal> {
  const last = await findVersion.maybe(tx, { kind, key, number })
  return refuse('somebody_else_has_changed_this', {
    expected,
    version: number,
    ...(last !== undefined && {
      decided: { by: last.made_by, at: last.made_at.toISOString(), action: ACTIONS[kind] },
    }),
  })
}

/** Returns its number. Refuses as `lockForChange` does. The caller writes the value itself. */
export async function saveVersion(tx: Tx, version: NewVersion): Promise<number> {
  const { kind, key, content, reason, operator_id, approved_by = null, restored_from = null } = version
  let last = await lockForChange(tx, version)
  if (last === 0 && version.before !== undefined) {
    last = 1
    await insertVersion.all(tx, {
      kind,
      key,
      number: 1,
      content: JSON.stringify(version.before),
      reason: null,
      operator_id: null,
      approved_by: null,
      restored_from: null,
      made_at: tx.now,
    })
  }
  const [number, json] = [last + 1, JSON.stringify(content)]
  await insertVersion.all(tx, {
    kind,
    key,
    number,
    content: json,
    reason,
    operator_id,
    approved_by,
    restored_from,
    made_at: tx.now,
  })
  return number
}

const isLastApproved = statement(
  `-- content_is_last_approved
  with last as (select content from version
    where kind = $kind and key = $key and approved_by is not null and content <> $before::text::jsonb
    order by number desc limit 1)
  select exists (select from last where content = $after::text::jsonb) as is`,
  { params: { kind: 'text', key: 'text', before: 'text', after: 'text' }, columns: { is: 'bool' } },
)

/** Whether this content is the last one besides the current that two operators had approved: it is put back by one. */
export async function putsBackApproved(
  on: Queryable,
  { kind, key, before, after }: { kind: VersionKind; key: string; before: unknown; after: unknown },
): Promise<boolean> {
  const contents = { before: JSON.stringify(before), after: JSON.stringify(after) }
  return (await isLastApproved.one(on, { kind, key, ...contents })).is
}

/** A page of a key's versions, newest first, with the next cursor. Refuses `cursor_is_invalid`. */
export async function versionsOf(
  on: Queryable,
  kind: VersionKind,
  key: string,
  page: { readonly cursor?: string | undefined },
): Promise<Page<Version>> {
  const before = page.cursor === undefined ? null : Number(decodeCursor(page.cursor, NUMBER))
  const rows = await listVersions.all(on, { kind, key, before, limit: PAGE_SIZE + 1 })
  const { list, cursor } = pageBy(rows, PAGE_SIZE, ({ number }) => number)
  return { list: list.map(versionOnWire), cursor }
}

/** One version; refuses `version_is_unknown`. */
export async function versionOf(
  on: Queryable,
  kind: VersionKind,
  key: string,
  number: number,
): Promise<Version> {
  const row = orRefuse(await findVersion.maybe(on, { kind, key, number }), 'version_is_unknown')
  return versionOnWire(row)
}

/** The last numbers of all keys of a kind that have been changed. */
export async function lastVersions(on: Queryable, kind: VersionKind): Promise<Map<string, number>> {
  return new Map((await lastNumbers.all(on, { kind })).map(({ key, number }) => [key, number]))
}

const versionOnWire = (row: VersionRow): Version => ({ ...row, made_at: row.made_at.toISOString() })
