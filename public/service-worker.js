/*
 * Asks again for scripts, styles and pictures that did not come. It works below the page: an import, a preload, a style
 * sheet or a picture takes longer and does not fail. docs/decisions/0024-files-are-asked-for-again.md.
 *
 * Keeps a copy of each page that was opened, and shows it when the network gives no answer. Calls never pass through it.
 * docs/decisions/0033-pages-and-lists-without-a-network.md.
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

const PAGE_CACHE = 'pages'
const FILE_CACHE = 'files'
/** The newest stay. */
const MOST_PAGES = 50
const MOST_FILES = 400
/** Pages that show data are copied whenever they are opened; of the others a copy lasts this long, in milliseconds. */
const COPY_LASTS_MS = 3_600_000
const WITH_DATA = /^\/(?:inventory)?(?:\?|$)/
/** Shown instead of a page that is not kept. */
const OFFLINE_PAGE = '/offline'
const NAMED_FILES = /\/assets\/[\w.-]+/g

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepPage(OFFLINE_PAGE))
  // The first route that fits decides. Browsers without this call start the worker for each request instead.
  event.addRoutes?.([
    // A script is used only once all of it has come, so that a broken off one can be asked for again.
    { condition: { urlPattern: '/assets/*.js', requestMethod: 'GET' }, source: 'fetch-event' },
    // The rest does not wait for the worker to start: its answer counts only when the network's is an error.
    ...['/assets/*', '/images/*', '/hero*'].map((urlPattern) => ({
      condition: { urlPattern, requestMethod: 'GET' },
      source: 'race-network-and-fetch-handler',
    })),
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    // A page is asked for while the worker starts.
    { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'fetch-event' },
    { condition: { urlPattern: new URLPattern({}) }, source: 'network' },
  ])
})

/** The page that has just installed the worker is covered, too. */
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (FILES.test(pathname)) event.respondWith(fetchAgain(event.request))
  else if (mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(openPage(event).catch(() => copyOf(url)))
})

/**
 * The network's answer to the request that the browser has made while the worker started. In a race of worker and network instead, the text
 * of an error now and then never ended in Chromium 147.
 */
const openPage = async ({ request, preloadResponse }) => (await preloadResponse) ?? fetch(request)

/** A page tells which screen is open, and which files it has. Without a network, or with a full disk, the copies stay as they are. */
self.addEventListener('message', (event) => event.waitUntil(keep(event.data).catch(() => {})))

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
    const kept = answer ? undefined : await self.caches.match(request.url, { cacheName: FILE_CACHE, ignoreVary: true })
    if (kept) return kept
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

/**
 * The name of a page's copy: one for all addresses whose pages are the same. Pages hold nothing of the visitor.
 * @returns undefined for pages that are never kept: payment, and those with a secret in their address.
 */
function nameOfCopy({ pathname, search }) {
  const screen = pathname.replace(/^(\/inventory\/)[^/]+/, '$1one').replace(/^(\/dashboard\/(?:order|quotes)\/)[^/]+$/, '$1one')
  if (screen === '/inventory') return screen + search
  return /^\/(?:(?:blogs|about|contact-us|quote|login|register|offline)?|inventory\/one(?:\/purchase)?|dashboard(?:\/[\w-]+)?|dashboard\/(?:order|quotes)\/one)$/.test(
    screen,
  )
    ? screen
    : undefined
}

async function keep({ page, files }) {
  if (page) {
    await keepPage(page)
    await keepPage(OFFLINE_PAGE)
  }
  await keepFiles(files)
}

/** Makes a copy of a page and its files. A copy is marked with the time of what it shows. */
async function keepPage(address) {
  const url = new URL(address, self.location.origin)
  const name = url.origin === self.location.origin ? nameOfCopy(url) : undefined
  if (!name) return
  const pages = await self.caches.open(PAGE_CACHE)
  const known = await pages.match(name)
  if (known && !WITH_DATA.test(name) && Date.now() - Number(known.headers.get('kept-at')) < COPY_LASTS_MS) return

  const answer = await fetch(url, { credentials: 'omit', priority: 'low' })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.status !== 200 || answer.redirected || !isPage) return
  const html = await answer.text()
  await keepFiles(html.match(NAMED_FILES))
  const keptAt = Date.now()
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set('kept-at', keptAt)
  // The offline page speaks for itself.
  const mark = name === OFFLINE_PAGE ? '' : ` data-kept-at="${WITH_DATA.test(name) ? keptAt : ''}"`
  await pages.delete(name)
  await pages.put(name, new Response(html.replace('<html', `<html${mark}`), { headers }))
  const names = (await pages.keys()).filter(({ url: kept }) => new URL(kept).pathname !== OFFLINE_PAGE)
  await Promise.all(names.slice(0, -MOST_PAGES).map((oldest) => pages.delete(oldest)))
}

/** Files never change, so that the browser mostly has them and nothing is sent. */
async function keepFiles(addresses) {
  const files = await self.caches.open(FILE_CACHE)
  for (const address of new Set(addresses)) {
    const { origin, pathname } = new URL(address, self.location.origin)
    if (origin !== self.location.origin || !pathname.startsWith('/assets/') || (await files.match(pathname))) continue
    const answer = await fetch(pathname, { priority: 'low' })
    if (answer.status === 200) await files.put(pathname, answer)
  }
  await dropOldFiles(files)
}

/** Drops the oldest files beyond the limit, except those that a copy of a page needs. */
async function dropOldFiles(files) {
  const kept = await files.keys()
  if (kept.length <= MOST_FILES) return
  const pages = await self.caches.open(PAGE_CACHE)
  const copies = await pages.matchAll()
  const needed = new Set((await Promise.all(copies.map((copy) => copy.text()))).flatMap((html) => html.match(NAMED_FILES) ?? []))
  const unneeded = kept.filter(({ url }) => !needed.has(new URL(url).pathname))
  await Promise.all(unneeded.slice(0, kept.length - MOST_FILES).map((oldest) => files.delete(oldest)))
}

/** What is shown when the network gives no answer. */
async function copyOf(url) {
  const pages = await self.caches.open(PAGE_CACHE)
  const name = nameOfCopy(new URL(url))
  return (name && (await pages.match(name))) ?? pages.match(OFFLINE_PAGE)
}

const delay = (ms) => new Promise((resolve) => void setTimeout(resolve, ms))
