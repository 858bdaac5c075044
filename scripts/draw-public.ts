import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { openEncoder } from '#server/images/encoder.ts'

/*
 * `npm run draw-public` generates files of public/ from others there (the icons from favicon.svg, the hero pictures for
 * narrow screens from hero.webp) and the smaller widths of the sample shop's pictures in catalogue/images. Run it after one
 * of the sources has changed, and commit the result.
 */

const PUBLIC = join(import.meta.dirname, '..', 'public')
const SAMPLE_PICTURES = join(import.meta.dirname, '..', 'catalogue', 'images')
const NIGHT = '#141c30'
/** Larger than every icon, so that none is enlarged. */
const SVG_DENSITY = 72 * 16
/** A mask may show only the inner 80 % of an icon; the drawing already has a margin. */
const SAFE_SHARE = 0.94

/**
 * The television in hero.webp, in pixels, cropped for narrow screens. AVIF, because they often have slow connections.
 */
const TELEVISION = { left: 628, top: 36, width: 1_270, height: 1_016 }
const NEAR_WIDTHS = [768, 1_200]

const svg = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
/** Without rounded corners, for systems that round them. */
const square = svg.replace(' rx="6"', '')

await writeFile(join(PUBLIC, 'favicon.ico'), icoOf(await drawn(svg, 32)))
await writeFile(join(PUBLIC, 'icon-192.png'), await drawn(svg, 192))
await writeFile(join(PUBLIC, 'icon-512.png'), await drawn(svg, 512))
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await drawn(square, 180))
await writeFile(join(PUBLIC, 'icon-maskable-512.png'), await maskable(512))
for (const width of NEAR_WIDTHS) {
  await sharp(join(PUBLIC, 'hero.webp'))
    .extract(TELEVISION)
    .resize(width)
    .avif({ quality: 45, effort: 9 })
    .toFile(join(PUBLIC, `hero-near-${width}.avif`))
}
const encoder = openEncoder()
for (const entry of await readdir(SAMPLE_PICTURES, { withFileTypes: true })) {
  if (!entry.isFile()) continue
  const { picture } = await encoder.encode(entry.name, await readFile(join(SAMPLE_PICTURES, entry.name)))
  for (const { key, bytes } of picture.files.slice(1)) {
    await mkdir(dirname(join(SAMPLE_PICTURES, key)), { recursive: true })
    await writeFile(join(SAMPLE_PICTURES, key), bytes)
  }
}

/** The drawing as a PNG of `size` by `size` pixels. */
function drawn(drawing: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(drawing), { density: SVG_DENSITY }).resize(size, size).png({ compressionLevel: 9 }).toBuffer()
}

async function maskable(size: number): Promise<Buffer> {
  const inner = Math.round(size * SAFE_SHARE)
  const before = Math.floor((size - inner) / 2)
  const after = size - inner - before
  return sharp(await drawn(square, inner))
    .extend({ top: before, left: before, bottom: after, right: after, background: NIGHT })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A PNG of 32 by 32 pixels as .ico file, for programs that request /favicon.ico. */
function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // of one picture
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
