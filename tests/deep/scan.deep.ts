import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openListeningShop, type ListeningShop } from '#tests/support/shops/listening-shop.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import type { Customer } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

/*
 * Two scanners of others against a separate shop on loopback: sqlmap at every parameter, wapiti at every page that it finds. They are no
 * dependencies of the shop: `apt-get install sqlmap wapiti` on Debian. Where one is not installed, its tests are skipped and say so.
 */

/** SCAN_MINUTES bounds one target of sqlmap, and wapiti at three times that; what does not end in time has failed. */
const MINUTES = Number(process.env['SCAN_MINUTES'] ?? 20)
const WAPITI_MINUTES = 3 * MINUTES
/** Seconds for wapiti to look around, and for each of its modules; together they stay below its bound. */
const CRAWL_SECONDS = WAPITI_MINUTES * 10
const MODULE_SECONDS = WAPITI_MINUTES * 2
const SQLMAP = '/usr/bin/sqlmap'
const WAPITI = '/usr/bin/wapiti'

let shop: ListeningShop
let folder: string
let part: Part
let order: Order
let buyer: Customer
let quote: Quote
const figures = { targets: 0, injectable: 0, findings: -1 }

beforeAll(async () => {
  shop = await openListeningShop()
  folder = await mkdtemp(join(tmpdir(), 'teleforge-scan-'))
  part = await shop.addPart({ available: 900_000_000 })
  buyer = await shop.customer()
  order = await shop.placeOrder(buyer, part)
  await buyer.post('/reviews', { rating: 5, review: 'Good' })
  quote = await saveQuote(buyer, { lines: [{ text: part.name, quantity: 2_000 }] })
  return () => rm(folder, { recursive: true, force: true })
})

afterAll(() => {
  const { targets, injectable, findings } = figures
  if (targets > 0) reportFigure('G9', `sqlmap level 3 risk 2: ${injectable} of ${targets} targets injectable`, '0')
  if (findings >= 0) reportFigure('G9', `wapiti: ${findings} findings`, '0')
})

