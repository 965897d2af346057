import { formatMoney } from '@fairturn/contract/minor-units'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const selectOwnDeposits = statement(
  `-- deposits_own_deposits
  select id as deposit_id, method, reference, amount_minor, received_minor, status, reason, campaign_id, campaign_outcome, created_at, settled_at
  from deposit where member_id = $member_id order by id desc`,
  {
    params: { member_id: 'uuid' },
    columns: {
      deposit_id: 'uuid',
      method: 'text',
      reference: 'text',
      amount_minor: 'int8',
      received_minor: 'int8?',
      status: 'text',
      reason: 'text?',
      campaign_id: 'uuid?',
      campaign_outcome: 'text?',
      created_at: 'timestamptz',
      settled_at: 'timestamptz?',
    },
  },
)
const expireAwaited = statement(
  `-- deposits_expire_awaited
  update deposit set status = 'expired', settled_at = $settled_at where member_id = $member_id and status = 'awaiting'`,
  { params: { member_id: 'uuid', settled_at: 'timestamptz' } },
)
/** Every deposit, with the field names of contract/src/personal-data.ts. */
export async function depositData(on: Queryable, member_id: string) {
  const deposits = await selectOwnDeposits.all(on, { member_id })
  return deposits.map(({ amount_minor, received_minor, ...deposit }) =>
    Object.assign(deposit, {
      amount: formatMoney(amount_minor),
      received: received_minor === null ? null : formatMoney(received_minor),
    }),
  )
}

/** Cancels awaited deposits. Money that arrives later stays unmatched. */
export async function endAwaitedDeposits(tx: Tx, member_id: string): Promise<void> {
  await expireAwaited.all(tx, { member_id, settled_at: tx.now })
}
