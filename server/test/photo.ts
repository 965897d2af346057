// A photo like a phone camera's.
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [5472, 3648]
/** Only this many rows are generated, and repeated: generating all of them takes seconds. */
const ROWS = HEIGHT / 64

/** A JPEG of 20 megapixels; more grain makes a larger file. */
export async function photoOfTwentyMegapixels(grain: number): Promise<Buffer> {
  const rows = await sharp({
    create: {
      width: WIDTH,
      height: ROWS,
      channels: 3,
      background: '#446688',
      noise: { type: 'gaussian', mean: 128, sigma: grain },
    },
  })
    .raw()
    .toBuffer()
  const all = Buffer.concat(Array.from({ length: HEIGHT / ROWS }, () => rows))
  return await sharp(all, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
