import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A text in all places of a file except its pixels; stored files must not contain it. */
export const MARKER = 'TELEFORGE-MARKER'

export type HostileFile = { what: string; bytes: Buffer; name?: string; type?: string }

const text = (content: string) => Buffer.from(content, 'latin1')
const SCRIPT = `<script>/*${MARKER}*/alert(1)</script>`
const photo = (width = 320, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#336699', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })

/** By default, encoding an AVIF takes a second of processor time. */
const QUICKLY = { effort: 0 }

/** Files that are no picture the shop accepts, under any name: all are refused. */
export async function refusedFiles(): Promise<HostileFile[]> {
  const png = await photo().png().toBuffer()
  const jpeg = await photo().jpeg().toBuffer()
  const webp = await photo().webp().toBuffer()
  const avif = await photo().avif(QUICKLY).toBuffer()
  const gif = await photo().gif().toBuffer()
  const named = (what: string, bytes: Buffer, name = 'picture.png') => ({ what, bytes, name })
  return [
    named('an SVG with a script', text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), 'picture.svg'),
    named('an SVG called PNG', text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)),
    named(
      'an SVG that reads a file',
      text(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`),
    ),
    named('a page', text(`<!doctype html>${SCRIPT}`), 'picture.html'),
    named('a page called JPEG', text(`<html>${SCRIPT}</html>`), 'picture.jpg'),
    named('a script', text(`alert('${MARKER}')`), 'picture.js'),
    named('a GIF', gif, 'picture.gif'),
    named('a GIF called PNG', gif),
    named('a GIF that is a script', Buffer.concat([text('GIF89a=1;/*'), gif.subarray(10), text(`*/;alert('${MARKER}')`)]), 'picture.gif'),
    named('an animated GIF', await animated().gif().toBuffer()),
    named('a TIFF', await photo().tiff().toBuffer()),
    named('a BMP', Buffer.concat([text('BM'), Buffer.alloc(200)])),
    named('an icon', Buffer.from('00000100010001010000010018003000000016000000', 'hex')),
    named('a PDF', text(`%PDF-1.7\n1 0 obj<</JS(${MARKER})>>endobj\n%%EOF`)),
    named('a Photoshop file', Buffer.concat([text('8BPS'), Buffer.alloc(200)])),
    named('a JPEG XL', Buffer.from('ff0affffffffffffffffffff', 'hex')),
    named('a JPEG 2000', Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex')),
    named('a PPM', text(`P6\n#${MARKER}\n2 2\n255\n............`)),
    named('a Radiance picture', text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n....')),
    named('an OpenEXR picture', Buffer.concat([Buffer.from('762f3101', 'hex'), Buffer.alloc(200)])),
    named('a FITS picture', text('SIMPLE  =                    T'.padEnd(2_880))),
    named("libvips' own format", Buffer.concat([Buffer.from('08f2a6b6', 'hex'), Buffer.alloc(200)])),
    named('a ZIP', text(`PK\x03\x04${MARKER}`), 'picture.zip'),
    named('a program', Buffer.concat([text('MZ'), Buffer.alloc(500)]), 'picture.exe'),
    named('an ELF program', Buffer.concat([text('\x7fELF'), Buffer.alloc(500)])),
    named('nothing', Buffer.alloc(0)),
    named('one byte', Buffer.from([0xff])),
    named('a megabyte of zeros', Buffer.alloc(1_000_000)),
    named('noise', Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 251))),
    named('the signature of a PNG', png.subarray(0, 8)),
    named('the beginning of a JPEG', jpeg.subarray(0, 4)),
    named('the beginning of a WebP', webp.subarray(0, 12)),
    named('the beginning of an AVIF', avif.subarray(0, 32)),
    named('half a PNG', png.subarray(0, png.length / 2)),
    named('half a JPEG', jpeg.subarray(0, jpeg.length / 2)),
    named('half a WebP', webp.subarray(0, webp.length / 2)),
    named('half an AVIF', avif.subarray(0, avif.length / 2)),
    named('a PNG with a wrong checksum', flipped(png, png.indexOf('IDAT') + 20)),
    named('a PNG whose pixels are no stream', pngOf(header(64, 64), chunk('IDAT', text('no deflate at all')))),
    named('a PNG of no width', pngOf(header(0, 64), chunk('IDAT', deflateSync(Buffer.alloc(64))))),
    named('a PNG that says 50,000 x 50,000', pngOf(header(50_000, 50_000), chunk('IDAT', deflateSync(Buffer.alloc(1_000))))),
    named(
      'a PNG of 50,000 x 50,000 white pixels',
      pngOf(header(50_000, 50_000, { depth: 1, colours: 0 }), chunk('IDAT', whitePixels(50_000))),
    ),
    named(
      'an interlaced PNG of 4,000,000,000 pixels',
      pngOf(header(2_000_000_000, 2, { interlaced: true }), chunk('IDAT', deflateSync(Buffer.alloc(1_000)))),
    ),
    named('a JPEG that says 65,500 x 65,500', resizedJpeg(jpeg, 65_500)),
    named('a WebP that says 16,000 x 16,000', webpCanvas(16_000)),
    named('an AVIF that says 50,000 x 50,000', resizedAvif(avif, 50_000)),
    named('more than 8 MB', Buffer.concat([png, Buffer.alloc(9 * 1024 * 1024)])),
  ]
}

