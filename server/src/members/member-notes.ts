// Notes and tags of operators on a member: in the member's data export, not in the app. Neither is ever changed: a note is
// corrected or ended by another one (member-notes.test.ts).
import { MAX_TAGS, type MemberNote } from '@fairturn/contract/backoffice/members'
import { newId } from '@fairturn/contract/ids'
import { requireOpenMember } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { idBefore, pageOf } from '../platform/http/cursor.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { actorOf, recordAuditEvent } from '../staff/staff.ts'
import * as store from './member-notes.store.ts'

const PAGE_SIZE = 50

interface OfMember {
  readonly member_id: string
}

const noteOnWire = (note: store.NoteRow): MemberNote => ({
  _id: note.id,
  text: note.text,
  at: note.written_at.toISOString(),
  by: { _id: note.written_by, username: note.writer },
  corrects: note.replaces,
  ended:
    note.ended_at === null
      ? null
      : {
          at: note.ended_at.toISOString(),
          by: { _id: note.ended_by!, username: note.ender! },
          corrected: note.corrected,
        },
})

export async function notesOf(on: Queryable, member_id: string, cursor: string | undefined) {
  const rows = await store.selectNotes.all(on, {
    member_id,
    before: idBefore(cursor),
    max_rows: PAGE_SIZE + 1,
  })
  const { list, cursor: next } = pageOf(rows, PAGE_SIZE)
  return { list: list.map(noteOnWire), cursor: next, ...(await tagsOf(on, member_id)) }
}

async function tagsOf(on: Queryable, member_id: string) {
  const rows = await store.selectTags.all(on, { member_id })
  return {
    tags: rows.map(({ tag, added_at, added_by, adder }) => ({
      tag,
      at: added_at.toISOString(),
      by: { _id: added_by, username: adder },
    })),
  }
}

/** Refuses `member_is_unknown`, `member_account_is_closed`, `note_is_unknown` and `note_was_replaced`. */
export async function writeNote(
  tx: Tx,
  { member_id, text, corrects }: OfMember & { text: string; corrects?: string | undefined },
  operator: Operator,
): Promise<MemberNote> {
  const note_id = await insert(tx, { member_id, text, replaces: corrects ?? null }, operator)
  const action = corrects === undefined ? 'member_note_written' : 'member_note_corrected'
  await record(tx, action, { kind: 'member_note', id: note_id }, operator)
  return noteOnWire(await store.selectNote.one(tx, { note_id }))
}

/** Refuses what writeNote refuses. */
export async function endNote(
  tx: Tx,
  { member_id, note_id }: OfMember & { note_id: string },
  operator: Operator,
): Promise<{ ended_at: string }> {
  await insert(tx, { member_id, text: null, replaces: note_id }, operator)
  await record(tx, 'member_note_ended', { kind: 'member_note', id: note_id }, operator)
  return { ended_at: tx.now.toISOString() }
}

async function insert(
  tx: Tx,
  { member_id, text, replaces }: OfMember & { text: string | null; replaces: string | null },
  { operator_id }: Operator,
): Promise<string> {
  await requireOpenMember(tx, member_id)
  if (replaces !== null)
    orRefuse(await store.selectNoteOfMember.maybe(tx, { note_id: replaces, member_id }), 'note_is_unknown')
  const id = newId(tx.now)
  const inserted = await store.insertNote.maybe(tx, {
    id,
    member_id,
    written_by: operator_id,
    written_at: tx.now,
    text,
    replaces,
  })
  // Of two who replace one note at once, the second finds it replaced.
  orRefuse(inserted, 'note_was_replaced')
  return id
}

/** Refuses `member_is_unknown`, `member_account_is_closed` and `member_has_too_many_tags`. */
export async function addTag(tx: Tx, { member_id, tag }: OfMember & { tag: string }, operator: Operator) {
  await requireOpenMember(tx, member_id)
  const id = newId(tx.now)
  const { operator_id: added_by } = operator
  const added = await store.insertTag.maybe(tx, { id, member_id, tag, added_by, added_at: tx.now })
  if (added === undefined) return await tagsOf(tx, member_id)
  const shown = await tagsOf(tx, member_id)
  if (shown.tags.length > MAX_TAGS) throw refuse('member_has_too_many_tags', { max: MAX_TAGS })
  await record(tx, 'member_tag_added', { kind: 'member_tag', id }, operator)
  return shown
}

/** Refuses `member_is_unknown`, `member_account_is_closed` and `tag_is_not_on_this_member`. */
export async function removeTag(tx: Tx, { member_id, tag }: OfMember & { tag: string }, operator: Operator) {
  await requireOpenMember(tx, member_id)
  const { operator_id: removed_by } = operator
  const removed = await store.updateTagRemoved.maybe(tx, { member_id, tag, removed_by, removed_at: tx.now })
  const { id } = orRefuse(removed, 'tag_is_not_on_this_member')
  await record(tx, 'member_tag_removed', { kind: 'member_tag', id }, operator)
  return await tagsOf(tx, member_id)
}

/** Without the text: the log outlives the account. And without the member: it is not theirs to read in the app. */
const record = (
  tx: Tx,
  action:
    | 'member_note_written'
    | 'member_note_corrected'
    | 'member_note_ended'
    | 'member_tag_added'
    | 'member_tag_removed',
  object: { kind: 'member_note' | 'member_tag'; id: string },
  operator: Operator,
): Promise<void> => recordAuditEvent(tx, { actor: actorOf(operator), action, object })
