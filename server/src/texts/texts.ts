// What the server says, one folder a language and one file a role in it; a process loads the files of the roles it imports.
import { type Locale, LOCALES } from '@fairturn/contract/locales'

/** One role's texts in every language. */
export async function textsOf<Texts>(
  load: (locale: Locale) => Promise<{ default: Texts }>,
): Promise<Readonly<Record<Locale, Texts>>> {
  const texts = await Promise.all(LOCALES.map(async (locale) => [locale, (await load(locale)).default]))
  return Object.fromEntries(texts) as Record<Locale, Texts>
}

/** `text` with `{name}` replaced from `words`. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)
}
