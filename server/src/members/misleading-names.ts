// Names with which a member would be taken for somebody else: of letters of several scripts (`Pаypal` with a Cyrillic `а`),
// or for us (names.test.ts, members.test.ts).
import { refuseField } from '../platform/http/refusal.ts'
import { skeleton } from './lookalikes.ts'

/** Recommended scripts (UAX 31, table 5). */
const SCRIPTS = [
  'Latn', 'Grek', 'Cyrl', 'Armn', 'Hebr', 'Arab', 'Thaa', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda',
  'Mlym', 'Sinh', 'Thai', 'Laoo', 'Tibt', 'Mymr', 'Geor', 'Ethi', 'Khmr', 'Hang', 'Hira', 'Kana', 'Hani', 'Bopo',
] // prettier-ignore
const lettersOf = (scripts: readonly string[]) =>
  new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u')
/** Alone, or together as Japanese, Chinese and Korean are written (UTS 39, 5.2: highly restrictive). */
const TOGETHER = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
  ...SCRIPTS.map((script) => [script]),
].map(lettersOf)
const RECOMMENDED = new RegExp(`[${SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`, 'u')

/** Whether its letters and marks belong to scripts that no language writes together. */
export function mixesScripts(username: string): boolean {
  const letters = username.replace(/[^\p{L}\p{M}]|\p{scx=Common}|\p{scx=Inherited}/gu, '')
  return RECOMMENDED.test(letters) && !TOGETHER.some((together) => together.test(letters))
}

/** Words with which a name says that it is ours, wherever in it they stand, in the languages of the product and in Russian. */
const OURS_AMONG_OTHERS = wordSet(
  'admin admins administrator administrators moderator moderators support helpdesk official staff operator owner sysadmin system',
  'webmaster quantri quantrivien hotro nhanvien tongdai cskh administrateur moderateur assistance officiel podrska operater',
  'zaposleni админ администратор модератор поддержка поддержки техподдержка подршка подршке',
  '官方 工作人员 公式 担当者 공식 담당자',
)
/** The same of several words. */
const PHRASES = wordSet(
  'chamsockhachhang dichvukhachhang hotrokhachhang hotrothanhvien hotrokythuat banquantri trungtamhotro',
  'bophanhotro serviceclient serviceclients serviceclientele relationclient customerservice customerservices',
  'customercare clientservice clientservices korisnickiservis sluzbazakorisnike службаподдержки',
)
/** The same where words are written together, so that they are found within others (`カスタマーサポート`, `客服小王`). */
const WITHIN = [
  ...wordSet(
    '客服 客戶服務 客户服务 管理员 管理員 管理者 运营方 運営 サポート カスタマーセンター 관리자 운영자 운영팀 고객센터 고객지원 고객상담',
  ),
]
/** Ordinary words, which say so only alone, or with nothing but words like `team` beside them. */
const OURS_ALONE = wordSet(
  'root superuser help security billing noreply donotreply mailerdaemon postmaster hostmaster abuse service services contact',
  'compliance payments payouts refunds securite facturation moderation trogiup bezbednost naplata pomoc korisnicki',
  'помощь безопасность ヘルプ ヘルプデスク セキュリティ お問い合わせ 窓口 帮助 幫助 安全中心 財務 财务 도움말 보안',
)
const BESIDE = wordSet(
  'the our team center centre desk department dept online account accounts client clients customer customers member members user users',
  'agent agents bot group mail info equipe du de des et centar tim sluzba korisnika trung tam doi ban служба отдел 고객',
)
/** Ends of words that are written together. */
const BESIDE_AT_END = new RegExp(
  `(?:${[...wordSet('チーム センター デスク 担当 中心 部门 部門 小组 部 팀 센터 담당')].join('|')})$`,
  'u',
)
/** The ways of writing a letter with a digit. */
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }
const MAX_PHRASE = 4

/** Of words with a space between them, as they look. */
function wordSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map(skeleton))
}

const withoutDigits = (word: string): string => skeleton(word.replace(/[013457]/g, (digit) => DIGITS[digit]!))

/** The ways to read a word: as it is, without a number behind it, with digits as letters. */
const readings = (word: string): string[] => [word, word.replace(/\p{N}+$/u, ''), withoutDigits(word)]
const isIn = (set: ReadonlySet<string>, word: string): boolean => readings(word).some((one) => set.has(one))

/** Whether words that stand together are one of the set. */
const hasPhrase = (words: readonly string[], set: ReadonlySet<string>): boolean =>
  words.some((_, from) =>
    words.slice(from, from + MAX_PHRASE).some((_, n) => isIn(set, words.slice(from, from + n + 1).join(''))),
  )

const isOursAlone = (word: string): boolean =>
  isIn(OURS_ALONE, word) || isIn(OURS_ALONE, word.replace(BESIDE_AT_END, ''))
const isBeside = (word: string): boolean => isIn(BESIDE, word) || /^\p{N}+$/u.test(word)

/**
 * Whether it says that it is us: the site's own name anywhere, as it is or as it looks (`ƒairturn`, `Fairtum`), or a word of
 * ours, numbered or in digits (`adm1n`).
 */
export function looksOfficial(username: string, site_title: string): boolean {
  const words = skeleton(username)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const whole = skeleton(words.join(''))
  const site = skeleton(site_title).replace(/[^\p{L}\p{N}]/gu, '')
  if (site.length >= 3 && [whole, withoutDigits(whole)].some((written) => written.includes(site))) return true
  if ([...words, whole].some((word) => isIn(OURS_AMONG_OTHERS, word)) || hasPhrase(words, PHRASES))
    return true
  if (WITHIN.some((word) => whole.includes(word)) || isOursAlone(whole)) return true
  return words.some(isOursAlone) && words.every((word) => isOursAlone(word) || isBeside(word))
}

/** Refuses `username_mixes_scripts` and `username_is_reserved`; names of before stay. */
export function refuseMisleadingName(username: string, site_title: string): void {
  if (mixesScripts(username)) throw refuseField('username_mixes_scripts', 'username')
  if (looksOfficial(username, site_title)) throw refuseField('username_is_reserved', 'username')
}
