// Finds what leads a reader to somebody: account numbers, phone numbers, mail addresses and foreign links in a text or in
// HTML. Whatever a member reads with one of these takes two operators (contact-details.test.ts).

export const CONTACT_KINDS = ['iban', 'number', 'phone', 'mail', 'link', 'promise'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export interface ContactDetail {
  readonly kind: ContactKind
  /** As it stands in the text. */
  readonly text: string
}

/** Stands for what is taken out of a text, so that its neighbours are not read as one. */
const APART = '\ue000'
const MIN_DIGITS = 8
/** Of a number that begins with + or 00. */
const MIN_PHONE_DIGITS = 7
const MAX_PHONE_DIGITS = 15

const LATIN_DOTS = 'dot|point|punkt|chấm|cham|tačka|tacka|тачка'
const CJK_DOTS = '点|點|ドット|닷|점'
const DOTS = '[.·•‧∙⋅]'
/** A full stop has no space before it: one with is a disguised dot. */
const DOT = String.raw`(?:${DOTS}|\s${DOTS}\s?|\s?[([{]\s?(?:${DOTS}|${LATIN_DOTS}|${CJK_DOTS})\s?[)\]}]\s?)`
const SPELLED_DOT = String.raw`(?:[\s_-]+(?:${LATIN_DOTS})[\s_-]+|\s*(?:${CJK_DOTS})\s*)`
const NAME = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const HOST = String.raw`${NAME}(?:${DOT}${NAME}){0,8}${DOT}(?:\p{L}{2,}|xn--[a-z0-9-]+)`
const MAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,200}\s?(?:@|[([{]\s?(?:at|@)\s?[)\]}])\s?${HOST}`,
  'giu',
)
/** Bare names only under top-level domains in common use: `Ltd.Then` is none. */
const TLDS =
  'com|net|org|info|io|me|app|co|biz|vip|club|site|shop|online|store|top|xyz|live|link|page|dev|pro|cc|tv|to|ly|gg|gl|eu|uk|us|de|fr|vn|cn|jp|kr|rs|ru|ch|at|be|nl|es|it|pl'
const IDN_TLDS =
  'рф|срб|укр|бел|рус|орг|ком|онлайн|сайт|中国|中國|公司|网络|网址|商店|한국|닷컴|닷넷|みんな|コム|ストア'
/** The last label of letters of two scripts, or of another script than the name before it. */
const MIXED_TLD = String.raw`(?=\p{L}*[a-z])(?=\p{L}*[\u0370-\u052f])\p{L}{2,24}|(?<=[a-z0-9]${DOT})[\u0370-\u052f]{2,4}`
const LINK = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}+.-]{0,30}:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+|(?<![\p{L}\p{N}@.-])(?:${NAME}${DOT}){1,9}(?:${TLDS}|${IDN_TLDS}|${MIXED_TLD}|xn--[a-z0-9-]+)(?![\p{L}\p{N}-])(?:[:/?#][^\s<>"']*)?|(?<![\p{L}\p{N}@.-])(?:${NAME}\.){1,9}\p{L}{2,}\/[^\s<>"']+)`,
  'giu',
)
/** A name and a dot in words, `evil dot com`. */
const SPELLED_LINK = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME}(?:${SPELLED_DOT}${NAME}){0,4}${SPELLED_DOT}(?:com|net|org|info|io|me|app|biz|vip|club|site|shop|online|store|top|xyz|live|vn|cn|jp|kr|rs|fr)(?![\p{L}\p{N}])`,
  'giu',
)
/** Without any dot, `fairtum com`, and with a path in words, `t me slash help`. */
const DOTLESS_LINK =
  /(?<![\p{L}\p{N}])(?:[a-z0-9-]{4,63}\s{1,4}com(?![\p{L}\p{N}])|[a-z0-9-]{1,63}\s{1,4}(?:(?:dot|point|chấm|tačka)\s{1,4})?(?:com|net|org|me|io|vn|cn|jp|kr|rs|fr)\s{1,4}(?:slash|gạch chéo|kosa crta|barre oblique)\s{1,4}\S{1,60})/giu
/** Letters with a space after each, `f a i r . c o m`. */
const SPACED = /(?<!\S)(?:[\p{L}\p{N}.@]\s){4,}[\p{L}\p{N}.@](?!\S)/gu
/** Under the other of some 1 400 top-level domains; in small letters, because a sentence begins with a capital. */
const PLAIN_LINK =
  /(?<![\p{L}\p{N}@./-])(?:[a-z0-9][a-z0-9-]{1,62}\.){1,9}[a-z]{2,24}(?![\p{L}\p{N}-])(?:[:/?#][^\s<>"']*)?/gu
const MESSENGERS =
  'telegram|zalo|whats ?app|viber|wechat|weixin|微信|line ?id|kakao ?talk|카카오톡|카톡|messenger|skype|discord|qq|momo'
const HANDLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])@[a-z0-9_][a-z0-9_.]{3,}|(?<![\p{L}\p{N}])(?:${MESSENGERS})\s?(?:id|:|=|@)[\s:=@]{0,3}[\p{L}\p{N}_][\p{L}\p{N}_.-]{2,}`,
  'giu',
)
const MESSENGER =
  '(?:telegram|zalo|whats ?app|viber|we ?chat|weixin|kakao ?talk|messenger|skype|discord|line ?(?:id|account))(?![\\p{L}\\p{N}])|微信|카카오톡|카톡|텔레그램|ライン'
