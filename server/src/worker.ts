// Every job with its handler, and every schedule, in one place.
import { z } from 'zod'
import {
  bankRefresher,
  connectionReader,
  decideBankLines,
  deleteDiscardedLines,
  readBankConnection,
  refreshBanks,
  refreshBanksSoon,
} from './banking/banking.ts'
import {
  endCampaigns,
  payByTransfer,
  payTransfers,
  endDueCampaigns,
  placingCleanupHandler,
  placingCleanup,
} from './campaigns/campaigns.ts'
import { contentCleanupHandler, fileRemover, contentCleanup, termsHandlers } from './content/content.ts'
import {
  openCardProvider,
  cardPoller,
  depositHandlers,
  expireDeposits,
  pollCardCheckouts,
  returnCardMoney,
} from './deposits/deposits.ts'
import { bankingHooks, membersHooks, noticesHooks } from './hooks.ts'
import { eraseBuyers, invoiceMailer } from './invoices/invoices.ts'
import {
  requestedCheck,
  ledgerCheck,
  dailyVerification,
  verifyChunks,
  runHourlyChecks,
  runLedgerChecks,
} from './ledger/ledger.ts'
import { levelHandlers, recogniseFees, recogniseLevelFees } from './levels/levels.ts'
import {
  endExpiredLocks,
  retiredMailHandlers,
  mailHandlers,
  deleteExpiredSecurityData,
  deleteExpiredSessions,
  deleteOldRegistrations,
} from './members/members.ts'
import { broadcastHandlers } from './notices/broadcasts.ts'
import { deliveryHandlers, deleteOldDeliveries } from './notices/delivery.ts'
import { noticeHandlers } from './notices/notices.jobs.ts'
import { encryptPushSecrets, mailSender, postPush } from './notices/notices.ts'
import { alarmHandlers, alarmSender, alarmWatch } from './operations/alarms.ts'
import { checkers } from './operations/checkers.ts'
import { orphanRemover, orphanCheck } from './operations/orphaned-files.ts'
import { orderHandlers } from './orders/orders.jobs.ts'
import { expireOffers, payUnclaimed, settleOrders } from './orders/orders.ts'
import { testMailSender } from './overview/overview.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { foldRunningTotals } from './platform/database/running-totals.ts'
import { openFiles } from './platform/files/files.ts'
import { deleteExpiredKeys } from './platform/http/idempotency.ts'
import { deleteEmptyBuckets } from './platform/http/limits.ts'
import { runEach } from './platform/queue/batches.ts'
import { defineJob, handle, runWorker, type JobHandler, type Schedule } from './platform/queue/queue.ts'
import { openLog } from './platform/telemetry/log.ts'
import { closedAccountsKeeper, rememberAll } from './privacy/privacy.ts'
import { deleteExpiredOperatorSessions } from './staff/staff.ts'
import {
  deleteOldConversations,
  passDueTimes,
  retiredStrangerMails,
  strangerMailHandler,
  watchDueTimes,
} from './support/support.ts'
import { maintainVisits, startJudge, trackingHandlers, visitMaintenance } from './tracking/tracking.ts'
import {
  dailyProof,
  recordFigures,
  recordFiguresSoon,
  proofMaker,
  transparencyHandlers,
} from './transparency/transparency.ts'
import { withdrawalHandlers } from './withdrawals/withdrawals.jobs.ts'
import { cardReturner, deletePayees } from './withdrawals/withdrawals.ts'

const foldTotals = defineJob({ name: 'fold_running_totals', payload: z.object({}) })
const endLocks = defineJob({ name: 'end_expired_locks', payload: z.object({}) })
const cleanUp = defineJob({ name: 'sweep', payload: z.object({}) })

export const handlers: readonly JobHandler[] = [
  ...noticeHandlers,
  ...broadcastHandlers,
  ...termsHandlers,
  ...depositHandlers,
  ...withdrawalHandlers,
  ...levelHandlers,
  ...trackingHandlers,
  ...orderHandlers,
  ...transparencyHandlers,
  handle(endCampaigns, async (database) => void (await endDueCampaigns(database))),
  handle(payTransfers, payByTransfer),
  handle(recogniseLevelFees, async (database) => void (await recogniseFees(database))),
  handle(visitMaintenance, (database) => maintainVisits(database)),
  handle(watchDueTimes, passDueTimes),
  handle(endLocks, async (database) => void (await endExpiredLocks(database))),
  handle(cleanUp, deleteExpired),
  handle(foldTotals, async (database) => void (await foldRunningTotals(database))),
  handle(ledgerCheck, async (database) => logFindings(await runHourlyChecks(database, checkers))),
  handle(dailyVerification, async (database) => logFindings(await verifyChunks(database, checkers))),
  handle(requestedCheck, async (database, { asked_by }) =>
    logFindings(await runLedgerChecks(database, checkers, asked_by)),
  ),
]

