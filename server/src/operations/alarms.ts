// Alarms by mail to operators on call. They never contain whose money or how much: mailboxes have more readers than the
// back office (alarms.test.ts).
import { z } from 'zod'
import { bankAlarm, statementAlarms, waitingAlarms } from '../banking/banking.ts'
import { settingsOf, siteTitle } from '../content/content.ts'
import { ledgerAlarm, findCheck, openFreezes } from '../ledger/ledger.ts'
import { alarmPhoneCodes, alarmRefusedUnderLock } from '../members/members.ts'
import type { SendMail } from '../notices/notices.ts'
import { dearReviews, weekOfSilence } from '../orders/orders.ts'
import type { Config } from '../platform/config.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { runEach } from '../platform/queue/batches.ts'
import { defineJob, enqueueAll, handle, type JobHandler } from '../platform/queue/queue.ts'
import { alarmOperatorDisabled, alarmSessionsEnded } from '../staff/staff.ts'
import { alarmConversation } from '../support/support.ts'
import { payoutsWaitForOurAddress, structuringAlarms } from '../withdrawals/withdrawals.ts'

/** Scheduled; detects overdue runs. */
export const alarmWatch = defineJob({ name: 'alarm_watch', payload: z.object({}) })

const mailAlarm = defineJob({
  name: 'alarm_mail',
  payload: z.object({ to: z.string(), id: z.string(), subject: z.string(), text: z.string() }),
})

/** The ledger is checked hourly: a single run may fail and be retried. */
const CHECK_IS_LATE_MS = 2 * 3_600_000
/** A full verification runs once a day. */
const FULL_CHECK_IS_LATE_MS = 2 * 86_400_000
/** A day's proof is created in its first hour. */
const PROOF_IS_LATE_MS = 90 * 60_000

const insertAlarm = statement(
  `-- alarms_insert
  insert into alarm (about, raised_at) values ($about, $raised_at) on conflict do nothing returning about`,
  { params: { about: 'text', raised_at: 'timestamptz' }, columns: { about: 'text' } },
)
/** Start of the watch: runs that never happened are overdue relative to it. */
const beginWatch = statement(
  `-- alarms_begin_watch
  insert into alarm (about, raised_at) values ('watch begun', $now) on conflict do nothing`,
  { params: { now: 'timestamptz' } },
)
const selectLasts = statement(
  `-- alarms_lasts
  select (select max(finished_at) from ledger_check_run) as checked_at,
    (select max(started_at) from ledger_check_run where mode <> 'incremental' and finding_count = 0) as full_at,
    (select max(taken_at) from proof) as proved_at,
    (select raised_at from alarm where about = 'watch begun') as began_at`,
  {
    columns: {
      checked_at: 'timestamptz?',
      full_at: 'timestamptz?',
      proved_at: 'timestamptz?',
      began_at: 'timestamptz',
    },
  },
)

interface Alarm {
  /** Idempotency key of an alarm, so that it is raised once. */
  readonly about: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Pages of the back office, below /admin/. */
  readonly lookAt: readonly string[]
}

/** Raises alarms; without ALARM_MAIL it does nothing. */
export function alarmHandlers(config: Pick<Config, 'mail' | 'alarmMail'>): JobHandler[] {
  const notify = async (database: Database, alarm: Alarm | undefined): Promise<void> => {
    const { mail, alarmMail } = config
    if (alarm !== undefined && mail !== undefined && alarmMail.length > 0)
      await raise(database, { alarmMail, origin: mail.origin }, alarm)
  }
  return [
    handle(ledgerAlarm, async (database, { run_id }) => notify(database, await ofFindings(database, run_id))),
    handle(alarmWatch, async (database) => {
      await runEach(
        [ofOverdueRuns, ofPayments, ofReviews].map((find) => async () => {
          for (const alarm of await find(database)) await notify(database, alarm)
        }),
      )
    }),
    handle(alarmRefusedUnderLock, (database, refused) => notify(database, ofRefusedUnderLock(refused))),
    handle(alarmPhoneCodes, (database, codes) => notify(database, ofPhoneCodes(codes))),
    handle(alarmOperatorDisabled, (database, disabled) => notify(database, ofOperatorDisabled(disabled))),
    handle(alarmSessionsEnded, (database, ended) => notify(database, ofSessionsEnded(ended))),
    handle(alarmConversation, (database, waiting) => notify(database, ofConversation(waiting))),
    handle(bankAlarm, (database, { about, id }) => notify(database, ofBank(about, id))),
  ]
}

