// Test mails of the first-day checklist: requested by an owner, sent by the worker like any other mail, and recorded with
// the mail server's response. Not retried on rejection, because the owner is waiting.
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import { siteTitle } from '../content/content.ts'
import type { SendMail } from '../notices/notices.ts'
import type { Config } from '../platform/config.ts'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { defineJob, enqueueAll, handle, type JobHandler } from '../platform/queue/queue.ts'
import { actorOf, recordAuditEvent } from '../staff/staff.ts'

/** Used instead of an address: a mail as members get it, to an address the operator types. */
export const MEMBERS = 'members'
const MAX_REFUSAL_LENGTH = 300

const testMail = defineJob({
  name: 'test_mail',
  payload: z.object({
    id: z.string(),
    mailbox: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
  }),
})

const upsertTest = statement(
  `-- overview_request_test_mail
  insert into test_mail (mailbox, id, requested_at) values ($mailbox, $id, $requested_at)
  on conflict (mailbox) do update set id = excluded.id, requested_at = excluded.requested_at, refusal = null`,
  { params: { mailbox: 'text', id: 'uuid', requested_at: 'timestamptz' } },
)
/** Only for the latest request. */
const updateOutcome = statement(
  `-- overview_test_mail_outcome
  update test_mail set accepted_at = case when $refusal::text is null then $now::timestamptz else accepted_at end, refusal = $refusal
  where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz', refusal: 'text?' } },
)

type Step = { readonly step: 'mail'; readonly to: string } | { readonly step: 'alarms' }

/** Refuses `mail_is_not_available` if no mail server, or no alarm mailbox, is configured. */
export async function requestTestMail(
  tx: Tx,
  { mail, alarmMail }: Pick<Config, 'mail' | 'alarmMail'>,
  input: Step,
  operator: { readonly operator_id: string; readonly username: string },
): Promise<void> {
  const boxes = input.step === 'mail' ? [input.to] : alarmMail
  if (mail === undefined || boxes.length === 0) throw refuse('mail_is_not_available')
  const title = await siteTitle(tx)
  const subject = `${title}: ${input.step === 'mail' ? 'test mail' : 'test alarm'}`
  const at = `${tx.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const text = [
    `${operator.username} sent this from the first-day list of the back office, ${at}.`,
    input.step === 'mail'
      ? 'It took the way of every mail to members. Nothing has to be done.'
      : 'Alarms arrive in this mailbox: nothing is wrong now, and nothing has to be done.',
    `${mail.origin}/admin/`,
  ].join('\n\n')
  const mails = boxes.map((to) => ({
    id: newId(tx.now),
    mailbox: input.step === 'mail' ? MEMBERS : to,
    to,
    subject,
    text,
  }))
  for (const { id, mailbox } of mails) await upsertTest.all(tx, { mailbox, id, requested_at: tx.now })
  await enqueueAll(tx, testMail, mails)
  await recordAuditEvent(tx, {
    actor: actorOf(operator),
    action: 'test_mail_sent',
    object: { kind: 'first_day', id: input.step },
    member_id: null,
  })
}

/** Reports it if the worker's own configuration has no mail server. */
export const testMailSender = (send: SendMail | undefined): JobHandler =>
  handle(testMail, async (database, mail) => {
    const refusal = await refusalOf(send, mail)
    await updateOutcome.all(database, { id: mail.id, now: database.clock.now(), refusal })
  })

async function refusalOf(
  send: SendMail | undefined,
  { id, to, subject, text }: z.infer<typeof testMail.payload>,
): Promise<string | null> {
  if (send === undefined) return 'The worker has no SMTP_URL.'
  try {
    await send({ to, id, subject, text, about: null })
    return null
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, MAX_REFUSAL_LENGTH)
  }
}
