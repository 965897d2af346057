// The back office's dashboard. A role sees only what its own lists contain (dashboard.test.ts).
import { dashboardCalls, type QueueName } from '@fairturn/contract/backoffice/dashboard'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { formatMoney } from '@fairturn/contract/minor-units'
import { VISIT_REASONS } from '@fairturn/contract/tracking'
import { FIGURES, type Figure } from '@fairturn/contract/transparency'
import { campaignsWaiting } from '../campaigns/campaigns.ts'
import { lastCheck, openFreezes } from '../ledger/ledger.ts'
import type { PhoneCodes } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Operator, Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { actorOf, kindsDecidedBy, type ProposalKind, queueOnWire } from '../staff/staff.ts'
import { barredByRing } from '../support/support.ts'
import { currentCover, daysBefore, figuresSoFar } from '../transparency/transparency.ts'
import { confirmStep, firstDayOf } from './first-day.ts'
import { nameRoutes } from './names.ts'
import {
  selectDepositsTakenBack,
  selectFees,
  selectMembers,
  selectQueues,
  selectSeries,
  selectSums,
} from './overview.store.ts'
import { searchRoutes } from './search.ts'
import { requestTestMail } from './test-mail.ts'

const ALL = Object.keys(FIGURES)
const READERS: Readonly<Record<QueueName, readonly StaffRole[]>> = {
  campaigns: may.read_reviews,
  orders: may.read_reviews,
  objections: may.read_reviews,
  reports: may.read_reviews,
  conversations: may.read_conversations,
  approvals: may.everybody,
  withdrawals: may.read_money,
  payouts: may.read_money,
  refunds: may.read_money,
  payout_batches: may.read_money,
  bank_statements: may.read_money,
  bank_lines: may.read_money,
  card_events: may.read_money,
}
const includes = (roles: readonly StaffRole[], role: StaffRole): boolean => roles.includes(role)

export function overviewAdminRoutes(
  routes: Routes,
  phone_codes: PhoneCodes | undefined,
  kinds: readonly ProposalKind[],
): void {
  const { config, database } = routes.app
  searchRoutes(routes)
  nameRoutes(routes)

  bind(routes, dashboardCalls.firstDay, async ({ request }) => ({
    data: await firstDayOf(database, config, request, phone_codes),
  }))

  bind(routes, dashboardCalls.confirmFirstDay, async ({ body, operator, request, transaction }) => {
    await transaction((tx) => confirmStep(tx, body, operator.operator_id))
    return { data: await firstDayOf(database, config, request, phone_codes) }
  })

  bind(routes, dashboardCalls.sendTestMail, async ({ body, operator, request, transaction }) => {
    await transaction((tx) => requestTestMail(tx, config, body, operator))
    return { data: await firstDayOf(database, config, request, phone_codes) }
  })

  bind(routes, dashboardCalls.moneyQueues, async ({ now, operator }) => {
    const rows = await queuesFor(database, now, operator, kinds)
    const of = (queue: QueueName) => {
      const { waiting, overdue, due_by, own } = rows.find((row) => row.queue === queue)!
      return { waiting, overdue, due_by, own }
    }
    return {
      data: {
        bank_statements: of('bank_statements'),
        bank_lines: of('bank_lines'),
        withdrawals: of('withdrawals'),
        payouts: of('payouts'),
        refunds: of('refunds'),
        payout_batches: of('payout_batches'),
        card_events: of('card_events'),
      },
    }
  })

  bind(routes, dashboardCalls.show, async ({ query, operator, now }) => {
    const on = await database.replica()
    const { days, of } = await seriesOf(on, now, Number(query.days))
    const counts = (figure: Figure) => of(figure).map(Number)
    const last = await lastCheck.maybe(on)
    return {
      data: {
        at: now.toISOString(),
        queues: await queuesFor(on, now, operator, kinds),
        paused: (await openFreezes.all(on)).length,
        last_check_at: last?.finished_at.toISOString() ?? null,
        days,
        verified: counts('visits.verified'),
        refused: VISIT_REASONS.map((reason) => ({
          reason,
          count: counts(`visits.refused.${reason}`),
        })).filter(({ count }) => count.some((many) => many > 0)),
        objections: { decided: counts('objections.decided'), upheld: counts('objections.upheld') },
        members: includes(may.read_members, operator.role)
          ? await selectMembers.one(on, { from: days[0]! })
          : null,
        money: includes(may.read_money, operator.role) ? await moneyOf(on, now, { days, of }) : null,
      },
    }
  })
}