/** Between a messenger's name and the one to look for in it. */
const AS = String.raw`(?:[\s:=,"'“„«@-]|(?:id|number|user(?:name)?|nick(?:name)?|handle|at|as|is|tên|số|là|ime|broj|nom|numéro)(?![\p{L}\p{N}])|아이디는?|号码?|號碼?|账号|帳號|아이디)`
/** Words that stand there without leading anywhere. */
const NO_NAME = String.raw`(?:telegram|zalo|whatsapp|viber|wechat|weixin|kakaotalk|messenger|skype|discord|line|accounts?|messages?|groups?|channels?|chats?|calls?|nobody|never|that|this|they|them|from|with|will|does|have|when|because|asks?|asked|wrote|writes?|links?|contact|support|please|where|there|which|were|your|khong|hoac|grupa|grupe|poruka|poruke|nalog|niti|nije|jesu|pour|mais|dans|avec|sont|messag\w*|compte|groupe|instead|either|only|also|under|between)(?![a-z0-9_])`
const NAMED = String.raw`(?!${NO_NAME})(?:[a-z0-9_][a-z0-9_.]{3,60}(?<![.])(?!\p{L})|\d(?:[\s.-]?\d){4,})`
/** A name without a mark, `Viber fairturnhelp`; of the names that are words too, only in capitals or with what says whose. */
const NAMED_IN_MESSENGER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:加\s?)?(?:${MESSENGER})${AS}{1,6}${NAMED}|(?:微信|카카오톡|카톡)${NAMED}`,
  'giu',
)
const NAMED_IN_LINE = new RegExp(String.raw`(?<![\p{L}\p{N}])LINE${AS}{1,6}${NAMED}`, 'gu')
const SEARCHED_IN_MESSENGER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:search|find|add|write|message|text|contact|tìm|nhắn|kết bạn|cherchez|ajoutez|écrivez|contactez|pišite|potražite|dodajte)\s+(?:(?:for|to|with|đến|cho|à)\s+)?${NAMED}\s+(?:in|on|via|over|through|trên|qua|sur|par|na|preko|u)\s+(?:${MESSENGER})`,
  'giu',
)
/** Of a number to call any six digits are enough. */
const CALLED =
  /(?<![\p{L}\p{N}])(?:call|ring|dial|phone|gọi|appelez|pozovite|전화|电话|電話)\s(?:[^\d\p{Co}]{0,12})\d(?:[\s.-]?\d){5,}(?![\d,%])/giu
/** Of an account too: in Japan it has seven. Digits in groups of three are a count. */
const ACCOUNT =
  /(?:(?<![\p{L}\p{N}])(?:accounts?|acct|a\/c|stk|(?:số )?tài khoản|(?:so )?tai khoan|comptes?|(?:žiro[\s-]?)?račun[a-z]{0,2}|racun[a-z]{0,2}|iban|rib)(?!\p{L})|口座(?:番号)?|계좌(?:번호)?|账户|帐户|账号|帐号|帳戶|賬號|户名)[^\d\p{Co}\n!?。]{0,16}(?!\d{1,3}(?:[\s.]\d{3})+(?!\d|[\s.-]\d))\d(?:[\s.-]?\d){5,}(?![\d,%])/giu
