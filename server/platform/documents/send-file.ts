import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fileTypes, type FileFormat } from '#contract/basics/file-answer.ts'

/**
 * Sends a file while it is written, to be saved under `name`. An error before the first bytes is answered as usual; a reader that
 * disconnects cancels the file.
 */
export async function sendFile(
  reply: FastifyReply,
  file: AsyncGenerator<Uint8Array | string, void, undefined>,
  { name, format }: { name: string; format: FileFormat },
): Promise<FastifyReply> {
  reply.raw.once('close', () => void file.return())
  const first = await file.next()
  return reply
    .header('content-disposition', attachmentNamed(name))
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type(fileTypes[format])
    .send(Readable.from(startingWith(first, file)))
}

/** RFC 6266: the name in ASCII for old readers, and in UTF-8 where that differs. */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["%\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void, undefined>) {
  if (!first.done) yield first.value
  yield* rest
}
