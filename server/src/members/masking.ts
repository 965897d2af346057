// How a member's name is shown to others, and their number to staff. Must never reveal more than spec §4 allows.

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * First three letters, `****`, last letter; a name of four letters or fewer shows its first letter alone.
 * Letters are what a person counts as one: an accented letter, a flag, a family of emoji.
 */
export function maskName(username: string): string {
  const all = Array.from(letters.segment(username), (part) => part.segment)
  if (all.length < 5) return `${all[0] ?? ''}****`
  return `${all.slice(0, 3).join('')}****${all.at(-1)!}`
}

/** The first three signs of a number, `****`, its last two; enough to tell it by, too little to call it. */
export const maskPhone = (phone: string): string =>
  phone === '' ? '' : `${phone.slice(0, 3)}****${phone.slice(-2)}`
