import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { vi } from 'vitest'
import { fakeCaches } from './fake-caches.ts'

export const SHOP = 'https://parts.example.com'
const SCRIPT = `${SHOP}/assets/home-1234567.js`

const source = await readFile('public/service-worker.js', 'utf8')

type FileRequest = { method: string; mode: string; url: string; signal: AbortSignal }
export type Outcome = Response | 'lost' | 'hangs'

/**
 * The service worker as it is served, in a browser of fakes. `outcomes` are those of its requests in order; the last goes on. A
 * function answers by the address instead.
 */
export function startWorker(outcomes: Outcome[] | ((path: string) => Outcome)) {
  const listeners = new Map<string, (event: object) => void>()
  const askedAt: number[] = []
  const asked: string[] = []
  const started = Date.now()
  const self = {
    location: new URL(SHOP),
    navigator: { onLine: true },
    clients: { claim: vi.fn(async () => {}) },
    registration: { navigationPreload: { enable: vi.fn(async () => {}) } },
    caches: fakeCaches(SHOP),
    skipWaiting: vi.fn(),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  }
  async function fetch(request: FileRequest | URL | string, { signal }: { signal?: AbortSignal } = {}): Promise<Response> {
    askedAt.push(Date.now() - started)
    const { pathname, search } = new URL(typeof request === 'object' && 'url' in request ? request.url : request, SHOP)
    asked.push(pathname + search)
    const next = () => (typeof outcomes === 'function' ? outcomes(pathname + search) : outcomes.length > 1 ? outcomes.shift() : outcomes[0])
    const outcome = next()
    if (outcome === 'hangs') return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    if (!self.navigator.onLine || outcome === 'lost' || outcome === undefined) throw new TypeError('Failed to fetch')
    return outcome.clone()
  }
  const globals = { self, fetch, URL, URLPattern, Response, Headers, AbortController, AbortSignal, Date, Math, setTimeout, clearTimeout }
  runInNewContext(source, globals)

  /** Dispatches an event; resolves with what it waits for. */
  async function dispatch(type: string, event: object): Promise<void> {
    const waits: Promise<unknown>[] = []
    listeners.get(type)?.({ waitUntil: (wait: Promise<unknown>) => void waits.push(wait), ...event })
    await Promise.all(waits)
  }

  return {
    self,
    asked,
    askedAt,
    dispatch,
    /** A page tells which screen is open. */
    open: (path: string, files: string[] = []) => dispatch('message', { data: { page: SHOP + path, files } }),
    /** What the page gets; undefined when the worker leaves the request to the browser. The browser may have begun it before. */
    answer(url = SCRIPT, request: Partial<FileRequest> = {}, preloadResponse?: Promise<Response>): Promise<Response> | undefined {
      let answer: Promise<Response> | undefined
      const respondWith = (given: Promise<Response>) => void (answer = given)
      const given = { method: 'GET', mode: 'no-cors', url, signal: new AbortController().signal, ...request }
      listeners.get('fetch')?.({ request: given, preloadResponse, respondWith })
      return answer
    },
  }
}
