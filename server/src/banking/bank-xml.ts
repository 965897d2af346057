// Reads XML bank files: bytes are decoded, then parsed as a stream (SAX). Entities are not expanded, encodings not guessed,
// and every limit is enforced while parsing (bank-readers.test.ts).
import sax from 'sax'
import { refuse, Refusal } from '../platform/http/refusal.ts'

/** More than a year of a busy account needs. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
const MAX_DEPTH = 40 // ISO 20022 messages stay below 20
const MAX_ATTRIBUTES_PER_ELEMENT = 32 // a bank's have one: the currency
const MAX_ELEMENTS = 2_000_000
/** Buffered elements; a collective booking of 20 000 payments has half a million. */
const MAX_KEPT_ELEMENTS = 800_000
/** Per element; the longest of the standard has 500. */
const MAX_TEXT_LENGTH = 64 * 1024
const PROLOG_BYTES = 200
const HEAD_BYTES = 1000
const CHUNK_BYTES = 64 * 1024

/** Why a file is unreadable; shown in the refusal's details. */
type FileProblem =
  | 'empty'
  | 'compressed'
  | 'pdf'
  | 'mt940'
  | 'encoding'
  | 'zero_bytes'
  | 'declares_entities'
  | 'not_well_formed'
  | 'unknown_version'
  | 'too_deep'
  | 'too_many_elements'
  | 'too_many_attributes'
  | 'too_many_lines'
  | 'text_too_long'
  | 'takes_too_long'
  | 'takes_too_much_memory'
  | 'columns'
  | 'unnamed_column'
  | 'repeated_heading'
  | 'quotes'
  | 'pages'
  | 'fee'
  | 'fee_column'
  | 'amount_and_fees'
  | 'skipped_currency'
  | 'ignored_direction'
  | 'ignored_status'
  | 'sign_and_word'
  | 'mixed_signs'
  | 'balance_line'
  | 'minor_units'
  | 'ofx'
  | 'qif'
  | 'bai2'
  | 'xml'
  | 'no_statement'
  | 'missing'
  | 'currencies_differ'
  | 'amount'
  | 'direction'
  | 'amounts_not_stated'
  | 'direction_column'
  | 'unknown_words'
  | 'status_column'
  | 'currency_column'
  | 'account_column'
  | 'account'
  | 'skipped_booking'
  | 'day'
  | 'day_separator'
  | 'ods'
  | 'balances_differ'
  | 'crosswise'
  | 'year'
  | 'garbled'
  | 'is_utf_8'
  | 'html'
  | 'xls'
  | 'xlsx'
  | 'no_status'
  | 'status_code'
  | 'contradicts_itself'

/** A refusal to throw, with the reason. `where` names an element or a line. */
export const unreadable = (why: FileProblem, where?: string | number): Refusal =>
  refuse('bank_file_is_not_readable', where === undefined ? { why } : { why, where })

/** An element without its namespace prefix; its text pieces are joined. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[]
  text: string
  readonly path: string
  /** Number of elements including all descendants. */
  size: number
}

/** Refuses by the first bytes, whatever the file name: empty files, files over the limit, archives, PDF and MT940. */
export function refuseHostile(bytes: Uint8Array): void {
  if (bytes.length > MAX_FILE_BYTES) throw refuse('bank_file_is_too_large')
  if (bytes.length === 0) throw unreadable('empty')
  const start = Buffer.from(bytes.subarray(0, 6)).toString('latin1')
  const archives = ['PK', '\x1f\x8b', 'BZh', '\xfd7zXZ', "7z\xbc\xaf'", '(\xb5/\xfd', 'Rar!']
  if (start.startsWith('PK') && isWorkbook(bytes)) throw unreadable('xlsx')
  if (OPEN_DOCUMENT.test(headOf(bytes))) throw unreadable('ods')
  if (start === OLE) throw unreadable('xls')
  if (archives.some((magic) => start.startsWith(magic))) throw unreadable('compressed')
  if (start.startsWith('%PDF')) throw unreadable('pdf')
  const head = headOf(bytes)
  refuseMarkup(head)
  const other = OTHER_FORMATS.find(([, form]) => form.test(head))
  if (other !== undefined) throw unreadable(other[0])
}