/** Mails them, one job per address: a rejected one does not delay others, and is retried alone. */
export const alarmSender = (send: SendMail | undefined): JobHandler =>
  handle(mailAlarm, async (_database, mail) => send?.(mail))

async function raise(
  database: Database,
  { alarmMail, origin }: Pick<Config, 'alarmMail'> & { origin: string },
  { about, subject, paragraphs, lookAt }: Alarm,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await insertAlarm.maybe(tx, { about, raised_at: tx.now })) === undefined) return
    const text = [...paragraphs, lookAt.map((page) => `${origin}/admin/${page}`).join('\n')].join('\n\n')
    const mail = { subject: `${await siteTitle(tx)}: ${subject}`, text }
    const id = (i: number) => `alarm.${about.replaceAll(/[^\w-]/g, '.')}.${i + 1}`
    const mails = alarmMail.map((to, i) => ({ to, id: id(i), ...mail }))
    await enqueueAll(tx, mailAlarm, mails)
  })
}

const WAITS = {
  member_money: 'money leaving a member’s account',
  campaign_money: 'draws and refund of a campaign',
  campaign_payments: 'draws and payments of a campaign',
  payouts: 'all payouts',
  staff_approvals: 'all approvals of staff',
} as const

/** Kinds with counts only; subjects and details are shown in the back office. */
async function ofFindings(database: Database, run_id: string): Promise<Alarm | undefined> {
  const check = await findCheck(database, run_id)
  if (check === undefined) return undefined
  const { run, found } = check
  const frozen = await openFreezes.all(database)
  const checkName = run.asked_by === 'system' ? 'The hourly check' : 'A check that an operator asked for'
  return {
    about: `check ${run.id}`,
    subject: `the check of the ledger has ${run.finding_count} findings`,
    paragraphs: [
      `${checkName} of the ledger, begun ${minuteOf(run.started_at)}, found:`,
      counted(found.map(({ kind }) => kind.replaceAll('_', ' '))),
      frozen.length === 0 ? 'Nothing waits for it.' : 'What waits now, until two people let it go on:',
      ...(frozen.length === 0 ? [] : [counted(frozen.map(({ scope }) => WAITS[scope]))]),
      'Nothing repairs itself, and what members are owed stays theirs. On what, and what differs:',
    ],
    lookAt: [`checks/${run.id}/show`, 'freezes'],
  }
}

/** At most once per day and account. */
const ofRefusedUnderLock = ({ member_id, at }: { member_id: string; at: string }): Alarm => ({
  about: `refused under lock ${member_id} ${at.slice(0, 10)}`,
  subject: 'somebody tries to use an account under a security lock',
  paragraphs: [
    `An account stands under a security lock because it may have been taken over. First attempt today: ${minuteOf(new Date(at))}.`,
    'The right password, or a session from before the lock, was used to sign in or to change something; it was refused, and nothing changed. ' +
      'It may be the member, who has not read how to come back, or whoever took the account. See whether the lock should stand for longer:',
  ],
  lookAt: [`members/${member_id}/show`],
})

const OF_PHONE_CODES = {
  used_up: [
    'no more codes are sent to phones today',
    'As many codes were sent in 24 hours as PHONE_CODES_A_DAY allows; no more are sent until the first of them are a day old. ' +
      'Either that many members have come, or somebody has codes sent to numbers they earn from (SMS pumping): see at the gateway which countries they went to, and whether the numbers were confirmed.',
  ],
  sender_fails: [
    'codes to phones cannot be sent',
    'For an hour every code that a member asked for has failed. Until one is sent again, members take orders without confirming their number. See the gateway at PHONE_CODES_URL.',
  ],
} as const

/** Each at most once a day. */
function ofPhoneCodes({ about, at }: { about: keyof typeof OF_PHONE_CODES; at: string }): Alarm {
  const [subject, text] = OF_PHONE_CODES[about]
  const day = at.slice(0, 10)
  return { about: `phone codes ${about} ${day}`, subject, paragraphs: [text], lookAt: ['first-day'] }
}

const OF_CONVERSATION = {
  late: [
    'a member has waited too long for an answer',
    'A conversation is past the time by which the member was told we answer. It is the owners’ now, too. How late answers are is public.',
  ],
  lock_ends: [
    'a conduct lock ends by itself in two days',
    'A member has objected to a conduct lock, and nobody has decided. In two days the lock ends by itself, and the same facts cannot lock that member again. Another operator than the one who locked decides:',
  ],
} as const

