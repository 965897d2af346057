import { statement } from '../database/statement.ts'
import { sortedList } from '../http/sorting.ts'
import type { DepositRow } from './deposits.store.ts'

export interface AdminDepositRow extends DepositRow {
  readonly username: string
}

const DEPOSIT = `d.id, d.member_id, d.method, d.amount_minor, d.reference, d.status, d.created_at, d.expires_at, d.settled_at,
  d.received_minor, d.evidence, d.settled_by, d.reason, d.checkout_session, d.checkout_url, d.checkout_expires_at, m.username`
const DEPOSITS = `deposit d join member m on m.id = d.member_id`

/** By $1 status, $2 method, $3 member, $4 the whole reference; $5 a pattern of references, and $6 of how names begin. */
export const listOfficeDeposits = sortedList<AdminDepositRow, 'created_at' | 'amount'>({
  name: 'deposits_office_deposits',
  select: `select ${DEPOSIT} from ${DEPOSITS}
   where ($1::text is null or d.status = $1) and ($2::text is null or d.method = $2)
     and ($3::uuid is null or d.member_id = $3) and ($4::text is null or d.reference = $4)
     and ($5::text is null or d.reference ilike $5 or m.username ilike $6)`,
  parameters: 6,
  columns: {
    created_at: { by: 'created_at', type: 'timestamptz' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'created_at.desc',
})

export const selectOfficeDeposit = statement<AdminDepositRow>(
  'deposits_office_deposit',
  `select ${DEPOSIT} from ${DEPOSITS} where d.id = $1`,
)