/** Its beginning, in letters of one byte. */
export const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .replace(/\0|^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff/g, '')

const OTHER_FORMATS = [
  ['mt940', /(?:^|[\r\n}]):20:[^]*[\r\n]:25P?:/],
  ['ofx', /^\s*(?:<\?xml[^>]*>\s*)?(?:OFXHEADER\s*:|<\?OFX\s|<OFX>)/i],
  ['qif', /^\s*!(?:type|account|option|clear):/i],
  ['bai2', /^\s*01,[^\r\n]*[\r\n]+02,/],
] as const

/** The first bytes of files of Office before 2007. */
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1'
const DIRECTORY_BYTES = 64 * 1024

/** Whether an archive is a workbook: its directory, at the end, names one. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(-DIRECTORY_BYTES)).toString('latin1').includes('xl/workbook.')

/** The first entry of an archive says so, uncompressed; a single file of XML does in its names. */
const OPEN_DOCUMENT = /^PK[^]*opendocument\.spreadsheet|^\s*<[^]*urn:oasis:names:tc:opendocument/

/** Banks also give HTML and Excel's XML the name `.xls`. */
function refuseMarkup(head: string): void {
  if (/schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(head)) throw unreadable('xls')
  if (
    /^[^<]{0,8}(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|table|meta)[\s>]/i.test(
      head.trimStart(),
    )
  )
    throw unreadable('html')
}

/**
 * Decodes a file in pieces, in the given encoding or its byte order mark's. Refuses invalid bytes, and zero bytes, which
 * indicate a wide encoding decoded as a narrow one, or worse.
 */
function* decodeChunks(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encodingOfMark(bytes) ?? encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const stream = at + CHUNK_BYTES < bytes.length
    let text
    try {
      text = decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream })
    } catch {
      throw unreadable('encoding')
    }
    if (text.includes('\0')) throw unreadable('zero_bytes')
    yield text
  }
}

/** The same as one string. */
export const decodeText = (bytes: Uint8Array, encoding: string): string =>
  [...decodeChunks(bytes, encoding)].join('')

export interface XmlReading {
  /** Required prefix of the message name, e.g. `camt.053.`. Refuses `bank_file_is_of_another_kind` for any other. */
  readonly kind?: string
  /** The versions of it that can be read, e.g. `001.02`. Refuses `unknown_version` for any other. */
  readonly versions?: readonly string[]
  /**
   * By path below `Document`: called at the end of each such element, with its parent so far. The element is then
   * dropped, so that memory use does not grow with the file.
   */
  readonly records?: Readonly<Record<string, (element: XmlElement, parent: XmlElement) => void>>
}

/** The document's root, and the last part of its namespace, e.g. `camt.053.001.02`; empty for non-ISO 20022 XML. */
export function readXml(bytes: Uint8Array, reading: XmlReading = {}): { message: string; root: XmlElement } {
  refuseHostile(bytes)
  const builder = openBuilder(reading)
  try {
    for (const text of decodeChunks(bytes, declaredEncoding(bytes))) builder.write(text)
    return builder.close()
  } catch (error) {
    if (error instanceof Refusal) throw error
    // E.g. an invalid character reference, for which the parser throws RangeError.
    if (error instanceof RangeError) throw unreadable('not_well_formed')
    throw error
  }
}

