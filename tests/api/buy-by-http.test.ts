import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { setRole } from '#server/users/set-role.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

/** What a program knows of the shop: its address and its OpenAPI document. */
type Operation = {
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type ApiDocument = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: { identitySession: { name: string } } }
}

let shop: TestShop
let origin: string
let document: ApiDocument

beforeAll(async () => {
  shop = await openShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`
  document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as ApiDocument
})

/** A program that makes calls only as the document describes them, and believes answers only of the described shape. */
class Program {
  token = ''
  cookie = ''

  async call<T>(method: string, template: string, params: Record<string, string> = {}, body?: object): Promise<T> {
    const operation = document.paths[template]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${template} is not in the document`)
    if (body) expect(mismatches(operation.requestBody!.content['application/json']!.schema, body)).toEqual([])

    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
    const query = template === '/api/order' ? `?customer=${encodeURIComponent(params['customer']!)}` : ''
    const answer = await fetch(origin + path + query, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(this.cookie && { cookie: this.cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { name } = document.components.securitySchemes.identitySession
    const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
    if (session) this.cookie = session.split(';')[0]!
    const json = (await answer.json()) as T
    expect({ status: answer.status, json }).toMatchObject({ status: 200 })
    expect(mismatches(operation.responses['200']!.content!['application/json']!.schema, json)).toEqual([])
    return json
  }

  async signInAs(email: string, password: string): Promise<void> {
    await this.call('POST', '/api/auth/sign-in/email', {}, { email, password })
    await this.sync(email)
  }

  async sync(email: string): Promise<void> {
    this.token = (await this.call<{ token: string }>('PUT', '/api/user/{email}', { email }, { email })).token
  }
}

function mismatches(schema: object, value: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  return validate(value) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`)
}

type Part = { _id: string; name: string; img: string; price: number; available: number; description: string }
type Order = { _id: string; totalPrice: number; paid: boolean; shipped: boolean; transactionId: string }

test('the document is OpenAPI 3.1 and holds every specified call', () => {
  const specified = [
    'GET /api/reviews',
    'GET /api/allParts',
    'GET /api/pagesParts',
    'GET /api/allPartsCount',
    'GET /api/inventory/{id}',
    'PUT /api/inventory/{id}',
    'POST /api/inventory',
    'PUT /api/user/{email}',
    'GET /api/admin/{email}',
    'GET /api/user/{email}',
    'PUT /api/users/{email}',
    'GET /api/user',
    'PUT /api/user/admin/{email}',
    'GET /api/order',
    'GET /api/allOrder',
    'GET /api/order/{id}',
    'PUT /api/order/{id}',
    'PUT /api/orderShipped/{id}',
    'DELETE /api/order/{id}',
    'POST /api/reviews',
    'POST /api/parts',
    'DELETE /api/parts/{id}',
    'POST /api/create-payment-intent',
    'POST /api/images',
  ]

  const described = new Set(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )

  expect(document.openapi).toMatch(/^3\.1/)
  expect(specified.filter((call) => !described.has(call))).toEqual([])
})

test('the page of the document and all of its files are there, and the upload shows its field', async () => {
  const page = await (await fetch(`${origin}/api/docs`)).text()
  const files = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address!)
  const statuses = await Promise.all(files.map(async (file) => (await fetch(new URL(file, `${origin}/api/docs`))).status))

  expect(files.length).toBeGreaterThan(4)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(Object.keys(document.paths['/api/images']!['post']!.requestBody!.content)).toEqual(['multipart/form-data'])
})

test('a program buys 2,000 pieces, pays, and sees them shipped, by the document alone', async () => {
  const part = await shop.addPart({ price: 14.85, available: 18_400 })
  const ann = new Program()
  const email = 'ann@example.com'
  await ann.call('POST', '/api/auth/sign-up/email', {}, { name: 'Ann', email, password: 'Program-pass-1' })
  await ann.sync(email)

  const seen = await ann.call<Part>('GET', '/api/inventory/{id}', { id: part._id })
  const { _id: id, ...details } = seen
  const held = await ann.call<{ modifiedCount: number }>(
    'PUT',
    '/api/inventory/{id}',
    { id },
    {
      restAvailable: { ...details, available: seen.available - 2_000 },
      userInfo: { email },
    },
  )
  expect(held.modifiedCount).toBe(1)
  const order = await ann.call<Order>(
    'POST',
    '/api/inventory',
    {},
    {
      orderItem: {
        img: seen.img,
        name: seen.name,
        totalPrice: 29_700,
        email,
        orderQuantity: 2_000,
        phone: '+49 30 1234567',
        displayName: 'Ann',
        address: 'Dock Road 1, 20457 Hamburg',
      },
      userInfo: { email },
    },
  )
  const { clientSecret } = await ann.call<{ clientSecret: string }>(
    'POST',
    '/api/create-payment-intent',
    {},
    {
      totalPrice: order.totalPrice,
    },
  )
  const card = await ann.call<{ id: string }>(
    'POST',
    '/api/sandbox/payment-methods',
    {},
    {
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2034,
      cvc: '123',
      billing: { name: 'Ann', email },
    },
  )
  const intent = clientSecret.split('_secret_')[0]!
  await ann.call('POST', '/api/sandbox/payment-intents/{id}/confirm', { id: intent }, { clientSecret, paymentMethod: card.id })
  await ann.call('PUT', '/api/order/{id}', { id: order._id }, { order, transactionId: intent })
  expect(await ann.call<Order[]>('GET', '/api/order', { customer: email })).toMatchObject([
    { paid: true, shipped: false, transactionId: intent },
  ])

  const office = new Program()
  await office.call(
    'POST',
    '/api/auth/sign-up/email',
    {},
    {
      name: 'Office',
      email: 'office@example.com',
      password: 'Program-pass-2',
    },
  )
  await setRole(shop.db, null, 'office@example.com', 'admin')
  await office.signInAs('office@example.com', 'Program-pass-2')
  expect(await office.call('PUT', '/api/orderShipped/{id}', { id: order._id })).toEqual({ modifiedCount: 1 })

  expect(await ann.call<Order>('GET', '/api/order/{id}', { id: order._id })).toMatchObject({ paid: true, shipped: true })
})
