// The currencies that a bank's CSV names: in cells of their own, beside amounts, and in the headings of columns. Nothing is
// converted: what names another currency than the account's is refused (csv.test.ts).

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const DOLLARS = ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP']
const CROWNS = ['SEK', 'NOK', 'DKK', 'ISK', 'CZK']

/** Signs and words, with the currencies that they may stand for. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'], EURO: ['EUR'], EUROS: ['EUR'], '£': ['GBP'], $: DOLLARS, US$: ['USD'], $US: ['USD'], A$: ['AUD'], AU$: ['AUD'],
  C$: ['CAD'], CA$: ['CAD'], HK$: ['HKD'], NZ$: ['NZD'], S$: ['SGD'], NT$: ['TWD'], R$: ['BRL'], DOLLAR: DOLLARS, DOLLARS: DOLLARS,
  '¥': ['JPY', 'CNY'], '￥': ['JPY', 'CNY'], 人民币: ['CNY'], RMB: ['CNY'], '₩': ['KRW'], '￦': ['KRW'], '₫': ['VND'], '₹': ['INR'],
  '₺': ['TRY'], '₽': ['RUB'], '₴': ['UAH'], '฿': ['THB'], '₱': ['PHP'], '₪': ['ILS'],
} // prettier-ignore
/** Abbreviations that mean a currency only beside an amount or within brackets. */
const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  円: ['JPY'], 元: ['CNY'], 원: ['KRW'], Đ: ['VND'], ĐỒNG: ['VND'], KČ: ['CZK'], KR: CROWNS, ZŁ: ['PLN'], FR: ['CHF'], SFR: ['CHF'],
  DIN: ['RSD'], ДИН: ['RSD'], FT: ['HUF'], LEI: ['RON'], TL: ['TRY'], RP: ['IDR'], RM: ['MYR'], KM: ['BAM'],
} // prettier-ignore
/** Codes that are words as well; in a heading in small letters, or in capitals throughout, they are taken for words. */
const WORDS = new Set(['ALL', 'TOP', 'TRY', 'CUP', 'PEN', 'MOP', 'SOS', 'BAM', 'MAD', 'MUR', 'BOB', 'COP', 'RON', 'ARS', 'ANG']) // prettier-ignore

/** The numbers of ISO 4217, which some banks write instead of the letters. */
const NUMBERED = `
  008ALL 012DZD 032ARS 036AUD 044BSD 048BHD 050BDT 051AMD 052BBD 060BMD 064BTN 068BOB 072BWP 084BZD 090SBD 096BND 104MMK
  108BIF 116KHR 124CAD 132CVE 136KYD 144LKR 152CLP 156CNY 170COP 174KMF 188CRC 191HRK 192CUP 203CZK 208DKK 214DOP 222SVC
  230ETB 232ERN 238FKP 242FJD 262DJF 270GMD 292GIP 320GTQ 324GNF 328GYD 332HTG 340HNL 344HKD 348HUF 352ISK 356INR 360IDR
  364IRR 368IQD 376ILS 388JMD 392JPY 398KZT 400JOD 404KES 408KPW 410KRW 414KWD 417KGS 418LAK 422LBP 426LSL 430LRD 434LYD
  446MOP 454MWK 458MYR 462MVR 480MUR 484MXN 496MNT 498MDL 504MAD 512OMR 516NAD 524NPR 532ANG 533AWG 548VUV 554NZD 558NIO
  566NGN 578NOK 586PKR 590PAB 598PGK 600PYG 604PEN 608PHP 634QAR 643RUB 646RWF 654SHP 682SAR 690SCR 694SLL 702SGD 704VND
  706SOS 710ZAR 728SSP 748SZL 752SEK 756CHF 760SYP 764THB 776TOP 780TTD 784AED 788TND 800UGX 807MKD 818EGP 826GBP 834TZS
  840USD 858UYU 860UZS 882WST 886YER 901TWD 925SLE 928VES 929MRU 930STN 931CUC 932ZWL 933BYN 934TMT 936GHS 938SDG 941RSD
  943MZN 944AZN 946RON 949TRY 950XAF 951XCD 952XOF 953XPF 967ZMW 968SRD 969MGA 971AFN 972TJS 973AOA 975BGN 976CDF 977BAM
  978EUR 980UAH 981GEL 985PLN 986BRL`