/** Letters and digits mixed: an address of a coin, a key. */
const ADDRESS =
  /(?<![\p{L}\p{N}/-])(?=[a-z]*\d)(?=\d*[a-z])(?=(?:[a-z]*\d){3})[a-z0-9]{20,}(?![\p{L}\p{N}-])/giu
const IBAN =
  /(?<![\p{L}\p{N}])[A-Z]{2}[^\p{L}\p{N}\p{Co}]{0,3}\d{2}(?:[^\p{L}\p{N}\p{Co}]{0,3}[A-Z0-9]){11,30}/giu
const NUMBER = /(?:\+|(?<!\d))\d(?:[^\p{L}\p{N}\p{Co}%$€]{0,3}\d){6,}/gu
/** Digits that say when, how much, or which record of ours. */
const HARMLESS = [
  /(?<!\d)(?:\d{4}-\d{2}-\d{2}|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\1(?:19|20)\d{2})(?!\d)/gu,
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,3})?(?![\d:])/gu,
  /[$€]\s?(?:\d(?:[\s.,]\d{3}){2}|\d{1,3}(?:[\s.,]\d{3})?)(?:[.,]\d{2})?(?!\d|[\s.,]\d{3})/gu,
  /(?<![\d\s.]\d{3}[\s.]|\d)(?:[1-9](?:[\s.]\d{3}){2}|[1-9]\d{0,2}(?:[\s.]\d{3})?|0),\d{2}(?![\d,])/gu,
  /(?<![\d-])(?:(?:0[1-9]|1[0-2])[/.-]20\d{2}|20\d{2}-(?:0[1-9]|1[0-2]))(?![\d-])/gu,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu,
  /\bF[TWR]-[0-9A-Z]{4}-[0-9A-Z]{4}\b/gu,
]

