// The SQL of the first-day list.
import { statement } from '../database/statement.ts'

/** $1: now. */
export const selectFirstDay = statement<{ owners: number; joinable: boolean; backup_at: Date | null }>(
  'transparency_first_day',
  `select
     (select count(*)::int from operator where role = 'owner' and disabled_at is null and set_up) as owners,
     exists (select from member where closed_at is null)
       or exists (select from invitation where ended_at is null and expires_at > $1 and uses < max_uses) as joinable,
     (select max(finished_at) from backup_copy) as backup_at`,
)

/** The first of each: `levels_and_fees`, `backup`, `pages <locale>`. */
export const selectConfirmed = statement<{ step: string; at: Date; by: string }>(
  'transparency_first_day_confirmed',
  `select distinct on (a.object_id) a.object_id as step, a.at, coalesce(o.username, a.actor) as by
   from staff_act a left join operator o on 'operator:' || o.id = a.actor
   where a.action = 'first_day_confirmed' order by a.object_id, a.id`,
)

export interface TestMailRow {
  readonly mailbox: string
  readonly requested_at: Date
  readonly accepted_at: Date | null
  readonly refusal: string | null
}
export const selectTestMails = statement<TestMailRow>(
  'transparency_test_mails',
  `select mailbox, requested_at, accepted_at, refusal from test_mail`,
)
