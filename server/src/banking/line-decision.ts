// The decision about a bank line, and the references it names.
import type { LineRow } from './bank-lines.store.ts'
import { readReference, type ReferencePrefix } from './references.ts'
import type { AccountId } from '../ledger/ledger.ts'

export interface Arrival {
  readonly deposit_id: string
  /** What arrived, which may be more or less than was announced. */
  readonly amount_minor: bigint
  /** What shows it, e.g. `camt.053 2026-11-20 line 7`; one line credits one deposit. */
  readonly evidence: string
  /** Who decides, e.g. `operator:<id>`. */
  readonly actor: string
  /** The account that has held the money as unmatched; without it the money comes from the bank. */
  readonly kept_on?: AccountId
}

export interface Decision {
  readonly line: LineRow
  readonly state: 'held' | 'matched' | 'differs' | 'unmatched' | 'unexplained'
  readonly finding: string
  readonly deposit_id?: string
  readonly withdrawal_id?: string
  readonly refund_id?: string
  /** The amount credited to the deposit. */
  readonly arrival?: Arrival
}

/** References that a line names, each once: the bank's end-to-end reference before the payer's text. */
export function referencesIn(line: LineRow, prefix: ReferencePrefix): string[] {
  const texts = [line.end_to_end_id, line.remittance]
  return [...new Set(texts.flatMap((text) => (text === null ? [] : (readReference(prefix, text) ?? []))))]
}