/** Pictures with data besides their pixels, or with a false type: only the pixels are kept. */
export async function laden(): Promise<HostileFile[]> {
  const png = await photo().png().toBuffer()
  const jpeg = await photo().jpeg().toBuffer()
  const webp = await photo().webp().toBuffer()
  const avif = await photo().avif(QUICKLY).toBuffer()
  const withExif = () => photo().withExif({ IFD0: { Copyright: MARKER, ImageDescription: SCRIPT } })
  const withXmp = () => photo().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARKER}</x:xmpmeta>`)
  const before = (...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
  const segment = (kind: number, content: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length + 2)
    return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, kind]), length, content, jpeg.subarray(2)])
  }
  return [
    { what: 'a JPEG with EXIF', bytes: await withExif().jpeg().toBuffer() },
    { what: 'a PNG with EXIF', bytes: await withExif().png().toBuffer() },
    { what: 'a WebP with EXIF', bytes: await withExif().webp().toBuffer() },
    { what: 'an AVIF with EXIF', bytes: await withExif().avif(QUICKLY).toBuffer() },
    { what: 'a JPEG with XMP', bytes: await withXmp().jpeg().toBuffer() },
    { what: 'a PNG with XMP', bytes: await withXmp().png().toBuffer() },
    { what: 'a WebP with XMP', bytes: await withXmp().webp().toBuffer() },
    { what: 'a JPEG with a comment', bytes: segment(0xfe, text(SCRIPT)) },
    { what: 'a JPEG with IPTC', bytes: segment(0xed, text(`Photoshop 3.0\0${MARKER}`)) },
    { what: 'a JPEG with a broken colour profile', bytes: segment(0xe2, text(`ICC_PROFILE\0\x01\x01${MARKER}`)) },
    { what: 'a JPEG with 60 kB in a segment of its own', bytes: segment(0xef, text(MARKER.repeat(3_750))) },
    { what: 'a PNG with text', bytes: before(chunk('tEXt', text(`Comment\0${SCRIPT}`))) },
    { what: 'a PNG with long text', bytes: before(chunk('iTXt', text(`Comment\0\0\0\0\0${SCRIPT}`))) },
    { what: 'a PNG with packed text', bytes: before(chunk('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(text(SCRIPT))]))) },
    { what: 'a PNG with a chunk of its own', bytes: before(chunk('teLe', text(SCRIPT))) },
    { what: 'a JPEG with a ZIP behind it', bytes: Buffer.concat([jpeg, text(`PK\x03\x04${MARKER}PK\x05\x06${'\0'.repeat(18)}`)]) },
    { what: 'a JPEG with a page behind it', bytes: Buffer.concat([jpeg, text(SCRIPT)]) },
    { what: 'a PNG with a page behind it', bytes: Buffer.concat([png, text(SCRIPT)]) },
    { what: 'a WebP with a script behind it', bytes: Buffer.concat([webp, text(SCRIPT)]) },
    { what: 'an AVIF with a script behind it', bytes: Buffer.concat([avif, chunk('free', text(SCRIPT))]) },
    { what: 'an animated WebP', bytes: await animated().webp().toBuffer() },
    { what: 'an animated PNG', bytes: before(chunk('acTL', Buffer.from('0000000200000000', 'hex')), chunk('fcTL', frame(320, 200))) },
    { what: 'a JPEG called page', bytes: jpeg, name: 'picture.html', type: 'text/html' },
    { what: 'a PNG called SVG', bytes: png, name: 'picture.svg', type: 'image/svg+xml' },
    { what: 'a PNG with a path for a name', bytes: png, name: '../../../../etc/passwd' },
    { what: 'a PNG with a hostile name', bytes: png, name: `${MARKER}<img src=x onerror=alert(1)>.png` },
    { what: 'a WebP called GIF', bytes: webp, name: 'picture.gif', type: 'image/gif' },
  ]
}

/** Small files that expand to a large size outside of their pixels, which are kept. */
export async function bombs(): Promise<HostileFile[]> {
  const png = await photo().png().toBuffer()
  const packed = packedZeros(4 * GIGABYTE)
  const before = (...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
  return [
    { what: 'a PNG whose text unpacks to 4 GB', bytes: before(chunk('zTXt', Buffer.concat([text('Comment\0\0'), packed]))) },
    {
      what: 'a PNG whose international text unpacks to 4 GB',
      bytes: before(chunk('iTXt', Buffer.concat([text('Comment\0\x01\0\0\0'), packed]))),
    },
    { what: 'a PNG whose colour profile unpacks to 4 GB', bytes: before(chunk('iCCP', Buffer.concat([text('profile\0\0'), packed]))) },
    {
      what: 'a PNG with 100,000 texts',
      bytes: before(...Array.from({ length: 100_000 }, (_, index) => chunk('tEXt', text(`k${index}\0v`)))),
    },
    { what: 'a PNG with pixels for 1 GB in 64 x 64', bytes: pngOf(header(64, 64), chunk('IDAT', packedZeros(GIGABYTE))) },
  ]
}

/** Steps through a file; prime, so that they fall on every kind of place. */
const STRIDE = 7_919

/**
 * Pictures of every format with one defect in each: a byte inverted, a range left out, doubled or filled, the end cut off. Some can
 * still be read; then only their pixels may be kept.
 */
export async function damaged(): Promise<HostileFile[]> {
  const small = () => photo(80, 60).withExif({ IFD0: { Copyright: MARKER, ImageDescription: SCRIPT } })
  const whole = {
    JPEG: await small().jpeg().toBuffer(),
    PNG: await small().png().toBuffer(),
    WebP: await small().webp().toBuffer(),
    AVIF: await small().avif(QUICKLY).toBuffer(),
  }
  return Object.entries(whole).flatMap(([format, bytes]) =>
    Array.from({ length: 36 }, (_, index) => {
      const [kind, damage] = DAMAGES[index % DAMAGES.length]!
      const at = index < DAMAGES.length * 3 ? 8 + index * 5 : (index * STRIDE) % bytes.length
      return { what: `${format}, ${kind} at ${at}`, bytes: damage(bytes, at) }
    }),
  )
}

const DAMAGES: [kind: string, damage: (bytes: Buffer, at: number) => Buffer][] = [
  ['a byte turned over', flipped],
  ['ten bytes left out', (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 10)])],
  ['a stretch doubled', (bytes, at) => Buffer.concat([bytes.subarray(0, at + 64), bytes.subarray(at)])],
  ['four bytes at their highest', (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4, 0xff), bytes.subarray(at + 4)])],
  ['four bytes at zero', (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4), bytes.subarray(at + 4)])],
  ['cut off', (bytes, at) => bytes.subarray(0, at)],
]

function animated(): Sharp {
  const size = 64
  const frames = Buffer.from(Array.from({ length: size * size * 3 * 20 }, (_, index) => (index * index) % 251))
  return sharp(frames, { raw: { width: size, height: size * 20, channels: 3, pageHeight: size } })
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([text(kind), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const pngOf = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', Buffer.alloc(0))])

function header(width: number, height: number, options: { depth?: number; colours?: number; interlaced?: boolean } = {}): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  content.set([options.depth ?? 8, options.colours ?? 2, 0, 0, options.interlaced ? 1 : 0], 8)
  return chunk('IHDR', content)
}

/** One bit a pixel, with a filter byte for each line. */
const whitePixels = (size: number) => packedZeros(size * (Math.ceil(size / 8) + 1))

const GIGABYTE = 1_000_000_000
const ZEROS_AT_ONCE = 32_000_000
/** Of the checksum of a stream, which for zeros is their number, modulo this. */
const ADLER_BASE = 65_521

/** Zeros as zlib packs them, a thousand to one: the same piece again and again. */
function packedZeros(count: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(ZEROS_AT_ONCE), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(Buffer.alloc(count % ZEROS_AT_ONCE), { level: 9 })
  const sum = Buffer.alloc(4)
  sum.writeUInt16BE(count % ADLER_BASE, 0)
  sum.writeUInt16BE(1, 2)
  const pieces = Array.from({ length: Math.floor(count / ZEROS_AT_ONCE) }, () => piece)
  return Buffer.concat([Buffer.from('78da', 'hex'), ...pieces, rest, sum])
}

function frame(width: number, height: number): Buffer {
  const content = Buffer.alloc(26)
  content.writeUInt32BE(width, 4)
  content.writeUInt32BE(height, 8)
  return content
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

/** The same file with another size in its start of frame. */
function resizedJpeg(jpeg: Buffer, size: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frameAt = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(size, frameAt + 5)
  copy.writeUInt16BE(size, frameAt + 7)
  return copy
}

/** The same file with another size in its image spatial extents. */
function resizedAvif(avif: Buffer, size: number): Buffer {
  const copy = Buffer.from(avif)
  const at = copy.indexOf('ispe') + 8
  copy.writeUInt32BE(size, at)
  copy.writeUInt32BE(size, at + 4)
  return copy
}

/** An extended WebP with a canvas and next to nothing on it. */
function webpCanvas(size: number): Buffer {
  const canvas = Buffer.alloc(18)
  canvas.write('VP8X')
  canvas.writeUInt32LE(10, 4)
  canvas.writeUIntLE(size - 1, 12, 3)
  canvas.writeUIntLE(size - 1, 15, 3)
  const riff = Buffer.alloc(8)
  riff.write('RIFF')
  riff.writeUInt32LE(4 + canvas.length, 4)
  return Buffer.concat([riff, text('WEBP'), canvas])
}
