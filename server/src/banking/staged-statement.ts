// A statement on its way from the parser's thread to the database: its header, and its lines as chunks of JSON that SQL
// unpacks, so that the main thread creates no object per line.
import { hash } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { type BankLine, type BankStatement, sumOf } from './bank-statement.ts'

const CHUNK_LINES = 500

export interface StagedStatement extends Omit<BankStatement, 'lines'> {
  /** SHA-256 of its file. */
  readonly file_hash: Uint8Array
  readonly line_count: number
  /** Credits minus debits. */
  readonly sum_minor: bigint
  /** The latest day in it. */
  readonly lastBookingDay: string
  /** JSON arrays in UTF-8, each of at most 500 lines with their ids, numbers and identities. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** `now`: timestamp of the lines' ids. */
export function stageStatement(
  { lines, ...head }: BankStatement,
  { now, file_hash }: { now: Date; file_hash: Uint8Array },
): StagedStatement {
  const identified = identify(lines)
  const numbered = lines.map((line, i) => ({
    ...line,
    amount_minor: String(line.amount_minor), // JSON has no bigint
    id: newId(now),
    line_no: i + 1,
    ...identified[i],
  }))
  const encoder = new TextEncoder()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < numbered.length; at += CHUNK_LINES)
    chunks.push(encoder.encode(JSON.stringify(numbered.slice(at, at + CHUNK_LINES))))
  const lastBookingDay = lines.reduce(
    (last, { booking_day }) => (booking_day > last ? booking_day : last),
    head.to_day,
  )
  return { ...head, lastBookingDay, file_hash, line_count: lines.length, sum_minor: sumOf(lines), chunks }
}

/**
 * Identity of a booking, in hexadecimal: the bank's reference, otherwise all fields; equal lines are numbered. Whether
 * equal lines of two statements are one booking depends on the days they cover (statement-acceptance.ts).
 */
function identify(lines: readonly BankLine[]): { identity: string; identity_no: number }[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { booking_day, amount_minor, direction, bank_reference } = line
    const booking = [booking_day, String(amount_minor), direction]
    const fields =
      bank_reference !== null
        ? ['reference', ...booking, bank_reference, line.end_to_end_id]
        : [
            'text',
            ...booking,
            line.end_to_end_id,
            line.remittance,
            line.counterparty_name,
            line.counterparty_account,
          ]
    const text = JSON.stringify(fields)
    const identity_no = (seen.get(text) ?? 0) + 1
    seen.set(text, identity_no)
    return { identity: hash('sha256', text), identity_no }
  })
}
