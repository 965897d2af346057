import type { NoticeChannel } from '@fairturn/contract/notices'
import type { MessageSubject } from '@fairturn/contract/verify'
import { statement, typed } from '../platform/database/statement.ts'

/** No row if the code exists, or if the account is closed: closing locks the member's row, and then nothing is added. */
export const insertMessageCode = statement(
  `-- message_codes_insert
  with recipient as (select id from member where id = $member_id and closed_at is null for key share)
  insert into message_code (selector, verifier, member_id, channel, subject, sent_at)
  select $selector::bytea, $verifier::bytea, id, $channel::text, $subject::text, $sent_at::timestamptz from recipient
  on conflict (selector) do nothing returning sent_at`,
  {
    params: {
      selector: 'bytea',
      verifier: 'bytea',
      member_id: 'uuid',
      channel: typed<NoticeChannel>('text'),
      subject: typed<MessageSubject>('text'),
      sent_at: 'timestamptz',
    },
    columns: { sent_at: 'timestamptz' },
  },
)

export const selectMessageCodes = statement(
  `-- message_codes_find
  select c.verifier, c.member_id, m.username, c.channel, c.subject, c.sent_at
  from message_code c join member m on m.id = c.member_id
  where c.selector = any($selectors::bytea[]) and c.sent_at > $after`,
  {
    params: { selectors: 'bytea[]', after: 'timestamptz' },
    columns: {
      verifier: 'bytea',
      member_id: 'uuid',
      username: 'text',
      channel: typed<NoticeChannel>('text'),
      subject: typed<MessageSubject>('text'),
      sent_at: 'timestamptz',
    },
  },
)

export const deleteMessageCodesBefore = statement(
  `-- message_codes_delete_old
  delete from message_code where sent_at <= $before`,
  { params: { before: 'timestamptz' } },
)

/** Commits asynchronously, as hits of rate limits do (limits.ts). */
export const insertMessageCheck = statement(
  `-- message_codes_count_no
  with unwaited as (select set_config('synchronous_commit', 'off', true))
  insert into message_check as c (day, verdict, count)
    select ($at::timestamptz at time zone 'UTC')::date, $verdict, 1 from unwaited
  on conflict (day, verdict) do update set count = c.count + 1`,
  { params: { at: 'timestamptz', verdict: typed<'not_from_us' | 'not_to_you'>('text') } },
)
