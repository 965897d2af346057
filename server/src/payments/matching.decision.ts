// What is decided about a line of the bank, and which of our references a line names.
import { type LineRow, readReference, type ReferencePrefix } from '../banking/banking.ts'
import type { Arrival } from '../deposits/deposits.ts'

export interface Decision {
  readonly line: LineRow
  readonly state: 'held' | 'matched' | 'differs' | 'unmatched' | 'unexplained'
  readonly finding: string
  readonly deposit_id?: string
  readonly withdrawal_id?: string
  readonly refund_id?: string
  /** What is credited to the deposit. */
  readonly arrival?: Arrival
}

/** References that a line names, each once: what the bank carried for the payer before what the payer wrote. */
export function referencesIn(line: LineRow, prefix: ReferencePrefix): string[] {
  const texts = [line.end_to_end_id, line.remittance]
  return [...new Set(texts.flatMap((text) => (text === null ? [] : (readReference(prefix, text) ?? []))))]
}
