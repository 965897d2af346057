// The back office's calls of support (support.admin.test.ts). Lists have no text of a conversation; reading one is a look.
import {
  type AdminConversation,
  adminConversation,
  adminSupportCalls as calls,
  adminSupportFiles as files,
  MAX_TEMPLATES,
  type AnswerTemplate,
} from '@fairturn/contract/backoffice/support'
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Operator, Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { onWire } from '../platform/http/wire.ts'
import {
  actorName,
  actorOf,
  bindList,
  bindMemberText,
  queueOnWire,
  recordAuditEvent,
} from '../staff/staff.ts'
import { answer, assign, close, extend, note } from './answers.ts'
import type { FoundComplaint } from './complaints.store.ts'
import { barredByRing, decideComplaint, decidedTogether, decidersTogether } from './complaints.ts'
import { refundRoutes } from './refund.proposal.ts'
import { subjectsOf } from './subjects.ts'
import * as store from './support.admin.store.ts'
import type { AdminConversationRow } from './support.admin.store.ts'
import { commonOnWire, complaintOnWire, complaintsOf } from './support.dto.ts'
import { selectMessages } from './support.store.ts'

export function supportAdminRoutes(routes: Routes): void {
  readConversations(routes)
  readConversation(routes)
  refundRoutes(routes)
  workOnConversations(routes)
  templateRoutes(routes)
}

function readConversations(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.queue, async ({ now, operator }) => {
    const actor = actorOf(operator)
    const barred = await barredByRing(database, actor)
    const counts = await store.countWaiting.one(database, { now, actor, barred })
    const { own_waiting, own_overdue, own_due_at, ...all } = counts
    const own = { waiting: own_waiting, overdue: own_overdue, due_at: own_due_at }
    return { data: { conversations: queueOnWire('conversations', operator, all, own) } }
  })

  bindList(routes, {
    call: calls.list,
    file: files.exportConversations,
    kind: 'conversations',
    name: 'conversations',
    rows: store.listConversations,
    sort: ({ state }) => (state === 'waiting' ? undefined : 'created_at.desc'),
    items: (rows, { on, now, operator }) => conversationsOnWire(on, rows, now, operator),
    columns: {
      conversation_id: (row) => row._id,
      member: (row) => ({ text: row.member?.username ?? null }),
      member_id: (row) => row.member?._id ?? null,
      subject: (row) => row.subject?.kind ?? null,
      subject_id: (row) => row.subject?._id ?? null,
      subject_name: (row) => ({ text: row.subject?.name ?? null }),
      status: (row) => row.status,
      created_at: (row) => row.created_at,
      last_message_at: (row) => row.last_message_at,
      last_by: (row) => row.last_by,
      messages: (row) => row.messages,
      due_by: (row) => row.due_by,
      late: (row) => String(row.is_late),
      moved_from: (row) => row.moved?.from ?? null,
      assigned_to: (row) => ({ text: row.assigned_to?.username ?? null }),
      against: (row) => row.complaint?.against ?? null,
      complaint: (row) => row.complaint?.status ?? null,
      decided_at: (row) => row.complaint?.decided_at ?? null,
    },
  })
}

async function conversationsOnWire(
  on: Queryable,
  rows: readonly AdminConversationRow[],
  now: Date,
  operator: Operator,
): Promise<AdminConversation[]> {
  const ids = toColumn(rows, 'id')
  const [subjectOf, made] = [await subjectsOf(on, rows), await complaintsOf(on, ids)]
  const barred = await barredFrom(on, made, operator)
  return rows.map((row) => {
    const own = made.get(row.id)
    return onWire(adminConversation, row, {
      ...commonOnWire(row, own, now),
      subject: subjectOf(row),
      member: row.member_id === null ? null : { _id: row.member_id, username: row.username! },
      assigned_to: row.assigned_to === null ? null : { _id: row.assigned_to, username: row.assignee! },
      raised_to: row.raised_at === null ? null : 'owner',
      messages: row.member_messages + row.staff_messages,
      may_decide: own?.status === 'open' && !barred.has(row.id),
    })
  })
}

/** Conversations whose complaint, or one that is decided with it, is about a decision of this operator. */
async function barredFrom(
  on: Queryable,
  made: ReadonlyMap<string, FoundComplaint>,
  operator: Operator,
): Promise<Set<string>> {
  const actor = actorOf(operator)
  const deciders = await store.selectDeciders.all(on, { ids: [...made.keys()] })
  const own = deciders.filter((each) => each.actor === actor)
  const isLock = [...made.values()].some((each) => each.status === 'open' && each.against === 'conduct_lock')
  return new Set([...toColumn(own, 'conversation_id'), ...(isLock ? await barredByRing(on, actor) : [])])
}

