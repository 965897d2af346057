// Facts that say two members may be one person. A link by itself locks, refuses and takes nothing: it decides which orders a
// person looks at before they are paid (docs/rules.md).
import type { LinkKind } from '@fairturn/contract/backoffice/reviews'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement, toColumn } from '../platform/database/statement.ts'

export interface LinkedMember {
  readonly member_id: string
  readonly kind: LinkKind
}

/** Kept so long after the fact was last seen. */
export const LINK_DAYS = 90

const insertLinks = statement(
  `-- members_link
  insert into member_link (low_id, high_id, kind, first_at, last_at)
  select distinct least($member_id::uuid, o.id), greatest($member_id::uuid, o.id), o.kind, $now::timestamptz, $now::timestamptz
  from unnest($others::uuid[], $kinds::text[]) as o (id, kind) join member m on m.id = o.id
  where o.id <> $member_id
  order by 1, 2, 3
  on conflict (low_id, high_id, kind) do update set last_at = greatest(member_link.last_at, excluded.last_at)`,
  {
    params: {
      member_id: 'uuid',
      others: 'uuid[]',
      kinds: typed<readonly LinkKind[]>('text[]'),
      now: 'timestamptz',
    },
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
  const [ids, kinds] = [toColumn(others, 'member_id'), toColumn(others, 'kind')]
  await insertLinks.all(on, { member_id, others: ids, kinds, now })
}

// Rings ------------------------------------------------------------------------------------------------------------------

/** A member, and how many links lie between them and the one that was asked for. */
export interface RingRow {
  readonly member_id: string
  readonly steps: number
}

export interface Ring {
  /** The one asked for first, then by steps, those linked latest first. */
  readonly members: readonly RingRow[]
  /** More members are linked by so many steps than are in it. */
  readonly moreMembers: boolean
  /** Others are linked only by more steps. */
  readonly moreSteps: boolean
}

/** Members linked with one of these, except these and $known; those linked latest first. */
const findNeighbours = statement(
  `-- members_find_neighbours
  select o.member_id
  from unnest($member_ids::uuid[]) as m (id)
  cross join lateral (
    select high_id as member_id, last_at from member_link where low_id = m.id and last_at > $since
    union all
    select low_id, last_at from member_link where high_id = m.id and last_at > $since
  ) as o
  where o.member_id <> all ($known::uuid[])
  group by o.member_id order by max(o.last_at) desc, o.member_id limit $limit::int4`,
  {
    params: { member_ids: 'uuid[]', known: 'uuid[]', since: 'timestamptz', limit: 'int4' },
    columns: { member_id: 'uuid' },
  },
)

/** From one member on, step by step: at most `max_members`, of whom none is further than `max_steps`. */
export async function findRing(
  on: Queryable,
  member_id: string,
  { now, maxMembers, maxSteps }: { now: Date; maxMembers: number; maxSteps: number },
): Promise<Ring> {
  const members: RingRow[] = [{ member_id, steps: 0 }]
  const since = linksSince(now)
  for (let steps = 1; ; steps += 1) {
    const room = steps > maxSteps ? 0 : maxMembers - members.length
    const last = members.filter((member) => member.steps === steps - 1)
    const found = await findNeighbours.all(on, {
      member_ids: toColumn(last, 'member_id'),
      known: toColumn(members, 'member_id'),
      since,
      limit: room + 1,
    })
    if (found.length === 0) return { members, moreMembers: false, moreSteps: false }
    if (steps > maxSteps) return { members, moreMembers: false, moreSteps: true }
    members.push(...found.slice(0, room).map((each) => ({ member_id: each.member_id, steps })))
    if (found.length > room) return { members, moreMembers: true, moreSteps: false }
  }
}

const linksSince = (now: Date): Date => new Date(now.getTime() - LINK_DAYS * 86_400_000)

export type MemberLink = RowOf<typeof findLinks>

const findLinks = statement(
  `-- members_find_links
  select low_id, high_id, kind, first_at, last_at from member_link
  where low_id = any ($member_ids) and high_id = any ($member_ids) and last_at > $since
  order by last_at desc, low_id, high_id, kind limit $limit::int4`,
  {
    params: { member_ids: 'uuid[]', since: 'timestamptz', limit: 'int4' },
    columns: {
      low_id: 'uuid',
      high_id: 'uuid',
      kind: typed<LinkKind>('text'),
      first_at: 'timestamptz',
      last_at: 'timestamptz',
    },
  },
)

/** Links between two of these members, those last seen first. */
export const linksAmong = (
  on: Queryable,
  member_ids: readonly string[],
  { now, limit }: { now: Date; limit: number },
): Promise<MemberLink[]> => findLinks.all(on, { member_ids, since: linksSince(now), limit })

// Forgetting -------------------------------------------------------------------------------------------------------------

const deleteOld = statement(
  `-- members_forget_links
  delete from member_link where last_at < $before`,
  { params: { before: 'timestamptz' } },
)

/** For the hourly sweep. */
export const deleteOldLinks = async (on: Queryable, now: Date): Promise<void> => {
  await deleteOld.all(on, { before: linksSince(now) })
}

const erase = statement(
  `-- members_erase_links
  delete from member_link where low_id = $member_id or high_id = $member_id`,
  { params: { member_id: 'uuid' } },
)

export const eraseLinks = async (on: Queryable, member_id: string): Promise<void> => {
  await erase.all(on, { member_id })
}
