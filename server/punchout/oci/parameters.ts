import { startOf } from '#contract/basics/start-of.ts'
import type { FastifyRequest } from 'fastify'

/** Longest value that is read. */
const LENGTH = 4_000

/**
 * Reads parameters of OCI from the query and, before it, from a form; names are the same in any case. The first of several counts; one that is
 * not there is ''.
 */
export function readParameters({ url, body }: Pick<FastifyRequest, 'url' | 'body'>): (name: string) => string {
  const values = new Map<string, string>()
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  for (const source of [body instanceof URLSearchParams ? body : [], new URLSearchParams(query)]) {
    for (const [name, value] of source) {
      const key = name.toUpperCase()
      if (!values.has(key)) values.set(key, startOf(value, LENGTH).replaceAll('\u0000', '').trim())
    }
  }
  return (name) => values.get(name) ?? ''
}
