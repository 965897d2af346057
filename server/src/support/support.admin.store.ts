// SQL of the back office's work on conversations.
import type { PROPOSAL_STATUSES } from '@fairturn/contract/backoffice/approvals'
import { MAX_PAYMENTS } from '@fairturn/contract/backoffice/support'
import type { Locale } from '@fairturn/contract/locales'
import { qualified, type RowOf, statement, typed } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { CONVERSATION, CONVERSATION_COLUMNS } from './support.store.ts'

export const ADMIN_COLUMNS = {
  ...CONVERSATION_COLUMNS,
  username: 'text?',
  email: 'text?',
  assignee: 'text?',
  erased_at: 'timestamptz?',
} as const
export type AdminConversationRow = RowOf<typeof ADMIN_COLUMNS>

const SELECT = `select ${qualified('c', CONVERSATION)}, c.erased_at, m.username, s.email, a.username as assignee
  from conversation c left join member m on m.id = c.member_id left join stranger s on s.id = c.stranger_id left join operator a on a.id = c.assigned_to`

export const listConversations = sortedList({
  name: 'support_admin_list',
  rows: ADMIN_COLUMNS,
  select: SELECT,
  filters: {
    state: {
      where: `(case ?::text when 'waiting' then c.due_by is not null when 'all' then true else c.status = ?::text end)`,
      values: (state: string) => [state, state],
    },
    complaint: {
      where: `(select case ?::text when 'none' then count(*) = 0 when 'any' then count(*) > 0 else count(*) filter (where p.status = ?::text) > 0 end
        from complaint p where p.conversation_id = c.id)`,
      values: (complaint: string) => [complaint, complaint],
    },
    subject: 'c.subject_kind = ?',
    subject_id: 'c.subject_id = ?',
    member_id: 'c.member_id = ?',
    assigned_to: 'c.assigned_to = ?',
  },
  columns: {
    due_by: { by: `coalesce(due_by, 'infinity')`, type: 'timestamptz' },
    created_at: { by: 'id', type: 'uuid' },
    last_message_at: { by: 'last_message_at', type: 'timestamptz' },
  },
  first: 'due_by.asc',
})

export const findConversation = statement(
  `-- support_admin_find
  ${SELECT} where c.id = $id`,
  { params: { id: 'uuid' }, columns: ADMIN_COLUMNS },
)

export const lockConversation = statement(
  `-- support_admin_lock
  ${SELECT} where c.id = $id and c.erased_at is null for no key update of c`,
  { params: { id: 'uuid' }, columns: ADMIN_COLUMNS },
)

/** What waits for us; `own_…`: without complaints about decisions that $actor made, and $barred, which are decided with one. */
export const countWaiting = statement(
  `-- support_admin_waiting
  select count(*)::int as waiting, count(*) filter (where due_by <= $now)::int as overdue, min(due_by) as due_at,
    count(*) filter (where own)::int as own_waiting, count(*) filter (where own and due_by <= $now)::int as own_overdue,
    min(due_by) filter (where own) as own_due_at
  from (select c.due_by, c.id <> all ($barred) and not exists (select from complaint k cross join lateral complaint_deciders(k.conversation_id) d
      where k.conversation_id = c.id and k.status = 'open' and d.actor = $actor) as own
    from conversation c where c.due_by is not null) waiting`,
  {
    params: { now: 'timestamptz', actor: 'text', barred: 'uuid[]' },
    columns: {
      waiting: 'int4',
      overdue: 'int4',
      due_at: 'timestamptz?',
      own_waiting: 'int4',
      own_overdue: 'int4',
      own_due_at: 'timestamptz?',
    },
  },
)

/** Who made the decisions that these complaints are about. */
export const selectDeciders = statement(
  `-- support_deciders
  select c.conversation_id, d.actor, o.id as operator_id, o.username
  from complaint c cross join lateral complaint_deciders(c.conversation_id) d
    left join operator o on d.actor = 'operator:' || o.id
  where c.conversation_id = any ($ids)`,
  {
    params: { ids: 'uuid[]' },
    columns: { conversation_id: 'uuid', actor: 'text', operator_id: 'uuid?', username: 'text?' },
  },
)

export const updateDue = statement(
  `-- support_due
  update conversation set due_by = $due_by where id = $id`,
  { params: { id: 'uuid', due_by: 'timestamptz?' } },
)

/** What is owed stays owed while a complaint is open. */
export const updateAnswered = statement(
  `-- support_answered
  update conversation c set status = 'answered', ended_at = null, last_message_at = $now, last_by = 'staff',
    staff_messages = staff_messages + $messages::int, first_answered_at = coalesce(first_answered_at, $now),
    assigned_to = coalesce(assigned_to, $operator_id),
    due_by = case when open then due_by end, raised_at = case when open then raised_at end
  from (select exists (select from complaint k where k.conversation_id = $id and k.status = 'open') as open) k
  where c.id = $id`,
  { params: { id: 'uuid', now: 'timestamptz', messages: 'int4', operator_id: 'uuid?' } },
)

export const selectLastMessage = statement(
  `-- support_last_message
  select id, by from conversation_message where conversation_id = $id order by message_no desc limit 1`,
  { params: { id: 'uuid' }, columns: { id: 'uuid', by: typed<'member' | 'staff'>('text') } },
)

