// Country codes (ISO 3166-1 alpha-2, with those that phone numbering and account numbers use besides: AC, TA and XK);
// Intl.DisplayNames has their names. Countries and what their addresses need follow Google's address metadata
// (libaddressinput), compared in countries.test.ts. Imports nothing, because the app's forms bundle it.

export const COUNTRIES: readonly string[] = [
  'AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR',
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT',
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ',
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '))

/** Countries whose addresses require a postal code (`require` has `Z`); elsewhere many have none. */
const WITH_POSTAL_CODES = new Set(
  [
    'AS AT AU AX BE BL BR CA CH CN DE DK ES FI FK FM FR GB GF GG GL GP GR GS GU IM IN IO IT JE JP KR LI LU MF MH MP MQ MX',
    'MY NC NL NO NZ PF PL PM PN PR PT PW RE RU SE SG SH SJ SM TC TR TW US VI WF YT ZA',
  ].flatMap((line) => line.split(' ')),
)

/** Whether an address in the country requires a postal code. */
export const needsPostalCode = (country: string): boolean => WITH_POSTAL_CODES.has(country)

/** Their addresses name no town besides, and payments must; as banks write it. */
const CITY_STATES: Readonly<Record<string, string>> = {
  GI: 'Gibraltar',
  HK: 'Hong Kong',
  MC: 'Monaco',
  MO: 'Macao',
  SG: 'Singapore',
  VA: 'Vatican City',
}

/** The town of every address in a country that is one; undefined elsewhere. */
export const onlyTownOf = (country: string): string | undefined => CITY_STATES[country]

/**
 * Countries that write their addresses in letters which banks cannot read and which have no transcription in the banks' table,
 * as Cyrillic of Serbian and Russian has.
 */
const IN_OTHER_LETTERS = new Set(
  [
    'AE AF AM BD BH BT CN CY DZ EG ER ET GE GR HK IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK LY MA MK MM MN MO MR MV',
    'NP OM PK PS QA SA SD SY TH TJ TN TW UA YE',
  ].flatMap((line) => line.split(' ')),
)

/** Whether whoever lives there has to be told that a bank reads Latin letters only. */
export const isInOtherLetters = (country: string): boolean => IN_OTHER_LETTERS.has(country)

/** Countries and territories of the SEPA schemes (EPC409-09), by the first letters of their IBANs. */
const SEPA = new Set(
  [
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA',
  ].flatMap((line) => line.split(' ')),
)

export const isSepaIban = (iban: string): boolean => SEPA.has(iban.slice(0, 2))

/** A BIC: bank, country, place and perhaps branch (ISO 9362). */
export const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Whether a payment to the IBAN must name its bank: in SEPA the IBAN alone does, elsewhere no bank looks it up. */
export const needsBic = (iban: string): boolean => !isSepaIban(iban)

/** The same while it is typed: not before its country is. */
export function asksBic(typed: string): boolean {
  const iban = typed.replace(/\s/g, '').toUpperCase()
  return /^[A-Z]{2}/.test(iban) && needsBic(iban)
}

/**
 * Countries whose VAT is another's: Monaco is French, the Isle of Man British territory (Directive 2006/112/EC, article 7).
 * Guadeloupe, Martinique and Réunion are French territory for services (CGI, articles 294 and 296), Åland is Finnish: whoever
 * is there is charged as their country, since a code that anybody can choose must not be a way out of VAT. Parts of a country
 * outside its VAT (the Canary Islands) no code tells; French Guiana and Mayotte have none of it.
 */
const VAT_AREA = { MC: 'FR', IM: 'GB', GP: 'FR', MQ: 'FR', RE: 'FR', AX: 'FI' } as Readonly<
  Record<string, string>
>
export const vatCountryOf = (country: string): string => VAT_AREA[country] ?? country

/** Member states of the European Union (ISO 3166-1): one VAT area. */
const EUROPEAN_UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
/** Whether a country, or the one whose VAT it has, is a member state. */
export const isInUnion = (country: string): boolean => EUROPEAN_UNION.has(vatCountryOf(country))
