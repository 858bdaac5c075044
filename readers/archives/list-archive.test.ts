import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { findFiles } from './find-files.ts'
import { listArchive } from './list-archive.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const archiveOf = (files: Record<string, string>, options: { level?: 0 | 9 } = {}) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)])), options)

/** An archive with one file, whose name is bytes without the mark of UTF-8. */
function archiveNamed(name: number[], extra: number[] = []): Uint8Array<ArrayBuffer> {
  const content = bytesOf('picture')
  const [nameLength, size] = [
    [name.length, 0],
    [content.length, 0, 0, 0],
  ]
  const shared = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, ...size, ...size, ...nameLength]
  const file = [0x50, 0x4b, 3, 4, 20, 0, ...shared, 0, 0, ...name, ...content]
  const entry = [0x50, 0x4b, 1, 2, 20, 0, 20, 0, ...shared, extra.length, 0, ...Array.from({ length: 14 }, () => 0), ...name, ...extra]
  const end = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, entry.length, 0, 0, 0, file.length, 0, 0, 0, 0, 0]
  return new Uint8Array([...file, ...entry, ...end])
}
const latin = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)!)
const read = async (zip: Uint8Array<ArrayBuffer>) =>
  Promise.all(listArchive(zip).map(async ({ path, unpack }) => [path, new TextDecoder().decode(await unpack())]))

test.each([0, 9] as const)('files are listed with their paths and unpacked one at a time, packed at level %i', async (level) => {
  const files = { 'a/front.png': 'front '.repeat(200), 'sheet.pdf': 'sheet', 'leer.txt': '' }
  expect(Object.fromEntries(await read(archiveOf({ ...files, 'a/': '' }, { level })))).toEqual(files)
})

test.each([
  ['with the mark of UTF-8', archiveOf({ 'Gehäuse.png': 'picture' })],
  ['with decomposed letters, as a Mac writes them', archiveOf({ ['Gehäuse.png'.normalize('NFD')]: 'picture' })],
  ['in UTF-8 without its mark', archiveNamed([...bytesOf('Gehäuse.png')])],
  ['in the code page of DOS', archiveNamed([0x47, 0x65, 0x68, 0x84, ...latin('use.png')])],
  ['in the code page of Windows', archiveNamed(latin('Gehäuse.png'))],
  ['in a field of its own', archiveNamed(latin('Geh_use.png'), [0x75, 0x70, 17, 0, 1, 0, 0, 0, 0, ...bytesOf('Gehäuse.png')])],
])('a name %s is found', async (_, zip) => {
  for (const name of ['Gehäuse.png', 'gehäuse.PNG'.normalize('NFD')]) {
    expect(findFiles(listArchive(zip), [name]).found.has(name)).toBe(true)
  }
  expect((await read(zip))[0]![1]).toBe('picture')
})

test('of the code pages of DOS that of Western Europe is shown, and both are found', () => {
  const files = listArchive(archiveNamed([...latin('stra'), 0xe1, ...latin('e '), 0xb5, 0xe4, ...latin('.pdf')]))

  expect(files[0]!.path).toBe('straße Áõ.pdf')
  expect(findFiles(files, ['straße ╡Σ.pdf']).found.size).toBe(1)
})

test('backslashes separate folders, too', () => {
  expect(listArchive(archiveNamed(latin('P1\\front.png')))[0]!.path).toBe('P1/front.png')
})

test('more inside than the archive says is not unpacked', async () => {
  const zip = archiveOf({ 'bomb.png': 'a'.repeat(1_000_000) }, { level: 9 })
  const entry = new DataView(zip.buffer).getUint32(zip.length - 6, true)
  new DataView(zip.buffer).setUint32(entry + 24, 1_000, true)

  const [bomb] = listArchive(zip)
  expect(bomb!.bytes).toBe(1_000)
  await expect(bomb!.unpack()).rejects.toThrow('damaged')
})

test('an archive cut or changed at any place is read or refused', async () => {
  const zip = archiveOf({ 'a/front.png': 'front '.repeat(20), 'b.pdf': 'sheet' })
  for (let at = 0; at < zip.length; at += 1) {
    const changed = zip.with(at, zip[at]! ^ 0xff)
    for (const hostile of [zip.slice(0, at), changed]) {
      await read(hostile).catch((error: unknown) => expect(error).toMatchObject({ name: 'Refusal' }))
    }
  }
})

test('an archive that claims more files than it may have is refused before it is read', () => {
  const zip = archiveOf({ a: 'a' })
  const end64 = new Uint8Array(56 + 20 + 22)
  const view = new DataView(end64.buffer)
  view.setUint32(0, 0x06064b50, true)
  view.setBigUint64(32, 10_000_000n, true)
  view.setUint32(56, 0x07064b50, true)
  view.setBigUint64(64, BigInt(zip.length), true)
  view.setUint32(76, 0x06054b50, true)

  expect(() => listArchive(new Uint8Array([...zip, ...end64]))).toThrow('too-many-files')
})

test.each(['PK\u0005\u0006', 'PK\u0001\u0002', 'PK\u0006\u0007', ' '])('300 kB of %j are answered', (piece) => {
  const zip = bytesOf(piece.repeat(300_000 / piece.length))
  expect(() => endIfItHangs(() => listArchive(zip))).toThrow('damaged')
})
