// The operators' calls on money that goes: withdrawals with what is known around them, payment files, the bank's reports.
import { officePayoutCalls as calls } from '@fairturn/contract/backoffice/payouts'
import { formatMoney } from '@fairturn/contract/money'
import { settingsOf } from '../content/content.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { propose } from '../staff/staff.ts'
import { maskedAccount } from './bank-details.ts'
import { decideNewLines } from './matching.ts'
import { listOfficeWithdrawals, type OfficeWithdrawalRow, selectOfficeWithdrawal } from './office.store.ts'
import { batchOnWire, itemOnWire, officeWithdrawalOnWire } from './office.wire.ts'
import { approveWithdrawal, refuseWithdrawal } from './paying-out.ts'
import { actorOf, bankFileOf, beforeOf, pageOf, ROWS } from './payments.office.ts'
import { withdrawalOverThreshold } from './payments.proposals.ts'
import { type BatchRow, listBatches, selectBatch, selectItems } from './payout-batches.store.ts'
import { createPayoutBatch, dropBatch, exportBatch, sendBatch } from './payout-batches.ts'
import { applyStatusReport } from './payout-reports.ts'
import { riskNotes } from './risk-notes.ts'

export function payoutAdminRoutes(routes: Routes): void {
  bindWithdrawals(routes)
  bindBatches(routes)
}

function bindWithdrawals(routes: Routes): void {
  const { database } = routes.app
  const get = async (withdrawal_id: string): Promise<OfficeWithdrawalRow> => {
    const row = await selectOfficeWithdrawal.maybe(database, withdrawal_id)
    if (row === undefined) throw refuse('withdrawal_is_unknown')
    return row
  }
  const needsTwo = async ({ amount_minor }: OfficeWithdrawalRow) =>
    amount_minor >= (await settingsOf(database)).two_person_withdrawal_minor

  bind(routes, calls.withdrawals, async ({ query }) => {
    const { status = null, member_id = null, at_least = null } = query
    const rows = await listOfficeWithdrawals.all(
      database,
      status,
      member_id,
      at_least,
      beforeOf(query.cursor),
      ROWS,
    )
    const { page, cursor } = pageOf(rows)
    return { data: { list: page.map(officeWithdrawalOnWire), cursor } }
  })
  bind(routes, calls.withdrawal, async ({ params, now }) => {
    const row = await get(params.withdrawal_id)
    const [notes, needs_two] = [await riskNotes(database, row, now), await needsTwo(row)]
    return { data: { ...officeWithdrawalOnWire(row), notes, needs_two } }
  })
  bind(
    routes,
    calls.approveWithdrawal,
    async ({ params: { withdrawal_id }, body, operator, transaction }) => {
      const row = await get(withdrawal_id)
      if (!(await needsTwo(row))) {
        const { status } = await transaction((tx) =>
          approveWithdrawal(tx, { withdrawal_id, actor: actorOf(operator) }),
        )
        return { data: { status, proposal_id: null } }
      }
      const { member_id, status, amount_minor } = row
      if (status !== 'requested') throw refuse('withdrawal_is_in_another_state', { status })
      const { reason } = body
      if (reason === undefined) throw refuse('reason_is_required')
      const content = {
        withdrawal_id,
        member_id,
        amount: formatMoney(amount_minor),
        account: maskedAccount(row),
      }
      const proposal_id = await transaction((tx) =>
        propose(tx, withdrawalOverThreshold, content, reason, operator),
      )
      return { data: { status, proposal_id } }
    },
  )
  bind(routes, calls.refuseWithdrawal, async ({ params: { withdrawal_id }, body, operator, transaction }) => {
    const step = { withdrawal_id, actor: actorOf(operator), reason: body.reason }
    return { data: { status: (await transaction((tx) => refuseWithdrawal(tx, step))).status } }
  })
}

function bindBatches(routes: Routes): void {
  const { database } = routes.app
  const get = async (batch_id: string): Promise<BatchRow> => {
    const row = await selectBatch.maybe(database, batch_id)
    if (row === undefined) throw refuse('payout_batch_is_unknown')
    return row
  }

  bind(routes, calls.batches, async ({ query }) => {
    const { page, cursor } = pageOf(
      await listBatches.all(database, query.state ?? null, beforeOf(query.cursor), ROWS),
    )
    return { data: { list: page.map(batchOnWire), cursor } }
  })
  bind(routes, calls.batch, async ({ params: { batch_id } }) => {
    const row = await get(batch_id)
    return {
      data: { ...batchOnWire(row), items: (await selectItems.all(database, batch_id)).map(itemOnWire) },
    }
  })
  bind(routes, calls.drawBatch, async ({ body, operator, transaction }) => ({
    data: batchOnWire(
      await transaction((tx) => createPayoutBatch(tx, { ...body, actor: actorOf(operator) })),
    ),
  }))
  bind(routes, calls.exportBatch, async ({ params: { batch_id }, operator, transaction }) => {
    const file = await transaction((tx) => exportBatch(tx, { batch_id, actor: actorOf(operator) }))
    return { data: { ...file, batch: batchOnWire(await get(batch_id)) } }
  })
  bind(routes, calls.sendBatch, async ({ params: { batch_id }, operator, transaction }) => {
    await transaction((tx) => sendBatch(tx, { batch_id, actor: actorOf(operator) }))
    await decideNewLines(database)
    return { data: batchOnWire(await get(batch_id)) }
  })
  bind(routes, calls.dropBatch, async ({ params: { batch_id }, operator, transaction }) => ({
    data: batchOnWire(await transaction((tx) => dropBatch(tx, { batch_id, actor: actorOf(operator) }))),
  }))
}

/** In the context that takes files. */
export function bindReports(routes: Routes): void {
  bind(routes, calls.importReport, async ({ operator, request, transaction }) => {
    const { bytes } = await bankFileOf(request)
    return { data: await transaction((tx) => applyStatusReport(tx, { bytes, actor: actorOf(operator) })) }
  })
}
