import { setTimeout as delay } from 'node:timers/promises'

/*
 * node bench/load/sell-on-loopback.ts http://127.0.0.1:4530 SECONDS BUYERS VISITORS
 *
 * The trial shop's sample customer orders and cancels without a pause, and visitors look at pages (docs/growth.md). Prints how many requests
 * got which answer, and at the end whether each confirmed order is there.
 */

type Answer = { status: number | string; text: string; cookie: string }
type Part = { _id: string; name: string; price: number }

const [base = '', ...figures] = process.argv.slice(2)
const [seconds = 20, buyers = 4, visitors = 4] = figures.map(Number)
const until = Date.now() + seconds * 1_000
const EMAIL = 'customer@teleforge.example'
const PAGES = ['/', '/inventory', '/api/allParts', '/api/reviews', '/about']
const counts = new Map<string, number>()

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  const sent = { method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } }
  const answer = await fetch(base + path, { ...sent, ...(body && { body: JSON.stringify(body) }) }).then(
    async (got) => ({ status: got.status, text: await got.text(), cookie: got.headers.getSetCookie().map(nameAndValue).join('; ') }),
    () => ({ status: 'cut off', text: '', cookie: '' }),
  )
  const kind = `${method === 'GET' ? 'reads' : 'writes'} ${answer.status}`
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return answer
}

const nameAndValue = (cookie: string) => cookie.split(';')[0]!

async function signIn(): Promise<Record<string, string>> {
  const origin = 'http://localhost:4530'
  const { cookie } = await ask('POST', '/api/auth/sign-in/email', { origin }, { email: EMAIL, password: 'Trial-customer-1' })
  const { text } = await ask('PUT', `/api/user/${EMAIL}`, { origin, cookie }, { email: EMAIL, displayName: 'Customer' })
  return { authorization: `Bearer ${(JSON.parse(text) as { token: string }).token}` }
}

const caller = await signIn()
const parts = JSON.parse((await ask('GET', '/api/allParts')).text) as Part[]
const confirmed: string[] = []

async function buy(part: Part): Promise<void> {
  const pieces = 1_000
  const held = await ask('PUT', `/api/inventory/${part._id}`, caller, { restAvailable: { available: 0 }, orderQuantity: pieces })
  if (held.status !== 200) return
  const { holdId } = JSON.parse(held.text) as { holdId: string }
  const bill = {
    totalPrice: Math.round(part.price * pieces * 100) / 100,
    orderQuantity: pieces,
    phone: '+49 30 1',
    address: 'Dock 1, Hamburg',
  }
  const order = await ask('POST', '/api/inventory', caller, { orderItem: { name: part.name, partsId: part._id, holdId, ...bill } })
  if (order.status !== 200) return
  const { _id } = JSON.parse(order.text) as { _id: string }
  confirmed.push(_id)
  await ask('DELETE', `/api/order/${_id}`, caller)
}

await Promise.all([
  ...Array.from({ length: buyers }, async (_, number) => {
    for (; Date.now() < until; await delay(20)) await buy(parts[number % parts.length]!)
  }),
  ...Array.from({ length: visitors }, async (_, number) => {
    for (let page = number; Date.now() < until; page++) await ask('GET', PAGES[page % PAGES.length]!)
  }),
])
console.table(Object.fromEntries(counts))
const found = await Promise.all(confirmed.map((id) => ask('GET', `/api/order/${id}/events`, caller)))
console.log(`${found.filter(({ status }) => status === 200).length} of ${confirmed.length} confirmed orders are there`)
