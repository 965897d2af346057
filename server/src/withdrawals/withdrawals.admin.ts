import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import {
  adminWithdrawalCalls as calls,
  adminWithdrawalFiles as files,
} from '@fairturn/contract/backoffice/withdrawals'
import {
  bankFileOf,
  lineOnWire,
  ourBankAccount,
  readReport,
  requireByHand,
  selectLineInDetail,
  takeBankFiles,
  todayAtBank,
} from '../banking/banking.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { actorOf, bindList, stepsOf } from '../staff/staff.ts'
import { approveWithdrawal, proposeApproval, refuseWithdrawalByOperator } from './approve-withdrawal.ts'
import { proposeAssignment } from './assign-payment.ts'
import { openProposalOfBatch, proposeLate } from './late-batches.ts'
import { decideFewNewLines } from './line-decisions.ts'
import {
  type BatchRow,
  listBatches,
  selectBatch,
  selectItems,
  selectMembersOfBatch,
} from './payout-batches.store.ts'
import { createPayoutBatch, discardBatch, exportBatch, sendBatch } from './payout-batches.ts'
import { proposeStatusReport } from './payout-reports.ts'
import { payoutsOfLine, proposePayout } from './payout-with-fee.proposal.ts'
import { riskNotesOf } from './risk-notes.ts'
import { selectDuties, selectUnreleasable, takesTwo } from './separate-duties.ts'
import { proposeRevocation } from './statement-revocation.proposal.ts'
import {
  batchOnWire,
  itemOnWire,
  withdrawalWithDutyOnWire,
  withMaskedHolder,
  adminWithdrawalOnWire,
} from './withdrawals.dto.ts'
import {
  type AdminWithdrawalRow,
  approvalsOfWithdrawal,
  listAdminWithdrawals,
  findAdminWithdrawal,
} from './withdrawals.store.ts'

export async function withdrawalAdminRoutes(routes: Routes): Promise<void> {
  bindWithdrawalList(routes)
  bindWithdrawals(routes)
  bindAssignment(routes)
  bindBatchList(routes)
  bindBatches(routes)
  await takeBankFiles(routes, bindReports)
}

function bindWithdrawalList(routes: Routes): void {
  bindList(routes, {
    call: calls.withdrawals,
    file: files.exportWithdrawals,
    kind: 'money',
    name: 'withdrawals',
    rows: listAdminWithdrawals,
    // Requested withdrawals are sorted oldest first, all others newest first.
    sort: ({ status }) => (status === 'requested' ? 'requested_at.asc' : undefined),
    async items(rows, { on, operator, now }) {
      const ids = rows.map((row) => row.id)
      const duties = await selectDuties.all(on, { ids, actor: actorOf(operator), now })
      const dutyOf = new Map(duties.map((duty) => [duty.id, duty]))
      const requested = rows.filter(({ status }) => status === 'requested')
      const notes = await riskNotesOf(on, requested, now)
      return rows.map((row) => ({
        ...withMaskedHolder(withdrawalWithDutyOnWire(row, dutyOf.get(row.id)!)),
        facts: (notes.get(row.id) ?? []).map(({ fact }) => fact),
      }))
    },
    // Omits duties and risk notes: both need a query for columns that the file does not have.
    lines: (rows) => rows.map((row) => withMaskedHolder(adminWithdrawalOnWire(row))),
    looks: (_, { member_id }) => (typeof member_id === 'string' ? [member_id] : []),
    named: ['batch_id'],
    columns: {
      requested_at: (withdrawal) => withdrawal.requested_at,
      status: (withdrawal) => withdrawal.status,
      amount: (withdrawal) => withdrawal.amount,
      fee: (withdrawal) => withdrawal.fee,
      payout: (withdrawal) => withdrawal.payout,
      reference: (withdrawal) => withdrawal.reference,
      username: (withdrawal) => ({ text: withdrawal.username }),
      member_id: (withdrawal) => withdrawal.member_id,
      to: (withdrawal) => withdrawal.to,
      holder: (withdrawal) => ({ text: withdrawal.payee?.holder ?? null }),
      bank: (withdrawal) => ({ text: withdrawal.payee?.bank_name ?? withdrawal.payee?.country ?? null }),
      account: (withdrawal) => ({ text: withdrawal.payee?.account ?? null }),
      approved_at: (withdrawal) => withdrawal.approved_at,
      approved_by: (withdrawal) => withdrawal.approved_by,
      sent_at: (withdrawal) => withdrawal.sent_at,
      settled_at: (withdrawal) => withdrawal.settled_at,
      reason: (withdrawal) => ({ text: withdrawal.reason }),
      batch_id: (withdrawal) => withdrawal.batch_id,
      withdrawal_id: (withdrawal) => withdrawal._id,
    },
  })
}

