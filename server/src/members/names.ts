// What identifies a member besides the id: name, phone number, invite code; how they are stored, and masked for others.
import { randomInt } from 'node:crypto'
import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** No 0 O, 1 I L: codes are read aloud and typed. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
/** Not that of a member's own code, so that the two cannot collide. */
const HOUSE_CODE_LENGTH = 10
const CODE = /^[A-Z0-9]{4,20}$/

/** Lower, upper and lower again is full case folding where once is not enough (ẞ and ss, ς and σ). */
export function nameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
}

/** E.164 of a valid number, read as one of the locale's country when it has no country code; undefined for anything else. */
export function readPhone(text: string, locale: Locale): string | undefined {
  if (/[\p{L}\p{Cc}]/u.test(text)) return undefined // no vanity letters, no extensions
  const phone = parsePhoneNumberFromString(text, {
    defaultCountry: LANGUAGES[locale].country,
    extract: false,
  })
  return phone?.isValid() && phone.ext === undefined ? phone.number : undefined
}

/** The country of a number as it is stored, ISO 3166-1 alpha-2; null for numbers of no country. */
export const countryOfPhone = (phone: string): string | null =>
  parsePhoneNumberFromString(phone)?.country ?? null

/** Every number the text can mean: the locale's country first, then the other countries the product speaks to. */
export function possiblePhones(text: string, locale: Locale): string[] {
  const locales = [locale, ...LOCALES]
  const phones = locales.map((each) => readPhone(text, each)).filter((phone) => phone !== undefined)
  return [...new Set(phones)]
}

/** The code as it is stored, or undefined when it cannot be one. */
export function readInviteCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase()
  return CODE.test(code) ? code : undefined
}

const drawCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** A member's own. */
export const newInviteCode = (): string => drawCode(CODE_LENGTH)
/** Of an invitation. */
export const newHouseCode = (): string => drawCode(HOUSE_CODE_LENGTH)

// The one mask for names and phone numbers, in both apps, notices and documents: it reveals no more than spec §4 allows.
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const lettersOf = (text: string): string[] => Array.from(letters.segment(text), (part) => part.segment)

/** Keeps a number's country and operator code, by which its owner recognises it. */
const PHONE_LETTERS_HIDDEN = 6

/**
 * First three letters, `****`, last letter; of four or fewer the first alone. A letter is what a person counts as one:
 * an accented letter, a flag, a family of emoji.
 */
export function maskName(username: string): string {
  const all = lettersOf(username)
  if (all.length < 5) return `${all[0] ?? ''}****`
  return `${all.slice(0, 3).join('')}****${all.at(-1)!}`
}

/** The last six letters as asterisks; all of them where there are no more than that. */
export function maskPhone(phone: string): string {
  const all = lettersOf(phone)
  const shown = Math.max(0, all.length - PHONE_LETTERS_HIDDEN)
  return all.slice(0, shown).join('') + '*'.repeat(all.length - shown)
}
