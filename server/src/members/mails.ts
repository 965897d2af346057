// Mails to members: single-use links for a new password or address, stored as hashes, and notices to a former address.
import { locale as localeSchema } from '@fairturn/contract/fields'
import type { Locale } from '@fairturn/contract/locales'
import type { MessageSubject } from '@fairturn/contract/verify'
import { z } from 'zod'
import { deleteExpiredCredentials } from '../platform/credentials/credentials.ts'
import { hashToken, newToken } from '../platform/credentials/tokens.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { hitLimit, refundHit } from '../platform/http/limits.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../platform/queue/queue.ts'
import { noticeText } from '../platform/texts/notices.ts'
import * as store from './contact.store.ts'
import { deleteOldLinks } from './linked-members.ts'
import type { MembersHooks } from './members.hooks.ts'
import { selectByNameOrPhone, selectMember } from './members.store.ts'
import { nameKey, possiblePhones } from './names.ts'
import { deleteOldCodes } from './phone-codes.store.ts'
import { deleteExpiredHalves } from './recovery-codes.ts'

const PASSWORD_LINK_MS = 30 * 60_000
const EMAIL_LINK_MS = 24 * 3_600_000
/** A later notice would be pointless: a member whose account was taken over has noticed. */
const LEFT_MS = 7 * 24 * 3_600_000
/** A week more than a security lock can reach back. */
const FORMER_KEPT_MS = 37 * 24 * 3_600_000
/** Limits of codes to phones are a day's. */
const CODES_KEPT_MS = 24 * 3_600_000
/** Rate limit per hour, so that strangers cannot flood a mailbox. */
const MAILS = { hits: 3, per_seconds: 3600 }

type Purpose = 'password' | 'email'
const SUBJECT = { password: 'new_password', email: 'email_confirmation' } as const

/** The job looks up the name or number, so that the response does not reveal whether it exists (user enumeration). */
export const passwordMail = defineJob({
  name: 'password_mail',
  payload: z.object({ typed: z.string(), locale: localeSchema, asked_at: z.iso.datetime() }),
})

export const emailMail = defineJob({
  name: 'email_mail',
  payload: z.object({
    member_id: z.uuid(),
    email: z.string(),
    locale: localeSchema,
    asked_at: z.iso.datetime(),
  }),
})

/** After a takeover the attacker's address is set; the member still reads the former one. */
const leftAddressMail = defineJob({
  name: 'left_address_mail',
  payload: z.object({ member_id: z.uuid(), email: z.string(), changed_at: z.iso.datetime() }),
})

/** The address is the confirmed one of before a security lock, which nobody can change until the code is used. */
const secondHalfMail = defineJob({
  name: 'recovery_code_half_mail',
  payload: z.object({
    member_id: z.uuid(),
    email: z.string(),
    half: z.string(),
    issued_at: z.iso.datetime(),
  }),
})

/** Mails the second half of a recovery code; false if no mail reaches the member. */
export async function mailSecondHalf(
  tx: Tx,
  { member_id, mail, second }: { member_id: string; mail: boolean; second: string },
): Promise<boolean> {
  const { email } = await store.selectEmail.one(tx, { id: member_id })
  if (!mail || email === null) return false
  await enqueue(tx, secondHalfMail, { member_id, email, half: second, issued_at: tx.now.toISOString() })
  return true
}

/** Notifies a former address once the transaction has committed; null: there was none. */
export async function notifyFormerAddress(tx: Tx, member_id: string, email: string | null): Promise<void> {
  if (email === null) return
  await enqueue(tx, leftAddressMail, { member_id, email, changed_at: tx.now.toISOString() })
}

/** Without a mail server the mail is dropped. */
export const retiredMailHandlers: JobHandler[] = [
  handle(leftAddressMail, async () => undefined),
  handle(secondHalfMail, async () => undefined),
]

export interface MailParts extends Pick<MembersHooks, 'siteTitle'> {
  readonly send: (mail: {
    to: string
    subject: string
    text: string
    about: { member_id: string; subject: MessageSubject; locale: Locale }
  }) => Promise<void>
  /** Origin of the links, without a trailing slash. */
  readonly origin: string
}

