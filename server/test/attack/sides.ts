// The calls that are one side's work, the others' refusal (roles.test.ts).
import type { Side } from '@fairturn/contract/backoffice/roles'

export const SIDE_OF: Readonly<Record<string, Side>> = {
  'POST backoffice/bank-connection/by-hand': 'in',
  'POST backoffice/bank-lines/:line_id/assign': 'in',
  'POST backoffice/bank-lines/:line_id/confirm': 'in',
  'POST backoffice/bank-mappings': 'in',
  'POST backoffice/bank-mappings/trial': 'in',
  'POST backoffice/bank-statements': 'in',
  'POST backoffice/bank-statements/:statement_id/confirm': 'in',
  'POST backoffice/bank-statements/:statement_id/discard': 'in',
  'POST backoffice/bank-statements/:statement_id/revoke': 'in',
  'POST backoffice/card-events/:event_id/resolve': 'in',
  'POST backoffice/deposits/:deposit_id/refuse': 'in',
  'POST backoffice/ledger/adjustments': 'in',
  'POST backoffice/members/:member_id/payout-account': 'in',
  'POST backoffice/members/:member_id/refund': 'in',
  'POST backoffice/opening-balance': 'in',
  'POST backoffice/payout-reports': 'in',
  'POST backoffice/bank-lines/:line_id/refund': 'out',
  'POST backoffice/payout-batches': 'out',
  'POST backoffice/payout-batches/:batch_id/drop': 'out',
  'POST backoffice/payout-batches/:batch_id/late': 'out',
  'POST backoffice/payout-batches/:batch_id/export': 'out',
  'POST backoffice/payout-batches/:batch_id/send': 'out',
  'POST backoffice/withdrawals/:withdrawal_id/approve': 'out',
  'POST backoffice/withdrawals/:withdrawal_id/refuse': 'out',
}
