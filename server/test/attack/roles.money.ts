// Rows of the role matrix: banking, the ledger, proofs of liabilities.
import type { Matrix } from './matrix.ts'

export const money: Matrix = {
  // transparency: proofs of liabilities
  'GET backoffice/proofs': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/proofs.csv': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/proofs': { roles: ['finance', 'owner'] },
  'POST backoffice/proofs/keys': { roles: ['owner'], recent: true },

  'GET backoffice/money-queues': { roles: ['finance', 'auditor', 'owner'] },

  // payments: money in
  'GET backoffice/bank-statements': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-statements': { roles: ['finance', 'owner'] },
  'GET backoffice/bank-statements.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-statements/:statement_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-statements/:statement_id/confirm': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { closing: '1.00', credits: '0.00', lines: [] },
  },
  'GET backoffice/bank-statements/:statement_id/unconfirmed-lines': {
    roles: ['finance', 'auditor', 'owner'],
  },
  'GET backoffice/bank-statements/:statement_id/confirmation': {
    roles: ['finance', 'auditor', 'owner'],
  },
  'POST backoffice/bank-statements/:statement_id/revoke': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'The bank says otherwise.' },
  },
  'GET backoffice/bank-connection': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-connection/by-hand': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'The bank delivers nothing today.' },
  },
  'POST backoffice/opening-balance': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'What was there before.' },
  },
  'POST backoffice/bank-statements/:statement_id/discard': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'Of another month. It is written down.' },
  },
  'POST backoffice/bank-lines/:line_id/confirm': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { credit: true, reason: 'He paid more. It is written down.' },
  },
  'GET backoffice/bank-lines': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-lines.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-lines/:line_id': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/bank-lines/:line_id/suggestions': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-lines/:line_id/assign': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { member_id: '00000000-0000-7000-8000-000000000000', reason: 'Hers. It is written down.' },
  },
  'POST backoffice/bank-lines/:line_id/resolve': {
    roles: ['finance', 'owner'],
    body: { reason: 'Booked. It is written down.' },
  },
  'POST backoffice/bank-lines/:line_id/book': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { charge: 'bank_fee', reason: 'The fee of the month.' },
  },
  'GET backoffice/bank-lines/:line_id/payouts': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-lines/:line_id/payout': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reference: 'FW-0000-0000', reason: 'The bank took its fee with it.' },
  },
  'POST backoffice/bank-lines/:line_id/refund': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      holder: 'Erika',
      account: '1234',
      city: 'Berlin',
      country: 'DE',
      reason: 'By mistake. It is written down.',
    },
  },
  'GET backoffice/refunds': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/refunds.csv': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/refunds/:refund_id/take-back': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'Banks cannot read its name.' },
  },
  'GET backoffice/bank-mappings': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/bank-mappings': {
    roles: ['finance', 'owner'],
    body: {
      name: 'Bank',
      mapping: {
        separator: ';',
        decimal: ',',
        day_format: 'dd.MM.yyyy',
        encoding: 'utf-8',
        skip_lines: 0,
        newest_first: false,
        amounts: 'signed',
        columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'] },
      },
    },
  },
  'POST backoffice/bank-mappings/trial': { roles: ['finance', 'owner'] },
  'GET backoffice/bank-balances': {
    roles: ['finance', 'auditor', 'owner'],
    query: { from: '2026-11-01', to: '2026-11-20' },
  },
  'GET backoffice/reconciliation': { roles: ['finance', 'auditor', 'owner'], query: { day: '2026-11-20' } },
  'GET backoffice/deposits': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/deposits.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/deposits/:deposit_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/deposits/:deposit_id/refuse': {
    roles: ['finance', 'owner'],
    body: { reason: 'Not ours. It is written down.' },
  },
  'GET backoffice/card-events': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/card-events.csv': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/card-events/:event_id/resolve': {
    roles: ['finance', 'owner'],
    body: { reason: 'Booked. It is written down.' },
  },

  // invoices
  'GET backoffice/invoices': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/journal': {
    roles: ['finance', 'auditor', 'owner'],
    query: { from: '2026-11-01', to: '2026-11-20' },
  },
  'GET backoffice/vat-summary': {
    roles: ['finance', 'auditor', 'owner'],
    query: { from: '2026-11-01', to: '2026-11-20' },
  },
  'GET backoffice/vat-summary.csv': {
    roles: ['finance', 'auditor', 'owner'],
    query: { from: '2026-11-01', to: '2026-11-20' },
  },
  'GET backoffice/journal.csv': {
    roles: ['finance', 'auditor', 'owner'],
    query: { from: '2026-11-01', to: '2026-11-20' },
  },
  'GET backoffice/invoices.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/invoices/:invoice_id': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/invoices/:invoice_id/file': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/billing/:member_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/billing/:member_id/confirm-number': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { vat_number: 'DE136695976', reason: 'Letter of the tax office, in the file.' },
  },

  // payments: money out
  'GET backoffice/withdrawals': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/withdrawals.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/withdrawals/:withdrawal_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/withdrawals/:withdrawal_id/approve': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {},
  },
  'POST backoffice/withdrawals/:withdrawal_id/refuse': {
    roles: ['finance', 'owner'],
    body: { reason: 'account_does_not_exist' },
  },
  'GET backoffice/payout-batches': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/payout-batches.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/payout-batches/:batch_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/payout-batches': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      withdrawal_ids: ['00000000-0000-7000-8000-000000000000'],
      format: 'pain.001.001.03',
      execution_day: '2026-11-23',
    },
  },
  'POST backoffice/payout-batches/:batch_id/export': { roles: ['finance', 'owner'], recent: true },
  'POST backoffice/payout-batches/:batch_id/send': { roles: ['finance', 'owner'], recent: true },
  'POST backoffice/payout-batches/:batch_id/late': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { outcome: 'sent', reason: 'The bank has it.' },
  },
  'POST backoffice/payout-batches/:batch_id/drop': { roles: ['finance', 'owner'] },
  'POST backoffice/payout-reports': { roles: ['finance', 'owner'] },

  // the ledger
  'GET backoffice/ledger/accounts': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts/:account_id': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts/:account_id/postings': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/accounts/:account_id/postings.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries/:entry_id': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/entries/:entry_id/verification': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/chains': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/chains/:chain/verification': {
    roles: ['finance', 'auditor', 'owner'],
    params: { chain: '1' },
  },
  'POST backoffice/ledger/adjustments': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      adjustment: 'goodwill',
      from: { kind: 'cash' },
      to: { kind: 'cash' },
      amount: '1.00',
      refers_to: 'a call of November',
      reason: 'The page was down that day.',
    },
  },
  'GET backoffice/ledger/checks': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/checks.csv': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/checks/:run_id': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/ledger/checks': { roles: ['finance', 'owner'] },
  'GET backoffice/ledger/standing': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/freezes': { roles: ['finance', 'auditor', 'owner'] },
  'GET backoffice/ledger/freezes.csv': { roles: ['finance', 'auditor', 'owner'] },
  'POST backoffice/ledger/freezes/:freeze_id/release': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { reason: 'It was settled. It is written down.' },
  },
  'POST backoffice/members/:member_id/refund': {
    roles: ['finance', 'owner'],
    recent: true,
    body: {
      amount: '1.00',
      subject: 'order',
      refers_to: '00000000-0000-7000-8000-000000000000',
      reason: 'We were wrong. It is written down.',
    },
  },
  'POST backoffice/members/:member_id/payout-account': {
    roles: ['finance', 'owner'],
    recent: true,
    body: { holder: 'Erika', iban: 'DE02120300000000202051', reason: 'She lost the old one.' },
  },
}
