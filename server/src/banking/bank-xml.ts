// XML bank files: bytes become text, text a stream of elements (SAX). No entity is expanded, no encoding
// guessed, and every limit is checked during reading (bank-readers.test.ts).
import sax from 'sax'
import { refuse, Refusal } from '../http/refusal.ts'

/** A year of a busy account is less. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
const MAX_DEPTH = 40 // ISO 20022 messages stay below 20
const MAX_ATTRIBUTES_PER_ELEMENT = 32 // a bank's have one: the currency
const MAX_ELEMENTS = 2_000_000
/** Of buffered elements; one bulk booking of 20 000 payments has half a million. */
const MAX_KEPT_ELEMENTS = 800_000
/** Of one element; the standard's longest has 500. */
const MAX_TEXT_LENGTH = 64 * 1024
const PROLOG_BYTES = 200
const CHUNK_BYTES = 64 * 1024

/** What is wrong with an unreadable file; shown in the refusal's details. */
type FileProblem =
  | 'empty'
  | 'compressed'
  | 'encoding'
  | 'zero_bytes'
  | 'declares_entities'
  | 'not_well_formed'
  | 'too_deep'
  | 'too_many_elements'
  | 'too_many_attributes'
  | 'too_many_lines'
  | 'text_too_long'
  | 'takes_too_long'
  | 'takes_too_much_memory'
  | 'columns'
  | 'no_statement'
  | 'missing'
  | 'currencies_differ'
  | 'amount'
  | 'day'

/** To be thrown: the file is refused, and why. `where` names an element, or a line. */
export const unreadable = (why: FileProblem, where?: string | number): Refusal =>
  refuse('bank_file_is_not_readable', where === undefined ? { why } : { why, where })

/** An element without its namespace, with its own text joined. */
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
  /** It and all that is below it. */
  size: number
}

/** Refuses by the first bytes, whatever the name: empty files, too large ones, and archives. */
export function refuseHostile(bytes: Uint8Array): void {
  if (bytes.length > MAX_FILE_BYTES) throw refuse('bank_file_is_too_large')
  if (bytes.length === 0) throw unreadable('empty')
  const start = Buffer.from(bytes.subarray(0, 6)).toString('latin1')
  const archives = ['PK', '\x1f\x8b', 'BZh', '\xfd7zXZ', "7z\xbc\xaf'", '(\xb5/\xfd', 'Rar!']
  if (archives.some((magic) => start.startsWith(magic))) throw unreadable('compressed')
}

/**
 * The text of a file in the given encoding, or its byte order mark's, in pieces. Refuses invalid bytes, and
 * zero bytes, which mean a wide encoding read as a narrow one or worse.
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
  /** How the message's name begins, e.g. `camt.053.`; refuses `bank_file_is_of_another_kind` for any other. */
  readonly kind?: string
  /**
   * By path below `Document`: called with each such element at its end and its parent so far; the element is
   * then dropped, so that a long file is never held in memory.
   */
  readonly records?: Readonly<Record<string, (element: XmlElement, parent: XmlElement) => void>>
}

/** The document's root, and its namespace's last part, e.g. `camt.053.001.02`; empty for another standard's XML. */
export function readXml(bytes: Uint8Array, reading: XmlReading = {}): { message: string; root: XmlElement } {
  refuseHostile(bytes)
  const builder = openBuilder(reading)
  try {
    for (const text of decodeChunks(bytes, declaredEncoding(bytes))) builder.write(text)
    return builder.close()
  } catch (error) {
    if (error instanceof Refusal) throw error
    // E.g. a character reference without a character, at which the parser throws a RangeError.
    if (error instanceof RangeError) throw unreadable('not_well_formed')
    throw error
  }
}

function openBuilder({ kind, records = {} }: XmlReading) {
  const parser = sax.parser(true, { strictEntities: true } as sax.SAXOptions)
  const stack: OpenElement[] = []
  let message = ''
  let root: OpenElement | undefined
  let elements = 0
  let kept_elements = 0
  let attributes = 0

  const onText = (text: string) => {
    const open = stack.at(-1)
    // Indentation between children is not text.
    if (open === undefined || (open.text === '' && text.trim() === '')) return
    open.text += text
    if (open.text.length > MAX_TEXT_LENGTH) throw unreadable('text_too_long', open.name)
  }
  // No bank declares a document type; whoever does wants entities expanded, or files of ours read.
  const refuseDeclaration = () => {
    throw unreadable('declares_entities')
  }
  const handlers: Partial<sax.SAXParser> = {
    onerror({ message: why }) {
      // A comment, attribute, name or declaration; the parser hands text on in pieces instead.
      throw unreadable(why.startsWith('Max buffer length exceeded') ? 'text_too_long' : 'not_well_formed')
    },
    ondoctype: refuseDeclaration,
    onsgmldeclaration: refuseDeclaration,
    onopentagstart() {
      attributes = 0
      if (stack.length >= MAX_DEPTH) throw unreadable('too_deep')
      if ((elements += 1) > MAX_ELEMENTS || (kept_elements += 1) > MAX_KEPT_ELEMENTS)
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
        kept_elements -= closed.size
        take(closed, parent)
      }
    },
  }
  Object.assign(parser, handlers)

  function requireDocument(name: string): void {
    if (name !== 'Document') throw unreadable('no_statement')
    if (kind !== undefined && !message.startsWith(kind))
      throw refuse('bank_file_is_of_another_kind', { kind: message || 'unknown' })
  }
  return {
    write(text: string) {
      if (elements === 0)
        message =
          /urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(text.slice(0, 4096))?.[1] ??
          ''
      parser.write(text)
    },
    close() {
      parser.close()
      if (root === undefined) throw unreadable('no_statement')
      return { message, root }
    },
  }
}

/** Without its prefix. Refuses names of Object.prototype: no bank uses them. */
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

/** What the XML declaration says, else the standard's UTF-8. Refuses an encoding that no bank sends. */
function declaredEncoding(bytes: Uint8Array): string {
  // A declaration in UTF-16 without a mark is detected by its first character, as the standard recommends.
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

/** The first element on a path like `Acct/Id`, if it is there. */
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

/** The text of an element in one line, without characters a text column refuses. */
export function textOf({ text }: XmlElement): string | undefined {
  const plain = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return plain === '' ? undefined : plain
}

export const attribute = ({ attributes }: XmlElement, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined
