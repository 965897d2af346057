// What a security lock does to a member's money on its way out (decision 035): the payout account of before stands again, and what
// was asked to be paid elsewhere is available again. Nothing is taken from a payment file: the bank may carry that out.
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { getMemberLocked } from '../members/members.ts'
import { type Payee, putBackBankDetails, samePayee } from '../banking/banking.ts'
import { refuseWithdrawal } from './approve-withdrawal.ts'
import { inPaymentFile } from './withdrawals.store.ts'

const selectWaiting = statement<Payee & { id: string }>(
  'payments_waiting_withdrawals_of',
  `select id, bank_code, bank_name, country, swift, holder, account_number, iban from withdrawal
   where member_id = $1 and status in ('requested', 'approved') and requested_at <= $2 order by id`,
)

/** `since`: from then on changes are not trusted; `at`: when the lock began. Doing it again changes nothing. */
export async function putBackPayouts(
  database: Database,
  lock: { member_id: string; since: Date; at: Date },
): Promise<void> {
  const standing = await database.transaction(async (tx) => {
    await getMemberLocked(tx, lock.member_id)
    return await putBackBankDetails(tx, lock)
  })
  for (const withdrawal of await selectWaiting.all(database, lock.member_id, lock.at)) {
    if (standing !== undefined && samePayee(standing, withdrawal)) continue
    if ((await inPaymentFile.one(database, withdrawal.id)).found) continue
    const reason = 'It would have gone to an account that was entered shortly before the security lock.'
    await database.transaction((tx) =>
      refuseWithdrawal(tx, { withdrawal_id: withdrawal.id, actor: 'system', reason }),
    )
  }
}
