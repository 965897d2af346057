// Subjects: what a conversation is about, and whether a decision on it can be objected to. Another member's is unknown.
import { type Decision, type Subject, SUBJECT_KINDS, type SubjectKind } from '@fairturn/contract/support'
import { OBJECTION_MS } from '../orders/orders.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { MAX_UUID, MIN_UUID } from '../platform/http/cursor.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { selectActed, selectNamesOfSubjects, selectSubjects, type SubjectRow } from './subjects.store.ts'

const LATEST_OF_EACH = 5

interface Asking {
  readonly member_id: string
  readonly now: Date
}

export interface SubjectRef {
  readonly kind: SubjectKind
  readonly _id: string
}

/** A decision that can be objected to. */
export interface DecisionMade {
  readonly against: Decision
  readonly target_id: string
  readonly decision_at: Date
}

/** The member's own subject. Refuses `subject_is_unknown`. */
export async function getSubject(
  on: Queryable,
  { member_id, now }: Asking,
  subject: SubjectRef,
): Promise<SubjectRow> {
  return orRefuse(await findSubject(on, { member_id, now }, subject), 'subject_is_unknown')
}

const findSubject = async (
  on: Queryable,
  { member_id, now }: Asking,
  { kind, _id }: SubjectRef,
): Promise<SubjectRow | undefined> => {
  const range = { from: _id, to: _id, limit: 1 }
  return (await selectSubjects.all(on, { member_id, kinds: [kind], ...range, ...objectionable(now) }))[0]
}

/** Refused visits of orders that ended since then can be objected to without an objection that is open. */
const objectionable = (now: Date) => ({ objectionable_since: new Date(now.getTime() - OBJECTION_MS) })

/** The latest of each kind, newest first. */
export const latestSubjects = (on: Queryable, { member_id, now }: Asking): Promise<SubjectRow[]> =>
  selectSubjects.all(on, {
    member_id,
    kinds: SUBJECT_KINDS,
    from: MIN_UUID,
    to: MAX_UUID,
    limit: LATEST_OF_EACH,
    ...objectionable(now),
  })

const SUBJECT_OF_ACTION: Readonly<Record<string, SubjectKind>> = {
  withdrawal_refused: 'withdrawal',
  campaign_rejected: 'campaign',
  member_locked: 'lock',
  order_reviewed: 'visits',
  objection_decided: 'visits',
}

/**
 * The decision on a subject; undefined if there is none. A line of the audit log that records a decision stands for that
 * decision, so that nobody objects to one twice under two names.
 */
export async function decisionOn(
  on: Queryable,
  { member_id, now }: Asking,
  { kind, id, decision, target_id, decision_at }: SubjectRow,
): Promise<DecisionMade | undefined> {
  if (kind === 'staff_action') {
    const acted = await selectActed.maybe(on, { id, member_id })
    if (acted !== undefined) {
      const _id = acted.order_id ?? acted.object_id
      const ref = { kind: SUBJECT_OF_ACTION[acted.action]!, _id }
      const subject = await findSubject(on, { member_id, now }, ref)
      return subject && (await decisionOn(on, { member_id, now }, subject))
    }
  }
  if (decision === null || target_id === null || decision_at === null) return undefined
  return { against: decision, target_id, decision_at }
}

/** Where in the member app it is. */
export const PATHS: Readonly<Record<SubjectKind, (id: string) => string | null>> = {
  order: (id) => `/order-detail/${id}`,
  visits: (id) => `/order-detail/${id}`,
  link: (id) => `/order-detail/${id}`,
  withdrawal: (id) => `/withdraw?withdrawal=${id}`,
  deposit: (id) => `/deposit?deposit=${id}`,
  campaign: (id) => `/campaigns/${id}`,
  invoice: () => '/individual/invoices',
  lock: () => null,
  staff_action: () => '/account-detail',
}

/** Subjects of conversations as their member sees them, by conversation. */
export async function subjectsOf(
  on: Queryable,
  rows: readonly { id: string; subject_kind: SubjectKind | null; subject_id: string | null }[],
): Promise<(row: { id: string }) => Subject | null> {
  const names = await selectNamesOfSubjects.all(on, { ids: toColumn(rows, 'id') })
  const nameOf = new Map(names.map(({ conversation_id, name }) => [conversation_id, name]))
  const subjects = new Map(
    rows.map(({ id, subject_kind: kind, subject_id }): [string, Subject | null] => [
      id,
      kind === null
        ? null
        : { kind, _id: subject_id!, name: nameOf.get(id) ?? null, path: PATHS[kind](subject_id!) },
    ]),
  )
  return ({ id }) => subjects.get(id) ?? null
}
