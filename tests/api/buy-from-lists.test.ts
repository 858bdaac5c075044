import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup, Quote, QuoteSummary } from '#contract/quotes/quotes.ts'
import { readListFile } from '#readers/lists/read-list-file.ts'
import { matchLines } from '#server/quotes/match-lines.ts'
import { openDoor } from '../support/doubles/door.ts'
import { portOfProgram, sendingItsPort } from '../support/port-of-program.ts'
import { afterTheFile } from '../support/runner/after-the-file.ts'
import { programOf } from '../support/shops/api-keys.ts'
import { openShop, type Customer } from '../support/shops/open-shop.ts'
import { openPaymentOfGroup } from '../support/shops/order-groups.ts'
import { payByCard, reportPaid } from '../support/shops/payments.ts'
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

/** The first list of each kind of file. That all of them are read is proved in tests/lists/lists.test.ts. */
async function folderOfLists(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-lists-'))
  afterTheFile(() => rm(folder, { recursive: true, force: true }))
  const byEnding = Map.groupBy((await readdir(LISTS)).toSorted(), extname)
  byEnding.delete('.json')
  for (const [first] of byEnding.values()) await copyFile(join(LISTS, first!), join(folder, first!)) // no group is empty
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
  const door = await openDoor()
  afterTheFile(door.close)
  const { key } = await programOf(shop, buyer, ['quotes:write', 'orders:write'])
  const { secret } = await addEndpoint(buyer, door.url)
  const { port: shopPort } = shop.app.server.address() as { port: number }

  const child = spawn(process.execPath, ['--conditions=teleforge-source', ...sendingItsPort, SCRIPT, folder], {
    env: { SHOP_URL: `http://127.0.0.1:${shopPort}`, API_KEY: key, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  afterTheFile(async () => void child.kill())
  const exited = once(child, 'exit')
  door.leadTo(await portOfProgram(child))
  const printed: string[] = []
  let group: OrderGroup | undefined
  for await (const line of createInterface({ input: child.stdout! })) {
    printed.push(line)
    const groupId = /^Ordered .* as group (\S+)$/.exec(line)?.[1]
    if (groupId === undefined) continue
    group = await pay(buyer, groupId)
    await ship(group)
    while ((await deliver(shop)) > 0);
  }
  const [status] = (await exited) as [number]

  expect({ status, printed: printed.slice(-2) }).toEqual({
    status: 0,
    printed: [expect.stringMatching(/^Ordered Q-\d{6}/), `Shipped ${group?.quoteNumber}`],
  })
  expect(files.length).toBe(5)
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
})
