// Facts that say two members may be one person. A link by itself locks, refuses and takes nothing: it decides which orders a
// person looks at before they are paid (docs/rules.md).
import type { Queryable } from '../platform/database/database.ts'
import { statement, toColumns } from '../platform/database/statement.ts'

export type LinkKind =
  | 'invitation'
  | 'house_code'
  | 'device'
  | 'address'
  | 'registration'
  | 'payout_account'
  | 'same_visitors'

export interface LinkedMember {
  readonly member_id: string
  readonly kind: LinkKind
}

/** Kept so long after the fact was last seen. */
export const LINK_DAYS = 90

const insertLinks = statement<
  object,
  { member_id: string; others: readonly string[]; kinds: readonly LinkKind[]; now: Date }
>(
  `-- members_link
  insert into member_link (low_id, high_id, kind, first_at, last_at)
  select distinct least($member_id::uuid, o.id), greatest($member_id::uuid, o.id), o.kind, $now::timestamptz, $now::timestamptz
  from unnest($others::uuid[], $kinds::text[]) as o (id, kind) join member m on m.id = o.id
  where o.id <> $member_id
  order by 1, 2, 3
  on conflict (low_id, high_id, kind) do update set last_at = greatest(member_link.last_at, excluded.last_at)`,
  {
    params: { member_id: 'uuid', others: 'uuid[]', kinds: 'text[]', now: 'timestamptz' },
    columns: {},
  },
)

/** Links a member with others, each by a fact of now; a known link gets a new date. */
export async function linkMembers(
  on: Queryable,
  member_id: string,
  others: readonly LinkedMember[],
  now: Date,
): Promise<void> {
  if (others.length === 0) return
  const [ids, kinds] = toColumns(others, 'member_id', 'kind') as [string[], LinkKind[]]
  await insertLinks.all(on, { member_id, others: ids, kinds, now })
}

const deleteOld = statement<object, { before: Date }>(
  `-- members_forget_links
  delete from member_link where last_at < $before`,
  { params: { before: 'timestamptz' }, columns: {} },
)

/** For the hourly sweep. */
export const deleteOldLinks = async (on: Queryable, now: Date): Promise<void> => {
  await deleteOld.all(on, { before: new Date(now.getTime() - LINK_DAYS * 86_400_000) })
}

const erase = statement<object, { member_id: string }>(
  `-- members_erase_links
  delete from member_link where low_id = $member_id or high_id = $member_id`,
  { params: { member_id: 'uuid' }, columns: {} },
)

export const eraseLinks = async (on: Queryable, member_id: string): Promise<void> => {
  await erase.all(on, { member_id })
}
