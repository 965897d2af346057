// A bank statement, independent of its file format: balances and booked lines.
import { unreadable } from './bank-xml.ts'

export interface BankLine {
  readonly booking_day: string
  readonly value_day: string | null
  /** Minor units, positive; `direction` gives the sign. */
  readonly amount_minor: bigint
  readonly direction: 'credit' | 'debit'
  /** Reverses an earlier booking. */
  readonly reversal: boolean
  /** The bank's reference of the booking. */
  readonly bank_reference: string | null
  readonly end_to_end_id: string | null
  /** Message id or batch id of one of our payment files. */
  readonly batch_id: string | null
  readonly remittance: string
  readonly counterparty_name: string | null
  /** IBAN or account number. */
  readonly counterparty_account: string | null
  /** BIC of their bank. */
  readonly counterparty_swift: string | null
  readonly return_reason: string | null
}

/** What a booking has, whatever is in it. */
export type EntryFields = Pick<
  BankLine,
  'booking_day' | 'value_day' | 'amount_minor' | 'direction' | 'reversal' | 'bank_reference'
>

/** What a bank takes for a payment in one booking with it, as a line of its own. */
export const feeLine = (whole: EntryFields, fee_minor: bigint): BankLine => ({
  ...whole,
  amount_minor: fee_minor,
  end_to_end_id: null,
  batch_id: null,
  remittance: 'Charges of the bank in one booking with a payment',
  counterparty_name: null,
  counterparty_account: null,
  counterparty_swift: null,
  return_reason: null,
})

export interface BankBalance {
  readonly day: string
  readonly amount_minor: bigint
}

export interface BankStatement {
  readonly format: string
  /** The bank's id of the statement; unique together with account and last day. */
  readonly statement_id: string
  readonly account: string
  readonly currency: string
  readonly from_day: string
  readonly to_day: string
  /** Null if the file has none, like a CSV without a balance column. */
  readonly opening: BankBalance | null
  readonly closing: BankBalance | null
  /** ElctrncSeqNb and LglSeqNb: the bank's numbers of its statements. */
  readonly electronic_no: bigint | null
  readonly legal_no: bigint | null
  readonly lines: readonly BankLine[]
  /** The first of them. */
  readonly skipped?: readonly SkippedRecord[]
  readonly skipped_count?: number
}

/** A record that is no line: not booked, as the mapping says, or of the amount zero. */
export interface SkippedRecord {
  readonly why: 'not_booked' | 'no_booking' | 'at_the_start' | 'at_the_end' | 'zero' | 'balance'
  readonly text: string
}
export interface CsvStatement extends BankStatement {
  readonly skipped: readonly SkippedRecord[]
  readonly skipped_count: number
}

export const MAX_SKIPPED_SHOWN = 20

/** Per statement; a 20 MB file has about 25 000 lines in camt.053, more in CSV. */
export const MAX_LINES = 50_000
const MAX_DIGITS = 13

/** Parses a bank's decimal into minor units, never negative: the sign is separate. Decimals beyond two must be zeros. */
export function readDecimal(text: string | undefined, where: string | number): bigint {
  const match = /^\+?(\d*)(?:\.(\d*))?$/.exec(text ?? '')
  const whole = match?.[1] ?? ''
  const decimals = (match?.[2] ?? '').replace(/0+$/, '')
  if (match === null || `${whole}${match[2] ?? ''}` === '' || decimals.length > 2)
    throw unreadable('amount', where)
  if (whole.replace(/^0+/, '').length > MAX_DIGITS) throw unreadable('amount', where)
  return BigInt(`${whole === '' ? '0' : whole}${decimals.padEnd(2, '0')}`)
}

/** No account is older; a day before it is misread, as 0026. */
const FIRST_DAY = '2000-01-01'

/** Parses a date or an instant into a day like `2026-11-20`. It is the bank's day, so no time zone is applied. */
export function readDay(text: string | undefined, where: string | number): string {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[TZ+-])/.exec(text ?? '')?.[1]
  const at = new Date(`${day}T00:00:00Z`)
  if (day === undefined || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw unreadable('day', where)
  if (day < FIRST_DAY) throw unreadable('year', where)
  return day
}

/** Credits minus debits, in minor units. */
export const sumOf = (lines: readonly BankLine[]): bigint =>
  lines.reduce(
    (sum, { direction, amount_minor }) => sum + (direction === 'credit' ? amount_minor : -amount_minor),
    0n,
  )

/** The text of a line for several payments that the bank has booked together; it is shown in lists as what the bank said. */
export const collectiveText = (count: number, text: string): string =>
  `Collective entry of ${count} payments${text === '' ? '' : `: ${text}`}`

export const isCollectiveText = (text: string): boolean =>
  /^Collective entry of \d+ payments(?::|$)/.test(text)