/** Each once. */
function ofConversation({
  about,
  conversation_id,
}: {
  about: keyof typeof OF_CONVERSATION
  conversation_id: string
}): Alarm {
  const [subject, text] = OF_CONVERSATION[about]
  return {
    about: `conversation ${about.replace('_', ' ')} ${conversation_id}`,
    subject,
    paragraphs: [text],
    lookAt: [`conversations/${conversation_id}/show`],
  }
}

const OF_BANK = {
  answered_wrong: [
    'a bank statement was confirmed wrongly three times',
    'Somebody has typed three times what the bank statement does not say. Either they read something else at the bank, or the file is not the bank’s. Somebody else must confirm it; compare the file with the bank first.',
    'bank-statements',
  ],
  file_refused: [
    'a file of the bank connection was not taken',
    'A file in the folder of the bank’s connection could not be imported. Until it is, what it says is not credited.',
    'bank-statements',
  ],
  debit_after_return: [
    'the bank booked a payout after its money had been returned',
    'A payout was announced as rejected, the bank’s statements did not contain it for three banking days, and its member has the money again. Now the bank has booked it after all. So much of what the member has is kept back; ask the bank, then correct the return, or resolve the line.',
    'bank-lines',
  ],
  statement_revoked: [
    'a bank statement was revoked with a loss',
    'Two people have revoked an accepted bank statement. Part of what it had credited was spent or is gone: that is the platform’s loss, and its own money must cover it.',
    'bank-statements',
  ],
} as const

function ofBank(about: keyof typeof OF_BANK, id: string): Alarm {
  const [subject, text, page] = OF_BANK[about]
  return { about: `${about.replaceAll('_', ' ')} ${id}`, subject, paragraphs: [text], lookAt: [page] }
}

const ofOperatorDisabled = ({
  username,
  role,
  at,
}: {
  username: string
  role: string
  at: string
}): Alarm => ({
  about: `operator disabled ${username} ${at}`,
  subject: 'an operator was disabled on the machine',
  paragraphs: [
    `${username} (${role}) was disabled ${minuteOf(new Date(at))} by the command staff:disable on the machine, not by two owners.`,
    'Sessions of the operator have ended and open proposals are void. If no owner asked for it, somebody else has access to the machine.',
  ],
  lookAt: ['staff', 'audit'],
})

const ofSessionsEnded = ({ username, by, at }: { username: string; by: string; at: string }): Alarm => ({
  about: `operator sessions ended ${username} ${at}`,
  subject: 'a colleague was signed out of the back office',
  paragraphs: [
    `${by} ended every session of ${username} ${minuteOf(new Date(at))}.`,
    `${username}, if you were not told why, ask another owner: see the reason in the audit log, and what was approved meanwhile. Within 30 days nobody can do it again alone.`,
  ],
  lookAt: ['audit', 'approvals'],
})

/** Each at most once a day while it lasts. */
async function ofOverdueRuns(database: Database): Promise<Alarm[]> {
  const now = database.clock.now()
  await beginWatch.all(database, { now })
  const { checked_at, full_at, proved_at, began_at } = await selectLasts.one(database)
  const alarms: Alarm[] = []
  const checked = checked_at ?? began_at
  if (now.getTime() - checked.getTime() > CHECK_IS_LATE_MS)
    alarms.push({
      about: `no check ${checked.toISOString()} ${now.toISOString().slice(0, 10)}`,
      subject: 'the ledger is not checked',
      paragraphs: [
        checked_at === null
          ? `The ledger has never been checked; it should have been since ${minuteOf(began_at)}.`
          : `The ledger was last checked ${minuteOf(checked_at)}; it should be every hour.`,
        'See in the log of the workers why the job ledger_check fails.',
      ],
      lookAt: ['checks'],
    })
  const allChecked = full_at ?? began_at
  if (now.getTime() - allChecked.getTime() > FULL_CHECK_IS_LATE_MS)
    alarms.push({
      about: `no full check ${allChecked.toISOString()} ${now.toISOString().slice(0, 10)}`,
      subject: 'the whole ledger is not checked',
      paragraphs: [
        `The whole ledger was not checked without findings since ${minuteOf(allChecked)}; it should be every day.`,
        'See in the log of the workers why the job ledger_pass fails, or what the last check found.',
      ],
      lookAt: ['checks'],
    })
  const dayOf = await daysOfSite(database)
  const due = dayOf(new Date(now.getTime() - PROOF_IS_LATE_MS))
  if (dayOf(proved_at ?? began_at) < due)
    alarms.push({
      about: `no proof ${due}`,
      subject: `no proof of liabilities for ${due}`,
      paragraphs: [
        proved_at === null
          ? 'There has never been a proof of liabilities; one should be made every day.'
          : `The last proof of liabilities is of ${minuteOf(proved_at)}; one should be made every day.`,
        'See in the log of the workers why the job daily_proof fails. Asking for one says it too.',
      ],
      lookAt: ['proofs', 'checks'],
    })
  return alarms
}

