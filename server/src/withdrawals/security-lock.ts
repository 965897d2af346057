import { PAYEE, restoreBankDetails, samePayee } from '../banking/banking.ts'
import { getMemberLocked } from '../members/members.ts'
// Effect of a security lock on a member's payouts (decision 035): restores the former payout account and cancels requests
// to another one, unless they are in an exported file, which the bank may execute.
import type { Database, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { settleEach } from '../platform/queue/batches.ts'
import { refuseWithdrawal } from './approve-withdrawal.ts'
import { discardBatch } from './payout-batches.ts'
import { inPaymentFile } from './withdrawals.store.ts'

const selectWaiting = statement(
  `-- withdrawals_waiting_withdrawals_of
  select id, ${PAYEE} from withdrawal
  where member_id = $member_id and status in ('requested', 'approved') and requested_at <= $at and card_deposit_id is null
  order by id`,
  {
    params: { member_id: 'uuid', at: 'timestamptz' },
    columns: {
      id: 'uuid',
      bank_code: 'text?',
      bank_name: 'text?',
      country: 'text?',
      swift: 'text?',
      holder: 'text',
      account_number: 'text?',
      iban: 'text?',
    },
  },
)

const selectUnexportedBatchLocked = statement(
  `-- withdrawals_unexported_batch_of_withdrawal
  select b.id from payout_item i join payout_batch b on b.id = i.batch_id
  where i.withdrawal_id = $withdrawal_id and i.live and b.status = 'created' for no key update of b`,
  { params: { withdrawal_id: 'uuid' }, columns: { id: 'uuid' } },
)

/** Changes since `since` are not trusted; `at` is when the lock began. Idempotent. */
export async function revertUntrustedPayouts(
  database: Database,
  lock: { member_id: string; since: Date; at: Date },
) {
  const payee = await database.transaction(async (tx) => {
    await getMemberLocked(tx, lock.member_id)
    return await restoreBankDetails(tx, lock)
  })
  const waiting = await selectWaiting.all(database, { member_id: lock.member_id, at: lock.at })
  const untrusted = waiting.filter((each) => payee === undefined || !samePayee(payee, each))
  await settleEach(database, {
    size: Infinity,
    find: async () => untrusted,
    settle: (tx, [withdrawal_id]) => refuseUnlessExported(tx, withdrawal_id!),
  })
}

/**
 * Discards a batch whose file was never exported: otherwise it would be paid after the delay. Its other payments can be
 * put in a new batch.
 */
async function refuseUnlessExported(tx: Tx, withdrawal_id: string): Promise<void> {
  const unexported = await selectUnexportedBatchLocked.maybe(tx, { withdrawal_id })
  if (unexported !== undefined) await discardBatch(tx, { batch_id: unexported.id, actor: 'system' })
  if ((await inPaymentFile.one(tx, { withdrawal_id })).found) return
  await refuseWithdrawal(tx, { withdrawal_id, actor: 'system', reason: 'account_entered_before_lock' })
}
