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
  const enclosed = [...heading.matchAll(/[([（［]([^)\]）］]*)[)\]）］]/gu)].flatMap(([, inner]) =>
    marksIn(inner!),
  )
  const hasSmall = /\p{Ll}/u.test(heading)
  const isWord = (mark: string) => WORDS.has(mark.toUpperCase()) && !(hasSmall && mark === mark.toUpperCase())
  const open = marksIn(heading).filter((mark) => named(mark) !== undefined)
  const marks = [...enclosed, ...open].filter(
    (mark) => !isWord(mark) && markNames(mark, currency) !== undefined,
  )
  return marks.some((mark) => markNames(mark, currency) === 'own') ? undefined : marks[0]
}

/** Runs of letters and signs of currencies. */
export const marksIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{Sc}]+\.?/gu) ?? []
