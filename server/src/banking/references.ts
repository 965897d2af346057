// References that people copy by hand, like FT-7QM2-X9D4: Crockford's base 32 (no I, L, O, U), seven random symbols and one that
// checks them.
import { randomInt } from 'node:crypto'

/** FT: a deposit, FW: a withdrawal, FR: a refund of money that was nobody's, FB: a payment file. */
export type ReferencePrefix = 'FT' | 'FW' | 'FR' | 'FB'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SYMBOLS = 7

/** A new reference; of 2^35 that there are, so whoever keeps one must still make sure that it is new. */
export function newReference(prefix: ReferencePrefix): string {
  const drawn = Array.from({ length: RANDOM_SYMBOLS }, () => randomInt(SYMBOLS.length))
  const symbols = [...drawn, twice(weighed(drawn))].map((value) => SYMBOLS[value]).join('')
  return `${prefix}-${symbols.slice(0, 4)}-${symbols.slice(4)}`
}

/**
 * The reference in a text that somebody typed or a bank wrote, in its own form; undefined when there is none whose check
 * holds. Spaces and dashes may be anywhere, O stands for 0, I and L for 1.
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

// The sum of the symbols, each multiplied by a different power of two in the field of 32 elements (modulo x⁵ + x² + 1).
// So one wrong symbol, and any two that changed places, never add up to zero.
function weighed(values: readonly number[]): number {
  return values.reduce((sum, value) => twice(sum) ^ value, 0)
}

function twice(value: number): number {
  const doubled = value << 1
  return doubled > 31 ? doubled ^ 0b100101 : doubled
}

const REFERENCES_TRIED = 5

/** Inserts with a new reference, and with another where it is taken, which `insert` answers with undefined. */
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
