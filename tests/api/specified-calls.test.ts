import { beforeAll, expect, test } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { registeredBrowser } from '#tests/support/browser/browser.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { cards, payByCard } from '#tests/support/shops/payments.ts'

/** Specification section 7: each call with the specified payload and nothing else, and the fields of its answer. */

let shop: TestShop
let ann: Customer
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  admin = await shop.admin()
})

const partFields = ['_id', 'available', 'description', 'img', 'leadDays', 'name', 'partNumber', 'price', 'priceBreaks']
const orderFields = ['_id', 'address', 'displayName', 'email', 'img', 'name', 'orderQuantity', 'paid', 'phone', 'shipped'].concat([
  'totalPrice',
  'transactionId',
])
const userFields = ['_id', 'address', 'displayName', 'education', 'email', 'phone', 'role']

/** The order that a browser posts for 2000 pieces of a part at $2.50. */
const itemOf = (buyer: Customer, part: { name: string; img: string }) => ({
  img: part.img,
  name: part.name,
  totalPrice: 5_000,
  email: buyer.email,
  orderQuantity: 2_000,
  phone: '+49 30 1',
  displayName: buyer.displayName,
  address: 'Dock Road 1',
})

const restOf = ({ img, name, price, description, available }: Awaited<ReturnType<TestShop['addPart']>>) => ({
  img,
  name,
  price,
  available: available - 2_000,
  description,
})

test('GET /reviews and POST /reviews', async () => {
  const written = await ann.post('/reviews', { displayName: 'ann', email: ann.email, rating: 4.5, review: 'Good' })
  const list = await shop.visitor.get('/reviews')

  expect(written.json()).toEqual({ insertedId: expect.any(String), awaitsRelease: false })
  expect(list.json().at(-1)).toMatchObject({ _id: written.json().insertedId, displayName: 'ann', rating: 4.5, review: 'Good' })
})

test('GET /allParts, /pagesParts, /allPartsCount and inventory/{partsId}', async () => {
  const part = await shop.addPart()

  const all = (await shop.visitor.get('/allParts')).json()
  const page = (await shop.visitor.get('/pagesParts?page=0&size=9')).json()
  const count = (await shop.visitor.get('/allPartsCount')).json()
  const one = (await ann.get(`/inventory/${part._id}`)).json()

  expect(Object.keys(all.at(-1)).toSorted()).toEqual(partFields)
  expect(page).toEqual(all.slice(0, 9))
  expect(count).toEqual({ count: all.length })
  expect(one).toEqual(part)
})

test('POST /parts and DELETE /parts/{id}', async () => {
  const { img } = await shop.addPart()

  const added = await admin.post('/parts', { name: 'New', price: 2.5, available: 2_000, description: 'New part', img })
  const removed = await admin.delete(`/parts/${added.json().insertedId}`)

  expect(added.json()).toEqual({ insertedId: expect.any(String) })
  expect(removed.json()).toEqual({ deletedCount: 1 })
})

test('PUT inventory/{partsId} of a purchase, then POST inventory', async () => {
  const part = await shop.addPart({ price: 2.5, available: 10_000 })

  const held = await ann.put(`/inventory/${part._id}`, { restAvailable: restOf(part), userInfo: { email: ann.email } })
  const rest = await shop.stockOf(part)
  const placed = await ann.post('/inventory', { orderItem: itemOf(ann, part), userInfo: { email: ann.email } })

  expect(held.json()).toMatchObject({ modifiedCount: 1 })
  expect(rest).toBe(8_000)
  expect(placed.statusCode).toBe(200)
  expect(placed.json()).toMatchObject({ ...itemOf(ann, part), paid: false, shipped: false, transactionId: '' })
  expect(await shop.stockOf(part)).toBe(8_000)
})

test('PUT /inventory/{id} of an admin, with the whole signed-in user', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const { browser, person } = await registeredBrowser(shop)
  const { identity } = (await browser.call('GET', '/auth/get-session')).json()

  const answer = await admin.put(`/inventory/${part._id}`, {
    newAvailable: { available: 1_500 },
    user: { ...identity, email: admin.email },
  })

  expect(identity.email).toBe(person.email)
  expect(answer.json()).toMatchObject({ modifiedCount: 1 })
  expect(await shop.stockOf(part)).toBe(1_500)
})

