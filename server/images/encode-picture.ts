import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { AVIF_MAX_PIXELS, IMAGE_LARGEST_WIDTH, IMAGE_MAX_PIXELS, IMAGE_WIDTHS } from '#contract/limits.ts'
import { ShopError } from '../errors.ts'
import type { Picture } from './image-store.ts'
import { takeTurns } from '../http/take-turns.ts'

// Only the decoders of the four formats that we take: whatever else a file claims to be is not even tried.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
// No picture comes twice, so what has been decoded is not kept. The pages of the shop need the other cores.
sharp.cache(false)
sharp.concurrency(1)

/** How the decoder calls it. */
const AVIF = 'heif'
const FORMATS = new Set<string>(['jpeg', 'png', 'webp', AVIF])
const WEBP_QUALITY = 82
/** Of six: as small as the default, in little more than half the time. */
const WEBP_EFFORT = 2
/** For one step: to decode and shrink, or to encode one width. */
const STEP_SECONDS = 8
/** Highest a picture is kept, as a multiple of its width: WebP ends at 16,383 pixels. */
const HIGHEST = 4

/**
 * A picture at its limit takes up to 150 MB while it is decoded as AVIF, and half of that in the other formats. So AVIF
 * takes both places, and no upload makes the shop grow further.
 */
const PLACES = 2
const inTurn = takeTurns({ places: PLACES, waiting: 16 })

export type EncodedPicture = { picture: Picture; width: number; height: number }

/**
 * Decodes a picture, drops everything but its pixels, and encodes them as WebP in several widths; of something
 * animated, the first frame. Width and height are those of the largest, in pixels.
 * @throws ShopError IMAGE_UNREADABLE for anything but JPEG, PNG, WebP and AVIF; IMAGE_TOO_LARGE above 24 megapixels
 * (AVIF: 7); BUSY when too many pictures are waiting already, or the machine is too busy to finish one in time.
 */
export async function encodePicture(name: string, bytes: Buffer): Promise<EncodedPicture> {
  const { format } = await requirePicture(bytes)
  return inTurn(() => encode(name, bytes), { places: format === AVIF ? PLACES : 1 })
}

async function encode(name: string, bytes: Buffer): Promise<EncodedPicture> {
  const { data, info } = await decode(bytes)
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const largest = { key: name, bytes: await toWebp(pixels()) }
  const smaller = []
  for (const width of IMAGE_WIDTHS) smaller.push({ key: `${width}/${name}`, bytes: await toWebp(fit(pixels(), width)) })
  return { picture: { name, files: [largest, ...smaller] }, width: info.width, height: info.height }
}

async function requirePicture(bytes: Buffer): Promise<{ format: string }> {
  // Looked at without the pixel limit, so that a large picture and an unreadable one get different answers.
  const { format, width, height } = await readable(() => sharp(bytes, { limitInputPixels: false }).metadata())
  if (!FORMATS.has(format)) throw new ShopError('IMAGE_UNREADABLE')
  const maxPixels = format === AVIF ? AVIF_MAX_PIXELS : IMAGE_MAX_PIXELS
  if (width * height > maxPixels) throw new ShopError('IMAGE_TOO_LARGE')
  return { format }
}

/** The pixels at their largest, upright, in sRGB with eight bits a channel. The upload is decoded this once. */
const decode = (bytes: Buffer): Promise<{ data: Buffer; info: OutputInfo }> =>
  readable(() =>
    fit(
      sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'warning', sequentialRead: true })
        .timeout({ seconds: STEP_SECONDS })
        .autoOrient(),
      IMAGE_LARGEST_WIDTH,
    )
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )

const fit = (image: Sharp, width: number) =>
  image.resize({ width, height: HIGHEST * width, fit: 'inside', withoutEnlargement: true })

const toWebp = (image: Sharp) =>
  readable(() =>
    image.timeout({ seconds: STEP_SECONDS }).webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }).toBuffer(),
  )

/** Whatever stops the decoder is the picture's fault, except that it ran out of time. */
async function readable<T>(decoding: () => Promise<T>): Promise<T> {
  try {
    return await decoding()
  } catch (error) {
    throw new ShopError(error instanceof Error && error.message.startsWith('timeout') ? 'BUSY' : 'IMAGE_UNREADABLE')
  }
}
