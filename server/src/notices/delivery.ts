// Delivers notices to devices and mailboxes, once. A lock screen shows only that there is something to read,
// and the message's code (channels.test.ts).
import type { Config } from '../platform/config.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { rejectIfAny, runEach } from '../platform/queue/batches.ts'
import { handle, type JobHandler } from '../platform/queue/queue.ts'
import { noticeText } from '../platform/texts/notices.ts'
import { tryBroadcast } from './broadcasts.ts'
import * as store from './channels.store.ts'
import type { OutgoingRow } from './channels.store.ts'
import { choicesOf } from './channels.ts'
import { groupOf, renderNotice } from './kinds.ts'
import type { SendMail } from './mail.ts'
import { createMessageCode } from './message-codes.ts'
import type { NoticesHooks } from './notices.hooks.ts'
import { deliverMail, deliverPush } from './notices.ts'
import { type PostPush, pushCipher, pushKey, sendPush } from './push.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** Older notices are stale; they remain in the list. */
const FRESH_MS = 24 * 3_600_000
const LIST = '/notification'

export interface DeliveryParts extends NoticesHooks {
  readonly config: Pick<Config, 'mail' | 'vapid' | 'pushSubject' | 'secret' | 'secrets' | 'apiBase'>
  /** Undefined without a mail server; then mails are dropped. */
  readonly send: SendMail | undefined
  readonly post: PostPush
}

export function deliveryHandlers(parts: DeliveryParts): JobHandler[] {
  return [
    handle(deliverPush, async (database, { notification_id }) => {
      const notice = await outgoing(database, notification_id, 'push')
      // Already read in the app; but not what a thief in another session could mark as read.
      if (notice !== undefined && (!notice.read || groupOf(notice.kind) === 'security'))
        await pushToDevices(database, parts, notice)
    }),
    handle(deliverMail, async (database, { notification_id }) => {
      const notice = await outgoing(database, notification_id, 'mail')
      if (notice !== undefined) await mailOnce(database, parts, notice)
    }),
    handle(tryBroadcast, async (database, { id, to, title, text }) => {
      const { mail } = parts.config
      const site = await parts.siteTitle(database)
      if (mail !== undefined)
        await parts.send?.({
          to,
          id,
          subject: `[Test] ${title} – ${site}`,
          text: `${text}\n\n${mail.origin}/admin/`,
          about: null,
        })
    }),
  ]
}

/** The notice, if it is still fresh and the channel still enabled. */
async function outgoing(
  database: Database,
  notification_id: string,
  channel: 'push' | 'mail',
): Promise<OutgoingRow | undefined> {
  const notice = await store.selectOutgoing.maybe(database, { notification_id })
  if (notice === undefined || leftOf(database, notice) <= 0) return undefined
  const isOn = await choicesOf(database, notice.member_id)
  return isOn(groupOf(notice.kind), channel) ? notice : undefined
}

const leftOf = (database: Database, { created_at }: OutgoingRow): number =>
  created_at.getTime() + FRESH_MS - database.clock.now().getTime()

async function pushToDevices(database: Database, parts: DeliveryParts, notice: OutgoingRow): Promise<void> {
  const devices = await store.selectDevices.all(database, {
    member_id: notice.member_id,
    notification_id: notice.id,
    now: database.clock.now(),
  })
  if (devices.length === 0) return
  const [key, style, site] = await Promise.all([
    pushKey(database, parts.config),
    parts.styleOf(database),
    parts.siteTitle(database),
  ])
  // The title contains no amount, brand or account; the text does, and is read in the app.
  const { title } = renderNotice(notice.kind, notice.params, notice.locale, style)
  const message = { id: notice.id, title, path: notice.path ?? LIST, unread: notice.unread }
  const about = { member_id: notice.member_id, subject: groupOf(notice.kind), channel: 'push' } as const
  const sent = {
    key,
    subject: parts.config.pushSubject,
    ttlS: Math.ceil(leftOf(database, notice) / 1000),
    urgent: groupOf(notice.kind) === 'security',
  }
  const cipher = pushCipher(parts.config.secrets)
  const failures: unknown[] = []
  await Promise.all(
    devices.map(async (device) => {
      try {
        const code = await createMessageCode(database, parts.config.secret, about)
        if (code === undefined) return
        const body = noticeText('push_text', notice.locale, { site, code })
        const outcome = await sendPush(parts.post, cipher, device, { ...sent, message: { ...message, body } })
        if (outcome === 'gone') await store.deleteGoneSubscription.all(database, { id: device.id })
        else
          await store.insertDelivery.all(database, {
            notification_id: notice.id,
            target_id: device.id,
            sent_at: database.clock.now(),
          })
      } catch (error) {
        failures.push(error)
      }
    }),
  )
  rejectIfAny(failures, `of ${devices.length} devices`)
}

/** Security notices also go to a former address for a week, because an attacker replaces the address. */
async function mailOnce(database: Database, parts: DeliveryParts, notice: OutgoingRow): Promise<void> {
  const { member_id, kind, email } = notice
  const addresses = email === null ? [] : [{ id: member_id, email }]
  if (groupOf(kind) === 'security' && kind !== 'email_changed' && kind !== 'email_removed')
    addresses.push(
      ...(await store.selectFormerAddresses.all(database, { member_id, created_at: notice.created_at })),
    )
  // An attacker's address may reject every mail.
  await runEach(addresses.map((to) => () => mailTo(database, parts, notice, to)))
}

async function mailTo(
  database: Database,
  parts: DeliveryParts,
  notice: OutgoingRow,
  to: { id: string; email: string },
): Promise<void> {
  const { mail, secret, apiBase } = parts.config
  if (mail === undefined || parts.send === undefined) return
  if (
    (await store.selectDelivery.maybe(database, { notification_id: notice.id, target_id: to.id })) !==
    undefined
  )
    return
  const [style, site] = await Promise.all([parts.styleOf(database), parts.siteTitle(database)])
  const { title, text } = renderNotice(notice.kind, notice.params, notice.locale, style)
  const group = groupOf(notice.kind)
  const words = {
    username: notice.username,
    text,
    link: `${mail.origin}${notice.path ?? LIST}`,
    settings: `${mail.origin}/notification/settings`,
  }
  const token = unsubscribeToken(secret, notice.member_id, group)
  await parts.send({
    to: to.email,
    subject: `${title} – ${site}`,
    id: to.id === notice.member_id ? notice.id : `${notice.id}.${to.id}`,
    about: { member_id: notice.member_id, subject: group, locale: notice.locale },
    ...(group === 'security'
      ? { text: noticeText('mail_security_text', notice.locale, words) }
      : {
          text: noticeText('mail_notice_text', notice.locale, words),
          unsubscribe: new URL(`${apiBase}mail/unsubscribe/${token}`, mail.origin).href,
        }),
  })
  await store.insertDelivery.all(database, {
    notification_id: notice.id,
    target_id: to.id,
    sent_at: database.clock.now(),
  })
}

/** Deletes deliveries that no job could retry any more. For a scheduled job. */
export async function deleteOldDeliveries(on: Queryable, now: Date): Promise<void> {
  await store.deleteDeliveriesBefore.all(on, { before: new Date(now.getTime() - 2 * FRESH_MS) })
}
