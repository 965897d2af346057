// Validates that an upload is a film that browsers play: its container is parsed, nothing is decoded. It is served
// unchanged.

type FilmEnding = 'mp4' | 'webm'

/** Brands (ISO/IEC 14496-12, 4.3) of files that hold MPEG-4 or AV1 video; QuickTime's own `qt  ` is played by Safari alone. */
const BRANDS = new Set([
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'av01',
  'dash',
  'M4V ',
  'MSNV',
])
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
/** Also seek tables and metadata: SeekHead, Info, Cues, Tags, Chapters, Void, CRC-32. */
const ELEMENTS = new Set([
  TRACKS,
  CLUSTER,
  0x114d9b74,
  0x1549a966,
  0x1c53bb6b,
  0x1254c367,
  0x1043a770,
  0xec,
  0xbf,
])
/**
 * Elements allowed in a cluster of unknown size (RFC 9559, 5.1.3); anything else ends it: Timestamp, Position, PrevSize,
 * SilentTracks, SimpleBlock, BlockGroup, Void, CRC-32.
 */
const IN_CLUSTER = new Set([0xe7, 0xa7, 0xab, 0x5854, 0xa3, 0xa0, 0xec, 0xbf])
const MIN_BOX_BYTES = 8

/** The film's format by its bytes, whatever the file name; undefined for anything else. */
export function filmEndingOf(bytes: Buffer): FilmEnding | undefined {
  if (isMp4(bytes)) return 'mp4'
  return isWebm(bytes) ? 'webm' : undefined
}

/**
 * Boxes from start to end of the file (ISO/IEC 14496-12, 4.2): the type first, and among the others the description and
 * the media data.
 */
function isMp4(bytes: Buffer): boolean {
  const kinds: string[] = []
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < MIN_BOX_BYTES) return false
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const size = sizeOfBox(bytes, at)
    if (size < MIN_BOX_BYTES || at + size > bytes.length || !/^[\w -]{4}$/.test(kind)) return false
    if (kinds.length === 0 && (kind !== 'ftyp' || !BRANDS.has(bytes.toString('latin1', at + 8, at + 12))))
      return false
    kinds.push(kind)
    at += size
  }
  return kinds.includes('moov') && kinds.includes('mdat')
}

function sizeOfBox(bytes: Buffer, at: number): number {
  const size = bytes.readUInt32BE(at)
  if (size === 0) return bytes.length - at
  if (size !== 1) return size
  return bytes.length - at < 16 ? 0 : Number(bytes.readBigUInt64BE(at + 8))
}

/** An EBML header with doctype `webm` (RFC 8794, RFC 9559), followed by a segment to the end of the file. */
function isWebm(bytes: Buffer): boolean {
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== EBML) return false
  const length = bytes[4]!
  // One length byte is enough for every header found in practice; longer ones are refused.
  const head = 5 + (length & 0x7f)
  if ((length & 0x80) === 0 || head + 12 > bytes.length) return false
  const hasDocType = bytes.subarray(5, head).includes(Buffer.from([0x42, 0x82, 0x84, ...Buffer.from('webm')]))
  return hasDocType && bytes.readUInt32BE(head) === SEGMENT && isSegment(bytes, head + 4)
}

/**
 * Elements from start to end (RFC 9559, 5): description and media data, and no attachments. A segment and its clusters
 * may have unknown size, as recorded by browsers (RFC 8794, 6.2); then their contents determine it.
 */
function isSegment(bytes: Buffer, start: number): boolean {
  const segment = sizeOfElement(bytes, start)
  if (segment === undefined || (segment.end ?? bytes.length) !== bytes.length) return false
  const kinds = new Set<number>()
  for (let at = segment.begin; at < bytes.length;) {
    const element = elementAt(bytes, at)
    if (element === undefined || !ELEMENTS.has(element.kind)) return false
    const end = element.end ?? (element.kind === CLUSTER ? endOfCluster(bytes, element.begin) : undefined)
    if (end === undefined) return false
    kinds.add(element.kind)
    at = end
  }
  return kinds.has(TRACKS) && kinds.has(CLUSTER)
}

/** Where a cluster of unknown size ends: before the first element that none can hold, or with the file. */
function endOfCluster(bytes: Buffer, begin: number): number | undefined {
  let at = begin
  while (at < bytes.length) {
    const element = elementAt(bytes, at)
    if (element === undefined) return undefined
    if (!IN_CLUSTER.has(element.kind)) return at
    if (element.end === undefined) return undefined
    at = element.end
  }
  return at
}

interface Element {
  readonly kind: number
  readonly begin: number
  /** Undefined for one of unknown size. */
  readonly end: number | undefined
}

/** The element at this position; undefined if there is none that ends within the file. */
function elementAt(bytes: Buffer, at: number): Element | undefined {
  const width = Math.clz32(bytes[at]!) - 23
  if (width > 4 || at + width > bytes.length) return undefined
  const size = sizeOfElement(bytes, at + width)
  if (size === undefined || (size.end !== undefined && size.end > bytes.length)) return undefined
  return { kind: bytes.readUIntBE(at, width), ...size }
}

/** Start and end of an element from the size at this position (RFC 8794, 4). */
function sizeOfElement(bytes: Buffer, at: number): Omit<Element, 'kind'> | undefined {
  const width = Math.clz32(bytes[at] ?? 0) - 23
  if (width > 8 || at + width > bytes.length) return undefined
  let size = BigInt(bytes[at]! & (0xff >> width))
  for (const byte of bytes.subarray(at + 1, at + width)) size = size * 256n + BigInt(byte)
  const unknown = (1n << BigInt(7 * width)) - 1n
  const begin = at + width
  return { begin, end: size === unknown ? undefined : begin + Number(size) }
}
