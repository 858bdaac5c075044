import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { AVIF_MAX_PIXELS, IMAGE_LARGEST_WIDTH, IMAGE_MAX_PIXELS, IMAGE_WIDTHS } from '#contract/basics/limits.ts'
import { ShopError } from '../errors.ts'
import type { Picture } from './image-store.ts'
import { limitConcurrency } from '../platform/limits/limit-concurrency.ts'

// Only the decoders of the four accepted formats; no other decoder runs for any file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'],
})
// No picture comes twice, so decoded pictures are not cached. The other cores are needed for pages.
sharp.cache(false)
sharp.concurrency(1)

/** The decoder's name for it. */
const AVIF = 'heif'
const FORMATS = new Set<string>(['jpeg', 'png', 'webp', AVIF])
const WEBP_QUALITY = 82
/** Of 0 to 6: as small as the default, in little more than half the time. */
const WEBP_EFFORT = 2
/**
 * A picture with a missing or unreadable part is refused. A decoder only warns of harmless faults, such as stray bytes between the
 * segments of a JPEG, which some cameras and programs write.
 */
const FAIL_ON = 'error'
/** Timeout of one step: decoding and shrinking, or encoding one width. */
const STEP_SECONDS = 8
/** Maximum height, as a multiple of the width: WebP ends at 16,383 pixels. */
const HIGHEST = 4

/**
 * A picture at its limit takes up to 150 MB while it is decoded as AVIF, and half of that in the other formats. AVIF
 * therefore takes both places, which bounds the memory.
 */
const PLACES = 2
const limited = limitConcurrency({ places: PLACES, waiting: 16 })

export type EncodedPicture = { picture: Picture; width: number; height: number }

/**
 * Decodes a picture, keeps only its pixels, and encodes them as WebP in several widths; of an animation, the first frame.
 * Width and height are those of the largest, in pixels.
 * @throws ShopError IMAGE_UNREADABLE for anything but JPEG, PNG, WebP and AVIF; IMAGE_TOO_LARGE above 24 megapixels
 * (AVIF: 7); BUSY when the queue is full, or a step times out on a busy machine.
 */
export async function encodePicture(name: string, bytes: Buffer): Promise<EncodedPicture> {
  const { format } = await requirePicture(bytes)
  return limited(() => encode(name, bytes), { places: format === AVIF ? PLACES : 1 })
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
  // Read without the pixel limit, so that a large picture and an unreadable one get different answers.
  const { format, width, height } = await readable(() => sharp(bytes, { limitInputPixels: false, failOn: FAIL_ON }).metadata())
  if (!FORMATS.has(format)) throw new ShopError('IMAGE_UNREADABLE')
  const maxPixels = format === AVIF ? AVIF_MAX_PIXELS : IMAGE_MAX_PIXELS
  if (width * height > maxPixels) throw new ShopError('IMAGE_TOO_LARGE')
  return { format }
}

/** The pixels at the largest width, upright, in sRGB with eight bits a channel. The upload is decoded only once. */
const decode = (bytes: Buffer): Promise<{ data: Buffer; info: OutputInfo }> =>
  readable(() =>
    fit(
      sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: FAIL_ON, sequentialRead: true })
        .timeout({ seconds: STEP_SECONDS })
        .autoOrient(),
      IMAGE_LARGEST_WIDTH,
    )
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )

const fit = (image: Sharp, width: number) => image.resize({ width, height: HIGHEST * width, fit: 'inside', withoutEnlargement: true })

const toWebp = (image: Sharp) =>
  readable(() => image.timeout({ seconds: STEP_SECONDS }).webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }).toBuffer())

/** Every decoder error counts as an unreadable picture, except a timeout. */
async function readable<T>(decoding: () => Promise<T>): Promise<T> {
  try {
    return await decoding()
  } catch (error) {
    throw new ShopError(error instanceof Error && error.message.startsWith('timeout') ? 'BUSY' : 'IMAGE_UNREADABLE')
  }
}
