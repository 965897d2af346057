// Finds what leads a reader to somebody: account numbers, phone numbers, mail addresses and foreign links in a text or in
// HTML. Whatever a member reads with one of these takes two operators (contact-details.test.ts).

export const CONTACT_KINDS = ['iban', 'number', 'phone', 'mail', 'link'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export interface ContactDetail {
  readonly kind: ContactKind
  /** As it stands in the text. */
  readonly text: string
}

const MIN_DIGITS = 8
/** Of a number that begins with + or 00. */
const MIN_PHONE_DIGITS = 7
const MAX_PHONE_DIGITS = 15

const DOT = String.raw`(?:\.|\s?[([{]\s?(?:dot|punkt|point)\s?[)\]}]\s?)`
const NAME = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const HOST = String.raw`${NAME}(?:${DOT}${NAME}){0,8}${DOT}(?:\p{L}{2,}|xn--[a-z0-9-]+)`
const MAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,200}\s?(?:@|[([{]\s?(?:at|@)\s?[)\]}])\s?${HOST}`,
  'giu',
)
/** Bare names only under top-level domains in common use: `Ltd.Then` is none. */
const TLDS =
  'com|net|org|info|io|me|app|co|biz|vip|club|site|shop|online|store|top|xyz|live|link|page|dev|pro|cc|tv|to|ly|gg|gl|eu|uk|us|de|fr|vn|cn|jp|kr|rs|ru|ch|at|be|nl|es|it|pl'
const LINK = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}+.-]{0,30}:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+|(?<![\p{L}\p{N}@.-])(?:${NAME}${DOT}){1,9}(?:${TLDS})(?![\p{L}\p{N}-])(?:[:/?#][^\s<>"']*)?|(?<![\p{L}\p{N}@.-])(?:${NAME}\.){1,9}\p{L}{2,}\/[^\s<>"']+)`,
  'giu',
)
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}[\s.-]?\d{2}(?:[\s.-]?[A-Z0-9]){11,30}/giu
const NUMBER = /(?:\+|(?<!\d))\d(?:[\s()./_–—·,-]{0,3}\d){6,}/gu
/** Digits that say when, how much, or which record of ours. */
const HARMLESS = [
  /(?<!\d)(?:\d{4}-\d{2}-\d{2}|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\1(?:19|20)\d{2})(?!\d)/gu,
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,3})?(?![\d:])/gu,
  /[$€]\s?\d{1,3}(?:[\s.,]\d{3}){0,2}(?:[.,]\d{2})?(?!\d)/gu,
  /(?<!\d)\d{1,3}(?:[\s.]\d{3}){0,2},\d{2}(?![\d,])/gu,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu,
  /\bF[TWR]-[0-9A-Z]{4}-[0-9A-Z]{4}\b/gu,
]

/** `own_hosts`: links to them, and to their subdomains, are none; of a campaign its landing address too. */
export function findContactDetails(written: string, own_hosts: readonly string[] = []): ContactDetail[] {
  const found = new Map<string, ContactDetail>()
  const add = (kind: ContactKind, text: string) => found.set(`${kind} ${text}`, { kind, text: text.trim() })
  let rest = plain(written)
  const take = (pattern: RegExp, of: (text: string) => ContactKind | undefined) => {
    rest = rest.replace(pattern, (text: string) => {
      const kind = of(text)
      if (kind !== undefined) add(kind, text)
      return kind === undefined && pattern === NUMBER ? text : ' | '
    })
  }
  take(MAIL, () => 'mail')
  take(LINK, (text) => (own_hosts.some((host) => leadsTo(text, host)) ? undefined : 'link'))
  rest = rest.replace(IBAN, (text: string) => {
    const iban = ibanIn(text)
    if (iban !== undefined) add('iban', iban)
    return iban === undefined ? text : ` | ${text.slice(iban.length)}`
  })
  for (const harmless of HARMLESS) rest = rest.replace(harmless, ' | ')
  take(NUMBER, numberKind)
  return [...found.values()]
}

/** The same in the text and the addresses of HTML, also across tags that split a number. */
export function findContactDetailsInHtml(html: string, own_hosts: readonly string[] = []): ContactDetail[] {
  const decoded = html.replace(
    /&#(x[0-9a-f]+|\d+);|&(nbsp|amp|lt|gt|quot);/gi,
    (_, code: string, name: string) =>
      code === undefined ? ENTITIES[name.toLowerCase()]! : decodedChar(code),
  )
  const addresses = [...decoded.matchAll(/\b(?:href|src|alt)\s*=\s*"([^"]*)"/gi)].map(([, value]) =>
    value!.replace(/^(?:mailto|tel):/i, ''),
  )
  const texts = [decoded.replace(/<[^<>]*>/g, ''), decoded.replace(/<[^<>]*>/g, '\n'), ...addresses]
  const all = texts.flatMap((text) => findContactDetails(text, own_hosts))
  return [...new Map(all.map((detail) => [`${detail.kind} ${detail.text}`, detail])).values()]
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }

function decodedChar(code: string): string {
  const point = code[0]!.toLowerCase() === 'x' ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** Compatibility forms and other scripts' digits as ASCII, without invisible characters. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, digitOf)

/** Decimal digits stand in rows of ten, each beginning with its zero. */
function digitOf(char: string): string {
  let value = 0
  const point = char.codePointAt(0)!
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++
  return String(value)
}

function leadsTo(link: string, host: string): boolean {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`)
  return url !== null && (url.hostname === host || url.hostname.endsWith(`.${host}`))
}

/** The longest beginning with a right check digit (ISO 13616). */
function ibanIn(text: string): string | undefined {
  for (let end = text.length; end >= 15; end--) {
    const candidate = text.slice(0, end)
    const iban = candidate.replace(/[\s.-]/g, '').toUpperCase()
    if (/[\s.-]$/.test(candidate) || iban.length < 15 || iban.length > 34) continue
    if (remainder97(iban.slice(4) + iban.slice(0, 4)) === 1) return candidate
  }
  return undefined
}

const remainder97 = (iban: string): number =>
  Array.from(iban).reduce((rest, char) => Number(`${rest}${Number.parseInt(char, 36)}`) % 97, 0)

function numberKind(text: string): ContactKind | undefined {
  const digits = text.replace(/\D/g, '').length
  const international = /^(?:\+|00)/.test(text)
  if (digits < (international ? MIN_PHONE_DIGITS : MIN_DIGITS)) return undefined
  return (international || text.startsWith('0')) && digits <= MAX_PHONE_DIGITS ? 'phone' : 'number'
}
