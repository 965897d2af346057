// Uploaded images: only pixels are kept. Every file is decoded, cut to a square and written anew as WebP.
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { refuse } from '../http/refusal.ts'

export const LARGEST_UPLOAD_BYTES = 8 * 1024 * 1024
const LARGEST_PIXELS = 50_000_000
const AVATAR_SIDE = 512
const READABLE = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])

sharp.cache(false)
// One decode at a time a process: a large photo takes about 200 MB while it is open.
sharp.concurrency(1)
let turn: Promise<unknown> = Promise.resolve()

/**
 * Stores an avatar below `data_dir`/files and returns its URL path.
 * Refuses `file_is_not_an_image` for anything that does not decode as JPEG, PNG, WebP, AVIF or GIF.
 */
export async function keepAvatar(data_dir: string, bytes: Buffer): Promise<string> {
  const decoded = turn.then(() => square(bytes))
  turn = decoded.catch(() => undefined)
  return await keepFile(data_dir, await decoded, 'webp')
}

/** Writes a file under a new unguessable name; it is there whole or not at all. */
export async function keepFile(data_dir: string, bytes: Buffer, extension: 'webp'): Promise<string> {
  const folder = filesFolder(data_dir)
  await mkdir(folder, { recursive: true })
  const name = `${randomBytes(16).toString('hex')}.${extension}`
  await writeFile(join(folder, `${name}.part`), bytes, { flush: true })
  await rename(join(folder, `${name}.part`), join(folder, name))
  return `/files/${name}`
}

export const filesFolder = (data_dir: string): string => join(data_dir, 'files')

async function square(bytes: Buffer): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: LARGEST_PIXELS, failOn: 'error', pages: 1 })
    const { format } = await image.metadata()
    if (format === undefined || !READABLE.has(format)) throw refuse('file_is_not_an_image')
    return await image
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch {
    throw refuse('file_is_not_an_image')
  }
}
