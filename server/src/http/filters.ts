// Conditions of lists. Wildcards of `like` are taken literally.
export interface Filter {
  /** Each `?` takes the next of `values`. */
  readonly where: string
  /** Of what is asked for; the one itself where left out. */
  readonly values?: (params: never, now: Date) => readonly unknown[]
}

const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)
export const containing = (text: string): string => `%${escaped(text)}%`
export const beginning = (text: string): string => `${escaped(text)}%`

/** Which has the text in it, in capitals or not. */
export const contains = (expression: string): Filter => ({
  where: `${expression} ilike ?`,
  values: (text: string) => [containing(text)],
})

/** Asked as `true` or `false`. */
export const yesOrNo = (condition: string): Filter => ({
  where: `(${condition}) = ?`,
  values: (word: string) => [word === 'true'],
})
