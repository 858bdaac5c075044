import dns from 'node:dns'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { paymentEvents } from '#database/tables/payments.ts'
import { buildApp } from '#server/app.ts'
import { encoder } from '#server/images/store-image.ts'
import { deliverMails } from '#server/outbox/deliver-mails.ts'
import { smtpTransport } from '#server/mail/smtp-transport.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import { openImageHost } from '#tests/support/doubles/image-host-double.ts'
import { openMailServer } from '#tests/support/doubles/mail-server.ts'
import { openViesDouble } from '#tests/support/doubles/vies-double.ts'
import { replaceForTheFile } from '#tests/support/runner/replace-for-the-file.ts'
import { frenchVatId, saveVatId } from '#tests/support/shops/charging.ts'
import { openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'

/** An address of this machine that is not configured as one of the shop's services, and the number of its connections. */
let trap: string
let visits = 0
/** Where this process has connected to, as host:port or as a path, and the names that it has looked up. */
const destinations = new Set<string>()
const names = new Set<string>()
let configured: string[]
let shop: PictureShop
let deliver: () => Promise<number>
let register: Awaited<ReturnType<typeof openViesDouble>>

beforeAll(async () => {
  const server = createServer((socket) => {
    visits += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  trap = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const [host, mailServer, vies] = [await openImageHost(), await openMailServer(), await openViesDouble()]
  register = vies
  shop = await openPictureShop({ ...host.env, VIES_URL: vies.url })
  const mail = { transport: 'smtp' as const, from: 'shop@example.com', server: mailServer.settings }
  const transport = smtpTransport({ ...shop.services.settings, mail })
  deliver = () => deliverMails({ ...shop.services, mailTransport: transport })
  configured = [portOf(host.url), String(mailServer.settings.port), portOf(vies.url)]
  recordConnections()
  return async () => {
    transport.close()
    await host.close()
    await mailServer.close()
    await vies.stop()
    server.close()
  }
})

const portOf = (url: string) => new URL(url).port

function recordConnections(): void {
  replaceForTheFile(Socket.prototype, 'connect', (original) => {
    const connect = original as (...args: unknown[]) => Socket
    return function record(this: Socket, ...args: unknown[]) {
      // Inside Node the arguments are one list already.
      const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown]
      destinations.add(destinationOf(first, second))
      return connect.apply(this, args)
    } as typeof original
  })
  replaceForTheFile(dns, 'lookup', (original) => {
    const lookup = original as (...args: unknown[]) => void
    return ((...args: unknown[]) => {
      names.add(String(args[0]))
      return lookup(...args)
    }) as unknown as typeof dns.lookup
  })
}

/** `connect` takes a path, a port with a host, or an object with either. */
function destinationOf(first: unknown, second: unknown): string {
  if (typeof first === 'string') return first
  if (typeof first === 'number') return `${typeof second === 'string' ? second : 'localhost'}:${first}`
  const { path, host = 'localhost', port } = first as { path?: string; host?: string; port?: number }
  return path ?? `${host}:${port}`
}

/** The database is reached by a path, or where its own address says. */
const isConfigured = (destination: string) =>
  destination.startsWith('/') || configured.includes(destination.split(':').at(-1)!) || destination === databaseAddress()

function databaseAddress(): string {
  const { connectionString, host, port } = shop.db.$client.driver.options
  return connectionString ? new URL(connectionString).host : `${host}:${port}`
}

const outside = () => ({
  visits,
  elsewhere: [...destinations].filter((one) => !isConfigured(one)),
  names: [...names].filter((name) => !['127.0.0.1', 'localhost', shop.db.$client.driver.options.host].includes(name)),
})
const nowhere = { visits: 0, elsewhere: [], names: [] }

test('an upload leads the shop to no address that stands in it (52)', async () => {
  const png = await picture(60, 60).png().toBuffer()
  const withXmp = picture(60, 60).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a href="${trap}/xmp"/></x:xmpmeta>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${trap}/a.png"/></svg>`

  await shop.upload(Buffer.from(svg))
  await shop.upload(Buffer.from(`<!DOCTYPE svg SYSTEM "${trap}/a.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>`))
  await shop.upload(Buffer.from(`${trap}/a.png`), { type: 'text/uri-list' })
  await shop.upload(Buffer.from(`#EXTM3U\n${trap}/a.ts`))
  const kept = await shop.upload(png, { name: `${trap}/a.png` })
  await shop.upload(await withXmp.jpeg().toBuffer())
  const connections = await networkConnectionsOf(encoder.pid)

  expect(kept.statusCode).toBe(200)
  expect(connections).toEqual([])
  expect(outside()).toEqual(nowhere)
})

test('nothing that people write leads the shop anywhere (52)', async () => {
  const ann = await shop.customer('ann')
  const url = `${trap}/from-a-form`

  await shop.addPartWith(url)
  await shop.addPartWith('https://i.pictures.example/1/somebody-elses.webp')
  await ann.post('/reviews', { rating: 5, review: url })
  await ann.put(`/users/${ann.email}`, { displayName: url, phone: '1', education: url, address: url })
  await shop.visitor.post('/contact', { name: url, email: 'ann@example.com', message: `<img src="${url}">` })
  await ann.put(`/user/${ann.email}`, { email: ann.email, photoURL: url })
  for (const path of [
    `/auth/outside/google/start?redirect=${url}`,
    `/auth/outside/oidc/callback?iss=${url}&code=x&state=y`,
    `/auth/outside/sample/start?issuer=${url}`,
  ]) {
    await shop.visitor.get(path)
  }
  await deliver()

  expect(outside()).toEqual(nowhere)
})

test('a VAT id is looked up where the settings say, and the answer leads nowhere else (52)', async () => {
  const ann = await shop.customer('ann')
  register.state.answer = { redirect: `${trap}/register` }

  await saveVatId(ann, frenchVatId, trap)

  expect(register.asked).toEqual([`POST /rest-api/check-vat-number ${frenchVatId}`])
  expect(outside()).toEqual(nowhere)
})

test("a payment provider's message leads the shop nowhere (52)", async () => {
  const { signatureHeader, webhookSecret } = shop.processor
  const object = { id: 'pi_x', url: `${trap}/object`, next_action: { redirect_to_url: { url: trap } } }
  const body = JSON.stringify({ id: 'evt_trap', type: 'payment_intent.succeeded', url: trap, data: { object } })

  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/payment-webhook',
    headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(body, webhookSecret) },
    payload: body,
  })

  expect(answer.statusCode).toBe(200)
  expect(await shop.db.$count(paymentEvents)).toBe(1)
  expect(outside()).toEqual(nowhere)
})

