// References that people type, like FT-7QM2-X9D4: Crockford's base 32 (no I, L, O, U), seven random symbols and one that
// checks them.
import { randomInt } from 'node:crypto'
import type { BankLine } from './bank-statement.ts'

/** FT: a deposit, FW: a withdrawal, FR: a refund of unmatched money, FB: a payment file. */
export type ReferencePrefix = 'FT' | 'FW' | 'FR' | 'FB'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SYMBOLS = 7

/** A new random reference out of 2^35; the caller makes sure that it is unique. */
export function newReference(prefix: ReferencePrefix): string {
  const drawn = Array.from({ length: RANDOM_SYMBOLS }, () => randomInt(SYMBOLS.length))
  const symbols = [...drawn, twice(weighed(drawn))].map((value) => SYMBOLS[value]).join('')
  return `${prefix}-${symbols.slice(0, 4)}-${symbols.slice(4)}`
}

/**
 * The reference in a typed text or a bank's, normalized; undefined when none has a valid check symbol.
 * Spaces and dashes may be anywhere, O means 0, I and L mean 1.
 */
export function readReference(prefix: ReferencePrefix, text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s\-–—_./]/g, '')
  for (let at = plain.indexOf(prefix); at !== -1; at = plain.indexOf(prefix, at + 1)) {
    const symbols = plain
      .slice(at + prefix.length, at + prefix.length + RANDOM_SYMBOLS + 1)
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1')
    const values = Array.from(symbols, (symbol) => SYMBOLS.indexOf(symbol))
    if (values.length === RANDOM_SYMBOLS + 1 && !values.includes(-1) && weighed(values) === 0)
      return `${prefix}-${symbols.slice(0, 4)}-${symbols.slice(4)}`
  }
  return undefined
}

// The sum of the symbols, each multiplied by a different power of two in the field of 32 elements (modulo
// x⁵ + x² + 1). So a single wrong symbol, or two swapped ones, never add up to zero.
function weighed(values: readonly number[]): number {
  return values.reduce((sum, value) => twice(sum) ^ value, 0)
}

function twice(value: number): number {
  const doubled = value << 1
  return doubled > 31 ? doubled ^ 0b100101 : doubled
}

const REFERENCES_TRIED = 5

/** Inserts with a new reference, retrying while `insert` returns undefined because it is taken. */
export async function withNewReference<Row>(
  prefix: ReferencePrefix,
  insert: (reference: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let tried = 0; tried < REFERENCES_TRIED; tried++) {
    const row = await insert(newReference(prefix))
    if (row !== undefined) return row
  }
  throw new Error(`${REFERENCES_TRIED} references in a row were taken`)
}

/** References that a line names, each once: the bank's end-to-end reference before the payer's text. */
export function referencesIn(line: BankLine, prefix: ReferencePrefix): string[] {
  const texts = [line.end_to_end_id, line.remittance]
  return [...new Set(texts.flatMap((text) => (text === null ? [] : (readReference(prefix, text) ?? []))))]
}
