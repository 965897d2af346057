// Files that banks send as XML: bytes become text, text a tree that is safe to walk. It must never resolve an entity, guess
// an encoding, or hold a file that is larger or deeper than a bank's.
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { refuse, type Refusal } from '../http/refusal.ts'

/** The largest file that is read; a year of a busy account is less. */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024
const DEEPEST = 40 // ISO 20022 messages stay below 20
const PROLOG_BYTES = 200

/** What is wrong with a file that cannot be read; told in the refusal's details. */
type Flaw =
  | 'empty'
  | 'compressed'
  | 'encoding'
  | 'zero_bytes'
  | 'declares_entities'
  | 'not_well_formed'
  | 'too_deep'
  | 'columns'
  | 'no_statement'
  | 'missing'
  | 'amount'
  | 'day'

/** To be thrown: the file is not taken, and why. `where` names an element, or a line. */
export const unreadable = (why: Flaw, where?: string | number): Refusal =>
  refuse('bank_file_is_not_readable', where === undefined ? { why } : { why, where })

/** An element: its children by name, its text, its attributes. Namespaces are left out. */
export interface XmlElement {
  readonly [name: string]: readonly (XmlElement | string)[] | string
}

/** Refuses what no reader has to open: nothing, too much, and archives, by their first bytes whatever their name says. */
export function refuseHostile(bytes: Uint8Array): void {
  if (bytes.length > LARGEST_FILE_BYTES) throw refuse('bank_file_is_too_large')
  if (bytes.length === 0) throw unreadable('empty')
  const start = Buffer.from(bytes.subarray(0, 6)).toString('latin1')
  if (
    ['PK', '\x1f\x8b', 'BZh', '\xfd7zXZ', "7z\xbc\xaf'", '(\xb5/\xfd', 'Rar!'].some((magic) =>
      start.startsWith(magic),
    )
  )
    throw unreadable('compressed')
}

/**
 * The text of a file in the encoding that is given, or that its byte order mark says. Refuses bytes that the encoding
 * does not have, and zero bytes, which are a wide encoding read as a narrow one or worse.
 */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  const marked = encodingOfMark(bytes) ?? encoding
  let text
  try {
    text = new TextDecoder(marked, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('encoding')
  }
  if (text.includes('\0')) throw unreadable('zero_bytes')
  return text
}

/** The document's root, after its name and namespace's last part, e.g. `camt.053.001.02`; for other XML an empty one. */
export function readXml(bytes: Uint8Array): { message: string; root: XmlElement } {
  refuseHostile(bytes)
  const text = decodeText(bytes, declaredEncoding(bytes))
  // No bank declares a document type; whoever does wants entities expanded, or files of ours read.
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw unreadable('declares_entities')
  refuseDeep(text)
  if (XMLValidator.validate(text) !== true) throw unreadable('not_well_formed')
  const [, message = ''] =
    /urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(text.slice(0, 4096)) ?? []
  let tree: XmlElement
  try {
    tree = parser.parse(text) as XmlElement
  } catch {
    throw unreadable('not_well_formed')
  }
  const root = child(tree, 'Document')
  if (root === undefined) throw unreadable('no_statement')
  return { message, root }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false, // textOf() does, after what stands in several pieces is joined
  maxNestedTags: DEEPEST,
  isArray: (_name, _path, _is_leaf, is_attribute) => !is_attribute,
})

const MARKS: readonly [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const encodingOfMark = (bytes: Uint8Array): string | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0]

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
}

/** What the XML declaration says; without one the standard's own, UTF-8. Refuses an encoding that no bank sends. */
function declaredEncoding(bytes: Uint8Array): string {
  // A declaration in UTF-16 without a mark is recognised by its first character, as the standard recommends.
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  if (encodingOfMark(bytes) !== undefined) return 'utf-8'
  const prolog = Buffer.from(bytes.subarray(0, PROLOG_BYTES)).toString('latin1')
  const [, name = 'utf-8'] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(prolog) ?? []
  const encoding = ENCODINGS[name.toLowerCase()]
  if (encoding === undefined) throw unreadable('encoding', name)
  return encoding
}

/** Counts tags before anything builds a tree of them: what is built of a deep file could end the process. */
function refuseDeep(text: string): void {
  let depth = 0
  for (const [tag] of text.matchAll(/<\/?[^\s<>!?/][^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > DEEPEST) throw unreadable('too_deep')
  }
}

/** The children of a name. */
export const children = (element: XmlElement | string | undefined, name: string): (XmlElement | string)[] => {
  if (typeof element !== 'object' || !Object.hasOwn(element, name)) return []
  const found = element[name]!
  return typeof found === 'string' ? [found] : [...found]
}

/** The first element on a path, if it is there. */
export function child(element: XmlElement, ...path: string[]): XmlElement | undefined {
  let at: XmlElement | string | undefined = element
  for (const name of path) [at] = children(at, name)
  return typeof at === 'string' ? { '#text': at } : at
}

/** The text at the end of a path, without its entities' disguise; undefined where there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const found = element === undefined ? undefined : child(element, ...path)
  return found === undefined ? undefined : textOf(found)
}

/** The text of an element. */
export function textOf(element: XmlElement | string): string | undefined {
  const text = typeof element === 'string' ? element : element['#text']
  if (typeof text !== 'string' && !Array.isArray(text)) return undefined
  const plain = decodeEntities(typeof text === 'string' ? text : text.join(''))
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? undefined : plain
}

/** An attribute of an element. */
export const attribute = (element: XmlElement, name: string): string | undefined => {
  const value = element[`@${name}`]
  return typeof value === 'string' ? value : undefined
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// The five that XML itself has, and numbers; any other stays as it is written.
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      const is_text = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return is_text ? String.fromCodePoint(code) : ' '
    },
  )
