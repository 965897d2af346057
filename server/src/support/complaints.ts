// Complaints: objections to decisions of ours. Another operator than the one who decided decides within 72 hours.
import { MAX_RING_MEMBERS, MAX_RING_STEPS } from '@fairturn/contract/backoffice/rings'
import { adminSupportCalls as calls } from '@fairturn/contract/backoffice/support'
import { CONDUCT_LOCK_DAYS, type Remedy, type StatementOfReasons } from '@fairturn/contract/support'
import { conductLockStands, findRing, overruleConductLock, usernamesOf } from '../members/members.ts'
import { notify } from '../notices/notices.ts'
import { decideObjection, decideReview, objectToVisits } from '../orders/orders.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { refuse, Refusal } from '../platform/http/refusal.ts'
import { ownReason } from '../platform/texts/reasons.ts'
import {
  type ActingOperator,
  actorOf,
  recordAuditEvent,
  refuseDecided,
  voidProposalsOfKind,
} from '../staff/staff.ts'
import { overruleRefusal } from '../withdrawals/withdrawals.ts'
import { lockAny } from './answers.ts'
import * as store from './complaints.store.ts'
import type { ComplaintRow } from './complaints.store.ts'
import { announceConversation, pathOf } from './messages.ts'
import type { DecisionMade } from './subjects.ts'
import { selectDeciders, updateAnswered, updateDue } from './support.admin.store.ts'
import { complaintsOf } from './support.dto.ts'

const HOUR_MS = 3_600_000
const COMPLAINT_MS = 72 * HOUR_MS
const LOCK_MS = CONDUCT_LOCK_DAYS * 24 * HOUR_MS
/** Of an objection to visits, whose note takes 500 code units. */
const NOTE_LETTERS = 240

interface NewComplaint extends DecisionMade {
  readonly conversation_id: string
  readonly member_id: string
}

/** Refuses `complaint_was_made_already`. */
export async function makeComplaint(tx: Tx, made: NewComplaint): Promise<void> {
  const decide_by = new Date(tx.now.getTime() + COMPLAINT_MS)
  const lock_ends_at = made.against === 'conduct_lock' ? new Date(tx.now.getTime() + LOCK_MS) : null
  const inserted = await store.insertComplaint.maybe(tx, {
    ...made,
    made_at: tx.now,
    decide_by,
    lock_ends_at,
  })
  if (inserted === undefined) throw refuse('complaint_was_made_already')
  await updateDue.all(tx, { id: made.conversation_id, due_by: decide_by })
}

/**
 * Objects to the visits of an order, which keeps the money reserved that upholding the complaint can pay; what was decided
 * stays. It locks the order, so it comes before the member. Refuses `nothing_was_decided_here`.
 */
export async function objectOrRefuse(
  tx: Tx,
  { member_id, order_id, message }: { member_id: string; order_id: string; message: string },
): Promise<void> {
  const note = Array.from(message.trim()).slice(0, NOTE_LETTERS).join('')
  try {
    await objectToVisits(tx, { member_id, order_id, note })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'order_was_objected_to') return
    throw NOT_OPEN.has(error.code) ? refuse('nothing_was_decided_here') : error
  }
}

const NOT_OPEN: ReadonlySet<string> = new Set([
  'order_is_not_over',
  'objection_comes_too_late',
  'there_is_nothing_to_object_to',
])

export interface ComplaintDecision {
  readonly conversation_id: string
  readonly verdict: 'upheld' | 'not_upheld'
  readonly statement: StatementOfReasons
}

/** Who decides, and with whoever approves the statement: none of them has decided before. */
export interface DecidedBy {
  readonly operator: ActingOperator
  readonly actors: readonly string[]
}

/**
 * Decides a complaint, those of one ring about their locks together. Refuses `conversation_is_unknown`,
 * `there_is_no_complaint_here`, `complaint_is_decided`, `you_decided_this_yourself` and `statement_names_another_member`.
 */
