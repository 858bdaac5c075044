/*
 * Asks again for scripts, styles and pictures that did not come. It works below the page: an import, a preload, a style
 * sheet or a picture takes longer and does not fail. It keeps nothing, and pages and calls never pass through it.
 * docs/decisions/0024-files-are-asked-for-again.md.
 */

/** Answers of a server that may answer the next request. */
const MAY_PASS = new Set([429, 502, 503, 504])
/** How long a file may take while the browser is online, in milliseconds. Specification section 9. */
const TIME_LIMIT_MS = 120_000
/** The first wait between two requests; it doubles up to the longest, which is that of specification section 9. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** How often an offline browser is asked whether it is online again. */
const LOOK_EVERY_MS = 1_000

const FILES = /^\/(?:assets\/|images\/|hero)/

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // The first route that fits decides. Browsers without this call start the worker for each request instead.
  event.addRoutes?.([
    // A script is used only once all of it has come, so that a broken off one can be asked for again.
    { condition: { urlPattern: '/assets/*.js', requestMethod: 'GET' }, source: 'fetch-event' },
    // The rest does not wait for the worker to start: its answer counts only when the network's is an error.
    ...['/assets/*', '/images/*', '/hero*'].map((urlPattern) => ({
      condition: { urlPattern, requestMethod: 'GET' },
      source: 'race-network-and-fetch-handler',
    })),
    { condition: { urlPattern: new URLPattern({}) }, source: 'network' },
  ])
})

/** The page that has just installed the worker is covered, too. */
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method === 'GET' && origin === self.location.origin && FILES.test(pathname)) event.respondWith(fetchAgain(event.request))
})

/** Time that the browser is offline does not count. */
async function fetchAgain(request) {
  for (;;) {
    const answer = await fetchInTime(request)
    if (answer) return answer
    if (self.navigator.onLine) return Response.error()
    while (!self.navigator.onLine) await delay(LOOK_EVERY_MS)
  }
}

/**
 * Repeats a request until its answer is final or the time is up, which returns the last answer.
 * @returns undefined when there is none, and at once while the browser is offline.
 */
async function fetchInTime(request) {
  const deadline = Date.now() + TIME_LIMIT_MS
  let answer
  for (let longest = FIRST_WAIT_MS; ; longest = Math.min(longest * 2, LONGEST_WAIT_MS)) {
    answer = await fetchWhole(request, deadline - Date.now())
    if (answer && !MAY_PASS.has(answer.status)) return answer
    if (!self.navigator.onLine) return undefined
    const wait = retryAfterMs(answer) + (longest * (1 + Math.random())) / 2
    if (request.signal.aborted || Date.now() + wait >= deadline) return answer
    await delay(wait)
  }
}

/** The answer once its last byte has come; undefined when it breaks off or takes longer than `limitMs`. */
async function fetchWhole(request, limitMs) {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), limitMs)
  try {
    const answer = await fetch(request, { signal: AbortSignal.any([request.signal, tooLong.signal]) })
    await answer.clone().arrayBuffer()
    return answer
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The header names seconds or a date. */
function retryAfterMs(answer) {
  const value = answer?.headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return ms > 0 ? ms : 0
}

const delay = (ms) => new Promise((resolve) => void setTimeout(resolve, ms))