function readConversation(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.detail, async ({ params: { conversation_id: id }, now, operator }) => {
    const row = orRefuse(await store.findConversation.maybe(database, { id }), 'conversation_is_unknown')
    const [shown] = await conversationsOnWire(database, [row], now, operator)
    const made = (await complaintsOf(database, [id])).get(id)
    const messages = await selectMessages.all(database, { conversation_id: id })
    const notes = await store.selectNotes.all(database, { id })
    const others = await store.selectOthers.all(database, { id, member_id: row.member_id })
    const payments = await store.selectPayments.all(database, { id, member_id: row.member_id, now })
    const data = {
      ...shown!,
      thread: messages.map(({ id: _id, by, text, at, written_by, writer }) => ({
        _id,
        by,
        text,
        at: at.toISOString(),
        written_by: written_by === null ? null : { _id: written_by, username: writer! },
      })),
      notes: notes.map(({ id: _id, text, at, written_by, writer }) => ({
        _id,
        text,
        at: at.toISOString(),
        by: { _id: written_by, username: writer },
      })),
      stranger: row.email === null ? null : { email: row.email },
      ...(await ofComplaint(database, made)),
      payments: payments.map(({ id: proposal_id, amount, status, proposed_by, proposer, proposed_at }) => ({
        proposal_id,
        amount,
        status,
        proposed_by: { _id: proposed_by, username: proposer },
        proposed_at: proposed_at.toISOString(),
      })),
      others: others.map((other) => ({
        conversation_id: other.id,
        status: other.status,
        created_at: other.created_at.toISOString(),
      })),
    }
    return { data, looks: { members: row.member_id === null ? [] : [row.member_id] } }
  })
}

/** What whoever decides needs to know, and who has decided. */
async function ofComplaint(on: Queryable, made: FoundComplaint | undefined) {
  if (made === undefined) return { complaint: null, decided_before_by: [], together: [] }
  const deciders = await decidersTogether(on, made)
  const together = made.status === 'open' ? await decidedTogether(on, made) : []
  const operator_id = made.decided_by?.startsWith('operator:')
    ? made.decided_by.slice('operator:'.length)
    : null
  const username = await actorName(on, made.decided_by)
  return {
    complaint: {
      ...complaintOnWire(made),
      decided_by: operator_id === null || username === null ? null : { _id: operator_id, username },
    },
    decided_before_by: [...deciders].map(([_id, username]) => ({ _id, username })),
    together: together.map((each) => ({
      conversation_id: each.conversation_id,
      member: { _id: each.member_id, username: each.username },
      made_at: each.made_at.toISOString(),
    })),
  }
}

function workOnConversations(routes: Routes): void {
  bindMemberText(
    routes,
    calls.answer,
    async ({ params, body, operator, transaction }) => ({
      data: { message_id: await transaction((tx) => answer(tx, { ...params, ...body }, operator)) },
    }),
    async (_on, { body: { message } }) => ({ texts: { message }, promises: true }),
  )

  bind(routes, calls.assign, async ({ params, body, operator, transaction }) => ({
    data: { assigned_to: await transaction((tx) => assign(tx, { ...params, ...body }, operator)) },
  }))

  bind(routes, calls.note, async ({ params, body, operator, transaction }) => {
    const { id, at } = await transaction((tx) => note(tx, { ...params, ...body }, operator))
    const by = { _id: operator.operator_id, username: operator.username }
    return { data: { _id: id, text: body.text, by, at: at.toISOString() } }
  })

  bindMemberText(routes, calls.extend, async ({ params, body, operator, transaction }) => {
    const moved = { ...params, reason: body.reason, until: new Date(body.until) }
    return { data: { due_by: (await transaction((tx) => extend(tx, moved, operator))).toISOString() } }
  })

  bindMemberText(
    routes,
    calls.decide,
    async ({ params, body, operator, actors, transaction }) => {
      const { verdict, ...statement } = body
      const decision = { ...params, verdict, statement }
      return { data: await transaction((tx) => decideComplaint(tx, decision, { operator, actors })) }
    },
    async (on, { params: { conversation_id: id }, body: { facts, rule, can_be_done } }) => {
      const made = (await complaintsOf(on, [id])).get(id)
      const excluded = made === undefined ? [] : [...(await decidersTogether(on, made)).keys()]
      return { texts: { facts, rule, can_be_done }, excluded, promises: true }
    },
  )

  bind(routes, calls.close, async ({ params, operator, transaction }) => ({
    data: { status: await transaction((tx) => close(tx, params, operator)) },
  }))
}

// Templates -------------------------------------------------------------------------------------------------------------

const templateOnWire = ({ id, changed_by, changer, changed_at, ...row }: TemplateRow): AnswerTemplate => ({
  ...row,
  _id: id,
  changed_by: { _id: changed_by, username: changer },
  changed_at: changed_at.toISOString(),
})
type TemplateRow = Awaited<ReturnType<typeof store.selectTemplates.all>>[number]

const recordTemplate = (
  tx: Tx,
  action: 'answer_template_saved' | 'answer_template_deleted',
  id: string,
  operator: Operator,
) => recordAuditEvent(tx, { actor: actorOf(operator), action, object: { kind: 'answer_template', id } })

function templateRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.templates, async ({ query }) => {
    const rows = await store.selectTemplates.all(database, { locale: query.locale ?? null })
    return { data: { list: rows.map(templateOnWire) } }
  })

  bind(routes, calls.saveTemplate, async ({ body, operator, transaction }) => {
    const saved = await transaction(async (tx) => {
      const { count, same } = await store.countTemplates.one(tx, body)
      if (same === 0 && count >= MAX_TEMPLATES) throw refuse('there_are_too_many_templates')
      const written = { id: newId(tx.now), changed_by: operator.operator_id, changed_at: tx.now }
      const row = await store.putTemplate.one(tx, { ...body, ...written })
      await recordTemplate(tx, 'answer_template_saved', row.id, operator)
      return row
    })
    return { data: templateOnWire(saved) }
  })

  bind(routes, calls.deleteTemplate, async ({ params: { template_id: id }, operator, transaction }) => {
    await transaction(async (tx) => {
      orRefuse(await store.deleteTemplate.maybe(tx, { id }), 'template_is_unknown')
      await recordTemplate(tx, 'answer_template_deleted', id, operator)
    })
    return { data: { _id: id } }
  })
}
