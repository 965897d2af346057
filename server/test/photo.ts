// A photo as a phone's camera takes it.
import sharp from 'sharp'

/** A JPEG of 20 megapixels; the more grain, the larger the file. */
export const photoOfTwentyMegapixels = (grain: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 5472,
      height: 3648,
      channels: 3,
      background: '#446688',
      noise: { type: 'gaussian', mean: 128, sigma: grain },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
