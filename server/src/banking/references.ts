// References that people type, like FT-7QM2-X9D4: Crockford's Base32 (no I, L, O, U), seven random symbols and a check
// symbol.
import { randomInt } from 'node:crypto'
import type { BankLine } from './bank-statement.ts'

/** FT: deposit, FW: withdrawal, FR: refund of an unmatched payment, FB: payment file. */
export type ReferencePrefix = 'FT' | 'FW' | 'FR' | 'FB'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SYMBOLS = 7

/** A random reference out of 2^35; the caller ensures that it is unique. */
export function newReference(prefix: ReferencePrefix): string {
  const drawn = Array.from({ length: RANDOM_SYMBOLS }, () => randomInt(SYMBOLS.length))
  const symbols = [...drawn, twice(weighed(drawn))].map((value) => SYMBOLS[value]).join('')
  return `${prefix}-${symbols.slice(0, 4)}-${symbols.slice(4)}`
}

/**
 * Parses a reference out of typed text or a bank's, normalized; undefined if no candidate has a valid check symbol.
 * Spaces and dashes are ignored, O is read as 0, I and L as 1.
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

// Checksum: symbols weighted by different powers of two in GF(32) (modulo x⁵ + x² + 1), so it detects every single wrong
// symbol and every transposition of two.
function weighed(values: readonly number[]): number {
  return values.reduce((sum, value) => twice(sum) ^ value, 0)
}

function twice(value: number): number {
  const doubled = value << 1
  return doubled > 31 ? doubled ^ 0b100101 : doubled
}

const REFERENCES_TRIED = 5

/** Inserts with a new reference; retries while `insert` returns undefined because the reference is taken. */
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

/** Distinct references in a line: from the bank's end-to-end reference first, then from the payer's text. */
export function referencesIn(line: BankLine, prefix: ReferencePrefix): string[] {
  const texts = [line.end_to_end_id, line.remittance]
  return [...new Set(texts.flatMap((text) => (text === null ? [] : (readReference(prefix, text) ?? []))))]
}
