// A QR code as an image file, large enough to print. Always dark on light, with the quiet zone that scanners
// need.
import { encode } from 'uqr'

const QUIET_ZONE = 4
const MODULE_PX = 24

/** Rejects if the browser blocks reading the canvas. */
export async function qrImage(text: string): Promise<Blob> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * MODULE_PX
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#14181f'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/png'),
  )
}
