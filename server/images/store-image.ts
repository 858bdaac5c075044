import { randomBytes } from 'node:crypto'
import sharp, { type OutputInfo } from 'sharp'
import { IMAGE_LARGEST_WIDTH, IMAGE_MAX_PIXELS, IMAGE_WIDTHS } from '#contract/limits.ts'
import type { Queryable } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { ShopError } from '../errors.ts'
import type { ImageStore } from './image-store.ts'

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

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif'])
const WEBP_QUALITY = 82
/** Of six: as small as the default, in little more than half the time. */
const WEBP_EFFORT = 2
const DECODE_SECONDS = 10

/**
 * Takes a picture in: decodes it, drops everything but its pixels, keeps it as WebP in several widths under a random
 * name, and answers with its address. Stored before it is recorded, so that a recorded picture is always there.
 * @throws ShopError IMAGE_UNREADABLE for anything but JPEG, PNG, WebP and AVIF; IMAGE_TOO_LARGE above 24 megapixels.
 */
export async function storeImage(
  { db, store }: { db: Queryable; store: ImageStore },
  bytes: Buffer,
  uploadedBy: string | null,
): Promise<string> {
  await requirePicture(bytes)
  const name = `${randomBytes(16).toString('hex')}.webp`
  const largest = await encode(bytes, IMAGE_LARGEST_WIDTH)
  await store.write(name, largest.data)
  for (const width of IMAGE_WIDTHS) await store.write(`${width}/${name}`, (await encode(bytes, width)).data)
  await db.insert(images).values({ name, uploadedBy, width: largest.info.width, height: largest.info.height })
  return `/images/${name}`
}

const decode = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'warning', sequentialRead: true })

async function requirePicture(bytes: Buffer): Promise<void> {
  try {
    // Looked at without the pixel limit, so that a large picture and an unreadable one get different answers.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (!FORMATS.has(format)) throw new ShopError('IMAGE_UNREADABLE')
    if (width * height > IMAGE_MAX_PIXELS) throw new ShopError('IMAGE_TOO_LARGE')
  } catch (error) {
    throw error instanceof ShopError ? error : new ShopError('IMAGE_UNREADABLE')
  }
}

async function encode(bytes: Buffer, width: number): Promise<{ data: Buffer; info: OutputInfo }> {
  try {
    return await decode(bytes)
      .autoOrient()
      .timeout({ seconds: DECODE_SECONDS })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT })
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw new ShopError('IMAGE_UNREADABLE')
  }
}
