import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends a file while it is written, to be saved under `name`. An error before the first bytes is answered as usual; a reader that
 * disconnects cancels the file.
 */
export async function sendFile(
  reply: FastifyReply,
  file: AsyncGenerator<Uint8Array | string, void, undefined>,
  { name, type }: { name: string; type: string },
): Promise<FastifyReply> {
  reply.raw.once('close', () => void file.return())
  const first = await file.next()
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type(type)
    .send(Readable.from(startingWith(first, file)))
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void, undefined>) {
  if (!first.done) yield first.value
  yield* rest
}
