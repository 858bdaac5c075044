/** A file that is being laid out. Each step returns the bytes that it adds, and blocks until they are ready. */
export type DocumentFile<Line> = {
  add(lines: readonly Line[]): Uint8Array<ArrayBuffer>
  finish(): Uint8Array<ArrayBuffer>
}

/** What a file is laid out from: facts of the whole, with the number of its lines, and the lines in batches. */
export type DocumentSource<Facts, Line> = { facts: Facts; batches: AsyncIterable<Line[]> | Iterable<Line[]> }

export type OpenDocument<Facts, Line> = (facts: Facts) => DocumentFile<Line>

/**
 * A kind of file: the function that opens one, by its name and the URL of its module, because it is called in another thread.
 * `open` is there for its types alone.
 */
export type Layout<Facts, Line> = { module: string; name: string; open?: OpenDocument<Facts, Line> }
