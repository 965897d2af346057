// Names of months as banks write them in days, whole or shortened, in the languages of their customers (csv.test.ts).
import { foldWord } from '@fairturn/contract/backoffice/csv-mapping'

const LANGUAGES = [
  'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'ro', 'tr', 'id', 'sr', 'sr-Latn', 'hr', 'bs', 'sl', 'pl', 'cs', 'sk', 'hu', 'ru',
  'el',
] // prettier-ignore
const MIN_LENGTH = 3
/** Short forms that begin no name. */
const OTHERS = { mrz: 3, mrt: 3 } as const

/** Undefined where it is of different months in two languages: `lip` is June in Croatian, and July in Polish. */
export const monthNamed = (name: string): number | undefined => {
  names ??= readNames()
  return names.get(foldWord(name))
}

let names: ReadonlyMap<string, number> | undefined

function readNames(): ReadonlyMap<string, number> {
  const months = new Map<string, Set<number>>()
  const add = (name: string, month: number) => {
    for (let length = MIN_LENGTH; length <= name.length; length += 1) {
      const beginning = name.slice(0, length)
      months.set(beginning, (months.get(beginning) ?? new Set()).add(month))
    }
  }
  for (const language of LANGUAGES)
    for (let month = 1; month <= 12; month += 1) for (const name of namesOf(language, month)) add(name, month)
  for (const [name, month] of Object.entries(OTHERS)) add(name, month)
  return new Map([...months].flatMap(([name, of]) => (of.size === 1 ? [[name, [...of][0]!] as const] : [])))
}

/** Alone and beside a day, with accents and without. */
function namesOf(language: string, month: number): string[] {
  const at = new Date(Date.UTC(2026, month - 1, 15))
  const forms = [
    { month: 'short' },
    { month: 'long' },
    { month: 'short', day: 'numeric' },
    { month: 'long', day: 'numeric' },
  ] as const
  return forms.flatMap((form) => {
    const parts = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).formatToParts(at)
    const written = foldWord(parts.find(({ type }) => type === 'month')?.value ?? '').replace(
      /[^\p{L}\p{M}]/gu,
      '',
    )
    return [written, written.normalize('NFD').replace(/\p{M}/gu, '')]
  })
}