/** What could be a name of a person, `lan.huong`, rather than a link: under no top-level domain in common use, and without a path. */
export const dottedNamesIn = (text: string): string[] =>
  [...plain(text).matchAll(PLAIN_LINK)].flatMap(([found]) => {
    const name = found.replace(/[:?#].*$/u, '')
    return name.includes('/') || name.search(LINK) !== -1 ? [] : [name]
  })

/** Numbers of our own documents, which look like the beginning of an account number. */
const OWN_DOCUMENT = /(?<![\p{L}\p{N}-])F[A-Z]-20\d{2}-0\d{5}(?![\p{L}\p{N}-])/gu
const LINKS = [
  LINK,
  SPELLED_LINK,
  DOTLESS_LINK,
  PLAIN_LINK,
  HANDLE,
  NAMED_IN_MESSENGER,
  NAMED_IN_LINE,
  SEARCHED_IN_MESSENGER,
]

/** Without these names of persons, where they stand as words of their own. */
export const withoutNames = (text: string, names: readonly string[]): string =>
  names.reduce(
    (rest, name) =>
      rest.replace(
        new RegExp(
          String.raw`(?<![\p{L}\p{N}@./_-])${name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\p{N}_/-]|[.:@][\p{L}\p{N}/])`,
          'giu',
        ),
        ` ${APART} `,
      ),
    plain(text),
  )

/** `own_hosts`: links to them, and to their subdomains, are none; of a campaign its landing address too. */
export function findContactDetails(written: string, own_hosts: readonly string[] = []): ContactDetail[] {
  const found = new Map<string, ContactDetail>()
  const add = (kind: ContactKind, text: string) => found.set(`${kind} ${text}`, { kind, text: text.trim() })
  let rest = plain(written)
  const take = (pattern: RegExp, of: (text: string) => ContactKind | undefined) => {
    rest = rest.replace(pattern, (text: string) => {
      // A number with a word behind it, `12.30uhr`, is no host.
      if (pattern === PLAIN_LINK && !/[a-z][^/]*\./.test(text)) return text
      const kind = of(text)
      if (kind !== undefined) add(kind, text)
      return kind === undefined && pattern === NUMBER ? text : ` ${APART} `
    })
  }
  take(MAIL, () => 'mail')
  const foreign = (text: string) => (own_hosts.some((host) => leadsTo(text, host)) ? undefined : 'link')
  for (const run of rest.match(SPACED) ?? []) {
    const joined = run.replace(/\s/gu, '')
    if (new RegExp(`${LINK.source}|${MAIL.source}`, 'iu').test(joined) && foreign(joined)) add('link', run)
  }
  for (const link of LINKS) take(link, foreign)
  rest = rest.replace(OWN_DOCUMENT, ` ${APART} `)
  rest = rest.replace(IBAN, (text: string) => {
    const iban = ibanIn(text)
    if (iban !== undefined) add('iban', iban)
    return iban === undefined ? text : ` ${APART} ${text.slice(iban.length)}`
  })
  for (const harmless of HARMLESS) rest = rest.replace(harmless, ` ${APART} `)
  const ibans = scatteredIbans(rest)
  for (const iban of ibans) add('iban', iban)
  take(ADDRESS, () => 'number')
  rest = figuresOf(rest)
  take(NUMBER, numberKind)
  take(CALLED, () => 'phone')
  take(ACCOUNT, () => 'number')
  if (ibans.length === 0) for (const run of scatteredDigits(rest)) add('number', run)
  return [...found.values()]
}

const AMOUNT = String.raw`(?:[$€₫]\s?\d|\d[\d\s.,]{0,15}(?:[$€₫]|(?:usd|eur|dollars?|euros?|đồng|vnd|dinara|rsd)(?![\p{L}\p{N}])|美元|欧元|元|ドル|ユーロ|円|달러|유로|원))`
/** Verbs of paying, in the first person and not of the past. */
const WE_PAY = String.raw`(?<![\p{L}\p{N}])(?:(?:we|i)(?:['’]ll|\s+(?:will|shall|can|promise to|are going to))?\s+(?:pay|send|refund|transfer|give|credit|compensate)|chúng tôi\s+(?:sẽ\s+)?(?:trả|chuyển|hoàn|gửi|bồi thường)|nous\s+(?:vous\s+)?(?:paierons|payons|verserons|versons|rembourserons|remboursons|enverrons|créditerons)|(?:isplatić|uplatić|poslać|vratić|platić)emo|isplaćujemo)(?!\p{L})|我们(?:会|将)?(?:向您)?(?:支付|退款|退还|赔偿|汇款|转账)|(?:お?支払い|返金|送金|お?振り?込み)(?:いた)?します|(?:지급|환불|송금|입금|보상)(?:해\s?드|하겠|합니다|할게)`
const PROMISE = new RegExp(
  String.raw`(?:${WE_PAY})[^!?。\n]{0,60}?${AMOUNT}|${AMOUNT}[^!?。\n]{0,40}?(?:${WE_PAY})`,
  'giu',
)

/** Sentences that say that we pay an amount: a payment out of a conversation is a proposal, never a text. */
export const findPromises = (text: string): ContactDetail[] =>
  [...plain(text).matchAll(PROMISE)].map(([found]) => ({ kind: 'promise', text: found }))

/** The same in the text and the addresses of HTML, also across tags that split a number. */
export function findContactDetailsInHtml(html: string, own_hosts: readonly string[] = []): ContactDetail[] {
  const decoded = html.replace(ENTITY, (_, code: string, name: string) =>
    code === undefined ? ENTITIES[name.toLowerCase()]! : decodedChar(code),
  )
  const addresses = [...decoded.matchAll(/\b(?:href|src|alt)\s*=\s*"([^"]*)"/gi)].map(([, value]) =>
    value!.replace(/^(?:mailto|tel):/i, ''),
  )
  const texts = [decoded.replace(/<[^<>]*>/g, ''), decoded.replace(/<[^<>]*>/g, '\n'), ...addresses]
  const all = texts.flatMap((text) => findContactDetails(text, own_hosts))
  return [...new Map(all.map((detail) => [`${detail.kind} ${detail.text}`, detail])).values()]
}

const ENTITY = /&#(x[0-9a-f]+|\d+);?|&(nbsp|amp|lt|gt|quot|period|commat|colon|sol|plus|num);/gi
const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  period: '.',
  commat: '@',
  colon: ':',
  sol: '/',
  plus: '+',
  num: '#',
}

