// Mails to strangers: a link that confirms their address, later one that opens their conversation. The mail has no word of what
// was asked or answered.
import { z } from 'zod'
import type { SendMail } from '../notices/notices.ts'
import { hashToken, newToken } from '../platform/credentials/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { hitLimit, refundHit } from '../platform/http/limits.ts'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'
import { noticeText } from '../platform/texts/notices.ts'
import { findStranger, insertLink } from './strangers.store.ts'

/** To confirm an address. */
export const CONFIRM_MS = 24 * 3_600_000
/** Of a link that opens a conversation; each later mail has another. */
const LINK_MS = 90 * 24 * 3_600_000
/** A mail that could not be sent for so long is given up. */
const LATE_MS = 7 * 24 * 3_600_000
/** Rate limit per address and hour, so that nobody floods a mailbox. */
const MAILS = { hits: 3, per_seconds: 3600 }

export const strangerMail = defineJob({
  name: 'stranger_mail',
  payload: z.object({ stranger_id: z.uuid(), at: z.iso.datetime() }),
})

interface MailParts {
  readonly send: SendMail
  /** Origin of the links, without a trailing slash. */
  readonly origin: string
  readonly siteTitle: (on: Database) => Promise<string>
}

/** A failed mail is retried. */
export const strangerMailHandler = (parts: MailParts): JobHandler =>
  handle(strangerMail, async (database, { stranger_id, at }) => {
    const now = database.clock.now()
    const stranger = await findStranger.maybe(database, { id: stranger_id })
    if (stranger === undefined || now.getTime() > Date.parse(at) + LATE_MS) return
    const bucket = `stranger-mail:${hashToken(stranger.email.toLowerCase()).toString('base64url')}`
    const isFirst = stranger.confirmed_at === null
    if (isFirst && !(await hitLimit(database, now, bucket, MAILS))) return
    try {
      const token = newToken()
      const validMs = isFirst ? CONFIRM_MS : LINK_MS
      const expires_at = new Date(now.getTime() + validMs)
      await insertLink.all(database, { hash: hashToken(token), stranger_id, expires_at })
      const mail = isFirst ? 'stranger' : 'stranger_answered'
      // In the URL fragment, which is neither sent to servers nor logged.
      const link = `${parts.origin}/support/ask#${token}`
      const words = { site: await parts.siteTitle(database), link }
      await parts.send({
        to: stranger.email,
        subject: noticeText(`mail_${mail}_subject`, stranger.locale, words),
        text: noticeText(`mail_${mail}_text`, stranger.locale, words),
        about: null, // no account's: a code of ours would say that there is one
      })
    } catch (error) {
      if (isFirst) await refundHit(database, bucket, MAILS)
      throw error
    }
  })

/** Without a mail server nobody asks, and what was to be answered is dropped. */
export const retiredStrangerMails: JobHandler = handle(strangerMail, async () => undefined)
