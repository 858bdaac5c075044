import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { replaceForTheFile } from '#tests/support/runner/replace-for-the-file.ts'
import { askWith } from '#tests/support/shops/api-keys.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

/** Stands in everything that is sent; a statement that holds it was put together from what a stranger sent. */
const CANARY = "canary'; drop table parts; --"

type Statement = { text: string; values: string }

let statements: Statement[]
let shop: TestShop
let ann: Customer
let admin: Customer

beforeAll(async () => {
  // Before the first connection, because a connection may keep the way that it sends statements.
  statements = recordStatements()
  shop = await openShop()
  ann = await shop.customer('ann')
  admin = await shop.admin()
})

/** Every statement that goes to PostgreSQL from now on, with its values. */
function recordStatements(): Statement[] {
  const recorded: Statement[] = []
  replaceForTheFile(pg.Client.prototype, 'query', (query) => {
    const send = query as (...args: unknown[]) => unknown
    return function record(this: pg.Client, ...args: unknown[]) {
      const [config, values] = args
      const asked = typeof config === 'string' ? { text: config, values } : (config as { text: string; values?: unknown })
      recorded.push({ text: asked.text, values: JSON.stringify(asked.values ?? values ?? []) })
      return send.apply(this, args)
    } as typeof query
  })
  return recorded
}

test('whatever is sent goes to the database as a value, never in a statement (51)', async () => {
  const part = await shop.addPart()
  const order = await shop.placeOrder(ann, part)
  const quote = await saveQuote(ann, { lines: [{ text: part.name }] })
  statements.length = 0
  const encoded = encodeURIComponent(CANARY)

  const browser = openBrowser(shop)
  const answers = [
    await ann.post('/reviews', { rating: 5, review: CANARY }),
    await ann.put(`/users/${ann.email}`, { displayName: CANARY, phone: CANARY, education: CANARY, address: CANARY }),
    await admin.post('/parts', { name: CANARY, description: CANARY, img: part.img, price: '2.5', available: 1_000 }),
    await admin.post('/parts', { name: CANARY, description: CANARY, img: CANARY, price: CANARY.slice(0, 20), available: 1_000 }),
    await shop.visitor.post('/contact', { name: CANARY, email: 'ann@example.com', message: CANARY }),
    await ann.post('/inventory', {
      orderItem: { name: CANARY, totalPrice: 2_500, orderQuantity: 1_000, ...contact, phone: CANARY, address: CANARY, partsId: part._id },
    }),
    await ann.put(`/order/${order._id}`, { transactionId: CANARY }),
    await browser.call('POST', '/auth/sign-up/email', { name: CANARY, email: "o'brien@example.com", password: `A1${CANARY}` }),
    await browser.call('POST', '/auth/sign-in/email', { email: "o'brien@example.com", password: CANARY }),
    await browser.call('POST', '/auth/reset-password', { token: CANARY, newPassword: `A1${CANARY}` }),
    await browser.call('POST', '/auth/verify-email', { token: CANARY }),
    await browser.call('POST', '/auth/sign-in/link', { token: CANARY }),
    await browser.call('GET', '/auth/get-session', undefined, { cookie: `teleforge.session_token=${encoded}`, 'user-agent': CANARY }),
    await admin.put("/user/admin/o'brien@example.com", { role: 'admin' }),
    await shop.visitor.get(`/pagesParts?page=${encoded}&size=${encoded}`),
    await ann.get(`/order?customer=${encoded}`),
    await ann.get(`/inventory/${encoded}`),
    await shop.visitor.get(`/searchParts?q=${encoded}`),
    await shop.visitor.get(`/suggestParts?q=${encoded}`),
    await shop.visitor.post('/quotes/price', { lines: [{ text: CANARY, quantity: CANARY }] }),
    await ann.post('/quotes', {
      name: CANARY,
      note: CANARY,
      lines: [
        { text: CANARY, quantity: CANARY },
        { text: CANARY, partsId: part._id },
      ],
    }),
    await ann.put(`/quotes/${quote._id}`, { version: quote.version, name: CANARY, note: CANARY, lines: [{ text: CANARY }] }),
    await ann.post(`/quotes/${quote._id}/order`, { version: 2, total: 0, phone: CANARY, address: CANARY }),
    await ann.get(`/quotes?page=${encoded}&size=${encoded}`),
    await ann.get(`/quotes/${encoded}`),
    await shop.visitor.get(`/shared-quotes/${encoded}`),
    await ann.post('/api-keys', { name: CANARY, scopes: ['quotes:read'] }),
    await askWith(shop, CANARY)('GET', '/quotes'),
    await askWith(shop, `tfk_${encoded}`)('GET', '/quotes'),
  ]

  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(11)
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(statements.filter(({ values }) => values.includes('canary')).length).toBeGreaterThanOrEqual(12)
  expect(statements.filter(({ text }) => /canary|drop table|o'brien/i.test(text))).toEqual([])
})

test('the lint refuses statements and names of columns that are put together from text (51)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-lint-'))
  const file = join(folder, 'a.ts')
  await writeFile(file, "import { sql } from 'drizzle-orm'\nexport const a = (x: string) => [sql.raw(x), sql.identifier(x)]\n")

  const linted = promisify(execFile)('node_modules/.bin/oxlint', ['--config', '.oxlintrc.json', '--deny-warnings', file])

  await expect(linted).rejects.toMatchObject({
    stdout: expect.stringMatching(/Bind every value as a parameter[^]*Name columns through the tables/),
  })
  await rm(folder, { recursive: true })
})

const NAMES_WHAT_IT_FINDS = /^server\/run\/(backup\/(backup|restore)-shop|sandbox-shop\/(copy-catalogue|sandbox-database))\.ts$/

test('no file that answers requests switches that rule off or sends a statement of its own making (51)', async () => {
  const suspicious = []
  for await (const path of glob('{server,contract,readers,app}/**/*.{ts,tsx}')) {
    // They name the tables that they find, and the database of the sandbox; nothing of a request reaches them.
    if (path.endsWith('.test.ts') || NAMES_WHAT_IT_FINDS.test(path)) continue
    const source = await readFile(path, 'utf8')
    // Single lines may do without a rule about something else, which they name.
    if (
      /oxlint-disable(?!-next-line (jsx-a11y|react|unicorn)\/|-next-line no-control-regex)|eslint-disable|\bsql\.raw|\bsql\.identifier/.test(
        source,
      )
    )
      suspicious.push(path)
    if (/\.query\(\s*(`[^`]*\$\{|[^'"`)]*\+)/.test(source)) suspicious.push(path)
  }

  expect(suspicious).toEqual([])
})
