// The one mask for names and telephone numbers, in both apps, notices and documents. Must never reveal more than spec §4 allows.

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const lettersOf = (text: string): string[] => Array.from(letters.segment(text), (part) => part.segment)

/** Leaves the country and the operator of a number, by which its owner knows it and nobody can call it. */
const PHONE_LETTERS_HIDDEN = 6

/**
 * First three letters, `****`, last letter; a name of four letters or fewer shows its first letter alone.
 * Letters are what a person counts as one: an accented letter, a flag, a family of emoji.
 */
export function maskName(username: string): string {
  const all = lettersOf(username)
  if (all.length < 5) return `${all[0] ?? ''}****`
  return `${all.slice(0, 3).join('')}****${all.at(-1)!}`
}

/** The last six letters as asterisks; all of them where there are no more than that. */
export function maskPhone(phone: string): string {
  const all = lettersOf(phone)
  const shown = Math.max(0, all.length - PHONE_LETTERS_HIDDEN)
  return all.slice(0, shown).join('') + '*'.repeat(all.length - shown)
}
