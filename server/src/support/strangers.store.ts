// SQL of strangers: found by a hash of the link that was mailed to them, by nothing else.
import type { Locale } from '@fairturn/contract/locales'
import { statement, typed } from '../platform/database/statement.ts'
import { CONVERSATION, CONVERSATION_COLUMNS } from './support.store.ts'

const STRANGER_COLUMNS = {
  id: 'uuid',
  email: 'text',
  locale: typed<Locale>('text'),
  message: 'text?',
  confirmed_at: 'timestamptz?',
} as const

export const insertStranger = statement(
  `-- support_insert_stranger
  insert into stranger (id, email, locale, asked_at, message) values ($id, $email, $locale, $asked_at, $message)`,
  {
    params: {
      id: 'uuid',
      email: 'text',
      locale: typed<Locale>('text'),
      asked_at: 'timestamptz',
      message: 'text',
    },
  },
)

export const findStranger = statement(
  `-- support_stranger
  select id, email, locale, message, confirmed_at from stranger where id = $id`,
  { params: { id: 'uuid' }, columns: STRANGER_COLUMNS },
)

export const insertLink = statement(
  `-- support_insert_stranger_link
  insert into stranger_link (hash, stranger_id, expires_at) values ($hash, $stranger_id, $expires_at)`,
  { params: { hash: 'bytea', stranger_id: 'uuid', expires_at: 'timestamptz' } },
)

/** By a link that is valid; locked, so that two confirmations at once make one conversation. */
export const lockByLink = statement(
  `-- support_lock_stranger
  select s.id, s.email, s.locale, s.message, s.confirmed_at
  from stranger_link l join stranger s on s.id = l.stranger_id where l.hash = $hash and l.expires_at > $now for no key update of s`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: STRANGER_COLUMNS },
)

/** The link that confirmed opens the conversation from then on. */
export const updateConfirmed = statement(
  `-- support_confirm_stranger
  with confirmed as (update stranger set confirmed_at = $now, message = null where id = $id)
  update stranger_link set expires_at = $expires_at where hash = $hash`,
  { params: { id: 'uuid', hash: 'bytea', now: 'timestamptz', expires_at: 'timestamptz' } },
)

export const findByLink = statement(
  `-- support_find_by_link
  select ${CONVERSATION} from conversation where stranger_id = (
    select stranger_id from stranger_link where hash = $hash and expires_at > $now)`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: CONVERSATION_COLUMNS },
)

export const lockConversationByLink = statement(
  `-- support_lock_by_link
  select ${CONVERSATION} from conversation where stranger_id = (
    select stranger_id from stranger_link where hash = $hash and expires_at > $now) for no key update`,
  { params: { hash: 'bytea', now: 'timestamptz' }, columns: CONVERSATION_COLUMNS },
)

export const wasSent = statement(
  `-- support_was_sent
  select text from conversation_message where conversation_id = $id and sent_key = $sent_key`,
  { params: { id: 'uuid', sent_key: 'uuid' }, columns: { text: 'text' } },
)
