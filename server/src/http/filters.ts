// List filters: patterns of `like` with wildcards taken literally, and booleans.
const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** What contains the text; null for none. */
export const containing = (text: string | undefined): string | null => (text ? `%${escaped(text)}%` : null)
/** What begins with the text; null for none. */
export const beginning = (text: string | undefined): string | null => (text ? `${escaped(text)}%` : null)

export const yesOrNo = (word: 'true' | 'false' | undefined) => (word === undefined ? null : word === 'true')
