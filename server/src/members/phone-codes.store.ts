// All SQL of phone codes. Rows are kept for a day, because the limits and the sender's failures are counted in them.
import { type RowOf, statement } from '../platform/database/statement.ts'

/** Transactions that count codes run one after another: each sees the row of the one before. */
export const lockCounting = statement(
  `-- phone_codes_lock_counting
  select from pg_advisory_xact_lock(hashtextextended('phone codes', 0))`,
)

/** The same for one number, while a member gets it. */
export const lockPhone = statement(
  `-- phone_codes_lock_phone
  select from pg_advisory_xact_lock(hashtextextended($phone, 1))`,
  { params: { phone: 'text' } },
)

export type CodeCounts = RowOf<typeof countCodes>

export const countCodes = statement(
  `-- phone_codes_count
  select max(created_at) filter (where theirs) as last_at,
    count(*) filter (where theirs)::int as of_number,
    min(created_at) filter (where theirs) as oldest_of_number,
    count(*) filter (where network_hash in ($network_hash, $hash_before))::int as of_network,
    min(created_at) filter (where network_hash in ($network_hash, $hash_before)) as oldest_of_network,
    count(*)::int as total
  from (select *, member_id = $member_id or phone = $phone as theirs from phone_code) c
  where created_at > $since and status <> 'failed'`,
  {
    params: {
      member_id: 'uuid',
      phone: 'text',
      network_hash: 'bytea',
      hash_before: 'bytea',
      since: 'timestamptz',
    },
    columns: {
      /** Of the member or the number. */
      last_at: 'timestamptz?',
      of_number: 'int4',
      oldest_of_number: 'timestamptz?',
      /** Of the address. */
      of_network: 'int4',
      oldest_of_network: 'timestamptz?',
      /** Of everybody. */
      total: 'int4',
    },
  },
)

export const insertCode = statement(
  `-- phone_codes_insert
  insert into phone_code (id, member_id, phone, is_change, network_hash, code_hash, status, created_at, expires_at)
  values ($code_id, $member_id, $phone, $is_change, $network_hash, $code_hash, $status, $now, $expires_at)`,
  {
    params: {
      code_id: 'uuid',
      member_id: 'uuid',
      phone: 'text',
      is_change: 'bool',
      network_hash: 'bytea',
      code_hash: 'bytea',
      status: 'text',
      now: 'timestamptz',
      expires_at: 'timestamptz',
    },
  },
)

/** What became of a code that was with the sender, unless it was used meanwhile. */
export const updateSent = statement(
  `-- phone_codes_update_sent
  update phone_code set status = $status where id = $code_id and status = 'sending'`,
  { params: { code_id: 'uuid', status: 'text' } },
)

/** The start of failures without a success since, and the latest of them. */
export const selectFailures = statement(
  `-- phone_codes_failures
  select min(created_at) as since, max(created_at) as latest_at from phone_code
  where status in ('failed', 'timed_out') and created_at >
    coalesce((select max(created_at) from phone_code where status in ('sent', 'unreachable', 'used')), '-infinity')`,
  { columns: { since: 'timestamptz?', latest_at: 'timestamptz?' } },
)

export type TriedCode = RowOf<typeof countTry>

/**
 * Counts a try at the member's latest code; none if it was used, has expired or was tried too often. Concurrent tries wait
 * for each other, so that each counts.
 */
export const countTry = statement(
  `-- phone_codes_count_try
  update phone_code set tries = tries + 1
  where id = (select id from phone_code where member_id = $member_id and status in ('sending', 'sent', 'timed_out', 'used')
      order by created_at desc, id desc limit 1)
    and status <> 'used' and expires_at > $now and tries < $max_attempts
  returning id as code_id, phone, is_change, code_hash, tries`,
  {
    params: { member_id: 'uuid', now: 'timestamptz', max_attempts: 'int4' },
    columns: { code_id: 'uuid', phone: 'text', is_change: 'bool', code_hash: 'bytea', tries: 'int4' },
  },
)

/** No row if a concurrent use was first. */
export const markUsed = statement(
  `-- phone_codes_mark_used
  update phone_code set status = 'used' where id = $code_id and status <> 'used' returning id`,
  { params: { code_id: 'uuid' }, columns: { id: 'uuid' } },
)

/** Voids what is on its way: a security lock, or a number changed otherwise. */
export const expireCodes = statement(
  `-- phone_codes_expire
  update phone_code set expires_at = $now where member_id = $member_id and expires_at > $now`,
  { params: { member_id: 'uuid', now: 'timestamptz' } },
)

/** No row if the number is another by now. */
export const confirmPhone = statement(
  `-- phone_codes_confirm
  update member set phone_confirmed_at = coalesce(phone_confirmed_at, $now) where id = $member_id and phone = $phone
  returning id`,
  { params: { member_id: 'uuid', phone: 'text', now: 'timestamptz' }, columns: { id: 'uuid' } },
)

/** Whether another member has confirmed the number; `unconfirmed`: or only has it. */
export const selectPhoneTaken = statement(
  `-- phone_codes_taken
  select exists (select from member where phone = $phone and id <> $member_id
    and (phone_confirmed_at is not null or $unconfirmed)) as taken`,
  { params: { member_id: 'uuid', phone: 'text', unconfirmed: 'bool' }, columns: { taken: 'bool' } },
)

export const deleteOldCodes = statement(
  `-- phone_codes_delete_old
  delete from phone_code where created_at <= $before`,
  { params: { before: 'timestamptz' } },
)