/** What the program printed; its exit code says little. */
async function run(program: string, args: string[], minutes = MINUTES): Promise<string> {
  const child = spawn(program, args, {
    env: { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const [, signal] = await once(child, 'close')
  if (signal) throw new Error(`${program} did not end within ${minutes} minutes:\n${printed.slice(-2_000)}`)
  return printed
}

type Target = { what: string; method: string; path: string; role: 'visitor' | 'customer' | 'admin'; body?: () => object; cookie?: string }

/** An asterisk marks a parameter in a path; those of queries and bodies are found. */
const targets: Target[] = [
  { what: 'a page of parts', method: 'GET', path: '/api/pagesParts?page=0&size=9', role: 'visitor' },
  { what: 'a page of parts, on a screen', method: 'GET', path: '/inventory?page=1', role: 'visitor' },
  { what: 'a part', method: 'GET', path: '/api/inventory/PART*', role: 'customer' },
  { what: 'orders of a customer', method: 'GET', path: '/api/order?customer=EMAIL', role: 'admin' },
  { what: 'an order', method: 'GET', path: '/api/order/ORDER*', role: 'admin' },
  { what: 'a profile', method: 'GET', path: '/api/user/EMAIL*', role: 'admin' },
  { what: 'the look-up of an admin', method: 'GET', path: '/api/admin/EMAIL*', role: 'admin' },
  { what: 'messages', method: 'GET', path: '/api/contact?page=0&size=9', role: 'admin' },
  {
    what: 'a message to the shop',
    method: 'POST',
    path: '/api/contact',
    role: 'visitor',
    body: () => ({ name: 'Ann', email: 'ann@example.com', message: 'Hello' }),
  },
  { what: 'a review', method: 'POST', path: '/api/reviews', role: 'customer', body: () => ({ rating: 5, review: 'Good' }) },
  {
    what: 'the profile form',
    method: 'PUT',
    path: '/api/users/EMAIL',
    role: 'customer',
    body: () => ({ displayName: 'Ann', phone: '1', education: 'a', address: 'b' }),
  },
  {
    what: 'a new part',
    method: 'POST',
    path: '/api/parts',
    role: 'admin',
    body: () => ({ name: 'Tuner', price: '2.5', available: 5_000, description: 'A tuner', img: part.img }),
  },
  {
    what: 'held pieces',
    method: 'PUT',
    path: '/api/inventory/PART',
    role: 'customer',
    body: () => ({ restAvailable: { available: 9_000, name: 'a' }, orderQuantity: 1_000 }),
  },
  {
    what: 'an order that is placed',
    method: 'POST',
    path: '/api/inventory',
    role: 'customer',
    body: () => ({ orderItem: { name: part.name, totalPrice: 2_500, orderQuantity: 1_000, phone: '1', address: 'b' } }),
  },
  {
    what: 'a payment that is opened',
    method: 'POST',
    path: '/api/create-payment-intent',
    role: 'customer',
    body: () => ({ totalPrice: order.totalPrice, orderId: order._id }),
  },
  {
    what: 'a payment that is reported',
    method: 'PUT',
    path: '/api/order/ORDER',
    role: 'customer',
    body: () => ({ transactionId: 'pi_123' }),
  },
  { what: 'the role of a person', method: 'PUT', path: '/api/user/admin/nobody@example.com*', role: 'admin', body: () => ({ role: '' }) },
  {
    what: 'signing in',
    method: 'POST',
    path: '/api/auth/sign-in/email',
    role: 'visitor',
    body: () => ({ email: 'ann@example.com', password: 'Wrong-word-1' }),
  },
  {
    what: 'asking for a new password',
    method: 'POST',
    path: '/api/auth/request-password-reset',
    role: 'visitor',
    body: () => ({ email: 'nobody@example.com' }),
  },
  {
    what: 'setting a new password',
    method: 'POST',
    path: '/api/auth/reset-password',
    role: 'visitor',
    body: () => ({ token: 'abc', newPassword: 'Soldering-Iron-7' }),
  },
  {
    what: 'the cookie of the session',
    method: 'GET',
    path: '/api/auth/get-session',
    role: 'visitor',
    cookie: 'teleforge.session_token=abc.def',
  },
  { what: 'a picture', method: 'GET', path: '/images/abc*', role: 'visitor' },
  {
    what: 'a search for parts',
    method: 'GET',
    path: '/api/searchParts?q=board&inStock=true&minPrice=1&maxPrice=9&sort=price&page=0&size=9',
    role: 'visitor',
  },
  { what: 'a search for parts, on a screen', method: 'GET', path: '/inventory?q=board&sort=name', role: 'visitor' },
  { what: 'suggestions', method: 'GET', path: '/api/suggestParts?q=board', role: 'visitor' },
  {
    what: 'a changed offer',
    method: 'PUT',
    path: '/api/parts/PART*',
    role: 'admin',
    body: () => ({ price: '2.5', priceBreaks: [], partNumber: 'TF-9', leadDays: 9 }),
  },
  {
    what: 'lines that are priced',
    method: 'POST',
    path: '/api/quotes/price',
    role: 'visitor',
    body: () => ({ lines: [{ text: 'board', quantity: 2_000 }] }),
  },
  {
    what: 'a quote that is saved',
    method: 'POST',
    path: '/api/quotes',
    role: 'customer',
    body: () => ({ lines: [{ text: part.name, quantity: 2_000 }], name: 'a', note: 'b' }),
  },
  { what: 'a quote', method: 'GET', path: '/api/quotes/QUOTE*?version=1', role: 'customer' },
  { what: 'quotes of a customer', method: 'GET', path: '/api/quotes?page=0&size=9', role: 'customer' },
  {
    what: 'a changed quote',
    method: 'PUT',
    path: '/api/quotes/QUOTE',
    role: 'customer',
    body: () => ({ version: 1, name: 'a', note: 'b' }),
  },
  { what: 'a quote as a file', method: 'GET', path: '/api/quotes/QUOTE/document?version=1&format=csv', role: 'customer' },
  {
    what: 'a quote that is ordered',
    method: 'POST',
    path: '/api/quotes/QUOTE/order',
    role: 'customer',
    body: () => ({ version: 1, total: 1, phone: '1', address: 'b' }),
  },
  { what: 'a private link', method: 'GET', path: `/api/shared-quotes/${'a'.repeat(43)}*`, role: 'visitor' },
  {
    what: 'a key of a program',
    method: 'POST',
    path: '/api/api-keys',
    role: 'customer',
    body: () => ({ name: 'a', scopes: ['quotes:read'] }),
  },
]

const only = process.env['SCAN_ONLY']
const chosen = targets.filter(({ what }) => only === undefined || what === only)

test.skipIf(!existsSync(SQLMAP)).each(chosen)('sqlmap finds nothing in $what', async ({ what, method, path, role, body, cookie }) => {
  const person = role === 'visitor' ? undefined : role === 'admin' ? await shop.admin() : buyer
  const address = path
    .replace('PART', part._id)
    .replace('ORDER', order._id)
    .replace('QUOTE', quote._id)
    .replace('EMAIL', person?.email ?? '')
  const printed = await run(SQLMAP, [
    '-u',
    shop.url + address,
    '--method',
    method,
    '--level',
    '3',
    '--risk',
    '2',
    '--dbms',
    'PostgreSQL',
    '--batch',
    '--flush-session',
    '--disable-coloring',
    '--output-dir',
    folder,
    '--timeout',
    '10',
    '--retries',
    '1',
    '--ignore-code',
    '401,404',
    '--time-sec',
    '3',
    ...(person ? ['-H', `Authorization: Bearer ${person.token}`] : []),
    ...(body ? ['-H', 'Content-Type: application/json', '--data', JSON.stringify(body())] : []),
    ...(cookie ? ['--cookie', cookie] : []),
  ])
  const isInjectable = /identified the following injection point|is vulnerable/i.test(printed)
  figures.targets += 1
  figures.injectable += Number(isInjectable)

  expect(isInjectable, printed.slice(-3_000)).toBe(false)
  expect(printed, what).toMatch(/all tested parameters do not appear to be injectable/i)
})

/**
 * Left out: `nikto` and `wapp` fetch their lists from the internet, `ssrf` and `xxe` need a server there that is attacked,
 * `buster` guesses names of files without end, and `csrf` looks for hidden fields in forms: the shop's send JSON by script, with
 * a token in a header or an origin that is checked (server/identity/cross-site.test.ts).
 */
const MODULES =
  'backup,blindsql,brute_login_form,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

/**
 * Findings that are none: browsers have given this header up, and 0, which the shop sends, is what is advised for old
 * ones; and below /inventory every address is the screen of a part, which asks visitors to sign in before it looks for one.
 */
const MISTAKEN = /X-XSS-Protection|^Backup file: \/inventory\//

type WapitiReport = Record<'vulnerabilities' | 'anomalies', Record<string, { path: string; info: string; level: number }[]>>

test.skipIf(!existsSync(WAPITI))('wapiti finds nothing on the pages and calls that it comes to', async () => {
  const admin = await shop.admin()
  const report = join(folder, 'wapiti.json')
  const starts = [
    '/inventory?page=1',
    '/login',
    '/register',
    '/contact-us',
    '/reset-password?token=a',
    '/api/pagesParts?page=0&size=9',
    '/api/allParts',
    '/api/reviews',
    '/api/contact?page=0&size=9',
    `/api/inventory/${part._id}`,
  ]
  const printed = await run(
    WAPITI,
    [
      '-u',
      `${shop.url}/`,
      '--scope',
      'folder',
      ...starts.flatMap((start) => ['-s', shop.url + start]),
      '-m',
      MODULES,
      '-H',
      `Authorization: Bearer ${admin.token}`,
      '--flush-session',
      '--no-bugreport',
      '-f',
      'json',
      '-o',
      report,
      '--max-scan-time',
      String(CRAWL_SECONDS),
      '--max-attack-time',
      String(MODULE_SECONDS),
      '--store-session',
      folder,
      '-v',
      '0',
    ],
    WAPITI_MINUTES,
  )
  if (!existsSync(report)) throw new Error(`wapiti wrote no report:\n${printed.slice(-3_000)}`)
  const { vulnerabilities, anomalies }: WapitiReport = JSON.parse(await readFile(report, 'utf8'))
  const findings = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)]
    .flatMap(([kind, found]) => found.map(({ path, info }) => `${kind}: ${path} ${info}`))
    .filter((finding) => !MISTAKEN.test(finding))
  figures.findings = findings.length

  expect(findings).toEqual([])
})

test.skipIf(existsSync(SQLMAP) && existsSync(WAPITI))('the scanners are not installed here: apt-get install sqlmap wapiti', () => {
  expect(existsSync(SQLMAP) && existsSync(WAPITI)).toBe(false)
})
