import { type RowOf, statement } from '../platform/database/statement.ts'

export type TermsVersionRow = RowOf<typeof VERSION_COLUMNS>

const VERSION_COLUMNS = { number: 'int4', announced_at: 'timestamptz', in_force_at: 'timestamptz' } as const

/** Few: one for each announcement. */
export const selectTermsVersions = statement(
  `-- members_terms_versions
  select number, announced_at, in_force_at from terms_version order by number desc`,
  { columns: VERSION_COLUMNS },
)

export const selectTermsVersion = statement(
  `-- members_terms_version
  select number, announced_at, in_force_at from terms_version where number = $version`,
  { params: { version: 'int4' }, columns: VERSION_COLUMNS },
)

/** What holds at $now; before any does, what is announced first. */
export const selectTermsInForce = statement(
  `-- members_terms_in_force
  select coalesce((select max(number) from terms_version where in_force_at <= $now), 1) as number`,
  { params: { now: 'timestamptz' }, columns: { number: 'int4' } },
)

/** Once: who has agreed keeps the first time. */
export const insertAgreement = statement(
  `-- members_agree_to_terms
  insert into terms_agreement (id, member_id, version, agreed_at) values ($agreement_id, $member_id, $version, $now)
  on conflict (member_id, version) do nothing`,
  {
    params: { agreement_id: 'uuid', member_id: 'uuid', version: 'int4', now: 'timestamptz' },
  },
)

export const selectAgreements = statement(
  `-- members_agreements
  select version, agreed_at from terms_agreement where member_id = $member_id order by version desc`,
  { params: { member_id: 'uuid' }, columns: { version: 'int4', agreed_at: 'timestamptz' } },
)

/** How many open accounts have agreed to each version, and how many there are. */
export const countAgreements = statement(
  `-- members_count_agreements
  select a.version, count(*)::int as agreed from terms_agreement a join member m on m.id = a.member_id
  where m.closed_at is null group by a.version`,
  { columns: { version: 'int4', agreed: 'int4' } },
)

/** Serializes announcements. */
export const lockTerms = statement(
  `-- members_lock_terms_versions
  select from pg_advisory_xact_lock(hashtextextended('terms version', 0))`,
)

export const insertTermsVersion = statement(
  `-- members_insert_terms_version
  insert into terms_version (number, announced_at, in_force_at, proposed_by, approved_by)
  values ($version, $now, $in_force_at, $proposed_by, $approved_by)`,
  {
    params: {
      version: 'int4',
      now: 'timestamptz',
      in_force_at: 'timestamptz',
      proposed_by: 'uuid',
      approved_by: 'uuid',
    },
  },
)

export const selectAnnouncementLocked = statement(
  `-- members_terms_announcement_locked
  select number, announced_at, in_force_at, told_to, told_at from terms_version where number = $version for no key update`,
  {
    params: { version: 'int4' },
    columns: { ...VERSION_COLUMNS, told_to: 'uuid?', told_at: 'timestamptz?' },
  },
)

/** Open accounts that had registered when the version was announced, in the order of their ids (keyset pagination). */
export const selectToTell = statement(
  `-- members_terms_to_tell
  select id from member where closed_at is null and created_at <= $announced_at and ($after::uuid is null or id > $after)
  order by id limit $max_rows::int`,
  { params: { announced_at: 'timestamptz', after: 'uuid?', max_rows: 'int4' }, columns: { id: 'uuid' } },
)

export const updateAnnouncement = statement(
  `-- members_terms_announcement
  update terms_version set told_to = $told_to, told_at = $told_at where number = $version`,
  { params: { version: 'int4', told_to: 'uuid?', told_at: 'timestamptz?' } },
)
