// In which of two ways a CSV file is written: for programs, or as spreadsheets read it where a comma is the decimal sign.

export const SEPARATORS = ['comma', 'semicolon'] as const
export type Separator = (typeof SEPARATORS)[number]

/** For a reader of this language (BCP 47): `12,5` between commas would be two cells, so its spreadsheets separate by semicolons. */
export const separatorFor = (tag: string): Separator =>
  new Intl.NumberFormat(tag).format(1.5).includes(',') ? 'semicolon' : 'comma'
