// Mails leave here alone. Each about an account ends with its code and where to check it (channels.test.ts); the code is made
// here, so that no queue holds it and a retried mail has one of its own.
import type { Locale } from '@fairturn/contract/locales'
import { createTransport } from 'nodemailer'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { noticeText } from '../platform/texts/notices.ts'
import { createMessageCode, type MessageAbout } from './message-codes.ts'

const TIMEOUT_MS = 20_000

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Message id for deduplication; random by default. */
  readonly id?: string
  /** URL for one-click unsubscribe (RFC 8058). */
  readonly unsubscribe?: string
  readonly attachment?: { readonly filename: string; readonly content: Buffer }
  /** Whose account it is about, and the language of its text; null: nobody's, to operators. */
  readonly about: (MessageAbout & { readonly locale: Locale }) | null
}

/** Rejects if the server is unreachable or does not accept the mail. Nothing is sent about an account that has been closed. */
export type SendMail = (mail: Mail) => Promise<void>

const VERIFY_PATH = '/support/is-this-you'

interface CodeParts {
  readonly database: Database
  readonly config: Pick<Config, 'secret'>
}

export function mailSender(mail: NonNullable<Config['mail']>, parts: CodeParts): SendMail {
  const { smtpUrl, from, origin } = mail
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // No attachments by path or URL: mails contain only what is passed here.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  /** The text with its code; undefined if the account is closed. */
  async function withCode({ text, about }: Mail): Promise<string | undefined> {
    if (about === null) return text
    const code = await createMessageCode(parts.database, parts.config.secret, { ...about, channel: 'mail' })
    const link = `${origin}${VERIFY_PATH}`
    return code && `${text}\n\n${noticeText('mail_code', about.locale, { code, link })}`
  }
  return async function send(mail) {
    const { to, subject, id, unsubscribe, attachment } = mail
    const text = await withCode(mail)
    if (text === undefined) return
    // As an object the address is taken literally, so that nothing in it can add a recipient (header injection).
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(id !== undefined && { messageId: `<${id}@${host}>` }),
      ...(attachment && { attachments: [attachment] }),
      ...(unsubscribe !== undefined && {
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    })
  }
}
