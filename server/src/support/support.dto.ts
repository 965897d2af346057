// Conversations on the wire, as their member reads them.
import { complaint, type Complaint, conversation, REOPEN_DAYS, type Thread } from '@fairturn/contract/support'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { onWire } from '../platform/http/wire.ts'
import { findComplaints, type FoundComplaint } from './complaints.store.ts'
import { subjectsOf } from './subjects.ts'
import { type ConversationRow, selectFirstMessages, selectMessages } from './support.store.ts'

const PREVIEW_LENGTH = 140
const REOPEN_MS = REOPEN_DAYS * 86_400_000

/** Until when a solved or closed conversation can be opened again; undefined if it cannot. */
export function reopenUntil({ ended_at }: Pick<ConversationRow, 'ended_at'>, now: Date): Date | undefined {
  if (ended_at === null) return undefined
  const until = new Date(ended_at.getTime() + REOPEN_MS)
  return until > now ? until : undefined
}

export async function complaintsOf(
  on: Queryable,
  ids: readonly string[],
): Promise<Map<string, FoundComplaint>> {
  const rows = await findComplaints.all(on, { ids })
  return new Map(rows.map((row) => [row.conversation_id, row]))
}

export const complaintOnWire = (row: FoundComplaint): Complaint =>
  onWire(complaint, row, {
    statement:
      row.facts === null
        ? null
        : { facts: row.facts, rule: row.rule!, machine: row.machine!, can_be_done: row.can_be_done! },
  })

/** What both sides read of a conversation. */
export const commonOnWire = (row: ConversationRow, made: FoundComplaint | undefined, now: Date) => ({
  is_late: row.due_by !== null && row.due_by <= now,
  moved:
    row.moved_at === null
      ? null
      : {
          from: row.moved_from!.toISOString(),
          reason: row.moved_reason!,
          at: row.moved_at.toISOString(),
        },
  reopen_until: reopenUntil(row, now)?.toISOString() ?? null,
  complaint: made === undefined ? null : complaintOnWire(made),
})

export async function conversationsOnWire(on: Queryable, rows: readonly ConversationRow[], now: Date) {
  const ids = toColumn(rows, 'id')
  const [subjectOf, made] = [await subjectsOf(on, rows), await complaintsOf(on, ids)]
  const firsts = new Map(
    (await selectFirstMessages.all(on, { ids })).map((first) => [first.conversation_id, first.text]),
  )
  return rows.map((row) => {
    const own = made.get(row.id)
    return onWire(conversation, row, {
      ...commonOnWire(row, own, now),
      subject: subjectOf(row),
      preview: previewOf(firsts.get(row.id) ?? ''),
      // While a complaint is open its decision is what we owe.
      answer_by: own?.status === 'open' ? null : (row.due_by?.toISOString() ?? null),
    })
  })
}

const previewOf = (text: string): string => {
  const letters = [...new Intl.Segmenter().segment(text.slice(0, PREVIEW_LENGTH * 4))].map(
    ({ segment }) => segment,
  )
  const line = letters.slice(0, PREVIEW_LENGTH).join('').replaceAll(/\s+/g, ' ').trim()
  return letters.length > PREVIEW_LENGTH ? `${line}…` : line
}

export async function threadOnWire(on: Queryable, row: ConversationRow, now: Date): Promise<Thread> {
  const [shown] = await conversationsOnWire(on, [row], now)
  const messages = await selectMessages.all(on, { conversation_id: row.id })
  return {
    ...shown!,
    messages: messages.map(({ id, by, text, at }) => ({ _id: id, by, text, at: at.toISOString() })),
  }
}