function bindAssignment(routes: Routes): void {
  bind(routes, adminDepositCalls.assignLine, async ({ params: { line_id }, body, operator, transaction }) => {
    const { reason, ...to } = body
    const data = await transaction(async (tx) => {
      const proposal_id = await proposeAssignment(tx, { line_id, to, reason }, operator)
      const line = await selectLineInDetail.one(tx, { line_id, now: tx.now })
      return { line: lineOnWire(line), proposal_id }
    })
    return { data }
  })
}

function bindWithdrawals(routes: Routes): void {
  const { database } = routes.app
  const get = async (withdrawal_id: string, now: Date): Promise<AdminWithdrawalRow> =>
    orRefuse(await findAdminWithdrawal.maybe(database, { now, id: withdrawal_id }), 'withdrawal_is_unknown')

  bind(routes, calls.withdrawal, async ({ params, operator, now }) => {
    const row = await get(params.withdrawal_id, now)
    const notes = (await riskNotesOf(database, [row], now)).get(row.id)!
    const approvals = await approvalsOf(database, row, now)
    const duty = await selectDuties.one(database, { ids: [row.id], actor: actorOf(operator), now })
    const data = { ...withdrawalWithDutyOnWire(row, duty), notes, approvals }
    return { data, looks: { members: [row.member_id] } }
  })
  bind(
    routes,
    calls.approveWithdrawal,
    async ({ params: { withdrawal_id }, body: { reason }, operator, now, transaction }) => {
      const { status } = await get(withdrawal_id, now)
      const actor = actorOf(operator)
      const data = await transaction(async (tx) => {
        if ((await takesTwo(tx, withdrawal_id, actor)) === null)
          return { status: (await approveWithdrawal(tx, { withdrawal_id, actor })).status, proposal_id: null }
        return { status, proposal_id: await proposeApproval(tx, { withdrawal_id, reason }, operator) }
      })
      return { data }
    },
  )
  bind(routes, calls.linePayouts, async ({ params: { line_id }, now }) => ({
    data: { list: await payoutsOfLine(database, line_id, now) },
  }))
  bind(routes, calls.proposePayout, async ({ params, body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposePayout(tx, { ...params, ...body }, operator)) },
  }))
  bind(routes, bankStatementCalls.proposeRevocation, async ({ params, body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeRevocation(tx, { ...params, ...body }, operator)) },
  }))
  bind(routes, calls.refuseWithdrawal, async ({ params, body, operator, transaction }) => {
    const step = { ...params, ...body, actor: actorOf(operator) }
    return { data: { status: (await transaction((tx) => refuseWithdrawalByOperator(tx, step))).status } }
  })
}

/** Its approvers: two operators under dual approval, otherwise one. */
async function approvalsOf(on: Queryable, { id, approver, approved_at }: AdminWithdrawalRow, now: Date) {
  const both = await approvalsOfWithdrawal.all(on, { id, now })
  if (both.length > 0)
    return both.map(({ username, at, reason }) => ({ username, at: at.toISOString(), reason }))
  if (approver === null || approved_at === null) return []
  return [{ username: approver, at: approved_at.toISOString(), reason: null }]
}

