import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedBody, type ReadyAnswer } from './ready-answer.ts'

/** Browsers store the answer and revalidate it each time. */
const ASK_AGAIN = 'no-cache'

/** Sends the answer in the preferred encoding, or 304 if the browser has the same bytes. */
export async function sendReadyAnswer(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): Promise<FastifyReply> {
  reply.headers(answer.headers)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', ASK_AGAIN)
  reply.header('vary', 'accept-encoding')
  reply.header('etag', answer.etag)
  if (answer.status === 200 && hasSame(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()

  reply.code(answer.status)
  const { encoding, body } = encodedBody(answer, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await body)
}

/** RFC 9110, section 13.1.2: a list of tags or a star, compared without their weakness. */
function hasSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.slice('W/'.length)
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
