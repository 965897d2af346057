// Hostile files and forms for every upload; the tests assert what must not happen.
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const MB = 1024 * 1024

export interface Part {
  name: string
  value: string | Buffer
  filename?: string
  type?: string
}

const BOUNDARY = 'boundary-of-the-test'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export function form(parts: readonly Part[]): Buffer {
  const pieces = parts.map(({ name, value, filename, type }) => {
    const file =
      filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: ${type ?? 'image/png'}`
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')])
  })
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const file = (value: Buffer | string, filename = 'photo.png', type = 'image/png'): Part => ({
  name: 'file',
  value,
  filename,
  type,
})

export const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 12, g: 160, b: 90 } } })

const noise = () => sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })

/** A PNG of one colour with the size given in its header; its data is deflated zeros. */
function pngOf(
  width: number,
  height: number,
  data = deflateSync(Buffer.alloc(Math.min(64 * MB, (width * 3 + 1) * height))),
): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), body])
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    crc.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>'

/** By name, files that do not decode as an accepted image. */
export const NO_IMAGES: readonly [string, () => Buffer | string | Promise<Buffer | string>][] = [
  ['words named .png', () => 'these are only words'],
  ['an SVG', () => SVG],
  // ASVS V1.3.4
  ['an SVG that says it is a PNG', () => `\ufeff<?xml version="1.0"?>${SVG}`],
  ['a page', () => '<!doctype html><script>alert(1)</script>'],
  ['a script in the shape of a GIF', () => 'GIF89a/*\u0001\0\u0001\0*/=1;alert(1)'],
  ['a PDF', () => '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj'],
  ['a TIFF', () => picture().tiff().toBuffer()],
  ['an empty PNG', () => pngOf(0, 0, deflateSync(Buffer.alloc(0)))],
  ['a PNG without its data', () => pngOf(100, 100, Buffer.alloc(0))],
  ['the first half of a PNG', async () => (await noise().png().toBuffer()).subarray(0, 3000)],
  ['the first half of a JPEG', async () => (await noise().jpeg().toBuffer()).subarray(0, 1500)],
  ['a PNG with a broken checksum', async () => (await noise().png().toBuffer()).fill(0xff, 500, 520)],
  ['only the signature of a PNG', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['noise', () => randomBytes(5000)],
  ['zeros', () => Buffer.alloc(5000)],
]

/** Decompression bombs: small files that decompress to gigabytes. */
export const imageBombs = (): Buffer[] => [
  pngOf(30_000, 30_000),
  pngOf(65_500, 65_500),
  pngOf(2 ** 31 - 1, 1),
]

export function gifOfManyFrames(): Buffer {
  const frame = Buffer.from('21f90400000000002c00000000010001000002024401003b', 'hex').subarray(0, -1)
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  return Buffer.concat([head, ...Array.from({ length: 10_000 }, () => frame), Buffer.from([0x3b])])
}

/** A photo with every kind of metadata, with `secret` in it and appended to the file. */
export async function photoWithMetadata(secret: string): Promise<Buffer> {
  const photo = await picture()
    .withExif({
      IFD0: { Artist: secret, Make: 'Camera', Copyright: secret },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '10/1 46/1 36/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '106/1 42/1 3/1',
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
    .jpeg()
    .toBuffer()
  if (!photo.includes(secret)) throw new Error('the photo does not tell it')
  return Buffer.concat([photo, Buffer.from(secret)])
}

/** A polyglot: an image that is also a page, a script and the start of an archive. */
export async function imageAndPage(): Promise<Buffer> {
  const page = '<html><script>alert(document.domain)</script><?php system($_GET[0]); ?>'
  return Buffer.concat([await picture().png().toBuffer(), Buffer.from(`${page}PK\u0003\u0004`)])
}

/** Names with a special meaning to a file system, a shell, a server or a page. */
export const FILE_NAMES: readonly string[] = [
  '../../../etc/cron.d/x',
  '..\\..\\x.png',
  '/etc/passwd',
  'a\0.png',
  'x.php',
  `${'x'.repeat(5000)}.png`,
  '%2e%2e%2fx',
  'con',
  '<script>.png',
]

/** Content types that are not valid for a form. */
export const NO_FORMS: readonly string[] = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'application/json',
  'image/png',
  'text/plain',
]
