// The back office's lists of withdrawals as CSV files, in the order and with the filters of their screens, never whole in memory.
import { adminWithdrawalFiles } from '@fairturn/contract/backoffice/withdrawals'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { beginning, containing } from '../http/patterns.ts'
import { type FilterInput, yesOrNo, nameExport } from '../banking/banking.ts'
import { listBatches } from './payout-batches.store.ts'
import { listOfficeWithdrawals } from './withdrawals.admin.store.ts'
import { adminWithdrawalOnWire, batchOnWire } from './withdrawals.dto.ts'

/** What of a query filters its list, as the list's statement takes it. */
export const filterOf = {
  /** After the instant at which proposals are open. */
  withdrawals: (
    {
      status,
      member_id,
      at_least,
      undrawn,
      search,
    }: FilterInput<typeof adminWithdrawalFiles.exportWithdrawals>,
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
  batches: ({ state }: FilterInput<typeof adminWithdrawalFiles.exportBatches>) => [state ?? null],
}

/** Withdrawals that wait are worked from the longest waiting on; any others are read from the newest on. */
export const orderOf = <
  Asked extends Pick<FilterInput<typeof adminWithdrawalFiles.exportWithdrawals>, 'sort' | 'status'>,
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

export function withdrawalExports(routes: Routes): void {
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
