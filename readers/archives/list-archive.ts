import { Refusal } from '../refusal.ts'
import { spellingsOf } from './file-names.ts'

/** A file in a ZIP. */
export type ArchivedFile = {
  /** With its folders, which a / separates, in NFC. */
  path: string
  /** All readings of the path where the archive does not say how it is encoded; `path` is the first. */
  spellings: string[]
  /** Unpacked, as the archive says. */
  bytes: number
  /** Equal for files of equal content. */
  content: string
  /** @throws Refusal `damaged`, also where there is more inside than the archive says. */
  unpack: () => Promise<Uint8Array<ArrayBuffer>>
}

const MAXIMUM_FILES = 100_000
const SIGNATURES = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, place64: 0x07064b50 }
const LENGTHS = { file: 30, entry: 46, end: 22, place64: 20, comment: 65_535 }
const METHODS = { stored: 0, deflated: 8 }
const FLAGS = { locked: 1, utf8: 0x800 }
const EXTRAS = { sizes64: 0x0001, unicodePath: 0x7075 }
/** A value that stands elsewhere, in eight bytes. */
const ELSEWHERE = 0xffffffff

/**
 * The files of a ZIP by its directory. Nothing is unpacked yet, so their number and sizes are known before.
 * @throws Refusal `damaged` or `too-many-files`.
 */
export function listArchive(zip: Uint8Array<ArrayBuffer>): ArchivedFile[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  try {
    let { at, count } = findDirectory(view)
    if (count > MAXIMUM_FILES) throw new Refusal('too-many-files')
    const files: ArchivedFile[] = []
    for (; count > 0; count -= 1) {
      if (view.getUint32(at, true) !== SIGNATURES.entry) throw new Refusal('damaged')
      const nameEnd = at + LENGTHS.entry + view.getUint16(at + 28, true)
      const extraEnd = nameEnd + view.getUint16(at + 30, true)
      const extras = listExtras(view, nameEnd, extraEnd)
      const flags = view.getUint16(at + 8, true)
      const [bytes, packed, fileAt] = sizesOf(view, at, extras.get(EXTRAS.sizes64))
      const named = extras.get(EXTRAS.unicodePath)
      const spellings = named
        ? spellingsOf(zip.subarray(named.at + 5, named.end), true)
        : spellingsOf(zip.subarray(at + LENGTHS.entry, nameEnd), (flags & FLAGS.utf8) !== 0)
      const method = view.getUint16(at + 10, true)
      files.push({
        path: spellings[0]!,
        spellings,
        bytes,
        content: `${view.getUint32(at + 16, true)} ${bytes}`,
        unpack: async () => {
          if ((flags & FLAGS.locked) !== 0) throw new Refusal('damaged')
          return unpack(packedBytes(zip, view, fileAt, packed), method, bytes)
        },
      })
      at = extraEnd + view.getUint16(at + 32, true)
    }
    return files.filter(({ path }) => path !== '' && !path.endsWith('/'))
  } catch (error) {
    // Offsets outside of the file.
    throw error instanceof RangeError ? new Refusal('damaged') : error
  }
}

function findDirectory(view: DataView): { at: number; count: number } {
  let end = view.byteLength - LENGTHS.end
  const first = Math.max(end - LENGTHS.comment, 0)
  while (end >= first && view.getUint32(end, true) !== SIGNATURES.end) end -= 1
  if (end < first) throw new Refusal('damaged')
  const place = end - LENGTHS.place64
  if (place >= 0 && view.getUint32(place, true) === SIGNATURES.place64) {
    const end64 = Number(view.getBigUint64(place + 8, true))
    if (view.getUint32(end64, true) !== SIGNATURES.end64) throw new Refusal('damaged')
    return { at: Number(view.getBigUint64(end64 + 48, true)), count: Number(view.getBigUint64(end64 + 32, true)) }
  }
  return { at: view.getUint32(end + 16, true), count: view.getUint16(end + 10, true) }
}

type Extra = { at: number; end: number }

function listExtras(view: DataView, from: number, end: number): Map<number, Extra> {
  const extras = new Map<number, Extra>()
  for (let at = from; at + 4 <= end;) {
    const next = at + 4 + view.getUint16(at + 2, true)
    if (next <= end) extras.set(view.getUint16(at, true), { at: at + 4, end: next })
    at = next
  }
  return extras
}

/** Size, packed size and place; those of an archive above 4 GB stand one after the other in its extra. */
function sizesOf(view: DataView, at: number, extra: Extra | undefined): [bytes: number, packed: number, fileAt: number] {
  let place = extra?.at ?? 0
  const read = (offset: number) => {
    const value = view.getUint32(at + offset, true)
    if (value !== ELSEWHERE || !extra || place + 8 > extra.end) return value
    place += 8
    return Number(view.getBigUint64(place - 8, true))
  }
  return [read(24), read(20), read(42)]
}

function packedBytes(zip: Uint8Array<ArrayBuffer>, view: DataView, fileAt: number, packed: number): Uint8Array<ArrayBuffer> {
  const inside = fileAt + LENGTHS.file <= zip.length && view.getUint32(fileAt, true) === SIGNATURES.file
  const start = inside ? fileAt + LENGTHS.file + view.getUint16(fileAt + 26, true) + view.getUint16(fileAt + 28, true) : zip.length
  if (!inside || start + packed > zip.length) throw new Refusal('damaged')
  return zip.subarray(start, start + packed)
}

/** Stops as soon as there is more than the archive says. */
async function unpack(packed: Uint8Array<ArrayBuffer>, method: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method !== METHODS.stored && method !== METHODS.deflated) throw new Refusal('damaged')
  let left = bytes
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      left -= piece.length
      if (left < 0) throw new Refusal('damaged')
      controller.enqueue(piece)
    },
  })
  const stream = new Blob([packed]).stream()
  const content = method === METHODS.stored ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))
  try {
    return new Uint8Array(await new Response(content.pipeThrough(counter)).arrayBuffer())
  } catch {
    throw new Refusal('damaged')
  }
}
