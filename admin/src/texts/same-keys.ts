// Holds the languages of the back office to one another.

/** The same keys in another language. */
export type Same<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Same<Texts[Key]> }
