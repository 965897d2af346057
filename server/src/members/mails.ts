// What members sends by mail: links to set a new password and to confirm an address, each good once and not for long, and a word to
// an address that is left. What is in a link must never be stored, but as a hash, nor asked for by anything but these jobs.
import { createHash, randomBytes } from 'node:crypto'
import { locale as localeSchema, type Locale } from '@fairturn/contract/locales'
import { z } from 'zod'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { hitLimit, refundHit } from '../http/limits.ts'
import { textOf } from '../http/texts.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../queue/queue.ts'
import { deleteFormerContacts, selectEmail } from './contact.store.ts'
import { sweepCredentials } from '../credentials/credentials.ts'
import { selectByNameOrPhone, selectMember } from './members.store.ts'
import { nameKey, possiblePhones } from './names.ts'
import { deleteExpiredMailLinks, deleteMailLinks, insertMailLink, takeMailLink } from './mails.store.ts'

const PASSWORD_LINK_MS = 30 * 60_000
const EMAIL_LINK_MS = 24 * 3_600_000
/** Later it would only alarm: who was robbed of an account has noticed. */
const LEFT_MS = 7 * 24 * 3_600_000
/** A week longer than a security lock can reach back. */
const FORMER_KEPT_MS = 37 * 24 * 3_600_000
/** Nobody's mailbox is to be filled by somebody else. */
const MAILS = { hits: 3, per_seconds: 3600 }

type Purpose = 'password' | 'email'

/** Somebody typed this name or number because they forgot the password; whether there is such a member is found out here. */
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

/** Whoever takes over an account puts an address of their own there: the owner still reads the one before. */
const leftAddressMail = defineJob({
  name: 'left_address_mail',
  payload: z.object({ member_id: z.uuid(), email: z.string(), changed_at: z.iso.datetime() }),
})

/** Tells an address that it is not the member's any more, once the transaction has committed; null: there was none. */
export async function notifyFormerAddress(tx: Tx, member_id: string, email: string | null): Promise<void> {
  if (email === null) return
  await enqueue(tx, leftAddressMail, { member_id, email, changed_at: tx.now.toISOString() })
}

/** Without a mail server such a mail is dropped. */
export const mailDroppers: JobHandler[] = [handle(leftAddressMail, async () => undefined)]

export interface MailParts {
  readonly send: (mail: { to: string; subject: string; text: string }) => Promise<void>
  /** Where the links lead, without a slash at the end. */
  readonly origin: string
  readonly siteTitle: (on: Queryable) => Promise<string>
}

/** The handlers of these jobs, where mail is configured. A mail that could not be sent is tried again while its link would be good. */
export function mailHandlers(parts: MailParts): JobHandler[] {
  return [
    handle(passwordMail, async (database, { typed, locale, asked_at }) => {
      const found = await selectByNameOrPhone.maybe(database, nameKey(typed), possiblePhones(typed, locale))
      if (found === undefined || isPast(database, asked_at, PASSWORD_LINK_MS)) return
      const { email } = await selectEmail.one(database, found.id)
      if (email === null) return
      const link = { purpose: 'password' as const, member_id: found.id, email, locale }
      await withinMails(database, found.id, () => sendLink(database, parts, link))
    }),
    handle(emailMail, async (database, { member_id, email, locale, asked_at }) => {
      if (isPast(database, asked_at, EMAIL_LINK_MS)) return
      // Asked before a security lock, perhaps by a thief; the link would outlive the lock.
      const { security_locked_at } = await selectMember.one(database, member_id)
      if (security_locked_at !== null && security_locked_at >= new Date(asked_at)) return
      await sendLink(database, parts, { purpose: 'email', member_id, email, locale })
    }),
    handle(leftAddressMail, async (database, { member_id, email, changed_at }) => {
      if (isPast(database, changed_at, LEFT_MS)) return
      const { username, locale } = await selectMember.one(database, member_id)
      const link = `${parts.origin}/individual/security`
      const words = { site: await parts.siteTitle(database), username, link }
      await parts.send({
        to: email,
        subject: textOf('mail_address_left_subject', locale, words),
        text: textOf('mail_address_left_text', locale, words),
      })
    }),
  ]
}

const isPast = (database: Database, asked_at: string, ms: number): boolean =>
  database.clock.now().getTime() > Date.parse(asked_at) + ms

/** What could not be sent does not count: it is tried again. */
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
  const { username } = await selectMember.one(database, member_id)
  const token = await database.transaction((tx) => newLink(tx, link))
  const path = purpose === 'password' ? '/forgot-password' : '/confirm-email'
  const words = {
    site: await parts.siteTitle(database),
    username,
    // After the hash: what stands there is sent to no server and kept in no log.
    link: `${parts.origin}${path}#${token}`,
  }
  await parts.send({
    to: email,
    subject: textOf(`mail_${purpose}_subject`, locale, words),
    text: textOf(`mail_${purpose}_text`, locale, words),
  })
}

/** A new link instead of those before; returns what is in it. */
async function newLink(tx: Tx, { purpose, member_id, email }: Link): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(tx.now.getTime() + (purpose === 'password' ? PASSWORD_LINK_MS : EMAIL_LINK_MS))
  await deleteMailLinks.all(tx, member_id, purpose)
  await insertMailLink.all(tx, digest(token), member_id, purpose, email, tx.now, expires_at)
  return token
}

/** Whose link it is, used up; undefined when it is unknown, used or too old. */
export async function useLink(
  tx: Tx,
  purpose: Purpose,
  token: string,
): Promise<{ member_id: string; email: string } | undefined> {
  return await takeMailLink.maybe(tx, digest(token), purpose, tx.now)
}

/** Forgets links and challenges (of operators too) that have expired, and contacts and codes that were replaced long ago. For a regular job. */
export async function sweepSecurity(on: Queryable, now: Date): Promise<void> {
  await sweepCredentials(on, now)
  await deleteExpiredMailLinks.all(on, now)
  await deleteFormerContacts.all(on, new Date(now.getTime() - FORMER_KEPT_MS))
}

// A plain hash is enough for 256 random bits.
const digest = (token: string): Buffer => createHash('sha256').update(token).digest()
