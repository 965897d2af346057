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
  const chosen = Array.from({ length: RANDOM_SYMBOLS }, () => randomInt(SYMBOLS.length))
  const symbols = [...chosen, twice(weighed(chosen))].map((value) => SYMBOLS[value]).join('')
  return spell(prefix, symbols)
}

/**
 * Parses a reference out of typed text or a bank's, normalized; undefined if no candidate has a valid check symbol.
 * Spaces and dashes are ignored, O is read as 0, I and L as 1.
 */
export function readReference(prefix: ReferencePrefix, text: string): string | undefined {
  const plain = plainOf(text)
  for (let at = plain.indexOf(prefix); at !== -1; at = plain.indexOf(prefix, at + 1)) {
    const symbols = plain
      .slice(at + prefix.length, at + prefix.length + RANDOM_SYMBOLS + 1)
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1')
    if (isValid(symbols)) return spell(prefix, symbols)
  }
  return undefined
}

export interface NearReference {
  readonly reference: string
  /** What stands in the text instead, without spaces and dashes. */
  readonly written: string
}

const MAX_TEXT = 400

/**
 * Valid references that differ from what stands in the text by one symbol: another one, one too few or too many, two
 * neighbours swapped, or a wrong letter of the prefix. Never the one that stands there itself.
 */
export function nearReferences(prefix: ReferencePrefix, text: string): NearReference[] {
  const plain = plainOf(text.slice(0, MAX_TEXT)).replace(/O/g, '0').replace(/[IL]/g, '1')
  const prefixes = editsOfOne(prefix)
  const near = new Map<string, string>()
  for (let at = 0; at < plain.length; at++) {
    const end = at + prefix.length
    const begins = plain.slice(at, end)
    const whole = plain.slice(end, end + RANDOM_SYMBOLS + 1)
    const take = (symbols: string, length: number) =>
      isValid(symbols) && near.set(symbols, plain.slice(at, end + length))
    if (begins !== prefix) {
      if (prefixes.has(begins)) take(whole, whole.length)
      continue
    }
    for (const length of [RANDOM_SYMBOLS, RANDOM_SYMBOLS + 1, RANDOM_SYMBOLS + 2]) {
      const written = plain.slice(end, end + length)
      if (written.length === length) for (const symbols of editsOfOne(written)) take(symbols, length)
    }
    near.delete(whole)
  }
  return [...near].map(([symbols, written]) => ({ reference: spell(prefix, symbols), written }))
}

/** What becomes of a text by one typing error. */
function editsOfOne(text: string): Set<string> {
  const found = new Set<string>()
  const symbols = `${SYMBOLS}U`
  for (let i = 0; i <= text.length; i++) {
    const [before, after] = [text.slice(0, i), text.slice(i)]
    for (const symbol of symbols) {
      found.add(before + symbol + after)
      if (after !== '') found.add(before + symbol + after.slice(1))
    }
    found.add(before + after.slice(1))
    if (after.length > 1) found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
  }
  return found
}

const plainOf = (text: string): string => text.toUpperCase().replace(/[\s\-‐‑–—_./]/g, '')

/** SQL of a text as plainOf() has it, with O as 0, I and L as 1, as references are read. */
export const asRead = (text: string): string =>
  `translate(upper(regexp_replace(${text}, '[\\s./_‐‑–—-]', '', 'g')), 'OIL', '011')`

/** SQL of where a bank line may name a reference of ours, as it is read. */
export const textOfLine = (line: string): string =>
  asRead(`concat_ws('|', ${line}.end_to_end_id, ${line}.batch_id, ${line}.remittance)`)

const spell = (prefix: ReferencePrefix, symbols: string): string =>
  `${prefix}-${symbols.slice(0, 4)}-${symbols.slice(4)}`

/** Seven symbols of the alphabet with their check symbol. */
function isValid(symbols: string): boolean {
  const values = Array.from(symbols, (symbol) => SYMBOLS.indexOf(symbol))
  return values.length === RANDOM_SYMBOLS + 1 && !values.includes(-1) && weighed(values) === 0
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
