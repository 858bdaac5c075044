import { Zip, ZipPassThrough } from 'fflate'

/** A file of a ZIP; its bytes may come in pieces. */
export type ZippedFile = { path: string; at: Date; bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }

/** A ZIP as a stream. A file is read after the reader has taken the ones before it, and is not compressed again. */
export async function* zipFiles(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { path, at, bytes } of files) {
    const entry = new ZipPassThrough(path)
    entry.mtime = at
    zip.add(entry)
    for await (const piece of bytes) {
      // The library clears each piece that it is given and keeps none.
      entry.push(new Uint8Array(piece))
      yield* chunks.splice(0)
    }
    entry.push(new Uint8Array(), true)
  }
  zip.end()
  yield* chunks
}
