// Searching the bank directory as people type: without accents, in any order of words.
import type { Bank } from '@fairturn/contract/banking'

/** For a search: lower case, without accents; đ is a separate letter to Unicode, not to who types. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd')

/** The banks that have every word of the search in a name, code or BIC; those whose short name begins with it first. */
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