function decodedChar(code: string): string {
  const point = code[0]!.toLowerCase() === 'x' ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** Compatibility forms and other scripts' digits as ASCII, without invisible characters. */
const plain = (text: string): string =>
  text
    .replace(ENTITY, (whole, code: string, name: string) =>
      code === undefined ? (ENTITIES[name.toLowerCase()] ?? whole) : decodedChar(code),
    )
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}\p{Co}]/gu, '')
    .replace(/(?<=[a-z0-9])。(?=[a-z])/giu, '.')
    .replace(/[\u24f5-\u24ff\u2776-\u2793]/gu, dingbatDigits)
    .replace(/[^\P{Nd}0-9]/gu, digitOf)

/** Decimal digits stand in rows of ten, each beginning with its zero. */
function digitOf(char: string): string {
  let value = 0
  const point = char.codePointAt(0)!
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++
  return String(value)
}

/** Digits in circles without a compatibility form: three rows of one to ten, of which the first ends with a zero. */
function dingbatDigits(char: string): string {
  const point = char.codePointAt(0)!
  if (point === 0x24ff) return '0'
  return String(point < 0x2776 ? point - 0x24f4 : ((point - 0x2776) % 10) + 1)
}

// Digits in words: English, Vietnamese, French, Serbian (both scripts), without their accents; a word may be in several languages.
const NUMERALS = new Map<string, string>([
  ...[
    'zero oh nil khong linh nula нула',
    'one mot un une jedan један',
    'two hai deux dva два',
    'three ba trois tri три',
    'four bon tu quatre cetiri четири',
    'five nam lam cinq pet пет',
    'six sau sest шест',
    'seven bay sept sedam седам',
    'eight tam huit osam осам',
    'nine chin neuf devet девет',
  ].flatMap((words, digit) => words.split(' ').map((word) => [word, `${digit}`] as const)),
  ...[
    'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'dix onze douze treize quatorze quinze seize',
  ].flatMap((words) => words.split(' ').map((word, i) => [word, `${10 + i}`] as const)),
  ...[
    'twenty thirty forty fifty sixty seventy eighty ninety',
    'vingt trente quarante cinquante soixante',
  ].flatMap((words) => words.split(' ').map((word, i) => [word, `${i + 2}0`] as const)),
])
const CJK_DIGITS = [
  '〇零○洞공영',
  '一壹幺일',
  '二贰貳이',
  '三叁參삼',
  '四肆사',
  '五伍오',
  '六陆陸육륙',
  '七柒칠',
  '八捌팔',
  '九玖구',
]
const CJK = CJK_DIGITS.join('')
const CJK_RUN = new RegExp(`[${CJK}](?:[\\s,.、・-]{0,2}[${CJK}]){6,}`, 'gu')
const HIRAGANA: readonly (readonly [string, string])[] = [
  ['ゼロ', '0'],
  ['れい', '0'],
  ['まる', '0'],
  ['いち', '1'],
  ['さん', '3'],
  ['よん', '4'],
  ['ろく', '6'],
  ['なな', '7'],
  ['しち', '7'],
  ['はち', '8'],
  ['きゅう', '9'],
  ['に', '2'],
  ['し', '4'],
  ['ご', '5'],
  ['く', '9'],
]
/** In katakana, too. */
const KANA = HIRAGANA.flatMap(([word, digit]) => [
  [word, digit] as const,
  [
    word.replace(/[\u3041-\u3096]/g, (kana) => String.fromCodePoint(kana.codePointAt(0)! + 0x60)),
    digit,
  ] as const,
])
const KANA_RUN = new RegExp(`(?:(?:${KANA.map(([word]) => word).join('|')})[\\s、・-]{0,2}){7,}`, 'gu')
/** Letters written for digits, between at least four of them. */
const DISGUISED = /(?<![\p{L}\p{N}])[\dOoIlSBZ](?:[\s.-]?[\dOoIlSBZ]){7,}(?![\p{L}\p{N}])/gu
const DISGUISES: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', S: '5', B: '8', Z: '2' }

