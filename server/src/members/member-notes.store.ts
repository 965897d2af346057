import { type RowOf, statement } from '../platform/database/statement.ts'

export type NoteRow = RowOf<typeof NOTE_COLUMNS>

const NOTE = `select n.id, n.text, n.written_at, n.written_by, w.username as writer, n.replaces, r.written_at as ended_at,
    r.written_by as ended_by, e.username as ender, r.text is not null as corrected
  from member_note n join operator w on w.id = n.written_by
    left join member_note r on r.replaces = n.id left join operator e on e.id = r.written_by`
const NOTE_COLUMNS = {
  id: 'uuid',
  text: 'text',
  written_at: 'timestamptz',
  written_by: 'uuid',
  writer: 'text',
  replaces: 'uuid?',
  ended_at: 'timestamptz?',
  ended_by: 'uuid?',
  ender: 'text?',
  /** Whether what ended it is another text. */
  corrected: 'bool',
} as const

export const selectNotes = statement(
  `-- members_notes
  ${NOTE} where n.member_id = $member_id and n.text is not null and n.id < $before
  order by n.id desc limit $max_rows::int`,
  { params: { member_id: 'uuid', before: 'uuid', max_rows: 'int4' }, columns: NOTE_COLUMNS },
)

/** A note with a text: what ends one is none. */
export const selectNoteOfMember = statement(
  `-- members_note_of_member
  select id from member_note where id = $note_id and member_id = $member_id and text is not null`,
  { params: { note_id: 'uuid?', member_id: 'uuid' }, columns: { id: 'uuid' } },
)

/** No row if the note to replace has been replaced. */
export const insertNote = statement(
  `-- members_insert_note
  insert into member_note (id, member_id, written_by, written_at, text, replaces) values ($id, $member_id, $operator_id, $written_at, $text, $replaces)
  on conflict (replaces) do nothing returning id`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      operator_id: 'uuid',
      written_at: 'timestamptz',
      text: 'text?',
      replaces: 'uuid?',
    },
    columns: { id: 'uuid' },
  },
)

export const selectTags = statement(
  `-- members_tags
  select t.tag, t.added_at, t.added_by, a.username as adder from member_tag t join operator a on a.id = t.added_by
  where t.member_id = $member_id and t.removed_at is null order by t.tag`,
  {
    params: { member_id: 'uuid' },
    columns: { tag: 'text', added_at: 'timestamptz', added_by: 'uuid', adder: 'text' },
  },
)

/** No row if it is there. */
export const insertTag = statement(
  `-- members_insert_tag
  insert into member_tag (id, member_id, tag, added_by, added_at) values ($id, $member_id, $tag, $operator_id, $added_at)
  on conflict (member_id, tag) where removed_at is null do nothing returning id`,
  {
    params: { id: 'uuid', member_id: 'uuid', tag: 'text', operator_id: 'uuid', added_at: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

export const updateTagRemoved = statement(
  `-- members_remove_tag
  update member_tag set removed_by = $removed_by, removed_at = $removed_at
  where member_id = $member_id and tag = $tag and removed_at is null returning id`,
  {
    params: { member_id: 'uuid', tag: 'text', removed_by: 'uuid', removed_at: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

/** Of an account that is closed in this transaction. */
export const eraseNotes = statement(
  `-- members_erase_notes
  select from members_erase_notes($member_id)`,
  { params: { member_id: 'uuid' } },
)