const NUMBERS: ReadonlyMap<string, string> = new Map(
  NUMBERED.trim()
    .split(/\s+/)
    .map((code) => [code.slice(0, 3), code.slice(3)]),
)
const CURRENCY_HEADING =
  /currency|\bccy\b|\bcur\b|währung|waehrung|devise|monnaie|moneda|divisa|moeda|valuta|waluta|měna|mena\b|tiền tệ|ngoại tệ|通貨|통화|币种|货币/iu
export const isCurrencyHeading = (heading: string): boolean => CURRENCY_HEADING.test(heading.normalize('NFC'))

/** The letters of a number under a heading of currencies; a spreadsheet may have dropped its zeros. */
export const lettersOf = (text: string): string =>
  /^\d{1,3}$/.test(text) ? (NUMBERS.get(text.padStart(3, '0')) ?? text) : text

/** The currencies that the name stands for. */
function named(mark: string): readonly string[] | undefined {
  const name = mark.toUpperCase()
  return CODES.has(name) ? [name] : Object.hasOwn(SIGNS, name) ? SIGNS[name] : undefined
}

function abbreviated(mark: string): readonly string[] | undefined {
  const name = mark.toUpperCase().replace(/\.$/, '')
  return named(name) ?? (Object.hasOwn(ABBREVIATIONS, name) ? ABBREVIATIONS[name] : undefined)
}

const symbols = new Map<string, string>()

/** As in `€`. */
function symbolOf(currency: string): string {
  const known = symbols.get(currency)
  if (known !== undefined) return known
  const symbol =
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  symbols.set(currency, symbol)
  return symbol
}

/** `own` if a cell with nothing else names the currency, `other` if it names another one. */
export function cellNames(cell: string, currency: string): 'own' | 'other' | undefined {
  const currencies = named(cell.trim())
  return currencies && (currencies.includes(currency) ? 'own' : 'other')
}

/** The same of letters or signs beside an amount. */
export function markNames(mark: string, currency: string): 'own' | 'other' | undefined {
  if (mark.toUpperCase() === symbolOf(currency).toUpperCase()) return 'own'
  const currencies = abbreviated(mark)
  return currencies && (currencies.includes(currency) ? 'own' : 'other')
}

/** What a heading such as `Amount (EUR)` or `Betrag in €` names, if it is another currency than the account's. */
export function otherCurrencyIn(heading: string, currency: string): string | undefined {
  const marks = currenciesIn(heading, currency)
  return marks.some((mark) => markNames(mark, currency) === 'own') ? undefined : marks[0]
}

/** Whether a heading names the account's currency. */
export const namesCurrency = (heading: string, currency: string): boolean =>
  currenciesIn(heading, currency).some((mark) => markNames(mark, currency) === 'own')

function currenciesIn(heading: string, currency: string): string[] {
  const enclosed = [...heading.matchAll(/[([（［]([^)\]）］]*)[)\]）］]/gu)].flatMap(([, inner]) =>
    marksIn(inner!),
  )
  const hasSmall = /\p{Ll}/u.test(heading)
  const isWord = (mark: string) => WORDS.has(mark.toUpperCase()) && !(hasSmall && mark === mark.toUpperCase())
  const open = marksIn(heading).filter((mark) => named(mark) !== undefined)
  return [...enclosed, ...open].filter((mark) => !isWord(mark) && markNames(mark, currency) !== undefined)
}

/** Runs of letters and signs of currencies. */
export const marksIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{Sc}]+\.?/gu) ?? []
