import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

type Encoding = 'br' | 'gzip'

const ENCODINGS = ['br', 'gzip']

/** Smaller answers fit into one packet uncompressed. */
const WORTH_COMPRESSING_BYTES = 1_024
/** Higher levels take many times as long and save few bytes. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

/** An answer that is the same for every client, as bytes that can be sent repeatedly. */
export type ReadyAnswer = {
  status: number
  /** Without length, encoding and ETag. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Weak: the same for all encodings. */
  etag: string
  /** Filled at the first request for that encoding. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>
}

/** An answer with this body. If the outdated one has the same bytes, its compressed forms are kept. */
export function readyAnswer(status: number, headers: Record<string, string>, body: Buffer, outdated?: ReadyAnswer): ReadyAnswer {
  if (outdated?.status === status && outdated.body.equals(body)) return { ...outdated, headers }
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { status, headers, body, etag, compressed: {} }
}

/** Memory of an answer in bytes, including both compressed forms, which together are smaller than its body. */
export const bytesOfAnswer = ({ body }: ReadyAnswer): number => 2 * body.length

/** The body in the encoding that this `Accept-Encoding` prefers, with its name; uncompressed if none applies. */
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

/** Bits of the smallest window for the whole body: a larger one takes memory and time without effect. */
const windowFor = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes)), 16), constants.BROTLI_DEFAULT_WINDOW)

/** The encoding that the browser prefers, Brotli at equal weights; undefined if it accepts neither. */
function preferredEncoding(acceptEncoding = ''): Encoding | undefined {
  const preferred = negotiate(acceptEncoding, ENCODINGS)
  return preferred === 'br' || preferred === 'gzip' ? preferred : undefined
}
