// Uploaded images: only pixels are stored. Every file is decoded, cropped and re-encoded as WebP.
import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { CREATIVE } from '@fairturn/contract/creative'
import sharp, { type Sharp } from 'sharp'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { Refusal, refuse } from '../platform/http/refusal.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../platform/queue/queue.ts'

export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024
const MAX_PIXELS = 50_000_000
const AVATAR_SIDE = 512
const STORED_FILE_PATH = /^\/files\/[0-9a-f]{32}\.(webp|mp4|webm)$/
/** Smaller crops would be blurred at display size. */
const MIN_CROP_WIDTH = 200
const READABLE = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])

sharp.cache(false)
// One decode at a time per process: a large photo takes about 200 MB while it is open.
sharp.concurrency(1)
let turn: Promise<unknown> = Promise.resolve()

/** Returns its URL path. Refuses `file_is_not_an_image` if it does not decode as JPEG, PNG, WebP, AVIF or GIF. */
export async function saveAvatar(files: FileStore, bytes: Buffer): Promise<string> {
  return await saveFile(files, await inTurn(() => square(bytes)), 'webp')
}

/** Crop rectangle in pixels, after EXIF orientation. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Crops to the campaigns' aspect ratio. Refuses as saveAvatar does, and `crop_is_invalid` outside the image or below the
 * minimum.
 */
export async function saveCreative(files: FileStore, bytes: Buffer, crop: Crop | undefined): Promise<string> {
  return await saveFile(files, await inTurn(() => cutCreative(bytes, crop)), 'webp')
}

/** Stores a picture scaled down to fit a box of pixels, and returns its URL path. Refuses as saveAvatar does. */
export async function saveImage(
  files: FileStore,
  bytes: Buffer,
  box: { width: number; height: number },
): Promise<string> {
  const fit = (image: Sharp) => image.resize({ ...box, fit: 'inside', withoutEnlargement: true })
  return await saveFile(files, await inTurn(() => decoding(bytes, fit)), 'webp')
}

async function inTurn(decode: () => Promise<Buffer>): Promise<Buffer> {
  const decoded = turn.then(decode)
  turn = decoded.catch(() => undefined)
  return await decoded
}

const removeLater = defineJob({ name: 'remove_file', payload: z.object({ url: z.string() }) })

/**
 * Deletes a file once nothing refers to it. Foreign URLs and missing files are ignored; if the store is unavailable, a
 * job retries.
 */
export async function removeFile(
  files: FileStore,
  database: Pick<Database, 'transaction'>,
  url: string | null,
): Promise<void> {
  if (url === null || !STORED_FILE_PATH.test(url)) return
  await files
    .remove(basename(url))
    .catch(() =>
      database.transaction((tx) => enqueue(tx, removeLater, { url }, { job_key: `remove ${url}` })),
    )
}

/** Retries the delete until the store is available. */
export const fileRemover = (files: FileStore): JobHandler =>
  handle(removeLater, (_database, { url }) => files.remove(basename(url)))

/** Stores a file under a random name, atomically. */
export async function saveFile(
  files: FileStore,
  bytes: Buffer,
  extension: 'webp' | 'mp4' | 'webm',
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.${extension}`
  await files.put(name, bytes)
  return `/files/${name}`
}

const square = (bytes: Buffer): Promise<Buffer> =>
  decoding(bytes, (image) => image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }))

const cutCreative = (bytes: Buffer, crop: Crop | undefined): Promise<Buffer> =>
  decoding(bytes, (image, { width, height }) => {
    const { x, y, ...part } = crop ?? { x: 0, y: 0, width, height }
    const inside = x >= 0 && y >= 0 && x + part.width <= width && y + part.height <= height
    if (crop !== undefined && (!inside || part.width < MIN_CROP_WIDTH || part.height < 1))
      throw refuse('crop_is_invalid')
    return image
      .extract({ left: x, top: y, ...part })
      .resize(CREATIVE.width, CREATIVE.height, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
  })

/** `cut` gets the size of the upright image. */
async function decoding(
  bytes: Buffer,
  cut: (image: Sharp, size: { width: number; height: number }) => Sharp,
): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    const { format, autoOrient } = await image.metadata()
    if (format === undefined || !READABLE.has(format)) throw refuse('file_is_not_an_image')
    return await cut(image.autoOrient(), autoOrient).webp({ quality: 82 }).timeout({ seconds: 10 }).toBuffer()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse('file_is_not_an_image')
  }
}
