// Which texts cannot be a phone number, without the numbering plans of the world: what the app's forms say at once, and
// the server before it reads the number in full (server/src/members/names.ts), which refuses more. Imports nothing but
// the languages' countries, because the app's forms bundle it.
import { LANGUAGES, type Locale } from './locales.ts'

/** The country of each calling code; of those that share one, the largest. */
const CALLING_CODES =
  '1US 7RU 20EG 27ZA 30GR 31NL 32BE 33FR 34ES 36HU 39IT 40RO 41CH 43AT 44GB 45DK 46SE 47NO 48PL 49DE ' +
  '51PE 52MX 53CU 54AR 55BR 56CL 57CO 58VE 60MY 61AU 62ID 63PH 64NZ 65SG 66TH 81JP 82KR 84VN 86CN 90TR ' +
  '91IN 92PK 93AF 94LK 95MM 98IR 211SS 212MA 213DZ 216TN 218LY 220GM 221SN 222MR 223ML 224GN 225CI ' +
  '226BF 227NE 228TG 229BJ 230MU 231LR 232SL 233GH 234NG 235TD 236CF 237CM 238CV 239ST 240GQ 241GA ' +
  '242CG 243CD 244AO 245GW 246IO 247AC 248SC 249SD 250RW 251ET 252SO 253DJ 254KE 255TZ 256UG 257BI ' +
  '258MZ 260ZM 261MG 262RE 263ZW 264NA 265MW 266LS 267BW 268SZ 269KM 290SH 291ER 297AW 298FO 299GL ' +
  '350GI 351PT 352LU 353IE 354IS 355AL 356MT 357CY 358FI 359BG 370LT 371LV 372EE 373MD 374AM 375BY ' +
  '376AD 377MC 378SM 380UA 381RS 382ME 383XK 385HR 386SI 387BA 389MK 420CZ 421SK 423LI 500FK 501BZ ' +
  '502GT 503SV 504HN 505NI 506CR 507PA 508PM 509HT 590GP 591BO 592GY 593EC 594GF 595PY 596MQ 597SR ' +
  '598UY 599CW 670TL 672NF 673BN 674NR 675PG 676TO 677SB 678VU 679FJ 680PW 681WF 682CK 683NU 685WS ' +
  '686KI 687NC 688TV 689PF 690TK 691FM 692MH 850KP 852HK 853MO 855KH 856LA 880BD 886TW 960MV 961LB ' +
  '962JO 963SY 964IQ 965KW 966SA 967YE 968OM 970PS 971AE 972IL 973BH 974QA 975BT 976MN 977NP 992TJ ' +
  '993TM 994AZ 995GE 996KG 998UZ'

const COUNTRY_OF = new Map(CALLING_CODES.split(' ').map((code) => [code.slice(0, -2), code.slice(-2)]))

/**
 * A phone number as it is read, whatever keyboard, address book or page it was copied from: compatibility forms
 * (full-width digits and plus signs), spaces and dashes of any kind as plain ones, without invisible characters.
 */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    // Besides dashes the minus sign, the hyphen bullet, and the vowel mark that Japanese keyboards have in their place.
    .replace(/[\p{Pd}\u2212\u2043\u30fc]/gu, '-')
    .replace(/[·•‧∙⋅・]/gu, '.')
    .replaceAll('\u2795', '+')
    .replace(/\s+/gu, ' ')
    .trim()

/** The country that a phone number’s prefix tells; undefined if none. */
export function countryOfPhone(phone: string): string | undefined {
  const [, digits = ''] = /^\+(\d+)/.exec(phone) ?? []
  // No calling code begins with another.
  for (const length of [1, 2, 3]) {
    const country = COUNTRY_OF.get(digits.slice(0, length))
    if (country !== undefined) return country
  }
  return undefined
}

/** Numbers as they are dialled within the languages' countries, with or without the calling code. */
const DIALLED_WITHIN: Readonly<Record<string, RegExp>> = {
  VN: /^(?:84)?0?[1-9]\d{6,9}$/,
  US: /^1?[2-9]\d\d[2-9]\d{6}$/,
  JP: /^(?:81)?0?[1-9]\d{7,9}$/,
  KR: /^(?:82)?0?[1-9]\d{3,10}$/,
  CN: /^(?:86)?0?[1-9]\d{5,11}$/,
  RS: /^(?:381)?0?[1-9]\d{4,11}$/,
  FR: /^(?:33)?0?[1-9]\d{8}$/,
}

/** Dialled abroad from there; what follows is for the server. */
const ABROAD = /^(?:00|010|011)/
const MIN_DIGITS = 5
/** Of longer ones without a country code the server alone judges: they may carry prefixes of carriers. */
const MAX_JUDGED = 11
/** E.164. */
const MAX_DIGITS = 15
const PLUS = /^[^\p{Nd}]*\+/u

/**
 * Whether the text may be a phone number, in the locale's country if it has no country code. Everything that the server
 * accepts may be one (names.test.ts).
 */
export function maybePhone(typed: string, locale: Locale): boolean {
  const text = plainPhone(typed)
  const digits = text.replace(/\D/g, '')
  // Digits of other scripts are for the server.
  if (/\p{Nd}/u.test(text.replace(/\d/g, ''))) return true
  if (PLUS.test(text))
    return (
      digits.length >= MIN_DIGITS &&
      // Some write the national zero after the country code.
      digits.length <= MAX_DIGITS + 1 &&
      countryOfPhone(`+${digits}`) !== undefined
    )
  return (
    digits.length > MAX_JUDGED ||
    ABROAD.test(digits) ||
    DIALLED_WITHIN[LANGUAGES[locale].country]!.test(digits)
  )
}