function bindBatchList(routes: Routes): void {
  bindList(routes, {
    call: calls.batches,
    file: files.exportBatches,
    kind: 'money',
    name: 'payout-batches',
    rows: listBatches,
    items: async (rows, { on, now }) => {
      const today = await todayAtBank(on, now)
      return rows.map((row) => batchOnWire(row, today))
    },
    columns: {
      created_at: (batch) => batch.created_at,
      state: (batch) => batch.state,
      reference: (batch) => batch.reference,
      format: (batch) => batch.format,
      execution_day: (batch) => batch.execution_day,
      payments: (batch) => batch.payments,
      total: (batch) => batch.total,
      exported_at: (batch) => batch.exported_at,
      file_hash: (batch) => batch.file_hash,
      sent_at: (batch) => batch.sent_at,
      closed_at: (batch) => batch.closed_at,
      batch_id: (batch) => batch._id,
    },
  })
}

function bindBatches(routes: Routes): void {
  const { database } = routes.app
  const get = async (on: Queryable, batch_id: string): Promise<BatchRow> =>
    orRefuse(await selectBatch.maybe(on, { id: batch_id }), 'payout_batch_is_unknown')
  const shown = async (on: Queryable, row: BatchRow, now: Date) =>
    batchOnWire(row, await todayAtBank(on, now))

  bind(routes, calls.batch, async ({ params: { batch_id }, operator, now }) => {
    const row = await get(database, batch_id)
    const items = await selectItems.all(database, { batch_id })
    const open = row.status === 'created' || row.status === 'exported'
    const not_yours = open
      ? await selectUnreleasable.all(database, { batch_id, actor: actorOf(operator), now })
      : []
    const proposal_id = (await openProposalOfBatch(database, { batch_id }, now))?.id ?? null
    const steps = await stepsOf(database, batch_id)
    return {
      data: {
        ...(await shown(database, row, now)),
        items: items.map(itemOnWire),
        not_yours,
        proposal_id,
        steps,
      },
    }
  })
  bind(routes, calls.createBatch, async ({ body, operator, now, transaction }) => {
    const data = await transaction(async (tx) =>
      shown(tx, await createPayoutBatch(tx, { ...body, actor: actorOf(operator) }), now),
    )
    return { data }
  })
  bind(routes, calls.exportBatch, async ({ params: { batch_id }, operator, now, transaction }) => {
    // Nothing outside sees the transaction before the answer is stored with it.
    return await transaction(async (tx) => {
      const file = await exportBatch(tx, { batch_id, actor: actorOf(operator) })
      const batch = await shown(tx, await get(tx, batch_id), now)
      const members = toColumn(await selectMembersOfBatch.all(tx, { batch_id }), 'member_id')
      return { data: { ...file, batch }, looks: { members } }
    })
  })
  bind(routes, calls.sendBatch, {
    async handler({ params: { batch_id }, operator, now, transaction }) {
      const data = await transaction(async (tx) => {
        await sendBatch(tx, { batch_id, actor: actorOf(operator) })
        return await shown(tx, await get(tx, batch_id), now)
      })
      return { data }
    },
    // What the bank has booked already may close the file.
    async after(_answer, { params: { batch_id }, now }) {
      await decideFewNewLines(database)
      return { data: await shown(database, await get(database, batch_id), now) }
    },
  })
  bind(routes, calls.discardBatch, async ({ params: { batch_id }, operator, now, transaction }) => {
    const data = await transaction(async (tx) =>
      shown(tx, await discardBatch(tx, { batch_id, actor: actorOf(operator) }), now),
    )
    return { data }
  })
  bind(routes, calls.proposeLateBatch, async ({ params, body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeLate(tx, { ...params, ...body }, operator)) },
  }))
}

function bindReports(routes: Routes): void {
  const { database, config } = routes.app
  bind(routes, calls.importReport, async ({ operator, request, transaction }) => {
    const { bytes, name } = await bankFileOf(request)
    const { account } = await ourBankAccount(database)
    await requireByHand(database, account, config.bankFeedDir !== undefined)
    const report = await readReport(bytes)
    const brought = { report, reason: `The bank's report ${name}.`.slice(0, 500) }
    return { data: await transaction((tx) => proposeStatusReport(tx, brought, operator)) }
  })
}
