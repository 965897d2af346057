// A member's withdrawals for data export and account closing, and the retention of payees: anti-money-laundering law
// requires them for years.
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { IdentityEvidence } from '@fairturn/contract/withdrawals'
import { deleteFormerAccounts } from '../banking/banking.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { drain, runEach } from '../platform/queue/batches.ts'
import { withdrawalReasonText } from './withdrawals.dto.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

/** Directive (EU) 2015/849, article 40: five years after the business relationship, or the occasional transaction. */
const PAYEES_KEPT_YEARS = 5
const ERASED_AT_ONCE = 500

const selectOwnWithdrawals = statement(
  `-- withdrawals_own_withdrawals
  select id as withdrawal_id, reference, amount_minor, fee_minor, status, reason, bank_name as bank, holder,
    account_number, iban, payee_address as address, to_send, requested_at, approved_at, sent_at, settled_at
  from withdrawal where member_id = $member_id order by id desc`,
  {
    params: { member_id: 'uuid' },
    columns: {
      withdrawal_id: 'uuid',
      reference: 'text',
      amount_minor: 'int8',
      fee_minor: 'int8',
      status: typed<WithdrawalRow['status']>('text'),
      reason: 'text?',
      bank: 'text?',
      holder: 'text',
      account_number: 'text?',
      iban: 'text?',
      address: 'jsonb?',
      to_send: typed<readonly IdentityEvidence[]>('text[]'),
      requested_at: 'timestamptz',
      approved_at: 'timestamptz?',
      sent_at: 'timestamptz?',
      settled_at: 'timestamptz?',
    },
  },
)
const selectUnderWay = statement(
  `-- withdrawals_under_way
  select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint as amount_minor from withdrawal
  where member_id = $member_id and status in ('requested', 'approved', 'sent')`,
  { params: { member_id: 'uuid' }, columns: { count: 'int4', amount_minor: 'int8' } },
)
const erasePayees = statement(
  `-- withdrawals_erase_payees
  select withdrawals_erase_payees($now, $limit) as erased`,
  { params: { now: 'timestamptz', limit: 'int4' }, columns: { erased: 'int4' } },
)
const eraseRefundPayees = statement(
  `-- withdrawals_erase_refund_payees
  select withdrawals_erase_refund_payees($now, $limit) as erased`,
  { params: { now: 'timestamptz', limit: 'int4' }, columns: { erased: 'int4' } },
)
const eraseCounterparties = statement(
  `-- withdrawals_erase_counterparties
  select withdrawals_erase_counterparties($now, $limit) as erased`,
  { params: { now: 'timestamptz', limit: 'int4' }, columns: { erased: 'int4' } },
)
const eraseRefundProposals = statement(
  `-- withdrawals_erase_refund_proposals
  select erase_refund_proposals($now::timestamptz - make_interval(years => $payees_kept_years), $now) as erased`,
  { params: { now: 'timestamptz', payees_kept_years: 'int4' }, columns: { erased: 'int8' } },
)

/** Every withdrawal, with the field names of contract/src/personal-data.ts; account numbers unmasked. */
export async function withdrawalData(on: Queryable, member_id: string, locale: Locale) {
  const withdrawals = await selectOwnWithdrawals.all(on, { member_id })
  return withdrawals.map(({ amount_minor, fee_minor, ...withdrawal }) =>
    Object.assign(withdrawal, {
      reason: withdrawalReasonText(withdrawal, locale),
      amount: formatMoney(amount_minor),
      fee: formatMoney(fee_minor),
    }),
  )
}

/** Count and sum of withdrawals that are not settled or may still be returned. */
export const withdrawalsUnderWay = (on: Queryable, member_id: string) => selectUnderWay.one(on, { member_id })

/**
 * Applies the retention period: deletes payees and counterparties of accounts closed for five years, those of lines
 * without an account five years after booking, and refunds' payees five years after arrival. Returns the number of rows.
 */
export async function deletePayees(database: Database): Promise<number> {
  const now = database.clock.now()
  let erased = 0
  const eraseAll = (each: typeof erasePayees) => async () => {
    erased += await drain(
      ERASED_AT_ONCE,
      async () => (await each.one(database, { now, limit: ERASED_AT_ONCE })).erased,
    )
  }
  await runEach([
    ...[erasePayees, eraseRefundPayees, eraseCounterparties].map(eraseAll),
    () => deleteFormerAccounts(database, now),
    async () => {
      erased += Number(
        (await eraseRefundProposals.one(database, { now, payees_kept_years: PAYEES_KEPT_YEARS })).erased,
      )
    },
  ])
  return erased
}
