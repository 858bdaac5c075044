import type { FastifyReply } from 'fastify'
import type { QuoteLine } from '#contract/quotes.ts'
import { mapInSlices } from './in-slices.ts'

/**
 * Sends an answer whose `lines` may be thousands, written in turns with everything else: written at once, by the schema,
 * they would keep all other requests waiting. All its fields must be the contract's.
 */
export async function sendLines(reply: FastifyReply, answer: { lines: readonly QuoteLine[] }): Promise<FastifyReply> {
  const { lines, ...rest } = answer
  const written = await mapInSlices(lines, (line) => JSON.stringify(line))
  const body = `{"lines":[${written.join(',')}],${JSON.stringify(rest).slice(1)}`
  return reply.type('application/json; charset=utf-8').send(body)
}