/** A failed mail is retried while its link would be valid. */
export function mailHandlers(parts: MailParts): JobHandler[] {
  return [
    handle(passwordMail, async (database, { typed, locale, asked_at }) => {
      const found = await selectByNameOrPhone.maybe(database, {
        username_key: nameKey(typed),
        phones: possiblePhones(typed, locale),
      })
      if (found === undefined || isPast(database, asked_at, PASSWORD_LINK_MS)) return
      const { email } = await store.selectEmail.one(database, { id: found.id })
      if (email === null) return
      const link = { purpose: 'password' as const, member_id: found.id, email, locale }
      await withinMails(database, found.id, () => sendLink(database, parts, link))
    }),
    handle(emailMail, async (database, { member_id, email, locale, asked_at }) => {
      if (isPast(database, asked_at, EMAIL_LINK_MS)) return
      // Requested before a security lock, possibly by an attacker; the link would outlive the lock.
      const { security_locked_at } = await selectMember.one(database, { id: member_id })
      if (security_locked_at !== null && security_locked_at >= new Date(asked_at)) return
      await sendLink(database, parts, { purpose: 'email', member_id, email, locale })
    }),
    handle(leftAddressMail, async (database, { member_id, email, changed_at }) => {
      if (isPast(database, changed_at, LEFT_MS)) return
      const { username, locale } = await selectMember.one(database, { id: member_id })
      const link = `${parts.origin}/individual/security`
      const words = { site: await parts.siteTitle(database), username, link }
      await parts.send({
        to: email,
        subject: noticeText('mail_address_left_subject', locale, words),
        text: noticeText('mail_address_left_text', locale, words),
        about: { member_id, subject: 'former_email', locale },
      })
    }),
    handle(secondHalfMail, async (database, { member_id, email, half, issued_at }) => {
      if (isPast(database, issued_at, LEFT_MS)) return
      const { username, locale } = await selectMember.one(database, { id: member_id })
      const link = `${parts.origin}/forgot-password`
      const words = { site: await parts.siteTitle(database), username, half, link }
      await parts.send({
        to: email,
        subject: noticeText('mail_recovery_half_subject', locale, words),
        text: noticeText('mail_recovery_half_text', locale, words),
        about: { member_id, subject: 'recovery_code', locale },
      })
    }),
  ]
}

const isPast = (database: Database, asked_at: string, ms: number): boolean =>
  database.clock.now().getTime() > Date.parse(asked_at) + ms

/** A failed mail does not count, because it is retried. */
async function withinMails(database: Database, member_id: string, send: () => Promise<void>): Promise<void> {
  const now = database.clock.now()
  const bucket = `password-mail:${member_id}`
  if (!(await hitLimit(database, now, bucket, MAILS))) return
  try {
    await send()
  } catch (error) {
    await refundHit(database, bucket, MAILS)
    throw error
  }
}

interface Link {
  readonly purpose: Purpose
  readonly member_id: string
  readonly email: string
  readonly locale: Locale
}

async function sendLink(database: Database, parts: MailParts, link: Link): Promise<void> {
  const { purpose, member_id, email, locale } = link
  const { username } = await selectMember.one(database, { id: member_id })
  const token = await database.transaction((tx) => newLink(tx, link))
  const path = purpose === 'password' ? '/forgot-password' : '/confirm-email'
  const words = {
    site: await parts.siteTitle(database),
    username,
    // In the URL fragment, which is neither sent to servers nor logged.
    link: `${parts.origin}${path}#${token}`,
  }
  await parts.send({
    to: email,
    subject: noticeText(`mail_${purpose}_subject`, locale, words),
    text: noticeText(`mail_${purpose}_text`, locale, words),
    about: { member_id, subject: SUBJECT[purpose], locale },
  })
}

/** Creates a link that replaces earlier ones; returns its secret. */
async function newLink(tx: Tx, { purpose, member_id, email }: Link): Promise<string> {
  const token = newToken()
  const expires_at = new Date(tx.now.getTime() + (purpose === 'password' ? PASSWORD_LINK_MS : EMAIL_LINK_MS))
  await store.deleteMailLinks.all(tx, { member_id, purpose })
  await store.insertMailLink.all(tx, {
    hash: hashToken(token),
    member_id,
    purpose,
    email,
    created_at: tx.now,
    expires_at,
  })
  return token
}

/** Spends the link; returns its member and address. Refuses `link_is_not_valid`: unknown, used or expired. */
export const useLink = async (tx: Tx, purpose: Purpose, token: string) =>
  orRefuse(
    await store.takeMailLink.maybe(tx, { hash: hashToken(token), purpose, now: tx.now }),
    'link_is_not_valid',
  )

/** Deletes expired links and challenges (operators' too), former contacts and codes, and old facts that link members. For a scheduled job. */
export async function deleteExpiredSecurityData(on: Queryable, now: Date): Promise<void> {
  await deleteExpiredCredentials(on, now)
  await store.deleteExpiredMailLinks.all(on, { now })
  await deleteOldCodes.all(on, { before: new Date(now.getTime() - CODES_KEPT_MS) })
  await deleteExpiredHalves.all(on, { now })
  await store.deleteFormerContacts.all(on, { before: new Date(now.getTime() - FORMER_KEPT_MS) })
  await deleteOldLinks(on, now)
}
