import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openEncoder } from './encoder.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { picture } from '#tests/support/shops/picture-shop.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teleforge-encoder-'))
  return () => rm(folder, { recursive: true })
})

/** An encoder whose process runs this code for each picture. */
async function encoderThat(does: string, limits?: Parameters<typeof openEncoder>[1]) {
  const program = join(folder, `${randomUUID()}.mjs`)
  await writeFile(program, `process.on('message', (request) => { ${does} })`)
  return openEncoder(program, limits)
}

const NAME = 'a.webp'

test('a picture is encoded in all widths, the largest first', async () => {
  const encoder = openEncoder()

  const { picture: encoded, width, height } = await encoder.encode(NAME, await picture(2_000, 1_000).png().toBuffer())

  expect({ width, height }).toEqual({ width: 1_600, height: 800 })
  expect(encoded.files.map(({ key }) => key)).toEqual(['a.webp', '480/a.webp', '960/a.webp'])
  const widths = await Promise.all(encoded.files.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
  expect(widths).toEqual([1_600, 480, 960])
})

test('a picture is shown upright and no larger than it is', async () => {
  const turned = await picture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()

  expect(await openEncoder().encode(NAME, turned)).toMatchObject({ width: 200, height: 300 })
})

const sand = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 50, height: 50, channels, background: { r: 160, g: 128, b: 112, alpha: 0.5 } } })

test.each([
  ['16 bits a channel', () => sand().toColourspace('rgb16').png()],
  ['the colours of a printer', () => sand().toColourspace('cmyk').jpeg()],
  ['transparency', () => sand(4).png()],
])('a picture with %s keeps its colours', async (_what, make) => {
  const { picture: encoded } = await openEncoder().encode(NAME, await make().toBuffer())

  const { channels } = await sharp(encoded.files[0].bytes).stats()
  const differences = [160, 128, 112].map((wanted, index) => Math.abs((channels[index]?.mean ?? 0) - wanted))
  expect(Math.max(...differences)).toBeLessThan(8)
  if (channels[3]) expect(channels[3].mean).toBeCloseTo(128, -1)
})

test('a very tall picture is cut to the height that WebP allows', async () => {
  const { width, height } = await openEncoder().encode(NAME, await picture(1_000, 20_000).png().toBuffer())

  expect(height).toBe(6_400)
  expect(width).toBe(320)
})

test('decoders of other formats do not run', async () => {
  await import('./encode-picture.ts')

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  for (const bytes of [svg, await picture(9, 9).gif().toBuffer(), await picture(9, 9).tiff().toBuffer()]) {
    await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
  }
})

test('AVIF has a lower limit, because it takes more memory', async () => {
  const avif = await picture(3_000, 2_500).avif({ effort: 0 }).toBuffer()

  await expect(openEncoder().encode(NAME, avif)).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' })
})

test('a picture that crashes the decoder is refused, and a new process decodes the next one', async () => {
  const encoder = await encoderThat(`
    if (Buffer.from(request.bytes).toString() === 'deadly') process.kill(process.pid, 'SIGSEGV')
    else process.send({ id: request.id, encoded: { width: 1, height: 1 } })`)

  await expect(encoder.encode(NAME, Buffer.from('deadly'))).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' })
  expect(await encoder.encode(NAME, Buffer.from('harmless'))).toMatchObject({ width: 1 })
})

test('a picture that hangs the decoder is refused, and its process is ended', async () => {
  const encoder = await encoderThat(
    `if (request.bytes.length > 1) for (;;) continue
    process.send({ id: request.id, encoded: {} })`,
    { idleMs: 30_000, stuckMs: 3_000 },
  )

  const stuck = encoder.encode(NAME, Buffer.alloc(2))
  const { pid } = encoder
  await expect(stuck).rejects.toMatchObject({ code: 'BUSY' })
  await expect.poll(() => isRunning(pid)).toBe(false)
  // The next process may take long to start.
  await expect.poll(() => encoder.encode(NAME, Buffer.alloc(1)).catch(() => 'busy')).toEqual({})
})

test('an idle process ends, and the next picture starts it again', async () => {
  const encoder = await encoderThat('process.send({ id: request.id, encoded: {} })', { idleMs: 50, stuckMs: HANG_LIMIT_MS })
  await encoder.encode(NAME, Buffer.alloc(1))

  const { pid } = encoder
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(await encoder.encode(NAME, Buffer.alloc(1))).toEqual({})
  expect(encoder.pid).not.toBe(pid)
})

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test("the decoding process gets none of the shop's environment variables", async () => {
  process.env.CANARY_SECRET = 'canary'
  const encoder = await encoderThat('process.send({ id: request.id, encoded: Object.keys(process.env) })')

  expect(await encoder.encode(NAME, Buffer.alloc(1))).toEqual(['MALLOC_ARENA_MAX'])
  delete process.env.CANARY_SECRET
})

test('a program that cannot start is answered as an error', async () => {
  await expect(openEncoder(join(folder, 'missing.mjs')).encode(NAME, Buffer.alloc(1))).rejects.toMatchObject({
    code: 'IMAGE_UNREADABLE',
  })
})
