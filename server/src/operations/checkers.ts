// Every checker with the scope that its findings freeze, in one place (decision 028). Read-only.
import { formatMoney } from '@fairturn/contract/minor-units'
import { checkUnmatchedPayments, checkStatements } from '../banking/banking.ts'
import { checkCampaigns } from '../campaigns/campaigns.ts'
import { checkInvoices } from '../invoices/invoices.ts'
import {
  campaignMoneyOf,
  campaignPaymentsOf,
  type Checker,
  type CheckFinding,
  ledgerChecker,
  moneyOf,
  PAYOUTS,
} from '../ledger/ledger.ts'
import { checkLevelFees } from '../levels/levels.ts'
import { checkPromises } from '../orders/orders.ts'
import type { Database } from '../platform/database/database.ts'
import { checkRunningTotals } from '../platform/database/running-totals.ts'
import { checkAuditLogFrom } from '../staff/staff.ts'
import { checkVisits } from '../tracking/tracking.ts'
import {
  checkBooked,
  checkCardMoney,
  checkRevokedMoney,
  checkWithdrawals,
} from '../withdrawals/withdrawals.ts'

const checker = <Row>(
  name: string,
  find: (database: Database) => Promise<Row[]>,
  findingOf: (row: Row) => CheckFinding,
): Checker => ({ name, find: async (database) => ({ findings: (await find(database)).map(findingOf) }) })

const HOUR_MS = 3_600_000
/** The hourly run covers of closed objects only those closed since the last run, plus an hour, for long transactions. */
const closable = <Row>(
  name: string,
  find: (database: Database, closed_since: Date | null) => Promise<Row[]>,
  findingOf: (row: Row) => CheckFinding,
): Checker => ({
  name,
  find: async (database, position) => {
    const now = database.clock.now().toISOString()
    const since = position === undefined ? null : new Date(new Date(position).getTime() - HOUR_MS)
    return { findings: (await find(database, since)).map(findingOf), position: now }
  },
})

/**
 * Run once a day with the full verification, because each reads far more than what is new; in between the last result
 * stands.
 */
const daily = <Row>(
  name: string,
  find: (database: Database) => Promise<Row[]>,
  findingOf: (row: Row) => CheckFinding,
): Checker => ({
  name,
  find: async (database, position) => ({
    findings: position === undefined ? (await find(database)).map(findingOf) : [],
    position: position ?? database.clock.now().toISOString(),
  }),
})

const differs = (expected_minor: bigint, found_minor: bigint) =>
  `expected ${expected_minor}, found ${found_minor}`

export const checkers: readonly Checker[] = [
  ledgerChecker,
  closable('campaigns', checkCampaigns, ({ campaign_id, what, expected_minor, found_minor }) => ({
    kind: `${what}_differs`,
    subject: campaign_id,
    detail: differs(expected_minor, found_minor),
    freezes: [campaignMoneyOf(campaign_id)],
  })),
  checker('promises', checkPromises, ({ id, campaign_id, promised_minor, reserved_minor }) => ({
    kind: 'promise_is_not_covered',
    subject: id,
    detail: differs(promised_minor, reserved_minor),
    freezes: [campaignMoneyOf(campaign_id)],
  })),
  checker('withdrawals', checkWithdrawals, ({ member_id, expected_minor, held_minor }) => ({
    kind: 'held_differs',
    subject: member_id,
    detail: differs(expected_minor, held_minor),
    freezes: [moneyOf(member_id)],
  })),
  checker('revocations', checkRevokedMoney, ({ uncovered_minor }) => ({
    kind: 'revoked_money_is_not_covered',
    subject: 'all',
    detail: `a statement was revoked, and own money lacks ${formatMoney(uncovered_minor)} besides lost card disputes`,
    freezes: [PAYOUTS],
  })),
  daily('card_money', checkCardMoney, ({ member_id, expected_minor, found_minor }) => ({
    kind: 'card_money_differs',
    subject: member_id,
    detail: differs(expected_minor, found_minor),
    freezes: [moneyOf(member_id)],
  })),
  daily('payouts', checkBooked, ({ withdrawal_id, expected, found }) => ({
    kind: 'booking_day_differs',
    subject: withdrawal_id,
    detail: `expected ${expected}, found ${found}`,
    freezes: [],
  })),
  daily('running_totals', checkRunningTotals, ({ name, subject, expected, found }) => ({
    kind: 'running_total_differs',
    subject: `${name} ${subject}`.trim(),
    detail: `expected ${expected}, found ${found}`,
    freezes: [],
  })),
  checker('receipts', checkUnmatchedPayments, ({ line_id, expected_minor, kept_minor }) => ({
    kind: 'receipt_differs',
    subject: line_id,
    detail: differs(expected_minor, kept_minor),
    freezes: [PAYOUTS],
  })),
  checker('statements', checkStatements, ({ statement_id, to_day }) => ({
    kind: 'bank_contradicts_a_statement',
    subject: statement_id,
    detail: `the bank's connection says otherwise of the days until ${to_day} than an accepted statement`,
    freezes: [PAYOUTS],
  })),
  closable('levels', checkLevelFees, ({ purchase_id, member_id, expected_minor, found_minor }) => ({
    kind: 'level_fee_differs',
    subject: purchase_id,
    detail: differs(expected_minor, found_minor),
    freezes: [moneyOf(member_id)],
  })),
  {
    name: 'invoices_match_ledger',
    find: async (database, from) => {
      const { findings, position } = await checkInvoices(database, from)
      return {
        findings: findings.map(({ kind, subject, detail, campaign_id }) => ({
          kind,
          subject,
          detail,
          freezes: campaign_id === null ? [] : [campaignPaymentsOf(campaign_id)],
        })),
        position,
      }
    },
  },
  // Carriers are paid per order; these counts feed only the placer's charts, so no money is frozen. Reads two days.
  daily('visits', checkVisits, ({ campaign_id, hour, verdict, counted, visits }) => ({
    kind: 'visits_differ',
    subject: campaign_id,
    detail: `${verdict} of the hour ${hour.toISOString()}: ${counted} counted, ${visits} kept`,
    freezes: [],
  })),
  {
    name: 'staff',
    find: async (database, from) => {
      const { findings, position } = await checkAuditLogFrom(database, from)
      const freezes = [{ scope: 'staff_approvals', subject: 'all' }] as const
      return { findings: findings.map((finding) => Object.assign({ freezes }, finding)), position }
    },
  },
]
