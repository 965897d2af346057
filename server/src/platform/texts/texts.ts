// Texts of the server: one folder per language and one JSON file per role; a process loads the files of the roles it
// imports.
import { type Locale, LOCALES } from '@fairturn/contract/locales'

/** One role's texts in every language; `texts.test.ts` checks that each language has the keys of the English. */
export async function textsOf<Texts>(role: string): Promise<Readonly<Record<Locale, Texts>>> {
  const load = async (locale: Locale): Promise<[Locale, Texts]> => {
    const json = (await import(`./${locale}/${role}.json`, { with: { type: 'json' } })) as { default: Texts }
    return [locale, json.default]
  }
  return Object.fromEntries(await Promise.all(LOCALES.map(load))) as Record<Locale, Texts>
}

/** `text` with `{name}` replaced from `words`. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)
}
