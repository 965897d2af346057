// Writes a small static TrueType font from outlines. Only the tables that a PDF needs (ISO 32000-1, 9.9), after the
// OpenType specification 1.9; nothing is hinted, compressed or composed.

/** As fontkit gives it, in units of 1000 an em, at the weight that is wanted. */
export interface Glyph {
  readonly advanceWidth: number
  readonly path: { readonly commands: readonly { command: string; args: readonly number[] }[] }
}

const UNITS = 1000
const ASCENT = 1069
const DESCENT = -293

interface Point {
  readonly x: number
  readonly y: number
  readonly on: boolean
}
interface Box {
  readonly x_min: number
  readonly y_min: number
  readonly x_max: number
  readonly y_max: number
}

/** The font; its glyphs are those of the code points, in the order of the map, after an empty one. */
export function trueType(glyphs: ReadonlyMap<number, Glyph>, style: 'Regular' | 'Bold'): Buffer {
  const outlines = [contoursOf(undefined), ...[...glyphs.values()].map(contoursOf)]
  const advances = [UNITS / 2, ...[...glyphs.values()].map((glyph) => Math.round(glyph.advanceWidth))]
  const boxes = outlines.map((outline) => boxOf(outline.flat()))
  const whole = boxOf(outlines.flat(2))
  const bodies = outlines.map((outline, i) => glyphBody(outline, boxes[i]!))
  return fontFile({
    cmap: cmapTable([...glyphs.keys()]),
    glyf: Buffer.concat(bodies),
    head: headTable(whole, style),
    hhea: hheaTable(advances),
    hmtx: Buffer.concat(advances.map((advance, i) => words(advance, boxes[i]!.x_min))),
    loca: longs([0, ...bodies.map(runningTotal())]),
    maxp: maxpTable(outlines),
    name: nameTable(`NotoSans-${style}`),
    post: Buffer.concat([longs([0x0003_0000]), Buffer.alloc(28)]),
  })
}

/** Big-endian 16-bit words, signed or not. */
function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => buffer.writeUInt16BE(value & 0xffff, i * 2))
  return buffer
}

function longs(values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => buffer.writeUInt32BE(value, i * 4))
  return buffer
}

function runningTotal(): (body: Buffer) => number {
  let total = 0
  return (body) => (total += body.length)
}

function contoursOf(glyph: Glyph | undefined): Point[][] {
  const contours: Point[][] = []
  for (const { command, args } of glyph?.path.commands ?? []) {
    const [x, y, to_x, to_y] = args.map(Math.round)
    if (command === 'moveTo') contours.push([{ x: x!, y: y!, on: true }])
    else if (command === 'lineTo') contours.at(-1)!.push({ x: x!, y: y!, on: true })
    else if (command === 'quadraticCurveTo')
      contours.at(-1)!.push({ x: x!, y: y!, on: false }, { x: to_x!, y: to_y!, on: true })
    else if (command !== 'closePath') throw new TypeError(`an outline with ${command}`)
  }
  return contours
}

function boxOf(points: readonly Point[]): Box {
  const box = { x_min: 0, y_min: 0, x_max: 0, y_max: 0 }
  if (points.length === 0) return box
  // Not Math.min(...): a font has more points than a call may have arguments.
  Object.assign(box, { x_min: Infinity, y_min: Infinity, x_max: -Infinity, y_max: -Infinity })
  for (const { x, y } of points) {
    box.x_min = Math.min(box.x_min, x)
    box.y_min = Math.min(box.y_min, y)
    box.x_max = Math.max(box.x_max, x)
    box.y_max = Math.max(box.y_max, y)
  }
  return box
}

function glyphBody(contours: readonly Point[][], box: Box): Buffer {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  let last = -1
  const ends = contours.map((contour) => (last += contour.length))
  const steps = (axis: 'x' | 'y') => points.map((point, i) => point[axis] - (points[i - 1]?.[axis] ?? 0))
  const body = Buffer.concat([
    words(contours.length, box.x_min, box.y_min, box.x_max, box.y_max, ...ends, 0),
    Buffer.from(points.map(({ on }) => (on ? 1 : 0))),
    words(...steps('x'), ...steps('y')),
  ])
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}

/** Format 12: every code point to the glyph after the one before. */
function cmapTable(points: readonly number[]): Buffer {
  const groups = points.flatMap((point, i) => [point, point, i + 1])
  return Buffer.concat([
    words(0, 1, 3, 10),
    longs([12]),
    words(12, 0),
    longs([16 + groups.length * 4, 0, points.length, ...groups]),
  ])
}

const headTable = (box: Box, style: string): Buffer =>
  Buffer.concat([
    longs([0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5]),
    words(0b11, UNITS),
    Buffer.alloc(16), // when it was made: not said, so that the same text gives the same bytes
    words(box.x_min, box.y_min, box.x_max, box.y_max, style === 'Bold' ? 1 : 0, 6, 2, 1, 0),
  ])

const hheaTable = (advances: readonly number[]): Buffer =>
  Buffer.concat([
    longs([0x0001_0000]),
    words(
      ASCENT,
      DESCENT,
      0,
      advances.reduce((most, each) => Math.max(most, each), 0),
    ),
    words(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, advances.length),
  ])

function maxpTable(outlines: readonly Point[][][]): Buffer {
  const most = (count: (outline: Point[][]) => number) =>
    outlines.reduce((so_far, outline) => Math.max(so_far, count(outline)), 0)
  return Buffer.concat([
    longs([0x0001_0000]),
    words(
      outlines.length,
      most((outline) => outline.flat().length),
      most((outline) => outline.length),
    ),
    words(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
  ])
}

/** Only the PostScript name (6), for Windows in English. */
function nameTable(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  return Buffer.concat([words(0, 1, 18, 3, 1, 0x409, 6, text.length, 0), text])
}

function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const listed = Object.entries(tables)
  const search = 2 ** Math.floor(Math.log2(listed.length))
  let offset = 12 + listed.length * 16
  const directory = [
    longs([0x0001_0000]),
    words(listed.length, search * 16, Math.log2(search), (listed.length - search) * 16),
  ]
  const bodies: Buffer[] = []
  for (const [tag, body] of listed) {
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    directory.push(Buffer.from(tag, 'latin1'), longs([checksum(padded), offset, body.length]))
    bodies.push(padded)
    offset += padded.length
  }
  return Buffer.concat([...directory, ...bodies])
}

function checksum(table: Buffer): number {
  let sum = 0
  for (let i = 0; i < table.length; i += 4) sum = (sum + table.readUInt32BE(i)) >>> 0
  return sum
}
