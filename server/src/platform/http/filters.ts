// Filter conditions of lists. `like` wildcards in the input are escaped.
export interface Filter {
  /** Each `?` is bound to the next of `values`. */
  readonly where: string
  /** Parameters derived from the filter's input; the input itself if omitted. */
  readonly values?: (params: never, now: Date) => readonly unknown[]
}

const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)
export const containing = (text: string): string => `%${escaped(text)}%`
export const beginning = (text: string): string => `${escaped(text)}%`

/** Case-insensitive substring match. */
export const contains = (expression: string): Filter => ({
  where: `${expression} ilike ?`,
  values: (text: string) => [containing(text)],
})

/** A filter with input `true` or `false`. */
export const yesOrNo = (condition: string): Filter => ({
  where: `(${condition}) = ?`,
  values: (word: string) => [word === 'true'],
})
