import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QuoteLine } from '#contract/quotes/quotes.ts'

/** An answer with lines. `rest` returns the other fields and is called after the last line. Fields must be the contract's. */
export type AnswerWithLines = {
  lineCount: number
  batches: AsyncIterable<QuoteLine[]>
  rest(): object
}

/** An answer with at most this number of lines is sent as a whole, with its length; longer ones in batches of this size. */
const FEW_LINES = 250
/** Memory in bytes that a line of a batch takes, as a row and as text. */
const LINE_BYTES = 4_096

/** Memory in bytes that an answer takes while it is sent. */
export const sendingBytes = (lineCount: number) => Math.min(lineCount, FEW_LINES) * LINE_BYTES

/**
 * Sends an answer whose `lines` may be thousands. A batch is written after the reader has taken the previous one, and other
 * requests run in between. Sent as one piece, the lines would block the event loop and be in memory for every reader.
 */
export async function sendLines(reply: FastifyReply, answer: AnswerWithLines): Promise<FastifyReply> {
  reply.server.holdBytes(reply.request, reply, sendingBytes(answer.lineCount))
  reply.type('application/json; charset=utf-8')
  if (answer.lineCount > FEW_LINES) return reply.send(Readable.from(write(answer)))
  let whole = ''
  for await (const piece of write(answer)) whole += piece
  return reply.send(whole)
}

async function* write({ batches, rest }: AnswerWithLines): AsyncGenerator<string, void, undefined> {
  let before = '{"lines":['
  for await (const lines of batches) {
    if (lines.length === 0) continue
    yield before + lines.map((line) => JSON.stringify(line)).join(',')
    before = ','
  }
  yield `${before === ',' ? '' : before}],${JSON.stringify(rest()).slice(1)}`
}
