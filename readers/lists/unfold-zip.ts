import { UnreadableFile } from './unreadable-file.ts'

/** Maximum uncompressed bytes and files of a workbook. A sheet of 10,000 rows needs a tenth. */
const MAX_BYTES = 48 * 1024 * 1024
const MAX_FILES = 2_000

const SIGNATURES = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const FILE_LENGTH = 30
/** Maximum length of a ZIP's comment. */
const COMMENT_LENGTH = 65_535
const METHODS = { stored: 0, deflated: 8 }

/**
 * The XML files of a workbook, uncompressed, by their paths. Decompression stops above `mostBytes`: the sizes stated in the file are not
 * trusted.
 * @throws UnreadableFile `damaged` or `too-much-inside`.
 */
export async function unfoldZip(zip: Uint8Array<ArrayBuffer>, mostBytes = MAX_BYTES): Promise<Map<string, Uint8Array>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const files = new Map<string, Uint8Array>()
  let left = mostBytes
  try {
    for (const found of listEntries(view)) {
      const path = new TextDecoder().decode(zip.subarray(found.nameAt, found.nameAt + found.nameLength))
      if (!/\.(?:xml|rels)$/i.test(path)) continue
      const start = found.fileAt + FILE_LENGTH + view.getUint16(found.fileAt + 26, true) + view.getUint16(found.fileAt + 28, true)
      if (view.getUint32(found.fileAt, true) !== SIGNATURES.file || start + found.packed > zip.length) {
        throw new UnreadableFile('damaged')
      }
      const packed = zip.slice(start, start + found.packed)
      const content = await unfold(packed, found.method, left)
      left -= content.length
      files.set(path, content)
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // Offsets outside of the file, invalid streams.
    throw new UnreadableFile('damaged')
  }
  return files
}

type Found = { nameAt: number; nameLength: number; method: number; packed: number; fileAt: number }

function listEntries(view: DataView): Found[] {
  let end = view.byteLength - END_LENGTH
  const first = Math.max(end - COMMENT_LENGTH, 0)
  while (end >= first && view.getUint32(end, true) !== SIGNATURES.end) end -= 1
  if (end < first) throw new UnreadableFile('damaged')

  const count = view.getUint16(end + 10, true)
  if (count > MAX_FILES) throw new UnreadableFile('too-much-inside')
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== SIGNATURES.entry) throw new UnreadableFile('damaged')
    const nameLength = view.getUint16(at + 28, true)
    const found = {
      nameAt: at + ENTRY_LENGTH,
      nameLength,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      fileAt: view.getUint32(at + 42, true),
    }
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    return found
  })
}

/** @throws UnreadableFile if the content has more than `most` bytes. */
async function unfold(packed: Uint8Array<ArrayBuffer>, method: number, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method !== METHODS.stored && method !== METHODS.deflated) throw new UnreadableFile('damaged')
  let left = most
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      left -= piece.length
      if (left < 0) throw new UnreadableFile('too-much-inside')
      controller.enqueue(piece)
    },
  })
  const stream = new Blob([packed]).stream()
  const content = method === METHODS.stored ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(content.pipeThrough(counter)).arrayBuffer())
}
