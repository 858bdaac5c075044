// Turns each list of a folder into a quote, orders what the first one names, and waits until it is shipped: node buy-from-lists.ts FOLDER
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, verifyWebhook, type Quote } from '@teleforge/client'

const { SHOP_URL = '', API_KEY = '', WEBHOOK_SECRET = '', PORT = '8080' } = process.env
const [folder = '.'] = process.argv.slice(2)
const shop = createClient({ url: SHOP_URL, apiKey: API_KEY })
const awaited = new Map<string, () => void>()
const server = createServer(async (request, response) => {
  const event = await verifyWebhook(await text(request), request.headers, WEBHOOK_SECRET).catch(() => undefined)
  response.writeHead(event ? 204 : 400).end()
  if (event?.type === 'order.shipped') awaited.get(event.data._id)?.()
}).listen(Number(PORT))

const quotes: Quote[] = []
for (const file of (await readdir(folder)).toSorted()) {
  const { lines } = await shop.lists.read(await readFile(`${folder}/${file}`))
  quotes.push(await shop.quotes.save({ name: file, lines }))
  console.log(`${file} is quote ${quotes.at(-1)!.number} of ${lines.length} lines`)
}
const lines = quotes[0]!.lines.filter(({ status, notes }) => status === 'matched' && !notes.includes('above-stock'))
const quote = await shop.quotes.save({ lines: lines.map(({ text: part, quantity }) => ({ text: part, quantity: quantity! })) })
const group = await shop.quotes.order(quote._id, { version: 1, total: quote.total, phone: '+49 30 1234567', address: '20457 Hamburg' })
const shipped = group.orders.map(({ _id }) => new Promise<void>((resolve) => awaited.set(_id, resolve)))
console.log(`Ordered ${group.quoteNumber} as group ${group.groupId}`)
await Promise.all(shipped)
console.log(`Shipped ${group.quoteNumber}`)
server.close()
