import { formatMoney } from '@fairturn/contract/minor-units'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const selectOwnDeposits = statement<{
  amount_minor: bigint
  received_minor: bigint | null
}>(`-- deposits_own_deposits
  select id as deposit_id, method, reference, amount_minor, received_minor, status, reason, created_at, settled_at
  from deposit where member_id = $1 order by id desc`)
const expireAwaited = statement(`-- deposits_expire_awaited
  update deposit set status = 'expired', settled_at = $2 where member_id = $1 and status = 'awaiting'`)
/** Every deposit, with the field names of contract/src/account.ts. */
export async function depositData(on: Queryable, member_id: string) {
  const deposits = await selectOwnDeposits.all(on, member_id)
  return deposits.map(({ amount_minor, received_minor, ...deposit }) =>
    Object.assign(deposit, {
      amount: formatMoney(amount_minor),
      received: received_minor === null ? null : formatMoney(received_minor),
    }),
  )
}

/** Cancels awaited deposits. Money that arrives later stays unmatched. */
export async function endAwaitedDeposits(tx: Tx, member_id: string): Promise<void> {
  await expireAwaited.all(tx, member_id, tx.now)
}