export async function decideComplaint(
  tx: Tx,
  { conversation_id, verdict, statement }: ComplaintDecision,
  { operator, actors }: DecidedBy,
): Promise<{ decided: string[]; remedy: Remedy | null }> {
  await lockAny(tx, conversation_id)
  const made = (await complaintsOf(tx, [conversation_id])).get(conversation_id)
  if (made === undefined) throw refuse('there_is_no_complaint_here')
  if (made.status !== 'open') throw await refuseDecided(tx, 'complaint_is_decided', conversation_id)
  const others = toColumn(await decidedTogether(tx, made), 'conversation_id')
  const open = await lockOpen(tx, [conversation_id, ...others])
  const actor = actorOf(operator)
  const deciders = await selectDeciders.all(tx, { ids: toColumn(open, 'conversation_id') })
  if (deciders.some((decider) => actors.includes(decider.actor))) throw refuse('you_decided_this_yourself')
  await refuseNames(tx, made, { statement, several: open.length > 1 })
  let remedy: Remedy | null = null
  for (const each of open) {
    const undoing = await undoingOf(tx, each, { actor, actors, verdict, facts: statement.facts })
    if (each.conversation_id === conversation_id) remedy = undoing.remedy
    await endComplaint(tx, each, {
      status: verdict,
      actor,
      actors,
      statement,
      remedy: undoing.remedy,
      operator,
    })
    await undoing.run(tx)
  }
  return { decided: toColumn(open, 'conversation_id'), remedy }
}

/** Refuses `statement_names_another_member`: everybody whose complaint it decides reads it word by word. */
async function refuseNames(
  on: Queryable,
  made: ComplaintRow,
  { statement, several }: { statement: StatementOfReasons; several: boolean },
): Promise<void> {
  if (made.against !== 'conduct_lock') return
  const names = await usernamesOf(on, await ringOf(on, made))
  const text = `${statement.facts}\n${statement.rule}\n${statement.can_be_done}`.normalize('NFKC')
  for (const [member_id, username] of names)
    if (username !== '' && (several || member_id !== made.member_id) && wordOf(username).test(text))
      throw refuse('statement_names_another_member', { username })
}

