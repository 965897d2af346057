import type { Locale } from '@fairturn/contract/locales'
// SQL of conversations. Every statement on one member's conversation filters by member too, so another's id finds nothing.
import type { ConversationStatus, SubjectKind } from '@fairturn/contract/support'
import { columnNames, type RowOf, statement, typed } from '../platform/database/statement.ts'

export const CONVERSATION_COLUMNS = {
  id: 'uuid',
  /** Null: a stranger's. */
  member_id: 'uuid?',
  stranger_id: 'uuid?',
  subject_kind: typed<SubjectKind | null>('text?'),
  subject_id: 'uuid?',
  locale: typed<Locale>('text'),
  status: typed<ConversationStatus>('text'),
  created_at: 'timestamptz',
  last_message_at: 'timestamptz',
  last_by: typed<'member' | 'staff'>('text'),
  member_messages: 'int4',
  staff_messages: 'int4',
  notes: 'int4',
  due_by: 'timestamptz?',
  first_answered_at: 'timestamptz?',
  moved_from: 'timestamptz?',
  moved_reason: 'text?',
  moved_at: 'timestamptz?',
  raised_at: 'timestamptz?',
  assigned_to: 'uuid?',
  ended_at: 'timestamptz?',
} as const
export const CONVERSATION = columnNames(CONVERSATION_COLUMNS)
export type ConversationRow = RowOf<typeof CONVERSATION_COLUMNS>

export const insertConversation = statement(
  `-- support_insert_conversation
  insert into conversation (id, member_id, stranger_id, subject_kind, subject_id, locale, created_at, last_message_at, due_by)
  values ($id, $member_id, $stranger_id, $subject_kind, $subject_id, $locale, $now, $now, $due_by)`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid?',
      stranger_id: 'uuid?',
      subject_kind: typed<SubjectKind | null>('text?'),
      subject_id: 'uuid?',
      locale: typed<Locale>('text'),
      now: 'timestamptz',
      due_by: 'timestamptz',
    },
  },
)

/** Numbers of messages are without a gap: whoever adds one has locked the conversation. */
export const insertMessage = statement(
  `-- support_insert_message
  insert into conversation_message (conversation_id, message_no, id, by, written_by, text, at, sent_key)
  select $conversation_id::uuid, 1 + count(*), $id, $by, $written_by, $text, $now, $sent_key from conversation_message
  where conversation_id = $conversation_id`,
  {
    params: {
      conversation_id: 'uuid',
      id: 'uuid',
      by: 'text',
      written_by: 'uuid?',
      text: 'text',
      now: 'timestamptz',
      sent_key: 'uuid?',
    },
  },
)

/** $due_by if nothing is owed yet: the first unanswered message counts. Not of an open complaint, whose decision is owed. */
export const updateByMember = statement(
  `-- support_written_by_member
  update conversation set status = 'open', ended_at = null, last_message_at = $now, last_by = 'member',
    member_messages = member_messages + 1, due_by = coalesce(due_by, $due_by)
  where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz', due_by: 'timestamptz' } },
)

export const updateSolved = statement(
  `-- support_solved
  update conversation set status = 'solved', ended_at = $now, due_by = null, raised_at = null where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz' } },
)

export const updateReopened = statement(
  `-- support_reopened
  update conversation set status = 'open', ended_at = null, due_by = $due_by where id = $id`,
  { params: { id: 'uuid', due_by: 'timestamptz' } },
)

export const lockOfMember = statement(
  `-- support_lock_of_member
  select ${CONVERSATION} from conversation where id = $id and member_id = $member_id and erased_at is null for no key update`,
  { params: { id: 'uuid', member_id: 'uuid' }, columns: CONVERSATION_COLUMNS },
)

export const findOfMember = statement(
  `-- support_find_of_member
  select ${CONVERSATION} from conversation where id = $id and member_id = $member_id and erased_at is null`,
  { params: { id: 'uuid', member_id: 'uuid' }, columns: CONVERSATION_COLUMNS },
)

/** By the time of the last message; $before is that and the id of the last one of the page before. */
export const listOfMember = statement(
  `-- support_list_of_member
  select ${CONVERSATION} from conversation
  where member_id = $member_id and erased_at is null and (last_message_at, id) < ($before_at, $before_id)
  order by last_message_at desc, id desc limit $limit::int`,
  {
    params: { member_id: 'uuid', before_at: 'timestamptz', before_id: 'uuid', limit: 'int4' },
    columns: CONVERSATION_COLUMNS,
  },
)

export const selectMessages = statement(
  `-- support_messages
  select m.id, m.by, m.text, m.at, m.written_by, o.username as writer
  from conversation_message m left join operator o on o.id = m.written_by
  where m.conversation_id = $conversation_id order by m.message_no`,
  {
    params: { conversation_id: 'uuid' },
    columns: {
      id: 'uuid',
      by: typed<'member' | 'staff'>('text'),
      text: 'text',
      at: 'timestamptz',
      written_by: 'uuid?',
      writer: 'text?',
    },
  },
)

export const selectFirstMessages = statement(
  `-- support_first_messages
  select conversation_id, text from conversation_message where conversation_id = any ($ids) and message_no = 1`,
  { params: { ids: 'uuid[]' }, columns: { conversation_id: 'uuid', text: 'text' } },
)
