// SEPA's rules that payments out follow: which go by it, and its letters.
import { isSepaIban } from '@fairturn/contract/countries'
import { isoCurrency, type SettingValues } from '../content/content.ts'

export const SEPA_PART = 1
const OTHER_PART = 2

const isOfSepa = (iban: string | null): boolean => iban !== null && isSepaIban(iban)

/** Payments in euro from an IBAN of a SEPA country to another form one block of a file, all others another. */
export const partOf = (
  currency: 'EUR' | 'USD',
  { from, to }: { readonly from: string | null; readonly to: string | null },
): number => (currency === 'EUR' && isOfSepa(from) && isOfSepa(to) ? SEPA_PART : OTHER_PART)

/** Whether a payment to an IBAN, or to one that begins so, goes by SEPA's rules: from our own account in it, and in euro. */
export const isInSepa = (
  { currency, receive_account }: Pick<SettingValues, 'currency' | 'receive_account'>,
  to: string | null,
): boolean => partOf(isoCurrency(currency), { from: receive_account?.iban ?? null, to }) === SEPA_PART

// Transliteration to the Latin character set that every SEPA bank accepts (EPC217-08, SEPA requirements for an extended
// character set, 2012: the letters in its table of conversions; German umlauts as German writes them without, ae oe ue).

// Letters that Unicode does not decompose into a base letter and a diacritic.
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE',
  þ: 'th', Þ: 'Th', ħ: 'h', Ħ: 'H', ı: 'i', '&': '+', '’': "'", '‘': "'", '–': '-', '—': '-', _: '-',
} // prettier-ignore

// Transliteration of Serbian and Russian letters; holders of SEPA accounts have a Latin name anyway.
const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', ђ: 'dj', е: 'e', ж: 'z', з: 'z', и: 'i', ј: 'j', к: 'k', л: 'l', љ: 'lj',
  м: 'm', н: 'n', њ: 'nj', о: 'o', п: 'p', р: 'r', с: 's', т: 't', ћ: 'c', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'c',
  џ: 'dz', ш: 's', щ: 'sc', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'ju', я: 'ja', ё: 'e', й: 'j',
} // prettier-ignore

/** Only where German is written: elsewhere the same letter is a plain one with a diaeresis, as in Finnish or Turkish names. */
const GERMAN: Readonly<Record<string, string>> = {
  ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue',
} // prettier-ignore
const GERMAN_COUNTRIES = new Set(['AT', 'CH', 'DE', 'LI'])
/** Where ä, ö or ü belong to another language. */
const OTHER_COUNTRIES = new Set(['AZ', 'EE', 'FI', 'HU', 'IS', 'SE', 'SK', 'TM', 'TR'])

/**
 * The country by whose language a holder's name is written: a name with an ß is German; else that of the account, unless banks
 * there serve people of all languages; then the one they live in. Null if neither is known.
 */
export function countryOfName(name: string, account: string | null, home: string | null): string | null {
  if (/[ßẞ]/.test(name)) return 'DE'
  if (account !== null && (GERMAN_COUNTRIES.has(account) || OTHER_COUNTRIES.has(account))) return account
  return home ?? account
}

/**
 * The text in that character set, truncated: diacritics are dropped, known letters transliterated, others replaced by a
 * dot. `country`: by whose language it is written, ISO 3166-1 alpha-2. No leading, trailing or double slash, which EPC217-08 forbids.
 */
export function sepaText(text: string, longest: number, country?: string | null): string {
  const written = GERMAN_COUNTRIES.has(country ?? '') ? inGerman(text) : text
  return transcribed(written)
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .replace(/^[/ ]+|[/ ]+$/g, '')
}

const inGerman = (text: string): string =>
  text.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => GERMAN[letter]!)

const transcribed = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(/\p{M}/gu, ''), toLatin).join('')

function toLatin(letter: string): string {
  const own = LETTERS[letter] ?? CYRILLIC[letter]
  if (own !== undefined) return own
  const lower = CYRILLIC[letter.toLowerCase()]
  return lower === undefined ? letter : lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** Whether every letter of a name can be transliterated, so that the payee stays recognisable. */
export const canBeLatin = (name: string): boolean => !/[^\P{L}a-zA-Z]/u.test(transcribed(name))

export const isLegible = (text: string): boolean => /[a-zA-Z0-9]/.test(text)

/** Whether a name or a town can be written in the banks' character set. */
export const isBankText = (text: string): boolean =>
  canBeLatin(text) && isLegible(sepaText(text, text.length))
