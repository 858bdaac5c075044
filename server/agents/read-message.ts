/** JSON-RPC 2.0. */
export const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/** Deeper than any message of the protocol. */
const DEEPEST = 32

/** A message that is not read, answered as JSON-RPC says. */
export class ProtocolError extends Error {
  readonly code: number

  constructor(code: number, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/**
 * The one message of a request. Its arguments are without those that are null: programs write null for what they leave out, and no tool has
 * an argument that may be null.
 * @throws ProtocolError for several messages, since calls are limited by requests; for one that is nested too deep.
 */
export function readMessage(body: unknown): unknown {
  if (Array.isArray(body)) throw new ProtocolError(INVALID_REQUEST, 'Send one message in a request. Batches are not taken.')
  if (isDeeper(body, DEEPEST)) throw new ProtocolError(INVALID_REQUEST, `A message is nested at most ${DEEPEST} deep.`)
  const params = isObject(body) && body.params
  if (!isObject(params) || !('arguments' in params)) return body
  const { arguments: given, ...others } = params
  return { ...(body as object), params: { ...others, ...(given !== null && { arguments: withoutNulls(given) }) } }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one)]])))
}
