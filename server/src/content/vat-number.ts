// VAT and tax numbers by their digits: form and check digits as the country defines them. Says nothing of whether a number
// was issued (vat-service.ts, or an operator).
import { isInUnion, vatCountryOf } from '@fairturn/contract/countries'
import type { Validator } from 'stdnum'

/** The validator of the number that companies put on invoices, by country: `stdnum` has several numbers for most. */
const VALIDATORS: Readonly<Record<string, string>> = {
  AT: 'uid',
  BE: 'vat',
  BG: 'vat',
  CH: 'uid',
  CN: 'uscc',
  CY: 'vat',
  CZ: 'dic',
  DE: 'vat',
  DK: 'cvr',
  EE: 'kmkr',
  ES: 'nif',
  FI: 'alv',
  FR: 'tva',
  GB: 'vat',
  GR: 'vat',
  HR: 'oib',
  HU: 'anum',
  IE: 'vat',
  IT: 'iva',
  JP: 'cn',
  KR: 'brn',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  MT: 'vat',
  NL: 'btw',
  NO: 'mva',
  PL: 'nip',
  PT: 'nif',
  RO: 'cif',
  RS: 'pib',
  SE: 'vat',
  SI: 'ddv',
  SK: 'dph',
  VN: 'mst',
}

/** Greece's numbers begin with EL (Council Directive 2006/112/EC, article 215); companies there also write GR. */
const PREFIX_OF = { GR: 'EL' } as Readonly<Record<string, string>>
/** The register's letters in the three languages, behind the number of a Swiss company that is liable to VAT: they are part of it. */
const SWISS_SUFFIX = /(?:MWST|TVA|IVA)$/

/** Also the dashes that word processors and web pages write. */
const SEPARATORS = /[\s./\p{Pd}\u2212]/gu
const FORM = /^[A-Z0-9]{4,20}$/

/** Loaded once a number is checked: the library has the rules of a hundred countries. */
async function validatorOf(country: string): Promise<Validator | undefined> {
  const name = VALIDATORS[country]
  if (name === undefined) return undefined
  const { stdnum } = await import('stdnum')
  return stdnum[country]?.[name]
}

/**
 * The number as documents and the public service have it: capitals and digits, of member states with their prefix.
 * Undefined if its form or a check digit is wrong. Of a country whose rule is not known only the form is checked.
 */
export async function normalNumber(livesIn: string, written: string): Promise<string | undefined> {
  const country = vatCountryOf(livesIn)
  const typed = written.toUpperCase().replace(SEPARATORS, '')
  const suffix = country === 'CH' ? (SWISS_SUFFIX.exec(typed)?.[0] ?? '') : ''
  const compact = typed.slice(0, typed.length - suffix.length)
  if (!FORM.test(compact)) return undefined
  const prefix = PREFIX_OF[country] ?? country
  const isPrefixed = isInUnion(country) || country === 'GB'
  const begins = isPrefixed && [prefix, country].some((letters) => compact.startsWith(letters))
  const bare = begins ? compact.slice(prefix.length) : compact
  const validator = await validatorOf(country)
  if (validator === undefined) return compact
  const result = validator.validate(bare)
  if (!result.isValid) return undefined
  return isPrefixed ? `${prefix}${bare}` : result.compact + suffix
}

/** Every form in which documents may have the number of the same company: a Swiss one with the letters of each language, or none. */
export function formsOfNumber(number: string): string[] {
  const bare = /^CHE\d{9}/.exec(number)?.[0]
  return bare === undefined ? [number] : ['', 'MWST', 'TVA', 'IVA'].map((suffix) => bare + suffix)
}

/** As the register writes it, where that is not one word: `CHE-107.787.577 MWST`, and a Vietnamese branch `0100233488-001`. */
export function printedNumber(country: string | null, number: string): string {
  if (country === 'CH')
    return number.replace(/^CHE(\d{3})(\d{3})(\d{3})/, 'CHE-$1.$2.$3').replace(SWISS_SUFFIX, ' $&')
  return country === 'VN' ? number.replace(/^(\d{10})(\d{3})$/, '$1-$2') : number
}
