import { beforeAll, expect, test } from 'vitest'
import type { Address, NewAddress } from '#contract/people/addresses.ts'
import type { Order } from '#contract/orders/orders.ts'
import { MAXIMUM_ADDRESSES } from '#contract/basics/limits.ts'
import { addresses } from '#database/tables/addresses.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

const dock: NewAddress = {
  label: 'Warehouse',
  name: 'Ann Buyer',
  company: '',
  street: ' Dock Road 1 ',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
  phone: '',
}

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

const add = async (owner: Customer, address: Partial<NewAddress> = {}) =>
  (await owner.post('/addresses', { ...dock, ...address })).json<{ address: Address }>().address
const bookOf = async (owner: Customer) => (await owner.get('/addresses')).json<{ addresses: Address[] }>().addresses

test('the first address is the default, and another one can become it', async () => {
  const ann = await shop.customer('ann')
  const first = await add(ann)
  const second = await add(ann, { label: 'Office' })

  await ann.put(`/addresses/${second._id}`, { ...dock, label: 'Office', isDefault: true })

  expect(first).toMatchObject({ isDefault: true, street: 'Dock Road 1' })
  expect(second.isDefault).toBe(false)
  expect((await bookOf(ann)).map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ['Office', true],
    ['Warehouse', false],
  ])
})

test('addresses that are added and made the default at once leave one default', async () => {
  const ann = await shop.customer('ann')

  const answers = await Promise.all(Array.from({ length: 6 }, () => ann.post('/addresses', { ...dock, isDefault: true })))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await bookOf(ann)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('without the default the oldest address becomes it, and the last one can be removed', async () => {
  const ann = await shop.customer('ann')
  const [first, second] = [await add(ann), await add(ann, { label: 'Second' })]
  await add(ann, { label: 'Third' })

  await ann.delete(`/addresses/${first._id}`)

  expect((await bookOf(ann)).map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ['Second', true],
    ['Third', false],
  ])
  expect((await ann.delete(`/addresses/${first._id}`)).json()).toEqual({ deletedCount: 0 })
  expect((await ann.delete(`/addresses/${second._id}`)).json()).toEqual({ deletedCount: 1 })
})

test("another customer's address is neither seen nor changed nor removed", async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const { _id } = await add(ann)

  expect(await bookOf(bob)).toEqual([])
  expect((await bob.put(`/addresses/${_id}`, dock)).statusCode).toBe(404)
  expect((await bob.delete(`/addresses/${_id}`)).json()).toEqual({ deletedCount: 0 })
  expect(await bookOf(ann)).toHaveLength(1)
})

test.each([
  ['no country', { country: '' }, 'country', 'A country is required'],
  ['a country that does not exist', { country: 'QX' }, 'country', 'A country is required'],
  ['no street', { street: '  ' }, 'street', 'A street is required'],
  ['no city', { city: '' }, 'city', 'A city is required'],
  ['no name', { name: '' }, 'name', 'A name is required'],
])('an address with %s is refused at its field', async (_, wrong, field, message) => {
  const ann = await shop.customer('ann')

  const answer = await ann.post('/addresses', { ...dock, ...wrong })

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field, message }] })
})

test('a full address book takes no more, also where two are added at once', async () => {
  const ann = await shop.customer('ann')
  await shop.db.insert(addresses).values(Array.from({ length: MAXIMUM_ADDRESSES - 1 }, () => ({ ...dock, userId: ann.userId })))

  const answers = await Promise.all([ann.post('/addresses', dock), ann.post('/addresses', dock)])

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('an address keeps its state, also when a program that does not know of states changes its label', async () => {
  const ann = await shop.customer('ann')
  const chicago = { ...dock, street: '1 Main St', city: 'Springfield', state: ' IL ', postalCode: '62701', country: 'US' }
  const { _id, state } = await add(ann, chicago)
  const { state: _unknown, ...withoutState } = chicago
  const change = async (changed: NewAddress) => (await ann.put(`/addresses/${_id}`, changed)).json<{ address: Address }>().address.state

  expect(state).toBe('IL')
  expect(await change({ ...withoutState, label: 'Office' })).toBe('IL')
  expect(await change({ ...withoutState, country: 'DE' })).toBe('')
  expect(await change({ ...chicago, state: 'OH' })).toBe('OH')
  expect(await change({ ...chicago, state: '' })).toBe('')
})

test.each(['IL', undefined])('an order goes to an address with the state %s, in the call and on its screen', async (state) => {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart({ price: 2.5 })]
  const shipTo = {
    name: 'Ann',
    company: '',
    street: '1 Main St',
    city: 'Springfield',
    ...(state && { state }),
    postalCode: '62701',
    country: 'US',
    phone: '',
  }

  const item = {
    name: part.name,
    partsId: part._id,
    totalPrice: 2_500,
    orderQuantity: 1_000,
    phone: '1',
    address: 'as its fields say',
    shipTo,
  }
  const order = (await ann.post('/inventory', { orderItem: item })).json<Order>()

  expect(order.shipTo).toEqual(shipTo)
  expect(order.address).toBe(`Ann\n1 Main St\n${state ? 'Springfield, IL 62701' : 'Springfield 62701'}\nUnited States of America`)
})
