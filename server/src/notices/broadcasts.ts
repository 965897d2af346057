// Broadcasts: written by operators, delivered in batches. After a crash no member is notified twice or omitted
// (broadcasts.test.ts).
import {
  type Audience,
  audience,
  BROADCAST_PATHS,
  BROADCAST_PROPOSAL,
  type BroadcastPath,
  type BroadcastTexts,
  texts,
} from '@fairturn/contract/backoffice/broadcasts'
import { may } from '@fairturn/contract/backoffice/roles'
import { id, newId } from '@fairturn/contract/ids'
import { LOCALES } from '@fairturn/contract/locales'
import { z } from 'zod'
import type { Config } from '../platform/config.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { defineJob, enqueue, enqueueAll, handle, type JobHandler } from '../platform/queue/queue.ts'
import {
  actorOf,
  type AuditSnapshot,
  defineProposal,
  type ProposalKind,
  propose,
  recordAuditEvent,
  refuseDecided,
} from '../staff/staff.ts'
import * as store from './broadcasts.store.ts'
import type { BroadcastRow } from './broadcasts.store.ts'
import { notifyAll } from './notices.ts'

const BATCH_SIZE = 500
const MAX_AHEAD_MS = 366 * 24 * 3_600_000

const sendBroadcast = defineJob({
  name: 'send_broadcast',
  payload: z.object({ broadcast_id: z.uuid() }),
})

export const broadcastHandlers: JobHandler[] = [
  handle(sendBroadcast, (database, { broadcast_id }) => notifyNextBatch(database, broadcast_id)),
]

export interface BroadcastInput {
  readonly texts: BroadcastTexts
  readonly path: BroadcastPath | null
  readonly audience: Audience
}

interface BroadcastRef {
  readonly broadcast_id: string
  readonly operator_id: string
}

/** Stores a draft and returns its id. */
export async function writeBroadcast(tx: Tx, written: BroadcastInput, operator_id: string): Promise<string> {
  const broadcast_id = newId(tx.now)
  await store.insertBroadcast.all(tx, {
    id: broadcast_id,
    ...broadcastValues(written),
    created_by: operator_id,
    created_at: tx.now,
  })
  await note(tx, 'broadcast_written', { broadcast_id, operator_id }, { after: snapshotOf(written) })
  return broadcast_id
}

/** Refuses `broadcast_is_unknown`, `broadcast_is_in_another_state`, and `somebody_else_has_changed_this` by version. */
export async function changeBroadcast(
  tx: Tx,
  { version, ...chosen }: BroadcastRef & { version: number },
  written: BroadcastInput,
): Promise<void> {
  const before = await locked(tx, chosen.broadcast_id, ['draft'], version)
  await store.updateBroadcast.all(tx, { id: chosen.broadcast_id, ...broadcastValues(written) })
  await note(tx, 'broadcast_changed', chosen, {
    before: snapshotOf({ ...before, audience: audienceOf(before) }),
    after: snapshotOf(written),
  })
}

type Sending = BroadcastRef & { readonly version: number; readonly send_at: Date | null }

/**
 * Proposes to send a draft at `send_at`, or when another operator approves. Refuses as changeBroadcast does,
 * `broadcast_time_is_not_possible` (past, or more than a year away) and `broadcast_reaches_nobody`.
 */
export async function proposeSending(
  tx: Tx,
  sending: Omit<Sending, 'operator_id'>,
  reason: string,
  operator: Operator,
): Promise<string> {
  const { broadcast, recipients } = await lockSendable(tx, sending)
  const { version, texts, path } = broadcast
  const content = {
    broadcast_id: sending.broadcast_id,
    version,
    texts,
    path,
    audience: audienceOf(broadcast),
    recipients,
    send_at: sending.send_at?.toISOString() ?? null,
  }
  return await propose(tx, broadcastProposal, content, reason, operator)
}

