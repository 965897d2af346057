// Members' calls of support (support.test.ts).
import type { Locale } from '@fairturn/contract/locales'
import { supportCalls as calls } from '@fairturn/contract/support'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { decodeCursor, MAX_UUID, pageBy } from '../platform/http/cursor.ts'
import { reasonTextOrNull } from '../platform/texts/reasons.ts'
import { withdrawalReasonText } from '../withdrawals/withdrawals.ts'
import { findMade } from './complaints.store.ts'
import type { SubjectRow } from './subjects.store.ts'
import { decisionOn, getSubject, latestSubjects, PATHS } from './subjects.ts'
import { conversationsOnWire, threadOnWire } from './support.dto.ts'
import { listOfMember } from './support.store.ts'
import { createConversation, findOwn, reopen, solve, writeAsMember } from './support.ts'

const PAGE_SIZE = 30
/** Milliseconds of the last message, and the conversation's id. */
const CURSOR = /^\d{1,15} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function supportRoutes(routes: Routes): void {
  readConversations(routes)
  writeConversations(routes)
}

function readConversations(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.list, async ({ viewer: { member_id }, query, now }) => {
    const [at, id] =
      query.cursor === undefined ? ['', MAX_UUID] : decodeCursor(query.cursor, CURSOR).split(' ')
    const before_at = at === '' ? new Date(now.getTime() + 86_400_000) : new Date(Number(at))
    const rows = await listOfMember.all(database, {
      member_id,
      before_at,
      before_id: id!,
      limit: PAGE_SIZE + 1,
    })
    const { list, cursor } = pageBy(rows, PAGE_SIZE, (last) => `${last.last_message_at.getTime()} ${last.id}`)
    return { data: { list: await conversationsOnWire(database, list, now), cursor } }
  })

  bind(
    routes,
    calls.subjects,
    async ({ viewer: { member_id }, query: { kind, subject_id }, now, locale }) => {
      const asking = { member_id, now, locale }
      const rows =
        kind !== undefined && subject_id !== undefined
          ? [await getSubject(database, asking, { kind, _id: subject_id })]
          : (await latestSubjects(database, asking)).filter((row) => kind === undefined || row.kind === kind)
      return { data: { list: await Promise.all(rows.map((row) => subjectOnWire(database, row, asking))) } }
    },
  )

  bind(routes, calls.detail, async ({ viewer: { member_id }, params: { conversation_id: id }, now }) => ({
    data: await threadOnWire(database, await findOwn(database, { id, member_id }), now),
  }))
}

interface AskingIn {
  readonly member_id: string
  readonly now: Date
  readonly locale: Locale
}

async function subjectOnWire(on: Queryable, row: SubjectRow, asking: AskingIn) {
  const decision = await decisionOn(on, asking, row)
  const made = decision && (await findMade.maybe(on, decision))
  return {
    kind: row.kind,
    _id: row.id,
    name: row.name,
    path: PATHS[row.kind](row.id),
    at: row.at.toISOString(),
    decision: made === undefined ? (decision?.against ?? null) : null,
    reason: reasonGiven(row, asking.locale),
    conversation_id: made?.conversation_id ?? row.conversation_id,
  }
}

/** As the member read it. */
const reasonGiven = ({ kind, reason, to_send }: SubjectRow, locale: Locale): string | null =>
  kind === 'withdrawal'
    ? withdrawalReasonText({ status: 'refused', reason, to_send: to_send ?? [] }, locale)
    : reasonTextOrNull(reason, locale)

function writeConversations(routes: Routes): void {
  bind(routes, calls.create, async ({ viewer: { member_id }, body, locale, transaction, now }) => {
    const asked = { ...body, member_id, locale }
    const data = await transaction(async (tx) => threadOnWire(tx, await createConversation(tx, asked), now))
    return { data }
  })

  bind(routes, calls.write, async ({ viewer: { member_id }, params, body, transaction, now }) => {
    const written = { id: params.conversation_id, member_id, message: body.message }
    const data = await transaction(async (tx) => threadOnWire(tx, await writeAsMember(tx, written), now))
    return { data }
  })

  for (const [call, change] of [
    [calls.solved, solve],
    [calls.reopen, reopen],
  ] as const)
    bind(
      routes,
      call,
      async ({ viewer: { member_id }, params: { conversation_id: id }, transaction, now }) => ({
        data: await transaction(async (tx) => threadOnWire(tx, await change(tx, { id, member_id }), now)),
      }),
    )
}