/** The text with digits that are written otherwise as digits: in words, in characters of East Asia, with letters. */
function figuresOf(text: string): string {
  const cjk = text
    .replace(CJK_RUN, (run) =>
      Array.from(run, (char) => {
        const digit = CJK_DIGITS.findIndex((chars) => chars.includes(char))
        return digit < 0 ? char : String(digit)
      }).join(''),
    )
    .replace(KANA_RUN, (run) => KANA.reduce((rest, [word, digit]) => rest.replaceAll(word, digit), run))
    .replace(DISGUISED, (run) =>
      run.replace(/\D/g, '').length < 4 ? run : run.replace(/[OoIlSBZ]/g, (char) => DISGUISES[char]!),
    )
  return wordsAsDigits(cjk)
}

/** Four words or figures or more in a row, of which one is a digit, or tens, in letters. */
function wordsAsDigits(text: string): string {
  let written = ''
  let from = 0
  let run: { start: number; end: number; values: string[]; spelled: boolean } | undefined
  const close = () => {
    if (run !== undefined && run.spelled && run.values.length >= 4) {
      written += text.slice(from, run.start) + run.values.join(' ')
      from = run.end
    }
    run = undefined
  }
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+|\d+/gu)) {
    const gap = run === undefined ? '' : text.slice(run.end, index)
    if (gap.length > 3 || gap.includes(APART)) close()
    const value = valueOf(word)
    if (value === undefined) close()
    else {
      run ??= { start: index, end: index, values: [], spelled: false }
      run.values.push(value)
      run.end = index + word.length
      run.spelled ||= value !== word
    }
  }
  close()
  return written + text.slice(from)
}

function valueOf(word: string): string | undefined {
  if (/^\d/.test(word)) return word
  return NUMERALS.get(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}

// The IBAN registry: https://www.swift.com/standards/data-standards/iban-international-bank-account-number
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI FO GL NL',
    19: 'MK SI',
    20: 'AT BA EE KZ LT LU MN XK',
    21: 'CH HR LI LV',
    22: 'BG BH CR DE GB GE IE ME RS VA',
    23: 'AE GI IL IQ OM SO TL',
    24: 'AD CZ DJ ES MD PK RO SA SE SK TN VG',
    25: 'LY PT ST',
    26: 'IS TR',
    27: 'BI FR GR IT MC MR SM',
    28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'MT SC',
    32: 'LC',
    33: 'RU',
  }).flatMap(([length, countries]) => countries.split(' ').map((country) => [country, Number(length)])),
)

/** Account numbers (ISO 13616) whose groups have words or other characters between them: of the country's length, with a right check digit. */
function scatteredIbans(text: string): string[] {
  const groups =
    text.toUpperCase().match(/(?<![\p{L}\p{N}])(?=[A-Z]*\d)[A-Z0-9]{1,34}(?![\p{L}\p{N}])/gu) ?? []
  return groups.flatMap((group, i) => {
    if (!/^[A-Z]{2}\d{2}/.test(group)) return []
    const length = IBAN_LENGTHS[group.slice(0, 2)]
    const iban = groups
      .slice(i, i + 40)
      .join('')
      .slice(0, length)
    return length !== undefined &&
      iban.length === length &&
      remainder97(iban.slice(4) + iban.slice(0, 4)) === 1
      ? [iban]
      : []
  })
}

const MAX_APART = 24

/** Groups of digits with words between them, eight digits or more, of which one begins with a zero, as no count does. */
function scatteredDigits(text: string): string[] {
  const found: string[] = []
  let run: string[] = []
  let end = 0
  const close = () => {
    const digits = run.join('')
    if (run.length > 1 && digits.length >= MIN_DIGITS && run.some((group) => /^0\d/.test(group)))
      found.push(run.join(' '))
    run = []
  }
  for (const { 0: group, index } of text.matchAll(/\d+/gu)) {
    const between = text.slice(end, index)
    if (between.length > MAX_APART || between.includes(APART)) close()
    run.push(group)
    end = index + group.length
  }
  close()
  return found
}

function leadsTo(link: string, host: string): boolean {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`)
  return url !== null && (url.hostname === host || url.hostname.endsWith(`.${host}`))
}

/** The longest beginning with a right check digit (ISO 13616). */
function ibanIn(text: string): string | undefined {
  for (let end = text.length; end >= 15; end--) {
    const candidate = text.slice(0, end)
    const iban = candidate.replace(/[^A-Z0-9]/gi, '').toUpperCase()
    if (/[^A-Z0-9]$/i.test(candidate) || IBAN_LENGTHS[iban.slice(0, 2)] !== iban.length) continue
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