const schedules: readonly Schedule[] = [
  { pattern: '* * * * *', job: expireOffers },
  { pattern: '* * * * *', job: settleOrders },
  { pattern: '20 * * * *', job: payUnclaimed },
  { pattern: '* * * * *', job: endCampaigns },
  { pattern: '* * * * *', job: payTransfers },
  { pattern: '* * * * *', job: endLocks },
  { pattern: '* * * * *', job: watchDueTimes },
  { pattern: '45 * * * *', job: expireDeposits },
  { pattern: '* * * * *', job: readBankConnection },
  // Beside the job that each import enqueues: what a failed or killed one left is credited without anybody looking.
  { pattern: '*/5 * * * *', job: decideBankLines },
  { pattern: '*/15 * * * *', job: pollCardCheckouts },
  // Beside the job that each withdrawal enqueues.
  { pattern: '*/5 * * * *', job: returnCardMoney },
  { pattern: '5 * * * *', job: visitMaintenance },
  { pattern: '10,40 * * * *', job: alarmWatch },
  { pattern: '15 * * * *', job: ledgerCheck },
  { pattern: '* * * * *', job: dailyVerification },
  { pattern: '* * * * *', job: foldTotals },
  { pattern: '20 * * * *', job: dailyProof },
  { pattern: '25 * * * *', job: recogniseLevelFees },
  { pattern: '35 * * * *', job: cleanUp },
  { pattern: '40 * * * *', job: placingCleanup },
  { pattern: '30 * * * *', job: rememberAll },
  { pattern: '50 * * * *', job: contentCleanup },
  { pattern: '55 3 * * *', job: refreshBanks },
  { pattern: '25 4 * * *', job: orphanCheck },
  { pattern: '3 0 * * *', job: recordFigures },
]

/**
 * Runs jobs and judges visits until the returned function is called, which finishes the current ones (graceful shutdown).
 */
export async function startWorker(database: Database, config: Config): Promise<() => Promise<void>> {
  const { bankDirectoryUrl } = config
  await maintainVisits(database)
  await encryptPushSecrets(database, config.secrets)
  const logger = openLog(config.logLevel)
  const log = (level: 'warn' | 'error', message: string) => logger[level](message)
  const files = await openFiles(config)
  const cards = await openCardProvider(config.card)
  const worker = await runWorker({
    database,
    handlers: [
      ...handlers,
      bankRefresher(bankDirectoryUrl),
      connectionReader(config.bankFeedDir, bankingHooks),
      placingCleanupHandler(files),
      contentCleanupHandler(files),
      fileRemover(files),
      orphanRemover(files),
      proofMaker(config),
      closedAccountsKeeper(config),
      cardPoller(cards),
      cardReturner(cards),
      ...alarmHandlers(config),
    ],
    schedules,
    log,
  })
  // Mail and push servers may be slow: they have their own workers, so that jobs that move money do not wait for them.
  const sender = await runWorker({ database, handlers: sending(config), schedules: [], log })
  if (bankDirectoryUrl !== undefined) await refreshBanksSoon(database)
  await recordFiguresSoon(database)
  const judge = await startJudge(database, { failed: (error) => log('error', String(error)) })
  return async () => {
    await judge.stop()
    await sender.stop()
    await worker.stop()
  }
}

/** Without a mail server mails are dropped. */
function sending(config: Config): JobHandler[] {
  const { mail } = config
  const send = mail && mailSender(mail)
  return [
    ...deliveryHandlers({ config, send, post: postPush, ...noticesHooks }),
    invoiceMailer({ send, demo: config.demo }),
    alarmSender(send),
    testMailSender(send),
    mail && send
      ? strangerMailHandler({ send, origin: mail.origin, siteTitle: membersHooks.siteTitle })
      : retiredStrangerMails,
    ...(mail && send ? mailHandlers({ send, origin: mail.origin, ...membersHooks }) : retiredMailHandlers),
  ]
}

async function deleteExpired(database: Database): Promise<void> {
  const now = database.clock.now()
  await runEach([
    () => deleteExpiredKeys(database, now),
    () => deleteEmptyBuckets.all(database, { before: now }),
    () => deleteExpiredSessions(database, now),
    () => deleteExpiredOperatorSessions(database, now),
    () => deleteExpiredSecurityData(database, now),
    () => deleteOldRegistrations(database, now),
    () => deletePayees(database),
    () => eraseBuyers(database),
    async () => void (await deleteDiscardedLines.all(database, { now })),
    () => deleteOldDeliveries(database, now),
    () => deleteOldConversations(database),
  ])
}

/**
 * The checkers never repair: findings are stored, freeze the affected scopes, and are counted here by kind. Whose they are and
 * how much stands in the back office alone.
 */
function logFindings(findings: Awaited<ReturnType<typeof runLedgerChecks>>): void {
  if (findings.length === 0) return
  const kinds: Record<string, number> = {}
  for (const { kind } of findings) kinds[kind] = (kinds[kind] ?? 0) + 1
  console.error(JSON.stringify({ level: 'error', alarm: 'ledger', findings: findings.length, kinds }))
}
