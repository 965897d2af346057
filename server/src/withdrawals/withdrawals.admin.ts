// Operators' calls: withdrawals with what is known around them, payment files, and the bank's reports on them.
import type { QueryOf } from '@fairturn/contract/endpoint'
import { adminWithdrawalCalls, adminWithdrawalFiles } from '@fairturn/contract/backoffice/withdrawals'
import type { Queryable } from '../database/database.ts'
import type { Operator, Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { actorOf } from '../staff/staff.ts'
import { bankFileOf, takeBankFiles, nameExport } from '../banking/banking.ts'
import { approveWithdrawal, refuseWithdrawal } from './approve-withdrawal.ts'
import { proposeApproval } from './approve-withdrawal.proposal.ts'
import { decideFewNewLines } from './matching.ts'
import { type BatchRow, listBatches, selectBatch, selectItems } from './payout-batches.store.ts'
import { createPayoutBatch, dropBatch, exportBatch, sendBatch } from './payout-batches.ts'
import { applyStatusReport } from './payout-reports.ts'
import { riskNotes } from './risk-notes.ts'
import { selectDuties, selectUnreleasable } from './separate-duties.store.ts'
import { takesTwo } from './separate-duties.ts'
import {
  type AdminWithdrawalRow,
  approvalsOfWithdrawal,
  listOfficeWithdrawals,
  selectOfficeWithdrawal,
} from './withdrawals.store.ts'
import {
  batchOnWire,
  itemOnWire,
  withdrawalWithDutyOnWire,
  adminWithdrawalOnWire,
} from './withdrawals.dto.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { beginning, containing, yesOrNo } from '../http/filters.ts'

const PAGE_SIZE = 50

export async function withdrawalAdminRoutes(routes: Routes): Promise<void> {
  bindWithdrawals(routes)
  bindBatches(routes)
  bindExports(routes)
  await takeBankFiles(routes, bindReports)
}

function bindWithdrawals(routes: Routes): void {
  const { database } = routes.app
  const get = async (withdrawal_id: string): Promise<AdminWithdrawalRow> => {
    const row = await selectOfficeWithdrawal.maybe(database, database.clock.now(), withdrawal_id)
    if (row === undefined) throw refuse('withdrawal_is_unknown')
    return row
  }
  const dutyOf = async (row: AdminWithdrawalRow, operator: Operator, now: Date) =>
    await selectDuties.one(database, [row.id], actorOf(operator), now)

  bind(routes, adminWithdrawalCalls.withdrawals, async ({ query, operator, now }) => {
    const filter = filterOf.withdrawals(query, now)
    const { rows, cursor } = await listOfficeWithdrawals.page(database, orderOf(query), PAGE_SIZE, ...filter)
    const ids = rows.map((row) => row.id)
    const duties = await selectDuties.all(database, ids, actorOf(operator), now)
    const duty_of = new Map(duties.map((duty) => [duty.id, duty]))
    const list = []
    for (const row of rows) {
      const notes = row.status === 'requested' ? await riskNotes(database, row, now) : []
      list.push({
        ...withdrawalWithDutyOnWire(row, duty_of.get(row.id)!),
        facts: notes.map(({ fact }) => fact),
      })
    }
    return { data: { list, cursor } }
  })
  bind(routes, adminWithdrawalCalls.withdrawal, async ({ params, operator, now }) => {
    const row = await get(params.withdrawal_id)
    const notes = await riskNotes(database, row, now)
    const approvals = await approvalsOf(database, row, now)
    const duty = await dutyOf(row, operator, now)
    return { data: { ...withdrawalWithDutyOnWire(row, duty), notes, approvals } }
  })
  bind(
    routes,
    adminWithdrawalCalls.approveWithdrawal,
    async ({ params: { withdrawal_id }, body, operator, transaction }) => {
      const { status } = await get(withdrawal_id)
      const { reason } = body
      const actor = actorOf(operator)
      const data = await transaction(async (tx) => {
        if ((await takesTwo(tx, withdrawal_id, actor)) === null)
          return { status: (await approveWithdrawal(tx, { withdrawal_id, actor })).status, proposal_id: null }
        return { status, proposal_id: await proposeApproval(tx, { withdrawal_id, reason }, operator) }
      })
      return { data }
    },
  )
  bind(
    routes,
    adminWithdrawalCalls.refuseWithdrawal,
    async ({ params: { withdrawal_id }, body, operator, transaction }) => {
      const step = { withdrawal_id, actor: actorOf(operator), reason: body.reason }
      return { data: { status: (await transaction((tx) => refuseWithdrawal(tx, step))).status } }
    },
  )
}

/** Who said yes to it: two of staff, or the one who was enough. */
async function approvalsOf(on: Queryable, { id, approver, approved_at }: AdminWithdrawalRow, now: Date) {
  const both = await approvalsOfWithdrawal.all(on, id, now)
  if (both.length > 0)
    return both.map(({ username, at, reason }) => ({ username, at: at.toISOString(), reason }))
  if (approver === null || approved_at === null) return []
  return [{ username: approver, at: approved_at.toISOString(), reason: null }]
}

function bindBatches(routes: Routes): void {
  const { database } = routes.app
  const get = async (batch_id: string): Promise<BatchRow> => {
    const row = await selectBatch.maybe(database, batch_id)
    if (row === undefined) throw refuse('payout_batch_is_unknown')
    return row
  }

  bind(routes, adminWithdrawalCalls.batches, async ({ query }) => {
    const { rows, cursor } = await listBatches.page(database, query, PAGE_SIZE, ...filterOf.batches(query))
    return { data: { list: rows.map(batchOnWire), cursor } }
  })
  bind(routes, adminWithdrawalCalls.batch, async ({ params: { batch_id }, operator, now }) => {
    const row = await get(batch_id)
    const items = await selectItems.all(database, batch_id)
    const open = row.state === 'drawn' || row.state === 'exported'
    const not_yours = open ? await selectUnreleasable.all(database, batch_id, actorOf(operator), now) : []
    return { data: { ...batchOnWire(row), items: items.map(itemOnWire), not_yours } }
  })
  bind(routes, adminWithdrawalCalls.drawBatch, async ({ body, operator, transaction }) => ({
    data: batchOnWire(
      await transaction((tx) => createPayoutBatch(tx, { ...body, actor: actorOf(operator) })),
    ),
  }))
  bind(routes, adminWithdrawalCalls.exportBatch, async ({ params: { batch_id }, operator, transaction }) => {
    const file = await transaction((tx) => exportBatch(tx, { batch_id, actor: actorOf(operator) }))
    return { data: { ...file, batch: batchOnWire(await get(batch_id)) } }
  })
  bind(routes, adminWithdrawalCalls.sendBatch, async ({ params: { batch_id }, operator, transaction }) => {
    await transaction((tx) => sendBatch(tx, { batch_id, actor: actorOf(operator) }))
    await decideFewNewLines(database)
    return { data: batchOnWire(await get(batch_id)) }
  })
  bind(routes, adminWithdrawalCalls.dropBatch, async ({ params: { batch_id }, operator, transaction }) => ({
    data: batchOnWire(await transaction((tx) => dropBatch(tx, { batch_id, actor: actorOf(operator) }))),
  }))
}

function bindReports(routes: Routes): void {
  bind(routes, adminWithdrawalCalls.importReport, async ({ operator, request, transaction }) => {
    const { bytes } = await bankFileOf(request)
    return { data: await transaction((tx) => applyStatusReport(tx, { bytes, actor: actorOf(operator) })) }
  })
}

/** What of a query filters its list, as the list's statement takes it. */
const filterOf = {
  /** After the instant at which proposals are open. */
  withdrawals: (
    { status, member_id, at_least, undrawn, search }: QueryOf<typeof adminWithdrawalFiles.exportWithdrawals>,
    now: Date,
  ) => [
    now,
    status ?? null,
    member_id ?? null,
    at_least ?? null,
    yesOrNo(undrawn),
    containing(search),
    beginning(search),
  ],
  batches: ({ state }: QueryOf<typeof adminWithdrawalFiles.exportBatches>) => [state ?? null],
}

/** Withdrawals that wait are worked from the longest waiting on; any others are read from the newest on. */
const orderOf = <
  Asked extends Pick<QueryOf<typeof adminWithdrawalFiles.exportWithdrawals>, 'sort' | 'status'>,
>(
  asked: Asked,
): Asked =>
  asked.sort === undefined && asked.status === 'requested' ? { ...asked, sort: 'requested_at.asc' } : asked

const WITHDRAWAL = [
  'requested_at',
  'status',
  'amount',
  'fee',
  'payout',
  'reference',
  'username',
  'member_id',
  'holder',
  'bank',
  'account',
  'approved_at',
  'approved_by',
  'sent_at',
  'settled_at',
  'reason',
  'batch_id',
  'withdrawal_id',
] as const
const BATCH = [
  'drawn_at',
  'state',
  'reference',
  'format',
  'execution_day',
  'payments',
  'total',
  'exported_at',
  'file_hash',
  'sent_at',
  'closed_at',
  'batch_id',
] as const

function bindExports(routes: Routes): void {
  const { database } = routes.app
  bindFile(routes, adminWithdrawalFiles.exportWithdrawals, async ({ query, operator, now }) => {
    const pages = listOfficeWithdrawals.every(database, orderOf(query), ...filterOf.withdrawals(query, now))
    const lines = mapped(pages, (row) => {
      const { _id, payee, ...rest } = adminWithdrawalOnWire(row)
      return {
        ...rest,
        withdrawal_id: _id,
        username: { text: rest.username },
        holder: { text: payee.holder },
        bank: { text: payee.bank_name ?? payee.country },
        account: { text: payee.account },
        reason: { text: rest.reason },
      }
    })
    return { name: await nameExport(routes, 'withdrawals', operator), body: csvOf(WITHDRAWAL, lines) }
  })
  bindFile(routes, adminWithdrawalFiles.exportBatches, async ({ query, operator }) => {
    const pages = listBatches.every(database, query, ...filterOf.batches(query))
    const lines = mapped(pages, (row) => {
      const { _id: batch_id, ...batch } = batchOnWire(row)
      return { ...batch, batch_id }
    })
    return { name: await nameExport(routes, 'payout-batches', operator), body: csvOf(BATCH, lines) }
  })
}