function openBuilder({ kind, versions, records = {} }: XmlReading) {
  const parser = sax.parser(true, { strictEntities: true } as sax.SAXOptions)
  const stack: OpenElement[] = []
  let message = ''
  let root: OpenElement | undefined
  let elements = 0
  let keptElements = 0
  let attributes = 0

  const onText = (text: string) => {
    const open = stack.at(-1)
    // Indentation between children is not text.
    if (open === undefined || (open.text === '' && text.trim() === '')) return
    open.text += text
    if (open.text.length > MAX_TEXT_LENGTH) throw unreadable('text_too_long', open.name)
  }
  // Banks declare no DOCTYPE. One would allow entity expansion or reading local files (XXE), so it is refused.
  const refuseDeclaration = () => {
    throw unreadable('declares_entities')
  }
  const handlers: Partial<sax.SAXParser> = {
    onerror({ message: why }) {
      // A comment, attribute, name or declaration; the parser emits text in pieces instead.
      throw unreadable(why.startsWith('Max buffer length exceeded') ? 'text_too_long' : 'not_well_formed')
    },
    ondoctype: refuseDeclaration,
    onsgmldeclaration: refuseDeclaration,
    onopentagstart() {
      attributes = 0
      if (stack.length >= MAX_DEPTH) throw unreadable('too_deep')
      if ((elements += 1) > MAX_ELEMENTS || (keptElements += 1) > MAX_KEPT_ELEMENTS)
        throw unreadable('too_many_elements')
    },
    onattribute() {
      if ((attributes += 1) > MAX_ATTRIBUTES_PER_ELEMENT) throw unreadable('too_many_attributes')
    },
    onopentag(tag) {
      const name = localName(tag.name)
      const parent = stack.at(-1)
      if (parent === undefined) requireDocument(name)
      const path = parent === undefined ? '' : parent.path === '' ? name : `${parent.path}/${name}`
      const own = tag.attributes as Record<string, string>
      const opened: OpenElement = { name, attributes: own, children: [], text: '', path, size: 1 }
      root ??= opened
      stack.push(opened)
    },
    ontext: onText,
    oncdata: onText,
    onclosetag() {
      const closed = stack.pop()!
      const parent = stack.at(-1)
      if (parent === undefined) return
      const take = Object.hasOwn(records, closed.path) ? records[closed.path] : undefined
      if (take === undefined) {
        parent.children.push(closed)
        parent.size += closed.size
      } else {
        keptElements -= closed.size
        take(closed, parent)
      }
    },
  }
  Object.assign(parser, handlers)

  function requireDocument(name: string): void {
    if (name !== 'Document') throw unreadable('no_statement')
    if (kind !== undefined && !message.startsWith(kind))
      throw refuse('bank_file_is_of_another_kind', { kind: message || 'unknown' })
    if (versions?.includes(message.slice(kind?.length)) === false)
      throw unreadable('unknown_version', message)
  }
  return {
    write(text: string) {
      if (elements === 0)
        message =
          /(?:urn:iso:std:iso:20022:tech:xsd:|urn:swift:xsd:\$?|six-interbank-clearing\.com\/de\/)([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(
            text.slice(0, 4096),
          )?.[1] ?? ''
      parser.write(text)
    },
    close() {
      parser.close()
      if (root === undefined) throw unreadable('no_statement')
      return { message, root }
    },
  }
}

/** The name without prefix. Refuses names of Object.prototype, which no bank uses (prototype pollution). */
function localName(name: string): string {
  const local = name.slice(name.indexOf(':') + 1)
  if (local in Object.prototype) throw unreadable('not_well_formed')
  return local
}

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

/** The encoding of the XML declaration, otherwise UTF-8 as the standard says. Refuses encodings that no bank uses. */
function declaredEncoding(bytes: Uint8Array): string {
  // UTF-16 without a byte order mark is detected by its first character, as the XML standard recommends.
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  if (encodingOfMark(bytes) !== undefined) return 'utf-8'
  const prolog = Buffer.from(bytes.subarray(0, PROLOG_BYTES)).toString('latin1')
  const [, name = 'utf-8'] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(prolog) ?? []
  const encoding = ENCODINGS[name.toLowerCase()]
  if (encoding === undefined) throw unreadable('encoding', name)
  return encoding
}

export const children = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element === undefined ? [] : element.children.filter((each) => each.name === name)

/** The first element at a path like `Acct/Id`, if there is one. */
export function child(element: XmlElement | undefined, path: string): XmlElement | undefined {
  let at = element
  for (const name of path.split('/')) at = at?.children.find((each) => each.name === name)
  return at
}

/** The text at the first of these paths that has one. */
export function textAt(element: XmlElement | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const found = child(element, path)
    const text = found && textOf(found)
    if (text !== undefined) return text
  }
  return undefined
}

/** An element's text on one line, without characters that a PostgreSQL text column rejects. */
export function textOf({ text }: XmlElement): string | undefined {
  const plain = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return plain === '' ? undefined : plain
}

export const attribute = ({ attributes }: XmlElement, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined
