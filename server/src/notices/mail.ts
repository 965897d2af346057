// Sends mail through the configured SMTP server. Knows nothing of what the mails say.
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

const TIMEOUT_MS = 20_000

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Rejects when the server cannot be reached or does not take the mail. */
export type SendMail = (mail: Mail) => Promise<void>

export function mailSender({ smtp_url, from }: NonNullable<Config['mail']>): SendMail {
  const transport = createTransport({
    url: smtp_url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail is made of what we write here, and of nothing on this machine's disk or in its network.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async function send({ to, subject, text }) {
    // As an object the address is taken as it is: nothing in it can name a second reader.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
  }
}
