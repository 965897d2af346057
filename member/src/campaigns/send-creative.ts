// Uploads the cropped image: the file with the crop's corners or, if the file exceeds the upload limit, only
// the crop, drawn at the size in which it is stored.
import { CREATIVE } from '@fairturn/contract/creative'
import { sendForm } from '../shell/client.ts'
import { memberId } from '../shell/queries.ts'

export const MAX_FILE_BYTES = 8 * 1024 * 1024

/** In pixels of the upright image. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the URL of the stored image. */
export async function sendCreative(file: File, part: CropArea): Promise<string> {
  const form = new FormData()
  form.append('user_id', memberId())
  if (file.size > MAX_FILE_BYTES) form.append('file', await drawn(file, part), 'part.jpg')
  else {
    for (const side of ['x', 'y', 'width', 'height'] as const)
      form.append(side, String(Math.floor(part[side])))
    form.append('file', file)
  }
  const { creative } = (await sendForm('campaigns/creative', form)) as { creative: string }
  return creative
}

async function drawn(file: File, { x, y, width, height }: CropArea): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, CREATIVE)
  canvas.getContext('2d')!.drawImage(bitmap, x, y, width, height, 0, 0, CREATIVE.width, CREATIVE.height)
  bitmap.close()
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be drawn'))),
      'image/jpeg',
      0.92,
    ),
  )
}
