// Names with which a member would be taken for somebody else: of letters of several scripts (`Pаypal` with a Cyrillic `а`),
// or for us (names.test.ts, members.test.ts).
import { refuseField } from '../platform/http/refusal.ts'
import { nameKey } from './names.ts'

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

/** Words by which members would take somebody for us, in the languages of the product; without accents, marks and separators. */
const WORDS_OF_OURS = new Set(
  (
    'admin admins administrator administrators moderator support helpdesk official staff operator owner sysadmin system webmaster ' +
    'quantri quantrivien hotro nhanvien tongdai administrateur moderateur assistance officiel podrska operater zaposleni ' +
    '管理员 管理者 客服 官方 工作人员 運営 公式 サポート 担当者 관리자 운영자 고객센터 고객지원 공식 담당자'
  ).split(' '),
)
/** The ways of writing a letter with a digit. */
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

const plain = (text: string): string =>
  nameKey(text).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').normalize('NFC')
const withoutDigits = (word: string): string => word.replace(/[013457]/g, (digit) => DIGITS[digit]!)

/** Whether it says that it is us: the site's own name anywhere, or a word of ours alone, numbered or in digits (`adm1n`). */
export function looksOfficial(username: string, site_title: string): boolean {
  const words = plain(username).split(/[^\p{L}\p{N}]+/u)
  const whole = words.join('')
  const site = plain(site_title).replace(/[^\p{L}\p{N}]/gu, '')
  if (site.length >= 3 && [whole, withoutDigits(whole)].some((written) => written.includes(site))) return true
  return [...words, whole].some((word) =>
    [word, word.replace(/\d+$/, ''), withoutDigits(word)].some((written) => WORDS_OF_OURS.has(written)),
  )
}

/** Refuses `username_mixes_scripts` and `username_is_reserved`; names of before stay. */
export function refuseMisleadingName(username: string, site_title: string): void {
  if (mixesScripts(username)) throw refuseField('username_mixes_scripts', 'username')
  if (looksOfficial(username, site_title)) throw refuseField('username_is_reserved', 'username')
}
