// All SQL about mailed links.
import { statement } from '../database/statement.ts'

export const insertMailLink = statement(
  'mails_insert_link',
  `insert into mail_link (hash, member_id, purpose, email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
)

/** A race has one winner. */
export const takeMailLink = statement<{ member_id: string; email: string }>(
  'mails_take_link',
  `delete from mail_link where hash = $1 and purpose = $2 and expires_at > $3 returning member_id, email`,
)

/** $2: of this purpose, or null for every one. */
export const deleteMailLinks = statement(
  'mails_delete_links',
  `delete from mail_link where member_id = $1 and ($2::text is null or purpose = $2)`,
)

export const deleteExpiredMailLinks = statement(
  'mails_forget_links',
  `delete from mail_link where expires_at < $1`,
)
