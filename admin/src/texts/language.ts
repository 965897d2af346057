/** A text of the back office in both languages. */
export type Text = readonly [en: string, vi: string]
export interface Texts {
  readonly [key: string]: Text | Texts
}
interface TextsOfOneLanguage {
  readonly [key: string]: string | TextsOfOneLanguage
}

const isText = (texts: Text | Texts): texts is Text => Array.isArray(texts)

export const inLanguage = (texts: Texts, language: 0 | 1): TextsOfOneLanguage =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      isText(value) ? value[language] : inLanguage(value, language),
    ]),
  )
