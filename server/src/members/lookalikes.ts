// What a name looks like: a skeleton as of UTS 39, of the letters that are confused with Latin ones. Two names with one
// skeleton are taken for each other; it is compared, and never shown or stored.
import { nameKey } from './names.ts'

/**
 * Letters that neither compatibility forms nor accents lead back to the one they look like: Latin with hooks, strokes and
 * bars, small capitals, and the letters of Cyrillic, Greek, Armenian and Cherokee.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаᴀ',
  b: 'ƀɓьвβʙᏼ',
  c: 'ƈсϲᴄȼ',
  d: 'đɖɗԁᴅð',
  e: 'еєэɛεᴇɇҽ',
  f: 'ƒғꜰϝꞙ',
  g: 'ɡɢցǥɠ',
  h: 'һħɦհнʜ',
  i: 'ıɩιіӏɪɨǀ',
  j: 'јʝɉᴊϳ',
  k: 'ƙкκᴋ',
  l: 'łƚɫɭʟ',
  m: 'мᴍɱ',
  n: 'пηոɴŋɲƞ',
  o: 'øоοօᴏσɵө',
  p: 'рρᴘƥþ',
  q: 'ԛզɋ',
  r: 'гɾʀᴦɼɍꭇ',
  s: 'ѕʂꜱƽ',
  t: 'ŧтτᴛƭʈț',
  u: 'υսᴜʊцʉ',
  v: 'νѵᴠʋ',
  w: 'ԝωшᴡɯա',
  x: 'хχ',
  y: 'уγүʏƴɏ',
  z: 'ƶᴢʐȥ',
}
const LETTER_OF = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) => Array.from(others, (one) => [one, letter])),
)
/** Letters in boxes, of which flags are made, and those on blood groups and car parks. */
const BOXED: Readonly<Record<string, string>> = { '🅰': 'a', '🅱': 'b', '🅾': 'o', '🅿': 'p' }
const FLAG_A = 0x1f1e6

function letterOf(char: string): string {
  const point = char.codePointAt(0)!
  if (point >= FLAG_A && point < FLAG_A + 26) return String.fromCodePoint(point - FLAG_A + 97)
  return LETTER_OF.get(char) ?? BOXED[char] ?? char
}

/** Without accents, marks and capitals. */
const unaccented = (text: string): string =>
  nameKey(text).normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

/** The skeleton, with spaces and signs as they are: `ƒaırturn` as `faiitum`, of which `l` and `i` are one letter. */
export const skeleton = (text: string): string =>
  Array.from(unaccented(text), letterOf)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('l', 'i')
