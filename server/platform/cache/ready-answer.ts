import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

type Encoding = 'br' | 'gzip'

const ENCODINGS = ['br', 'gzip']

/** Smaller answers fit into one packet as they are. */
const WORTH_COMPRESSING_BYTES = 1_024
/** Brotli's levels above take many times as long for a few bytes less. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

/** An answer that is the same for everybody, as bytes: sent again and again without being made again. */
export type ReadyAnswer = {
  status: number
  /** Everything but length, encoding and ETag. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Weak: one for all encodings. */
  etag: string
  /** Filled when somebody first asks for that encoding. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>
  /** As it was sent, by what the browser took, so that it can be sent once more. */
  sent: Partial<Record<Encoding | 'identity', { headers: string[]; body: Buffer }>>
}

/**
 * Makes an answer of a body. Where the outdated one has the same bytes, it is taken on, with its compressed forms.
 */
export function readyAnswer(status: number, headers: Record<string, string>, body: Buffer, outdated?: ReadyAnswer): ReadyAnswer {
  if (outdated?.status === status && outdated.body.equals(body)) return { ...outdated, headers, sent: {} }
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { status, headers, body, etag, compressed: {}, sent: {} }
}

/** What an answer takes in memory with both of its compressed forms, which together are smaller than its body. */
export const bytesOfAnswer = ({ body }: ReadyAnswer): number => 2 * body.length

/** The body in the encoding that this `Accept-Encoding` prefers, and that encoding's name; as it is where none helps. */
export function encodedBody(
  answer: ReadyAnswer,
  acceptEncoding: string | undefined,
): { encoding?: Encoding; body: Buffer | Promise<Buffer> } {
  const encoding = preferredEncoding(acceptEncoding)
  if (!encoding || answer.body.length < WORTH_COMPRESSING_BYTES) return { body: answer.body }
  return { encoding, body: (answer.compressed[encoding] ??= compress(answer, encoding)) }
}

async function compress(answer: ReadyAnswer, encoding: Encoding): Promise<Buffer> {
  const bytes = await compressors[encoding](answer.body)
  answer.compressed[encoding] = bytes
  return bytes
}

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: GZIP_LEVEL }),
}

/** Bits of the smallest window that holds the whole body: a larger one takes memory and time, and finds nothing more. */
const windowFor = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes)), 16), constants.BROTLI_DEFAULT_WINDOW)

/** The encoding that the browser prefers, Brotli at equal weights; undefined if it accepts neither. */
export function preferredEncoding(acceptEncoding = ''): Encoding | undefined {
  const preferred = negotiate(acceptEncoding, ENCODINGS)
  return preferred === 'br' || preferred === 'gzip' ? preferred : undefined
}
