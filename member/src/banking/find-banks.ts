// Search in the bank directory: ignores accents, case and the order of words.
import type { Bank } from '@fairturn/contract/banking'

/**
 * Normalised for the search: lower case, without accents. Unicode does not decompose đ, but people type d for
 * it.
 */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd')

/**
 * Banks that match every word of the search in a name, code or BIC; those whose short name starts with it
 * come first.
 */
export function findBanks(banks: readonly Bank[], search: string): Bank[] {
  const terms = plain(search).split(/\s+/).filter(Boolean)
  const [first] = terms
  if (first === undefined) return [...banks]
  const found = banks.filter((bank) => {
    const words = plain(`${bank.short_name} ${bank.name} ${bank.code} ${bank.swift ?? ''}`)
    return terms.every((word) => words.includes(word))
  })
  const begins = (bank: Bank) => plain(bank.short_name).startsWith(first)
  return [...found.filter(begins), ...found.filter((bank) => !begins(bank))]
}