/** The queues that the operator's role reads, with what waits for them. */
async function queuesFor(on: Queryable, now: Date, operator: Operator, kinds: readonly ProposalKind[]) {
  const rows = await selectQueues.all(on, {
    now,
    actor: actorOf(operator),
    barred: await barredByRing(on, actorOf(operator)),
    operator_id: operator.operator_id,
    side: operator.side,
    kinds: kindsDecidedBy(kinds, operator),
  })
  const campaigns = await campaignsWaiting(on, now)
  return rows
    .filter(({ queue }) => includes(READERS[queue], operator.role))
    .map(({ queue, oldest_at, own_waiting, own_overdue, own_due_at, others_due_at, ...row }) => {
      const own = { waiting: own_waiting, overdue: own_overdue, due_at: own_due_at }
      const counts =
        queue === 'campaigns'
          ? queueOnWire(queue, operator, campaigns)
          : queueOnWire(queue, operator, row, own)
      const mixed = counts.own.waiting > 0 && counts.own.waiting < counts.waiting
      return Object.assign(counts, {
        queue,
        oldest_at: oldest_at?.toISOString() ?? null,
        others_due_by: mixed
          ? (others_due_at?.toISOString() ?? null)
          : counts.own.waiting === 0
            ? counts.due_by
            : null,
      })
    })
}

type Series = (figure: Figure) => bigint[]

/** Each figure by day, the last one today so far; zero on days without figures. */
async function seriesOf(on: Queryable, now: Date, length: number) {
  const today = now.toISOString().slice(0, 10)
  const days = Array.from({ length }, (_, i) => daysBefore(today, length - 1 - i))
  const kept = await selectSeries.all(on, { from: days[0]!, figures: ALL })
  const so_far = await figuresSoFar(on, today, now)
  const values = new Map(kept.map(({ day, figure, value }) => [`${day} ${figure}`, value]))
  for (const { figure, value } of so_far) values.set(`${today} ${figure}`, value)
  const of: Series = (figure) => days.map((day) => values.get(`${day} ${figure}`) ?? 0n)
  return { days, of }
}

const FLOWS = {
  deposits: 'deposits.sum',
  withdrawals: 'withdrawals.paid_sum',
  awards: 'awards.sum',
} as const satisfies Record<string, Figure>

async function moneyOf(on: Queryable, now: Date, { days, of }: { days: readonly string[]; of: Series }) {
  const sums = (figure: Figure) => of(figure).map(formatMoney)
  const counts = (figure: Figure) => of(figure).map(Number)
  const { coverage_percent, bank } = await currentCover(on, now)
  const from = days[0]!
  const fromBefore = daysBefore(from, days.length)
  const before = await selectSums.all(on, { from: fromBefore, until: from, figures: Object.values(FLOWS) })
  const sumBefore = (figure: Figure) => formatMoney(before.find((row) => row.figure === figure)?.total ?? 0n)
  const fees = new Map(
    (await selectFees.all(on, { from: fromBefore })).map(({ day, fees_minor }) => [day, fees_minor]),
  )
  const taken = new Map(
    (await selectDepositsTakenBack.all(on, { from: fromBefore })).map(({ day, taken_minor }) => [
      day,
      taken_minor,
    ]),
  )
  const credited = of(FLOWS.deposits)
  const takenBefore = [...taken].reduce((sum, [day, minor]) => (day < from ? sum + minor : sum), 0n)
  const creditedBefore = before.find(({ figure }) => figure === FLOWS.deposits)?.total ?? 0n
  const feesBefore = [...fees].filter(([day]) => day < from)
  // Days before the first one with figures have none to compare with.
  const coverageBefore = of('coverage.ledger').find((value) => value !== 0n)
  return {
    liabilities: sums('liabilities.total'),
    cash: sums('cash.ledger'),
    coverage_percent,
    coverage_percent_before: coverageBefore === undefined ? null : Number(coverageBefore) / 100,
    bank,
    deposits: days.map((day, i) => formatMoney((credited[i] ?? 0n) - (taken.get(day) ?? 0n))),
    withdrawals: sums(FLOWS.withdrawals),
    awards: sums(FLOWS.awards),
    fees: days.map((day) => formatMoney(fees.get(day) ?? 0n)),
    before: {
      deposits: formatMoney(creditedBefore - takenBefore),
      withdrawals: sumBefore(FLOWS.withdrawals),
      awards: sumBefore(FLOWS.awards),
      fees: formatMoney(feesBefore.reduce((sum, [, minor]) => sum + minor, 0n)),
    },
    withdrawals_not_paid: {
      refused_by_staff: counts('withdrawals.refused_by_staff'),
      rejected_by_bank: counts('withdrawals.rejected_by_bank'),
      returned_by_bank: counts('withdrawals.returned_by_bank'),
    },
  }
}
