import { serveReaders } from '#readers/process/serve-readers.ts'
import { readers, type Ask, type Kind } from '#readers/readers.ts'
import { Refusal } from '#readers/refusal.ts'

/** A reader process whose files say what happens to it. */
const obey = async (bytes: Uint8Array, _options: never, ask: Ask): Promise<unknown> => {
  const wanted = new TextDecoder().decode(bytes).trim()
  if (wanted.startsWith('spin')) for (;;) continue
  if (wanted === 'objects') for (const all: unknown[][] = [[]]; ;) all.push(Array.from({ length: 1_000 }, () => ({})))
  if (wanted === 'bytes') for (const all: Uint8Array[] = []; ;) all.push(new Uint8Array(10_000_000).fill(1))
  if (wanted === 'abort') process.abort()
  if (wanted === 'throw') throw new TypeError('of the reader')
  if (wanted === 'refuse') throw new Refusal('empty', { sentence: 'It is empty.', rows: 7 })
  if (wanted.startsWith('ask')) return { asked: await ask([wanted]), pid: process.pid }
  return { said: wanted, pid: process.pid }
}

serveReaders(Object.fromEntries(Object.keys(readers).map((kind) => [kind, obey])) as Record<Kind, typeof obey>)