test('PUT user/{userEmail} answers the token of all other calls', async () => {
  const { browser, person } = await registeredBrowser(shop)

  const synced = await browser.call('PUT', `/user/${person.email}`, { email: person.email, displayName: person.name })

  const headers = { authorization: `Bearer ${synced.json().token}` }
  expect((await shop.app.inject({ url: `/api/user/${person.email}`, headers })).statusCode).toBe(200)
})

test('GET admin/{userEmail}', async () => {
  expect((await ann.get(`/admin/${ann.email}`)).json()).toEqual({ admin: false })
  expect((await admin.get(`/admin/${admin.email}`)).json()).toEqual({ admin: true })
})

test('GET /user/{userEmail}, PUT /users/{userEmail} and GET /user', async () => {
  const eve = await shop.customer('eve')
  const profile = { displayName: 'Eve', education: 'MSc', phone: '1', address: 'Here' }

  const updated = await eve.put(`/users/${eve.email}`, profile)
  const repeated = await eve.put(`/users/${eve.email}`, profile)
  const read = (await eve.get(`/user/${eve.email}`)).json()
  const everybody = (await admin.get('/user')).json()

  expect(updated.json()).toEqual({ modifiedCount: 1, matchedCount: 1 })
  expect(repeated.json()).toEqual({ modifiedCount: 0, matchedCount: 1 })
  expect(read).toMatchObject({ ...profile, email: eve.email, role: '' })
  expect(Object.keys(read).toSorted()).toEqual(userFields)
  expect(everybody).toContainEqual({ ...read, blocked: false, permissions: [] }) // further fields
})

test('PUT /user/admin/{userEmail} with the role admin and with none', async () => {
  const carl = await shop.customer('carl')

  const granted = await admin.put(`/user/admin/${carl.email}`, { role: 'admin' })
  const revoked = await admin.put(`/user/admin/${carl.email}`, { role: '' })

  expect([granted.json(), revoked.json()]).toEqual([{ result: { modifiedCount: 1 } }, { result: { modifiedCount: 1 } }])
})

test('GET /order?customer=, GET /allOrder and GET /order/{id}', async () => {
  const bob = await shop.customer('bob')
  const order = await shop.placeOrder(bob, await shop.addPart())

  const mine = (await bob.get(`/order?customer=${bob.email}`)).json()
  const all = (await admin.get('/allOrder')).json()
  const one = (await bob.get(`/order/${order._id}`)).json()

  expect(mine).toEqual([order])
  expect(all).toContainEqual(order)
  expect(one).toMatchObject(order)
  expect(Object.keys(one)).toEqual(expect.arrayContaining(orderFields))
})

test('POST /create-payment-intent, PUT /order/{id} and PUT /orderShipped/{id} without a body', async () => {
  const dan = await shop.customer('dan')
  const order = await shop.placeOrder(dan, await shop.addPart())

  const opened = await dan.post('/create-payment-intent', { totalPrice: order.totalPrice })
  const { clientSecret } = opened.json()
  await payByCard(shop, clientSecret, cards.pays)
  const transactionId = intentIdOf(clientSecret)
  const reported = await dan.put(`/order/${order._id}`, { order, transactionId })
  const shipped = await admin.put(`/orderShipped/${order._id}`)

  expect(opened.json()).toEqual({ clientSecret: expect.any(String) })
  expect(reported.statusCode).toBe(200)
  expect(shipped.json()).toEqual({ modifiedCount: 1 })
  expect((await dan.get(`/order/${order._id}`)).json()).toMatchObject({ paid: true, shipped: true, transactionId })
})

test('DELETE /order/{id}, once', async () => {
  const order = await shop.placeOrder(ann, await shop.addPart())

  expect((await ann.delete(`/order/${order._id}`)).json()).toEqual({ deletedCount: 1 })
  expect((await ann.delete(`/order/${order._id}`)).json()).not.toMatchObject({ deletedCount: 1 })
})

test('a visitor may read what is for everyone, and nothing else', async () => {
  const part = await shop.addPart()
  const open = ['/reviews', '/allParts', '/pagesParts?page=0&size=9', '/allPartsCount']
  const closed = [`/inventory/${part._id}`, '/user', '/allOrder', `/order?customer=${ann.email}`, `/admin/${ann.email}`]

  for (const path of open) expect((await shop.visitor.get(path)).statusCode, path).toBe(200)
  for (const path of closed) expect((await shop.visitor.get(path)).statusCode, path).toBe(401)
})