/** At most once a day. */
const ofOurAddress = (now: Date): Alarm => ({
  about: `receiving account without address ${now.toISOString().slice(0, 10)}`,
  subject: 'payouts wait for the address of the receiving account',
  paragraphs: [
    'Outside SEPA banks take payments only with the town and country of who pays. The receiving account has none: no payment file with such a payout can be drawn.',
    'One owner proposes the account again with its address, another approves it:',
  ],
  lookAt: ['settings/receive_account/show'],
})

/** Each once: for statements and lines, and for withdrawals that started at most a week ago. */
async function ofPayments(database: Database): Promise<Alarm[]> {
  const now = database.clock.now()
  const statements = await statementAlarms(database, now)
  const waiting = await waitingAlarms(database, now)
  const structured = await structuringAlarms(database, now)
  const withoutAddress = await payoutsWaitForOurAddress(database)
  return [
    ...(withoutAddress ? [ofOurAddress(now)] : []),
    ...statements.map(({ id, to_day }) => ({
      about: `statement gap ${id}`,
      subject: 'a gap in the bank statements',
      paragraphs: [
        `The bank statement of ${to_day} does not open with the balance the one before it closed with: one is missing, or it is not the bank's.`,
        'Compare both with the bank.',
      ],
      lookAt: ['bank-statements'],
    })),
    ...waiting.map(({ id, what }) => ({
      about: `${what} waits ${id}`,
      subject:
        what === 'statement'
          ? 'a bank statement waits for a second person'
          : 'a payment above what was announced waits for two people',
      paragraphs: [
        'It has waited for over an hour. Nobody is credited before somebody else than its importer has confirmed it.',
        'Read at the bank, not in the file, what is asked for.',
      ],
      lookAt: [what === 'statement' ? 'bank-statements' : 'bank-lines'],
    })),
    ...structured.map(({ id, withdrawals: count }) => ({
      about: `withdrawals below the threshold ${id}`,
      subject: 'withdrawals just below the threshold of two people',
      paragraphs: [
        `In seven days one member, or one payout account, has asked for ${count} withdrawals that are each below the threshold of two people and pass it together.`,
        'From where they pass it they take two people. Look at who asks, and at where it goes:',
      ],
      lookAt: [`withdrawals/${id}/show`, 'withdrawals'],
    })),
  ]
}

/** For each dear order once, and for silence at most once in seven days. */
async function ofReviews(database: Database): Promise<Alarm[]> {
  const now = database.clock.now()
  const dear = await dearReviews(database, now)
  const silence = await weekOfSilence(database, now)
  const alarms: Alarm[] = dear.map(({ order_id }) => ({
    about: `review waits ${order_id}`,
    subject: 'an order with a high award waits for a review',
    paragraphs: [
      'It has waited for 48 hours. 72 hours after it came into review it is paid, whether somebody has looked or not.',
    ],
    lookAt: [`orders/${order_id}/show`],
  }))
  if (silence === undefined) return alarms
  const week = Math.floor(now.getTime() / (7 * 86_400_000))
  return [
    ...alarms,
    {
      about: `reviews in silence ${week}`,
      subject: 'too many orders are paid without a look',
      paragraphs: [
        `In the last seven days ${silence.ended} reviews ended, ${silence.by_silence} of them because nobody decided within 72 hours. The share is public.`,
        'Who reviews campaigns, orders and objections is too few, or away.',
      ],
      lookAt: ['orders'],
    },
  ]
}

/** The day of an instant in the site's time zone, `2026-11-21`. */
async function daysOfSite(on: Queryable): Promise<(instant: Date) => string> {
  const { time_zone } = await settingsOf(on)
  return (instant) => instant.toLocaleDateString('en-CA', { timeZone: time_zone })
}

const minuteOf = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** One line per word with its count, in order of first appearance. */
function counted(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `- ${word}: ${count}`).join('\n')
}
