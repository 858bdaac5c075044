import { afterEach, expect, test, vi } from 'vitest'
import { SHOP, startWorker, type Outcome } from '#tests/support/doubles/worker-in-fakes.ts'

afterEach(() => void vi.useRealTimers())

const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'self'", 'content-encoding': 'br' }
const pageOf = (path: string) => new Response(`<!DOCTYPE html><html lang="en"><script src="/assets/root-1.js">${path}`, { headers })
/** A shop that answers until its network is cut. */
function startShop(answer: (path: string) => Outcome = pageOf) {
  let isReachable = true
  const worker = startWorker((path) => (isReachable ? answer(path) : 'lost'))
  return { ...worker, cut: () => (isReachable = false), load: (path: string) => worker.answer(SHOP + path, { mode: 'navigate' }) }
}

const pagesOf = async ({ self: { caches } }: ReturnType<typeof startShop>) =>
  (await (await caches.open('pages')).keys()).map(({ url }) => url.slice(SHOP.length))

test('row 90: a page that was opened is shown when the network gives no answer, with its policy and the time', async () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  const shop = startShop()
  await shop.open('/inventory?page=2')
  shop.cut()

  const copy = await shop.load('/inventory?page=2')

  expect(await copy?.text()).toContain('<html data-kept-at="1700000000000" lang="en"><script src="/assets/root-1.js">/inventory?page=2')
  expect(copy?.headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(copy?.headers.get('content-encoding')).toBeNull()
})

test.each([200, 304, 401, 404, 500, 503])('row 90: while the shop answers, no copy is shown: %d', async (status) => {
  const shop = startShop()
  await shop.open('/inventory')
  const answered = startWorker([new Response(null, { status })])
  answered.self.caches = shop.self.caches

  expect((await answered.answer(`${SHOP}/inventory`, { mode: 'navigate' }))?.status).toBe(status)
})

test('row 90: a page is the answer to the request that the browser made while the worker started; it is asked for once', async () => {
  const shop = startShop()

  const page = await shop.answer(`${SHOP}/inventory`, { mode: 'navigate' }, Promise.resolve(new Response('asked before')))

  expect(await page?.text()).toBe('asked before')
  expect(shop.asked).toEqual([])
})

test.each([
  '/dashboard/payment/3',
  '/track/a-secret',
  '/shared-quote/a-secret',
  '/reset-password?token=a-secret',
  '/verify-email?token=a-secret',
  '/sign-in-link?token=a-secret',
  '/api/orders/3/document',
  '/no-such-page',
])('row 90: %s is never kept, and the offline page stands in for it', async (path) => {
  const shop = startShop()
  await shop.dispatch('install', {})
  await shop.open(path)
  shop.cut()

  expect(await pagesOf(shop)).toEqual(['/offline'])
  expect(shop.asked.filter((asked) => asked === path)).toEqual([])
  if (!path.startsWith('/api/')) expect(await (await shop.load(path))?.text()).toContain('/offline')
  else expect(shop.load(path)).toBeUndefined()
})

test('row 90: pages that the server draws without their data have one copy, whose name tells nothing', async () => {
  const shop = startShop()

  await shop.open('/dashboard/order/0197-of-ann')
  await shop.open('/dashboard/quotes/0198-of-ann')
  await shop.open('/inventory/0199/purchase')
  await shop.open('/contact-us?part=OLED-7788')

  expect(await pagesOf(shop)).toEqual([
    '/dashboard/order/one',
    '/offline',
    '/dashboard/quotes/one',
    '/inventory/one/purchase',
    '/contact-us',
  ])
  shop.cut()
  expect(await (await shop.load('/dashboard/order/another'))?.text()).toContain('data-kept-at=""')
})

test('row 90: a refusal, a redirect and a file do not become copies', async () => {
  const shop = startShop((path) => {
    if (path === '/blogs') return new Response('', { status: 503, headers })
    return path === '/about'
      ? Object.defineProperty(pageOf(path), 'clone', {
          value: () => ({ ...pageOf(path), status: 200, redirected: true, headers: new Headers(headers) }),
        })
      : path === '/quote'
        ? new Response('{}', { headers: { 'content-type': 'application/json' } })
        : pageOf(path)
  })

  for (const path of ['/blogs', '/about', '/quote']) await shop.open(path)

  expect(await pagesOf(shop)).toEqual(['/offline'])
})

test('row 90: the 50 newest pages stay, and the offline page', async () => {
  const shop = startShop()
  await shop.dispatch('install', {})

  for (let page = 1; page <= 53; page++) await shop.open(`/inventory?page=${page}`)
  await shop.open('/inventory?page=4')

  const kept = await pagesOf(shop)
  expect(kept).toHaveLength(51)
  expect(kept).toContain('/offline')
  expect(kept).not.toContain('/inventory?page=3')
  expect(kept.at(-1)).toBe('/inventory?page=4')
})

test('row 90: pages with data are copied whenever they are opened, others once an hour', async () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  const shop = startShop()

  for (let times = 0; times < 2; times++) for (const path of ['/', '/about']) await shop.open(path)
  vi.setSystemTime(Date.now() + 3_600_000)
  await shop.open('/about')

  expect(shop.asked.filter((path) => path === '/')).toHaveLength(2)
  expect(shop.asked.filter((path) => path === '/about')).toHaveLength(2)
})

test("row 90: a page's files are kept with it and stand in when no answer comes, and a copy outlives 400 newer files", async () => {
  const shop = startShop()
  await shop.open('/about', [`${SHOP}/assets/late-1.js`, `${SHOP}/images/1.webp`, 'https://js.stripe.com/assets/v3.js'])
  await shop.open(
    '/about',
    Array.from({ length: 410 }, (_, index) => `${SHOP}/assets/other-${index}.js`),
  )
  const files = (await (await shop.self.caches.open('files')).keys()).map(({ url }) => url)
  shop.cut()

  expect(files).toHaveLength(400)
  expect(files).toContain(`${SHOP}/assets/root-1.js`)
  expect(files).not.toContain(`${SHOP}/assets/late-1.js`)
  expect(files.every((url) => url.startsWith(`${SHOP}/assets/`))).toBe(true)
  vi.useFakeTimers()
  const answer = shop.answer(`${SHOP}/assets/root-1.js`)
  await vi.runAllTimersAsync()
  expect((await answer)?.status).toBe(200)
  expect(shop.asked.filter((path) => path === '/assets/root-1.js')).toHaveLength(2)
})

test('row 90: without a network, or with a full disk, telling the worker of a page does no harm', async () => {
  const shop = startShop()
  await shop.open('/about')
  shop.cut()

  await expect(shop.open('/inventory')).resolves.toBeUndefined()
  expect(await pagesOf(shop)).toEqual(['/about', '/offline'])
})
