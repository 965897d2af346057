import { createTransport } from 'nodemailer'
import type { Config } from '../platform/config.ts'

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
}

/** Rejects if the server is unreachable or does not accept the mail. */
export type SendMail = (mail: Mail) => Promise<void>

export function mailSender({ smtpUrl, from }: NonNullable<Config['mail']>): SendMail {
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
  return async function send({ to, subject, text, id, unsubscribe, attachment }) {
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
