// Every checker with the scope its findings freeze, on one page (decision 028). Read-only.
import { checkCampaigns } from './campaigns/campaigns.ts'
import { campaignMoneyOf, type Checker, ledgerChecker, moneyOf, PAYOUTS } from './ledger/ledger.ts'
import { checkLevelFees } from './levels/levels.ts'
import { checkPromises } from './orders/orders.ts'
import { checkReceipts } from './banking/banking.ts'
import { checkWithdrawals } from './withdrawals/withdrawals.ts'
import { checkActs } from './staff/staff.ts'
import { checkVisits } from './tracking/tracking.ts'

const differs = (expected_minor: bigint, found_minor: bigint) =>
  `expected ${expected_minor}, found ${found_minor}`

export const checkers: readonly Checker[] = [
  ledgerChecker,
  {
    name: 'campaigns',
    async find(database) {
      return (await checkCampaigns(database)).map(({ campaign_id, what, expected_minor, found_minor }) => ({
        kind: `${what}_differs`,
        subject: campaign_id,
        detail: differs(expected_minor, found_minor),
        freezes: [campaignMoneyOf(campaign_id)],
      }))
    },
  },
  {
    name: 'promises',
    async find(database) {
      return (await checkPromises(database)).map(({ id, campaign_id, promised_minor, reserved_minor }) => ({
        kind: 'promise_is_not_covered',
        subject: id,
        detail: differs(promised_minor, reserved_minor),
        freezes: [campaignMoneyOf(campaign_id)],
      }))
    },
  },
  {
    name: 'withdrawals',
    async find(database) {
      return (await checkWithdrawals(database)).map(({ member_id, expected_minor, held_minor }) => ({
        kind: 'held_differs',
        subject: member_id,
        detail: differs(expected_minor, held_minor),
        freezes: [moneyOf(member_id)],
      }))
    },
  },
  {
    name: 'receipts',
    async find(database) {
      return (await checkReceipts(database)).map(({ line_id, expected_minor, kept_minor }) => ({
        kind: 'receipt_differs',
        subject: line_id,
        detail: differs(expected_minor, kept_minor),
        freezes: [PAYOUTS],
      }))
    },
  },
  {
    name: 'levels',
    async find(database) {
      return (await checkLevelFees(database)).map(
        ({ purchase_id, member_id, expected_minor, found_minor }) => ({
          kind: 'level_fee_differs',
          subject: purchase_id,
          detail: differs(expected_minor, found_minor),
          freezes: [moneyOf(member_id)],
        }),
      )
    },
  },
  {
    name: 'visits',
    async find(database) {
      // A carrier's pay is counted order by order; these are the placer's charts, and no money depends on
      // them.
      return (await checkVisits(database)).map(({ campaign_id, hour, verdict, counted, visits }) => ({
        kind: 'visits_differ',
        subject: campaign_id,
        detail: `${verdict} of the hour ${hour.toISOString()}: ${counted} counted, ${visits} kept`,
        freezes: [],
      }))
    },
  },
  {
    name: 'staff',
    async find(database) {
      return (await checkActs(database)).map(({ kind, subject, detail }) => ({
        kind,
        subject,
        detail,
        freezes: [{ scope: 'staff_approvals' as const, subject: 'all' }],
      }))
    },
  },
]
