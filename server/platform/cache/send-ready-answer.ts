import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedBody, type ReadyAnswer } from './ready-answer.ts'
import { noteForReplay, type Place } from './replay-answers.ts'
import { whenReady } from './when-ready.ts'

/** Browsers store the answer and revalidate it each time. */
const ASK_AGAIN = 'no-cache'

/**
 * Sends the answer in the preferred encoding, or 304 if the browser has the same bytes.
 * @param place its cache, if any, from which the next request for this address is answered.
 */
export function sendReadyAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
  place?: Place,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(answer.headers)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', ASK_AGAIN)
  reply.header('vary', 'accept-encoding')
  reply.header('etag', answer.etag)
  if (answer.status === 200 && hasSame(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()

  reply.code(answer.status)
  const { encoding, body } = encodedBody(answer, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return whenReady(body, (bytes) => {
    if (place) noteForReplay(request, reply, answer, bytes, place)
    return reply.send(bytes)
  })
}

/** RFC 9110, section 13.1.2: a list of tags or a star, compared without their weakness. */
function hasSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.slice('W/'.length)
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
