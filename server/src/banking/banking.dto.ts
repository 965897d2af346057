import { bankStatement } from '@fairturn/contract/backoffice/bank-statements'
// DTOs of bank details and lines. Account numbers are masked, except a member's own.
import {
  type AdminBankLine,
  bankLine,
  bankLineInDetail,
  type ListedLine as ListedLineOnWire,
  refund,
} from '@fairturn/contract/backoffice/banking'
import { type BankDetails, bankDetails, payee as payeeShape } from '@fairturn/contract/banking'
import { formatMoney } from '@fairturn/contract/minor-units'
import { maskName, type WithdrawalDelay } from '../members/members.ts'
import { onWire } from '../platform/http/wire.ts'
import { reasonTextOrNull } from '../platform/texts/reasons.ts'
import { type BankDetailsRow, maskedBankAccount, type Payee } from './bank-details.ts'
import { isAccountUnread, type LineInDetail, type LineRow, type ListedLine } from './bank-lines.store.ts'
import type { BankLine } from './bank-statement.ts'
import type { StatementRow } from './bank-statements.store.ts'
import type { MappingRow } from './csv-mappings.ts'
import type { ListedRefund } from './unmatched-payments.store.ts'

export const bankOnWire = (row: BankDetailsRow): BankDetails => onWire(bankDetails, row, {})

export const payeeOnWire = (payee: Payee) => onWire(payeeShape, payee, { account: maskedBankAccount(payee) })

const counterpartyOf = ({ counterparty_name: name, counterparty_account: account }: BankLine) => ({
  counterparty: { name, account },
})

/** The bank's data, before any decision. */
export const readLineOnWire = (line: BankLine) => ({
  booking_day: line.booking_day,
  value_day: line.value_day,
  amount: formatMoney(line.amount_minor),
  direction: line.direction,
  bank_reference: line.bank_reference,
  remittance: line.remittance,
  ...counterpartyOf(line),
})

export const payoutDelayOnWire = (delay: WithdrawalDelay | undefined) =>
  delay === undefined ? null : { until: delay.until.toISOString(), reason: delay.reason }

/**
 * `actor`: the caller; `side`: who can sign in on the side that brings money in. Without balances until it is accepted: who
 * confirms it types what they read at the bank.
 */
export const bankStatementOnWire = (row: StatementRow, actor: string, side: readonly string[]) =>
  onWire(bankStatement, isAccepted(row) ? row : { ...row, opening_minor: null, closing_minor: null }, {
    account: maskedBankAccount({ iban: null, account_number: row.account }),
    imported_by: row.importer,
    confirmed_by: row.confirmer,
    your_import: row.imported_by === actor,
    waits_for: row.status === 'unconfirmed' ? side.filter((username) => username !== row.importer) : [],
    lines: row.line_count,
    known_lines: row.known_count,
    undecided_lines: row.undecided,
  })

const isAccepted = ({ status }: StatementRow): boolean => status === 'accepted' || status === 'revoked'

/** Payers are masked, also of a line that is nobody's: it may be a member's. Its text is not, by which it is matched. */
export const lineOnWire = (line: LineRow): AdminBankLine =>
  onWire(bankLine, line, {
    ...maskedCounterpartyOf(line),
    account_findings: accountFindingsOf(line),
    state: line.status,
  })

const accountFindingsOf = ({
  account_disputed,
  account_misread,
  account_not_shown,
}: LineRow): AdminBankLine['account_findings'] => [
  ...(account_disputed ? ['disputed' as const] : []),
  ...(account_misread > 0 ? ['misread' as const] : []),
  ...(account_not_shown ? ['not_shown' as const] : []),
]

/** In a list, at `now`; `for_you`: it waits for the caller. */
export const listedLineOnWire = (line: ListedLine, now: Date, for_you: boolean): ListedLineOnWire => {
  const { proposal_id, proposer, proposed_at, proposal_expires_at } = line
  const { payout_reference, payout_minor } = line
  const isOpen = proposal_expires_at !== null && proposal_expires_at > now
  return {
    ...lineOnWire(line),
    decided_at: line.decided_at?.toISOString() ?? null,
    for_you,
    proposal: isOpen
      ? { _id: proposal_id!, proposed_by: proposer!, proposed_at: proposed_at!.toISOString() }
      : null,
    named_payout:
      payout_reference === null ? null : { reference: payout_reference, payout: formatMoney(payout_minor!) },
  }
}

function maskedCounterpartyOf(line: LineRow) {
  const isMembers = line.deposit_id !== null || line.withdrawal_id !== null
  const { counterparty_name: name, counterparty_account: account } = line
  return {
    remittance: isMembers && line.remittance !== '' ? maskName(line.remittance) : line.remittance,
    counterparty: {
      name: name === null ? null : maskName(name),
      account: account === null ? null : maskedBankAccount({ iban: null, account_number: account }),
    },
  }
}

interface Chargeable {
  readonly may_be_charge: boolean
  /** VAT owed to the state; null if it is none. */
  readonly owed_minor: bigint | null
}

export const lineInDetailOnWire = (
  line: LineInDetail,
  actor: string,
  { may_be_charge, owed_minor }: Chargeable,
) =>
  onWire(bankLineInDetail, line, {
    counterparty: {
      name: line.counterparty_name,
      account: isAccountUnread(line)
        ? maskedCounterpartyOf(line).counterparty.account
        : line.counterparty_account,
    },
    account_unread: isAccountUnread(line),
    account_findings: accountFindingsOf(line),
    may_be_charge,
    vat_owed: owed_minor === null ? null : formatMoney(owed_minor),
    payment_file: line.file_id === null ? null : { _id: line.file_id, reference: line.file_reference! },
    state: line.status,
    resolved_by: line.resolver,
    imported_by: line.importer,
    confirmed_by: line.confirmer,
    your_import: line.imported_by === actor,
    proposed_by: line.line_proposer,
    your_confirmation: [line.confirmed_by, line.statement_confirmed_by, line.proposed_by].includes(actor),
    proposal: line.proposal_kind === null ? null : { ...proposalOnWire(line)!, kind: line.proposal_kind },
  })

export const proposalOnWire = (row: Pick<LineInDetail, 'proposal_id' | 'proposer' | 'proposed_at'>) =>
  row.proposal_id === null
    ? null
    : { _id: row.proposal_id, proposed_by: row.proposer!, proposed_at: row.proposed_at!.toISOString() }

export const refundOnWire = (row: ListedRefund, your_duty: 'approved' | 'brought_in' | null) =>
  onWire(refund, row, {
    your_duty,
    settled_reason: reasonTextOrNull(row.settled_reason, 'en'),
    holder: row.holder === '' ? '' : maskName(row.holder),
    account: row.holder === '' ? '' : maskedBankAccount(row),
  })

export const mappingOnWire = ({ id, name, mapping, changed_at }: MappingRow) => ({
  _id: id,
  name,
  mapping,
  changed_at: changed_at.toISOString(),
})
