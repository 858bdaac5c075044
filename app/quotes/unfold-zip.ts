import { UnreadableFile } from './unreadable-file.ts'

/** Maximum uncompressed bytes and files of a workbook. A sheet of 10,000 rows needs a tenth. */
const MOST_BYTES = 48 * 1024 * 1024
const MOST_FILES = 2_000

const SIGNATURES = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const FILE_LENGTH = 30
/** Maximum length of a ZIP's comment. */
const COMMENT_LENGTH = 65_535
const METHODS = { stored: 0, deflated: 8 }

type Entry = { name: Uint8Array<ArrayBuffer>; crc: number; content: Uint8Array<ArrayBuffer> }

/**
 * The same workbook with its XML files uncompressed, so that its reader decompresses nothing. Decompression stops above
 * `mostBytes`: the sizes stated in the file are not trusted. Files other than XML are omitted. `inspect` is called for
 * each file before the next one is decompressed, and may throw.
 * @throws UnreadableFile `damaged` or `too-much-inside`.
 */
export async function unfoldZip(
  zip: Uint8Array<ArrayBuffer>,
  inspect: (name: string, content: Uint8Array<ArrayBuffer>) => void = () => undefined,
  mostBytes = MOST_BYTES,
): Promise<ArrayBuffer> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const entries: Entry[] = []
  let left = mostBytes
  try {
    for (const found of listEntries(view)) {
      const name = zip.slice(found.nameAt, found.nameAt + found.nameLength)
      const path = new TextDecoder().decode(name)
      if (!/\.(?:xml|rels)$/i.test(path)) continue
      const start = found.fileAt + FILE_LENGTH + view.getUint16(found.fileAt + 26, true) + view.getUint16(found.fileAt + 28, true)
      if (view.getUint32(found.fileAt, true) !== SIGNATURES.file || start + found.packed > zip.length) {
        throw new UnreadableFile('damaged')
      }
      const packed = zip.slice(start, start + found.packed)
      const content = await unfold(packed, found.method, left)
      left -= content.length
      inspect(path, content)
      entries.push({ name, crc: found.crc, content })
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // Offsets outside of the file, invalid streams.
    throw new UnreadableFile('damaged')
  }
  return storedZip(entries)
}

type Found = { nameAt: number; nameLength: number; method: number; crc: number; packed: number; fileAt: number }

function listEntries(view: DataView): Found[] {
  let end = view.byteLength - END_LENGTH
  const first = Math.max(end - COMMENT_LENGTH, 0)
  while (end >= first && view.getUint32(end, true) !== SIGNATURES.end) end -= 1
  if (end < first) throw new UnreadableFile('damaged')

  const count = view.getUint16(end + 10, true)
  if (count > MOST_FILES) throw new UnreadableFile('too-much-inside')
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== SIGNATURES.entry) throw new UnreadableFile('damaged')
    const nameLength = view.getUint16(at + 28, true)
    const found = {
      nameAt: at + ENTRY_LENGTH,
      nameLength,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      fileAt: view.getUint32(at + 42, true),
    }
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    return found
  })
}

async function unfold(packed: Uint8Array<ArrayBuffer>, method: number, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === METHODS.stored) {
    if (packed.length > most) throw new UnreadableFile('too-much-inside')
    return packed
  }
  if (method !== METHODS.deflated) throw new UnreadableFile('damaged')

  const pieces: Uint8Array[] = []
  let length = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most) {
      await reader.cancel()
      throw new UnreadableFile('too-much-inside')
    }
    pieces.push(value)
  }
  const content = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    content.set(piece, at)
    at += piece.length
  }
  return content
}

/** A ZIP of uncompressed files. */
function storedZip(entries: Entry[]): ArrayBuffer {
  const length = entries.reduce((sum, { name, content }) => sum + FILE_LENGTH + ENTRY_LENGTH + 2 * name.length + content.length, END_LENGTH)
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  let at = 0
  const starts: number[] = []
  for (const { name, crc, content } of entries) {
    starts.push(at)
    view.setUint32(at, SIGNATURES.file, true)
    view.setUint16(at + 4, 20, true)
    view.setUint32(at + 14, crc, true)
    view.setUint32(at + 18, content.length, true)
    view.setUint32(at + 22, content.length, true)
    view.setUint16(at + 26, name.length, true)
    bytes.set(name, at + FILE_LENGTH)
    bytes.set(content, at + FILE_LENGTH + name.length)
    at += FILE_LENGTH + name.length + content.length
  }
  const directory = at
  entries.forEach(({ name, crc, content }, index) => {
    view.setUint32(at, SIGNATURES.entry, true)
    view.setUint16(at + 4, 20, true)
    view.setUint16(at + 6, 20, true)
    view.setUint32(at + 16, crc, true)
    view.setUint32(at + 20, content.length, true)
    view.setUint32(at + 24, content.length, true)
    view.setUint16(at + 28, name.length, true)
    view.setUint32(at + 42, starts[index]!, true)
    bytes.set(name, at + ENTRY_LENGTH)
    at += ENTRY_LENGTH + name.length
  })
  view.setUint32(at, SIGNATURES.end, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes.buffer
}
