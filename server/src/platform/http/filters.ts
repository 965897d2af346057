// Filter conditions of lists. `like` wildcards in the input are escaped.
export interface Filter {
  /** Each `?` is bound to the next of `values`. */
  readonly where: string
  /** Parameters derived from the filter's input; the input itself if omitted. */
  readonly values?: (params: never, now: Date) => readonly unknown[]
}

/** An `ilike` pattern of exactly this text, in upper or lower case. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)
export const containing = (text: string): string => `%${escaped(text)}%`

/** Case-insensitive substring match. */
export const contains = (expression: string): Filter => ({
  where: `${expression} ilike ?`,
  values: (text: string) => [containing(text)],
})

/**
 * The text column contains these words, without accents and in any spelling (ü, ue, u), each at the beginning of one of its
 * own, in any order; of more than four words the others are ignored. Uses the index of `searchable_words(column)`.
 */
export function hasWords(column: string, param: string): string {
  const wordOf = (n: number) => `split_part(ltrim(search_words(${param})), ' ', ${n})`
  const words = Array.from({ length: MAX_WORDS }, (_, i) => wordOf(i + 1))
  const matches = words.map((word) => `searchable_words(${column}) like '% ' || ${word} || '%'`)
  return `(search_words(${param}) <> ' ' and ${matches.join(' and ')})`
}
const MAX_WORDS = 4

/** By words of the column, or a part of it as it is written. */
export const words = (column: string): Filter => {
  const where = `(${column} ilike ? or ${hasWords(column, '?::text')})`
  return {
    where,
    values: (text: string) => [containing(text), ...Array<string>(where.split('?').length - 2).fill(text)],
  }
}

/** A filter with input `true` or `false`. */
export const yesOrNo = (condition: string): Filter => ({
  where: `(${condition}) = ?`,
  values: (word: string) => [word === 'true'],
})