/** The text in the content is what the second operator reads; its version is the draft's, so that exactly that is sent. */
export const broadcastProposal: ProposalKind = defineProposal({
  kind: BROADCAST_PROPOSAL,
  // Of one version: a draft that was changed since can be proposed anew.
  oneOpenFor: ['broadcast_id', 'version'],
  content: z.strictObject({
    broadcast_id: id,
    version: z.int(),
    texts,
    path: z.enum(BROADCAST_PATHS).nullable(),
    audience: audience.strict(),
    recipients: z.int(),
    send_at: z.iso.datetime().nullable(),
  }),
  proposers: may.change_content,
  approvers: may.change_content,
  async execute(tx, { broadcast_id, version, send_at }, { approved_by }) {
    const sending = { broadcast_id, version, send_at: send_at === null ? null : new Date(send_at) }
    const { at, recipients } = await lockSendable(tx, sending)
    await store.scheduleBroadcast.all(tx, { broadcast_id, at })
    await enqueueBatch(tx, broadcast_id, at)
    const after = { send_at: at.toISOString(), recipients }
    await note(tx, 'broadcast_sent', { broadcast_id, operator_id: approved_by }, { after })
  },
})

async function lockSendable(tx: Tx, { broadcast_id, version, send_at }: Omit<Sending, 'operator_id'>) {
  const broadcast = await locked(tx, broadcast_id, ['draft'], version)
  const at = send_at ?? tx.now
  const aheadMs = at.getTime() - tx.now.getTime()
  if (aheadMs < 0 || aheadMs > MAX_AHEAD_MS) throw refuse('broadcast_time_is_not_possible')
  const { recipients } = await recipientsOf(tx, audienceOf(broadcast), tx.now)
  if (recipients === 0) throw refuse('broadcast_reaches_nobody')
  return { broadcast, at, recipients }
}

/** A draft as the operator who wrote it reads it in their own mailbox. */
export const tryBroadcast = defineJob({
  name: 'try_broadcast',
  payload: z.object({ id: z.string(), to: z.string(), title: z.string(), text: z.string() }),
})

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/**
 * Mails a draft in each of its languages to one address of the house, so that nobody writes to others in our name alone.
 * Returns how many mails. Refuses as changeBroadcast does, `mail_is_not_available` and `mail_goes_to_our_own_addresses`.
 */
export async function tryOutBroadcast(
  tx: Tx,
  { version, to, ...chosen }: BroadcastRef & { readonly version: number; readonly to: string },
  { mail, alarmMail }: Pick<Config, 'mail' | 'alarmMail'>,
): Promise<number> {
  const { texts: written } = await locked(tx, chosen.broadcast_id, ['draft'], version)
  if (mail === undefined) throw refuse('mail_is_not_available')
  const isOurs = alarmMail.some((address) => domainOf(address) === domainOf(to))
  if (!isOurs || (PUBLIC_MAILBOXES.has(domainOf(to)) && !alarmMail.includes(to)))
    throw refuse('mail_goes_to_our_own_addresses')
  const mails = LOCALES.flatMap((locale) => {
    const message = written[locale]
    return message === undefined ? [] : [{ id: newId(tx.now), to, ...message }]
  })
  await enqueueAll(tx, tryBroadcast, mails)
  await note(tx, 'broadcast_tried_out', chosen, { after: { mails: mails.length, domain: domainOf(to) } })
  return mails.length
}

/** Where anybody has a mailbox: there only the alarm address itself is ours. */
const PUBLIC_MAILBOXES = new Set([
  'gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'yahoo.com', 'icloud.com', 'me.com', 'gmx.de',
  'gmx.net', 'web.de', 'proton.me', 'protonmail.com', 'qq.com', '163.com', '126.com', 'naver.com', 'daum.net', 'yahoo.co.jp',
  'yahoo.com.vn', 'orange.fr', 'free.fr', 'wanadoo.fr', 'laposte.net', 'aol.com', 'mail.ru', 'yandex.ru', 'zoho.com',
]) // prettier-ignore

