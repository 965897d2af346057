// Identifiers of a member besides the id: name, phone number, invite code; how they are stored, and masked for others.
import { randomInt } from 'node:crypto'
import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { plainPhone } from '@fairturn/contract/phones'
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Without 0 O, 1 I L, because codes are read aloud and typed. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
/** Differs from the length of members' own codes, so that the two cannot collide. */
const HOUSE_CODE_LENGTH = 10
const CODE = /^[A-Z0-9]{4,20}$/

/**
 * Lower, upper and lower case again amounts to full case folding, where lower case alone is not enough (ẞ and ss, ς and
 * σ).
 */
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

/** Calling or texting them costs more, or reaches no single person (spec §6). */
const KINDS_REFUSED: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'PAGER',
  'UAN',
  'VOICEMAIL',
  'PERSONAL_NUMBER',
])

/**
 * A valid number of a person in E.164, parsed in the locale's country if it has no country code; undefined for anything
 * else.
 */
export function readPhone(text: string, locale: Locale): string | undefined {
  const phone = readAnyPhone(text, locale)
  return phone !== undefined && isOfPerson(phone) ? phone : undefined
}

/** Whether codes may be sent to a stored number. */
export const isOfPerson = (phone: string): boolean => {
  const parsed = parsePhoneNumberFromString(phone)
  // Satellite and international networks (+870, +882…) belong to no country and are what SMS pumping earns from.
  if (parsed !== undefined && parsed.isNonGeographic()) return false
  const kind = parsed?.getType()
  return kind === undefined || !KINDS_REFUSED.has(kind)
}

/** Of any kind: members of before sign in with what they have. */
function readAnyPhone(text: string, locale: Locale): string | undefined {
  const plain = plainPhone(text)
  if (/[\p{L}\p{Cc}]/u.test(plain)) return undefined // no vanity letters, no extensions
  const phone = parsePhoneNumberFromString(plain, {
    defaultCountry: LANGUAGES[locale].country,
    extract: false,
  })
  return phone?.isValid() && phone.ext === undefined ? phone.number : undefined
}

/** Country of a stored number, ISO 3166-1 alpha-2; null for numbers without a country. */
export const countryOfPhone = (phone: string): string | null =>
  parsePhoneNumberFromString(phone)?.country ?? null

/** Every number the text can mean: in the locale's country first, then in the other countries the product serves. */
export function possiblePhones(text: string, locale: Locale): string[] {
  const locales = [locale, ...LOCALES]
  const phones = locales.map((each) => readAnyPhone(text, each)).filter((phone) => phone !== undefined)
  return [...new Set(phones)]
}

/** Normalizes a typed code; undefined if it cannot be one. */
export function readInviteCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase()
  return CODE.test(code) ? code : undefined
}

const drawCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** For a member. */
export const newInviteCode = (): string => drawCode(CODE_LENGTH)
/** For an invitation. */
export const newHouseCode = (): string => drawCode(HOUSE_CODE_LENGTH)

// The only masking of names and phone numbers, in both apps, notices and documents: it reveals no more than spec §4 allows.
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const lettersOf = (text: string): string[] => Array.from(letters.segment(text), (part) => part.segment)

/** Keeps the country and operator code, by which the member recognises a number. */
const PHONE_LETTERS_HIDDEN = 6

/**
 * First three letters, `****`, last letter; of four or fewer only the first. A letter is a grapheme cluster: an accented
 * letter, a flag, a family emoji.
 */
export function maskName(username: string): string {
  const all = lettersOf(username)
  if (all.length < 5) return `${all[0] ?? ''}****`
  return `${all.slice(0, 3).join('')}****${all.at(-1)!}`
}

/** The last six characters as asterisks; all of them if there are no more than that. */
export function maskPhone(phone: string): string {
  const all = lettersOf(phone)
  const shown = Math.max(0, all.length - PHONE_LETTERS_HIDDEN)
  return all.slice(0, shown).join('') + '*'.repeat(all.length - shown)
}
