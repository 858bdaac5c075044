import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Part } from '#contract/parts.ts'
import type { OrderGroup, Quote, QuoteSummary } from '#contract/quotes.ts'
import { readListFile } from '#lists/read-list-file.ts'
import { matchLines } from '#server/quotes/match-lines.ts'
import { afterTheFile } from '../support/runner/after-the-file.ts'
import { reportFigure } from '../support/load/figures.ts'
import { programOf } from '../support/shops/api-keys.ts'
import { openShop, type Customer } from '../support/shops/open-shop.ts'
import { openPaymentOfGroup } from '../support/shops/order-groups.ts'
import { payByCard, reportPaid } from '../support/shops/payments.ts'
import { freePort } from '../support/shops/run-shop.ts'
import { addEndpoint, deliver, toLoopback } from '../support/shops/webhooks.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPT = join(ROOT, 'clients/typescript/examples/buy-from-lists.ts')
const LISTS = join(ROOT, 'tests/lists/files')
const LONGEST_SCRIPT = 30

const shop = await openShop(toLoopback)
const buyer = await shop.customer()
const admin = await shop.admin()
const catalogue = JSON.parse(await readFile(join(ROOT, 'catalogue/parts.json'), 'utf8')) as Part[]
for (const { name, partNumber, price, priceBreaks = [], available } of catalogue)
  await shop.addPart({ name, partNumber: partNumber!, price, priceBreaks, available })
await shop.app.listen({ host: '127.0.0.1', port: 0 })

/** The lists of the bench, without their right answers. */
async function folderOfLists(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-lists-'))
  afterTheFile(() => rm(folder, { recursive: true, force: true }))
  await cp(LISTS, folder, { recursive: true, filter: (path) => !path.endsWith('answers.json') })
  return folder
}

/** What a person does in the browser: pays by card. */
async function pay(person: Customer, groupId: string): Promise<OrderGroup> {
  const group = (await person.get(`/order-groups/${groupId}`)).json<OrderGroup>()
  const { id } = await payByCard(shop, await openPaymentOfGroup(person, group))
  await reportPaid(person, group.orders[0]!, id)
  return group
}

async function ship(group: OrderGroup): Promise<void> {
  for (const { _id } of group.orders) {
    const answer = await admin.put(`/orderShipped/${_id}`)
    if (answer.statusCode !== 200) throw new Error(`The order was not shipped: ${answer.body}`)
  }
}

/** Lines as the quote screen would have read them from the file. */
async function linesOnScreen(file: string) {
  const list = await readListFile(Uint8Array.from(await readFile(file)), async (texts) =>
    (
      await matchLines(
        shop.db,
        texts.map((text) => ({ text })),
      )
    ).map(({ status }) => status),
  )
  return list!.lines
}

test('a script of 30 lines turns each list into a quote, orders what one of them names and learns that it was shipped', async () => {
  const folder = await folderOfLists()
  const files = (await readdir(folder)).toSorted()
  const port = await freePort()
  const { key } = await programOf(shop, buyer, ['quotes:write', 'orders:write'])
  const { secret } = await addEndpoint(buyer, `http://127.0.0.1:${port}/`)
  const { port: shopPort } = shop.app.server.address() as { port: number }

  const child = spawn(process.execPath, ['--conditions=teleforge-source', SCRIPT, folder], {
    env: { SHOP_URL: `http://127.0.0.1:${shopPort}`, API_KEY: key, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterTheFile(async () => void child.kill())
  const exited = once(child, 'exit')
  const printed: string[] = []
  let group: OrderGroup | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line)
    const groupId = /^Ordered .* as group (\S+)$/.exec(line)?.[1]
    if (groupId === undefined) continue
    group = await pay(buyer, groupId)
    await ship(group)
    await deliver(shop)
  }
  const [status] = (await exited) as [number]

  expect({ status, printed: printed.slice(-2) }).toEqual({
    status: 0,
    printed: [expect.stringMatching(/^Ordered Q-\d{6}/), `Shipped ${group?.quoteNumber}`],
  })
  expect(files.length).toBeGreaterThanOrEqual(60)
  const saved = (await buyer.get('/quotes?size=100')).json<{ quotes: QuoteSummary[] }>().quotes
  for (const file of files) {
    const summary = saved.find(({ name }) => name === file)
    const quote = (await buyer.get(`/quotes/${summary?._id}`)).json<Quote>()
    expect(
      quote.lines.map(({ text, asked }) => ({ text, quantity: asked })),
      file,
    ).toEqual(await linesOnScreen(join(folder, file)))
  }
  const source = (await readFile(SCRIPT, 'utf8')).trim().split('\n')
  expect(source.length).toBeLessThanOrEqual(LONGEST_SCRIPT)
  reportFigure(
    'programs',
    `a script of ${source.length} lines made ${files.length} quotes of ${files.length} lists and learned of ${group!.orders.length} orders that they were shipped`,
    'one quote for each list',
  )
})