test('links in mails lead to the shop, whatever address a request was sent to (52)', async () => {
  const app = await buildApp(shop.services)
  const person = { name: 'Ann', email: 'links@example.com', password: 'Soldering-Iron-7' }
  const headers = { host: 'hostile.example', 'x-forwarded-host': 'hostile.example', 'x-forwarded-proto': 'https', referer: trap }

  await app.inject({ method: 'POST', url: '/api/auth/sign-up/email', headers, payload: person })
  await app.inject({ method: 'POST', url: '/api/auth/request-password-reset', headers, payload: { email: person.email } })
  const written = await shop.db.select({ body: mails.body, html: mails.html }).from(mails).where(eq(mails.recipient, person.email))
  await app.close()

  expect(written.length).toBeGreaterThanOrEqual(2)
  expect(JSON.stringify(written)).not.toContain('hostile.example')
  expect(outside()).toEqual(nowhere)
})

test('the recorder has seen the shop go where it may', () => {
  const ports = [...destinations].map((one) => one.split(':').at(-1))

  expect(ports).toEqual(expect.arrayContaining(configured))
})

/** Network sockets that another process has open, by the kernel's tables; on Linux only. */
async function networkConnectionsOf(pid: number | undefined): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
  const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const tables = await Promise.all(['tcp', 'tcp6', 'udp', 'udp6'].map((kind) => readFile(`/proc/net/${kind}`, 'utf8').catch(() => '')))
  return tables.flatMap((table) => table.split('\n')).filter((line) => sockets.has(line.trim().split(/\s+/)[9] ?? ''))
}
