import type { IncomingMessage } from 'node:http'
import { askPublic, readWebAddress, Unfetchable } from './ask-public.ts'

/** Redirections that are followed, each checked like the first address. */
const MAXIMUM_REDIRECTS = 3

export type FetchLimits = {
  maxBytes: number
  /** Of the whole answer, redirections included. */
  patienceMs: number
  /** Addresses and networks (CIDR) that are allowed although they are private. */
  privateAddresses: readonly string[]
}

/**
 * Reads a file from an http or https address that a person has given, if it is public (`askPublic`), also after redirections.
 * @throws Unfetchable
 */
export async function fetchPublic(address: string, { maxBytes, patienceMs, privateAddresses }: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    let url = readWebAddress(address)
    for (let redirects = 0; redirects <= MAXIMUM_REDIRECTS; redirects++) {
      const answer = await askPublic(url, { method: 'GET', headers: { accept: '*/*' }, signal, privateAddresses })
      const { statusCode = 0, headers } = answer
      if (statusCode === 200) return await readBody(answer, maxBytes)
      answer.destroy()
      if (statusCode < 300 || statusCode > 399 || headers.location === undefined) throw new Unfetchable(`answered with ${statusCode}`)
      url = readWebAddress(headers.location, url)
    }
    throw new Unfetchable('redirects too often')
  } catch (error) {
    throw error instanceof Unfetchable ? error : new Unfetchable('cannot be reached', { cause: error })
  }
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Unfetchable('is larger than it may be')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
