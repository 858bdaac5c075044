import writerOf from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'

type Writer = (answer: unknown) => string

/** By the schema itself: a call's answer has one, and all calls share the one of refusals. */
const writers = new WeakMap<object, Writer>()

/**
 * Answers of calls as JSON, written by their schemas. A schema is compiled for its first answer, not when the server
 * starts: with all of them a server takes a tenth of a second longer to be ready.
 */
export const compileSerializer: FastifySerializerCompiler<unknown> =
  ({ schema }) =>
  (answer) =>
    writerFor(schema as object)(answer)

function writerFor(schema: object): Writer {
  const known = writers.get(schema)
  if (known) return known
  // As bodies are read: what may be one of several schemas is looked at, and 19.99 is a multiple of 0.01.
  const writer: Writer = writerOf(schema, { ajv: { multipleOfPrecision: 6 } })
  writers.set(schema, writer)
  return writer
}
