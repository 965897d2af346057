// How a member's name is shown to others. Must never reveal more than spec §4 allows.

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
