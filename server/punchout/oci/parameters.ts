import type { FastifyRequest } from 'fastify'
import { messages } from '#contract/basics/messages.ts'
import { invalidField } from '../../errors.ts'

/** Longest value, where a parameter has no limit of its own. */
const LENGTH = 4_000

type ReadParameter = (name: string, length?: number) => string

/**
 * Reads parameters of OCI from the query and, before it, from a form; names are the same in any case. The first of several counts; one that is
 * not there is ''. Reading one that is longer than its limit throws ShopError INVALID_INPUT.
 */
export function readParameters({ url, body }: Pick<FastifyRequest, 'url' | 'body'>): ReadParameter {
  const values = new Map<string, string>()
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  for (const source of [body instanceof URLSearchParams ? body : [], new URLSearchParams(query)]) {
    for (const [name, value] of source) {
      const key = name.toUpperCase()
      if (!values.has(key)) values.set(key, value.replaceAll('\u0000', '').trim())
    }
  }
  return (name, length = LENGTH) => {
    const value = values.get(name) ?? ''
    if (value.length > length) throw invalidField(name, messages.tooLong(length))
    return value
  }
}