/** Cancels one that has not started. Refuses `broadcast_is_unknown` and `broadcast_is_in_another_state`. */
export async function cancelBroadcastOf(tx: Tx, chosen: BroadcastRef): Promise<void> {
  const { status } = await locked(tx, chosen.broadcast_id, ['draft', 'scheduled'])
  await store.cancelBroadcast.all(tx, { id: chosen.broadcast_id })
  await note(tx, 'broadcast_cancelled', chosen, { before: { status } })
}

/** Size of an audience at an instant, by language, largest first. */
export async function recipientsOf(on: Queryable, audience: Audience, at: Date) {
  const languages = await store.countAudience.all(on, store.audienceAt(audience, at))
  return { recipients: languages.reduce((sum, each) => sum + each.recipients, 0), languages }
}

/**
 * Notifies the next members, records the progress and enqueues the next batch, in one transaction; serialized by the
 * broadcast's row lock. Members who register later, or join its audience behind the current position, are omitted.
 */
async function notifyNextBatch(database: Database, broadcast_id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const broadcast = await store.selectBroadcastLocked.one(tx, { broadcast_id })
    const { status, begun_at, path, last_member_id } = broadcast
    if (status !== 'scheduled' && status !== 'sending') return
    const audience = store.audienceAt(audienceOf(broadcast), begun_at ?? tx.now)
    const members = await store.selectAudience.all(tx, {
      ...audience,
      after_id: last_member_id,
      limit: BATCH_SIZE,
    })
    await notifyAll(
      tx,
      members.map(({ id }) => ({ member_id: id, kind: 'broadcast', params: {}, path, broadcast_id })),
    )
    const last = members.at(-1)
    if (last !== undefined)
      await store.advanceBroadcast.all(tx, {
        broadcast_id,
        now: tx.now,
        last_member_id: last.id,
        recipients: members.length,
      })
    if (members.length < BATCH_SIZE)
      await store.finishBroadcast.all(tx, { broadcast_id, finished_at: tx.now })
    else await enqueueBatch(tx, broadcast_id, tx.now)
  })
}

const enqueueBatch = (tx: Tx, broadcast_id: string, run_at: Date) =>
  enqueue(tx, sendBroadcast, { broadcast_id }, { run_at, job_key: `broadcast:${broadcast_id}` })

export const audienceOf = ({ level_id, locale, active_days }: BroadcastRow): Audience => ({
  level_id,
  locale,
  active_days,
})

async function locked(
  tx: Tx,
  broadcast_id: string,
  statuses: readonly BroadcastRow['status'][],
  version?: number,
): Promise<BroadcastRow> {
  const row = orRefuse(await store.selectBroadcastLocked.maybe(tx, { broadcast_id }), 'broadcast_is_unknown')
  if (!statuses.includes(row.status))
    throw await refuseDecided(tx, 'broadcast_is_in_another_state', broadcast_id, { status: row.status })
  if (version !== undefined && version !== row.version)
    throw await refuseDecided(tx, 'somebody_else_has_changed_this', broadcast_id, {
      expected: version,
      version: row.version,
    })
  return row
}

const broadcastValues = ({ texts, path, audience }: BroadcastInput) => ({ texts, path, ...audience })

/** The audit log keeps the text itself, because it was sent in the platform's name. */
function snapshotOf({ texts, path, audience }: BroadcastInput): AuditSnapshot {
  const textsByLocale = LOCALES.flatMap((locale) => {
    const own = texts[locale]
    return own === undefined ? [] : [[locale, `${own.title} | ${own.text}`] as const]
  })
  return {
    ...Object.fromEntries(textsByLocale),
    path,
    level_id: audience.level_id,
    locale: audience.locale,
    active_days: audience.active_days,
  }
}

const note = (
  tx: Tx,
  action:
    | 'broadcast_written'
    | 'broadcast_changed'
    | 'broadcast_sent'
    | 'broadcast_tried_out'
    | 'broadcast_cancelled',
  { broadcast_id, operator_id }: BroadcastRef,
  states: { before?: AuditSnapshot; after?: AuditSnapshot },
) =>
  recordAuditEvent(tx, {
    actor: actorOf({ operator_id }),
    action,
    object: { kind: 'broadcast', id: broadcast_id },
    ...states,
  })