/** A name as a word of its own, in whatever capitals. */
const wordOf = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_])${name.normalize('NFKC').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\p{N}_])`,
    'iu',
  )

/** Conversations before complaints, each in the order of ids. */
async function lockOpen(tx: Tx, ids: readonly string[]): Promise<ComplaintRow[]> {
  await store.lockConversations.all(tx, { ids })
  return await store.lockOpen.all(tx, { ids })
}

/** Operators who made the decisions that are decided with this complaint: they decide none of them, nor approve the statement. */
export async function decidersTogether(on: Queryable, made: ComplaintRow): Promise<Map<string, string>> {
  const others = made.status === 'open' ? await decidedTogether(on, made) : []
  const ids = [made.conversation_id, ...toColumn(others, 'conversation_id')]
  return new Map(
    (await selectDeciders.all(on, { ids })).flatMap(({ operator_id, username }) =>
      operator_id === null ? [] : [[operator_id, username!] as const],
    ),
  )
}

/** With the member. */
async function ringOf(
  on: Queryable,
  { member_id, made_at }: Pick<ComplaintRow, 'member_id' | 'made_at'>,
): Promise<string[]> {
  const cut = { now: made_at, maxMembers: MAX_RING_MEMBERS, maxSteps: MAX_RING_STEPS }
  return toColumn((await findRing(on, member_id, cut)).members, 'member_id')
}

/** Other open complaints about conduct locks in the member's ring: one decision holds for all of them. */
export async function decidedTogether(on: Queryable, { against, member_id, made_at }: ComplaintRow) {
  if (against !== 'conduct_lock') return []
  const member_ids = (await ringOf(on, { member_id, made_at })).filter((id) => id !== member_id)
  return await store.findOpenOfLocks.all(on, { member_ids })
}

/**
 * Conversations whose complaint the actor may not decide because one that is decided with it is about a decision of theirs.
 * Rings are followed only while such a decision is open.
 */
export async function barredByRing(on: Queryable, actor: string): Promise<string[]> {
  const locks = await store.selectOpenLocks.all(on, { actor })
  const own = new Set(locks.filter((each) => each.own).map((each) => each.conversation_id))
  const barred: string[] = []
  for (const each of own.size === 0 ? [] : locks) {
    if (own.has(each.conversation_id)) continue
    const together = await decidedTogether(on, each)
    if (together.some(({ conversation_id }) => own.has(conversation_id))) barred.push(each.conversation_id)
  }
  return barred
}

interface Carried {
  readonly actor: string
  readonly actors: readonly string[]
  readonly verdict: 'upheld' | 'not_upheld'
  readonly facts: string
}

/** As long as the reason of an objection may be. */
const REASON_LETTERS = 240

/** What a decision undoes, and the call that does. */
interface Undoing {
  readonly remedy: Remedy | null
  readonly run: (tx: Tx) => Promise<unknown>
}
const NOTHING: Undoing = { remedy: null, run: async () => undefined }

/** Found before the complaint is decided, run after it: the call leaves its actor as one who decides. */
async function undoingOf(
  tx: Tx,
  made: ComplaintRow,
  { actor, actors, verdict, facts }: Carried,
): Promise<Undoing> {
  const { against, target_id: id } = made
  if (against === 'visits_refused') {
    const objection = await store.findObjectionOfOrder.maybe(tx, { order_id: id })
    if (objection === undefined || objection.decided_at !== null) return NOTHING
    const isUpheld = verdict === 'upheld'
    const reason = isUpheld ? '' : Array.from(facts).slice(0, REASON_LETTERS).join('')
    const upheld = isUpheld ? 'all' : 'none'
    return {
      remedy: isUpheld ? 'visits_accepted' : null,
      run: (on) => decideObjection(on, { objection_id: objection.id, actor, actors, upheld, reason }),
    }
  }
  if (verdict === 'not_upheld') return NOTHING
  const reason = ownReason('complaint_was_upheld')
  switch (against) {
    case 'conduct_lock':
      return await endOfLock(tx, made, { actor, reason })
    case 'withdrawal_refused':
      return { remedy: 'withdraw_again', run: (on) => overruleRefusal(on, id) }
    case 'order_in_review':
      if ((await store.findInReview.maybe(tx, { order_id: id })) === undefined) return NOTHING
      return {
        remedy: 'order_paid',
        run: (on) => decideReview(on, { order_id: id, actor, verdict: 'pay', reason: '' }),
      }
    case 'campaign_rejected':
      return { ...NOTHING, remedy: 'place_again' }
    default: // a staff action: what can be done about it is said
      return NOTHING
  }
}

/** Of the conduct lock that was decided, also of one that a security lock covers. */
export async function endOfLock(
  tx: Tx,
  { member_id, decision_at: since }: Pick<ComplaintRow, 'member_id' | 'decision_at'>,
  by: { readonly actor: string; readonly reason: string },
): Promise<Undoing> {
  const lock = { member_id, since }
  return {
    remedy: (await conductLockStands(tx, lock)) ? 'lock_ended' : null,
    run: (on) => overruleConductLock(on, { ...lock, ...by }),
  }
}

/** Statements and later due times that were proposed for a complaint have no object once it is decided. */
async function voidTexts(tx: Tx, conversation_id: string, actor: string): Promise<void> {
  for (const { method, path } of [calls.decide, calls.extend])
    await voidProposalsOfKind(
      tx,
      { kind: 'text_of_support', about: { call: `${method} ${path}`, params: { conversation_id } } },
      { because: 'changed_otherwise', actor },
    )
}

interface Ending {
  readonly status: 'upheld' | 'not_upheld' | 'ended_by_time'
  readonly actor: string
  /** The actor, and who approved the statement; default: the actor alone. */
  readonly actors?: readonly string[]
  readonly statement: StatementOfReasons | null
  readonly remedy: Remedy | null
  readonly operator: ActingOperator | null
}

/** Refuses `you_decided_this_yourself`: the guard is in the statement. */
export async function endComplaint(
  tx: Tx,
  { conversation_id, member_id }: ComplaintRow,
  ending: Ending,
): Promise<void> {
  const { status, actor, actors = [actor], statement, remedy, operator } = ending
  const none = { facts: null, rule: null, machine: null, can_be_done: null }
  const said = { ...none, ...statement }
  const decided = { conversation_id, status, now: tx.now, actor, actors, remedy, ...said }
  if ((await store.updateDecided.maybe(tx, decided)) === undefined) throw refuse('you_decided_this_yourself')
  const operator_id = operator?.operator_id ?? null
  await updateAnswered.all(tx, { id: conversation_id, now: tx.now, messages: 0, operator_id })
  await voidTexts(tx, conversation_id, actor)
  await announceConversation(tx, { id: conversation_id, member_id })
  await notify(tx, member_id, `complaint_${status}`, {}, pathOf(conversation_id))
  await recordAuditEvent(tx, {
    actor,
    action: 'complaint_decided',
    object: { kind: 'conversation', id: conversation_id },
    after: { status, remedy },
  })
}
