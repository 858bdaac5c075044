import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedBody, type ReadyAnswer } from './ready-answer.ts'
import { noteForReplay, type Place } from './replay-answers.ts'
import { whenReady } from './when-ready.ts'

/** Browsers keep the answer and ask each time whether it is still the same. */
const ASK_AGAIN = 'no-cache'

/**
 * Sends the answer in the encoding the browser takes, or 304 where it has these very bytes already.
 * @param place where it is kept, if it is, so that the same address is answered from there the next time.
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
