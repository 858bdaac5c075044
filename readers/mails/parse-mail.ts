import PostalMime, { type Email } from 'postal-mime'
import { Refusal } from '../refusal.ts'
import { HEAD_BYTES } from './head-limit.ts'

/** Attached mails are files. */
const OPTIONS = { maxNestingDepth: 20, maxHeadersSize: HEAD_BYTES, forceRfc822Attachments: true }

/**
 * Joins the lines of a part at once. The library does it by a Blob with a piece for each line, and Node needs some microseconds for each:
 * seconds for 300 kB of line ends.
 */
class JoinedPieces extends Blob {
  readonly #pieces: Uint8Array[]

  constructor(pieces: BlobPart[] = []) {
    super()
    this.#pieces = pieces.map((piece) =>
      typeof piece === 'string'
        ? new TextEncoder().encode(piece)
        : piece instanceof Uint8Array
          ? piece
          : new Uint8Array(piece as ArrayBuffer),
    )
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const joined = new Uint8Array(this.#pieces.reduce((length, piece) => length + piece.length, 0))
    let at = 0
    for (const piece of this.#pieces) {
      joined.set(piece, at)
      at += piece.length
    }
    return joined.buffer
  }
}

const SystemBlob = globalThis.Blob

/** @throws Refusal for an invalid mail. */
export async function parseMail(bytes: Uint8Array): Promise<Email> {
  globalThis.Blob = JoinedPieces
  try {
    return await PostalMime.parse(bytes, OPTIONS)
  } catch (error) {
    throw new Refusal('unreadable', { sentence: String(error) })
  } finally {
    globalThis.Blob = SystemBlob
  }
}
