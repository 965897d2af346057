// Bank details and lines as wire objects. Account numbers are masked except in the owner's own bank
// details.
import type { AdminBankLine } from '@fairturn/contract/backoffice/banking'
import type { BankDetails, payee as payeeSchema } from '@fairturn/contract/banking'
import { formatMoney } from '@fairturn/contract/money'
import type { z } from 'zod'
import { type BankDetailsRow, maskedAccount, type Payee, type Hold } from './bank-details.ts'
import type { LineInDetail, LineRow, StatementRow } from './bank-lines.store.ts'
import type { BankLine } from './bank-statement.ts'
import type { MappingRow } from './csv-mappings.ts'
import type { ListedRefund } from './unmatched-payments.store.ts'

const moneyOrNull = (minor: bigint | null) => (minor === null ? null : formatMoney(minor))
const instantOrNull = (at: Date | null) => at?.toISOString() ?? null

export const bankOnWire = ({ updated_at, ...details }: BankDetailsRow): BankDetails => ({
  bank_code: details.bank_code,
  bank_name: details.bank_name,
  holder: details.holder,
  account_number: details.account_number,
  iban: details.iban,
  updated_at: updated_at.toISOString(),
})

export const payeeOnWire = (payee: Payee): z.infer<typeof payeeSchema> => ({
  holder: payee.holder,
  bank_name: payee.bank_name,
  account: maskedAccount(payee),
  country: payee.country,
})

/** The bank's data, before any decision. */
export const readLineOnWire = (line: BankLine) => ({
  booking_day: line.booking_day,
  value_day: line.value_day,
  amount: formatMoney(line.amount_minor),
  direction: line.direction,
  bank_reference: line.bank_reference,
  remittance: line.remittance,
  counterparty: { name: line.counterparty_name, account: line.counterparty_account },
})

export const holdOnWire = (hold: Hold | undefined) =>
  hold === undefined ? null : { until: hold.until.toISOString(), reason: hold.reason }

/** `actor`: the caller. */
export const bankStatementOnWire = (row: StatementRow, actor: string) => ({
  _id: row.id,
  format: row.format,
  account: maskedAccount({ iban: null, account_number: row.account }),
  statement_id: row.statement_id,
  from_day: row.from_day,
  to_day: row.to_day,
  opening: moneyOrNull(row.opening_minor),
  closing: moneyOrNull(row.closing_minor),
  gap: row.gap,
  hold: row.hold,
  imported_by: row.importer,
  confirmed_by: row.confirmer,
  your_import: row.imported_by === actor,
  file_name: row.file_name,
  lines: row.line_count,
  known_lines: row.known_count,
  undecided_lines: row.undecided,
  imported_at: row.imported_at.toISOString(),
})

export const lineOnWire = (line: LineRow): AdminBankLine => ({
  ...readLineOnWire(line),
  _id: line.id,
  statement_id: line.statement_id,
  reversal: line.reversal,
  end_to_end_id: line.end_to_end_id,
  return_reason: line.return_reason,
  state: line.state,
  finding: line.finding,
  deposit_id: line.deposit_id,
  withdrawal_id: line.withdrawal_id,
  refund_id: line.refund_id,
  resolution: line.resolution,
})

export const lineInDetailOnWire = (line: LineInDetail, actor: string) => ({
  ...lineOnWire(line),
  batch_id: line.batch_id,
  decided_at: instantOrNull(line.decided_at),
  resolved_by: line.resolver,
  imported_by: line.importer,
  confirmed_by: line.confirmer,
  your_import: line.imported_by === actor,
  your_confirmation: line.confirmed_by === actor,
  proposal: proposalOnWire(line),
})

export const proposalOnWire = (row: Pick<LineInDetail, 'proposal_id' | 'proposer' | 'proposed_at'>) =>
  row.proposal_id === null
    ? null
    : { _id: row.proposal_id, proposed_by: row.proposer!, proposed_at: row.proposed_at!.toISOString() }

export const refundOnWire = (row: ListedRefund) => ({
  _id: row.id,
  line_id: row.line_id,
  reference: row.reference,
  amount: formatMoney(row.amount_minor),
  holder: row.holder,
  account: row.iban ?? row.account_number ?? '',
  status: row.status,
  reason: row.reason,
  approved_at: row.approved_at.toISOString(),
  sent_at: instantOrNull(row.sent_at),
  settled_at: instantOrNull(row.settled_at),
  settled_reason: row.settled_reason,
  batch_id: row.batch_id,
})

export const mappingOnWire = ({ id, name, mapping, changed_at }: MappingRow) => ({
  _id: id,
  name,
  mapping,
  changed_at: changed_at.toISOString(),
})
