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

const memberNoteOnWire = (note: store.NoteRow): MemberNote => ({
  _id: note.id,
  text: note.text,
  at: note.written_at.toISOString(),
  by: { _id: note.written_by, username: note.writer },
  replaces: note.replaces,
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
  return { list: list.map(memberNoteOnWire), cursor: next, ...(await tagsOf(on, member_id)) }
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

/**
 * A note, also in place of another; without a text it only ends that one. Refuses `member_is_unknown`,
 * `member_account_is_closed`, `note_is_unknown` and `note_was_replaced`.
 */
export async function writeNote(
  tx: Tx,
  { member_id, ...body }: OfMember & { text?: string | undefined; replaces?: string | undefined },
  operator: Operator,
): Promise<{ _id: string }> {
  const { text, replaces } = { text: body.text ?? null, replaces: body.replaces ?? null }
  await requireOpenMember(tx, member_id)
  if (replaces !== null || text === null)
    orRefuse(await store.selectNoteOfMember.maybe(tx, { note_id: replaces, member_id }), 'note_is_unknown')
  const id = newId(tx.now)
  const { operator_id } = operator
  const inserted = await store.insertNote.maybe(tx, {
    id,
    member_id,
    operator_id,
    written_at: tx.now,
    text,
    replaces,
  })
  // Of two who replace one note at once, the second finds it replaced.
  orRefuse(inserted, 'note_was_replaced')
  const action =
    text === null ? 'member_note_ended' : replaces === null ? 'member_note_written' : 'member_note_corrected'
  await record(tx, action, { kind: 'member_note', id: text === null ? replaces! : id }, operator)
  return { _id: id }
}

/** Refuses `member_is_unknown`, `member_account_is_closed` and `member_has_too_many_tags`. */
export async function setTag(
  tx: Tx,
  { member_id, tag, is_on }: OfMember & { tag: string; is_on: boolean },
  operator: Operator,
) {
  await requireOpenMember(tx, member_id)
  const { operator_id } = operator
  const changed = is_on
    ? await store.insertTag.maybe(tx, { id: newId(tx.now), member_id, tag, operator_id, added_at: tx.now })
    : await store.updateTagRemoved.maybe(tx, { member_id, tag, removed_by: operator_id, removed_at: tx.now })
  const shown = await tagsOf(tx, member_id)
  if (changed === undefined) return shown
  if (shown.tags.length > MAX_TAGS) throw refuse('member_has_too_many_tags', { max: MAX_TAGS })
  const action = is_on ? 'member_tag_added' : 'member_tag_removed'
  await record(tx, action, { kind: 'member_tag', id: changed.id }, operator)
  return shown
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