/** No row for an operator who may not answer. */
export const updateAssigned = statement(
  `-- support_assigned
  update conversation c set assigned_to = $operator_id from (select 1) one
  where c.id = $id and ($operator_id::uuid is null or exists (select from operator o
    where o.id = $operator_id and o.role = any ($roles) and o.disabled_at is null))
  returning (select o.username from operator o where o.id = $operator_id) as username`,
  { params: { id: 'uuid', operator_id: 'uuid?', roles: 'text[]' }, columns: { username: 'text?' } },
)

export const insertNote = statement(
  `-- support_insert_note
  insert into conversation_note (id, conversation_id, written_by, text, at) values ($id, $conversation_id, $written_by, $text, $at)`,
  { params: { id: 'uuid', conversation_id: 'uuid', written_by: 'uuid', text: 'text', at: 'timestamptz' } },
)
export const updateNoted = statement(
  `-- support_noted
  update conversation set notes = notes + 1 where id = $id`,
  { params: { id: 'uuid' } },
)

export const selectNotes = statement(
  `-- support_notes
  select n.id, n.text, n.at, n.written_by, o.username as writer
  from conversation_note n join operator o on o.id = n.written_by where n.conversation_id = $id order by n.id`,
  {
    params: { id: 'uuid' },
    columns: { id: 'uuid', text: 'text', at: 'timestamptz', written_by: 'uuid', writer: 'text' },
  },
)

export const updateMoved = statement(
  `-- support_moved
  update conversation set moved_from = due_by, moved_reason = $reason, moved_at = $now, due_by = $until, raised_at = null
  where id = $id and moved_at is null and due_by is not null returning id`,
  {
    params: { id: 'uuid', reason: 'text', now: 'timestamptz', until: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

export const updateClosed = statement(
  `-- support_closed
  update conversation set status = 'closed', ended_at = $now, due_by = null, raised_at = null where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz' } },
)

export const selectOthers = statement(
  `-- support_others
  select id, status, created_at from conversation where member_id = $member_id and id <> $id order by id desc limit 20`,
  {
    params: { member_id: 'uuid?', id: 'uuid' },
    columns: {
      id: 'uuid',
      status: typed<'open' | 'answered' | 'solved' | 'closed'>('text'),
      created_at: 'timestamptz',
    },
  },
)

/** Proposed out of a member's conversation: by the index of proposals about the member. */
export const selectPayments = statement(
  `-- support_payments
  select p.id, p.content ->> 'amount' as amount, p.proposed_at, p.proposed_by, o.username as proposer,
    case when p.status = 'open' and p.expires_at <= $now then 'expired' else p.status end as status
  from proposal p join operator o on o.id = p.proposed_by
  where p.member_id = $member_id and p.kind = 'refund_outside_the_rules'
    and p.content ->> 'subject' = 'conversation' and p.content ->> 'refers_to' = $id::uuid::text
  order by p.id desc limit ${MAX_PAYMENTS}`,
  {
    params: { member_id: 'uuid?', id: 'uuid', now: 'timestamptz' },
    columns: {
      id: 'uuid',
      amount: 'text',
      proposed_at: 'timestamptz',
      proposed_by: 'uuid',
      proposer: 'text',
      status: typed<(typeof PROPOSAL_STATUSES)[number]>('text'),
    },
  },
)

// Templates

const TEMPLATE_COLUMNS = {
  id: 'uuid',
  name: 'text',
  locale: typed<Locale>('text'),
  text: 'text',
  changed_by: 'uuid',
  changed_at: 'timestamptz',
  changer: 'text',
} as const

export const selectTemplates = statement(
  `-- support_templates
  select t.id, t.name, t.locale, t.text, t.changed_by, t.changed_at, o.username as changer
  from answer_template t join operator o on o.id = t.changed_by
  where $locale::text is null or t.locale = $locale order by t.name, t.locale`,
  { params: { locale: typed<Locale | null>('text?') }, columns: TEMPLATE_COLUMNS },
)

/** Locks nothing: one more than the most is there when two are saved at once. */
export const countTemplates = statement(
  `-- support_count_templates
  select count(*)::int as count, count(*) filter (where name = $name and locale = $locale)::int as same from answer_template`,
  { params: { name: 'text', locale: 'text' }, columns: { count: 'int4', same: 'int4' } },
)

export const putTemplate = statement(
  `-- support_put_template
  with put as (
    insert into answer_template as t (id, name, locale, text, changed_by, changed_at)
    values ($id, $name, $locale, $text, $changed_by, $changed_at)
    on conflict (name, locale) do update set text = excluded.text, changed_by = excluded.changed_by, changed_at = excluded.changed_at
    returning t.*)
  select p.id, p.name, p.locale, p.text, p.changed_by, p.changed_at, o.username as changer
  from put p join operator o on o.id = p.changed_by`,
  {
    params: {
      id: 'uuid',
      name: 'text',
      locale: 'text',
      text: 'text',
      changed_by: 'uuid',
      changed_at: 'timestamptz',
    },
    columns: TEMPLATE_COLUMNS,
  },
)

export const deleteTemplate = statement(
  `-- support_delete_template
  delete from answer_template where id = $id returning id`,
  { params: { id: 'uuid' }, columns: { id: 'uuid' } },
)
