import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Address } from '#contract/people/addresses.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import type { Return } from '#contract/orders/returns.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { mails } from '#database/tables/mails.ts'
import { searchAnswers } from '#database/tables/searches.ts'
import { webhookDeliveries } from '#database/tables/webhooks.ts'
import { connect } from '../procurement/procurement.ts'
import { programOf } from '../shops/api-keys.ts'
import { contact, openShop, type Customer } from '../shops/open-shop.ts'
import { payOrder } from '../shops/payments.ts'
import { addRefusedEndpoint, tell as tellProgram } from '../shops/webhooks.ts'

export const someAddress = { name: 'Ann', company: '', street: 'Dock 1', city: 'Bonn', postalCode: '', country: 'DE', phone: '' }

/** A shop with a part, and functions that create the objects of its routes, of a person or of no one, and return their ids. */
export async function openWithThings() {
  const shop = await openShop({ env: { METRICS_TOKEN: 'm'.repeat(48) }, watchesLocks: true })
  const part = await shop.addPart({ available: 1_000_000 })

  const orderOf = async (person: Customer) => (await shop.placeOrder(person, part))._id

  const parcelOf = async (person: Customer) => {
    const order = await shop.placeOrder(person, part)
    await payOrder(shop, person, order)
    await (await shop.admin()).post(`/order/${order._id}/parcels`, {})
    const { parcels } = (await person.get(`/order/${order._id}/parcels`)).json<{ parcels: Parcel[] }>()
    return parcels[0]!._id
  }

  const returnOf = async (person: Customer) => {
    const order = await shop.placeOrder(person, part)
    await payOrder(shop, person, order)
    await (await shop.admin()).post(`/order/${order._id}/parcels`, {})
    const asked = await person.post(`/order/${order._id}/returns`, { pieces: 1, reason: 'defective', note: 'Dark', pictures: [] })
    return asked.json<Return>()._id
  }

  const userOf = async ({ userId }: Customer) => userId
  const noteOf = async ({ userId }: Customer) => {
    const added = await (await shop.admin()).post(`/customers/${userId}/notes`, { note: 'Pays late' })
    return added.json<{ _id: string }>()._id
  }

  const addressOf = async (person: Customer) => (await person.post('/addresses', someAddress)).json<{ address: Address }>().address._id

  const quoteOf = async (person: Customer) => {
    const saved = await person.post('/quotes', { lines: [{ text: part.partNumber, quantity: 1_000, partsId: part._id }] })
    return saved.json<{ _id: string }>()._id
  }

  const answeredSearch = async () => {
    const [answer] = await shop.db.insert(searchAnswers).values({ form: randomUUID(), text: 'none' }).returning({ id: searchAnswers.id })
    return answer!.id
  }

  const groupOf = async (person: Customer) => {
    const ordered = await person.post(`/quotes/${await quoteOf(person)}/order`, { version: 1, total: 2_500, ...contact })
    return ordered.json<{ groupId: string }>().groupId
  }

  const apiKeyOf = async (person: Customer) => (await programOf(shop, person, ['orders:read'])).apiKey._id

  const punchoutOf = async (person: Customer) => (await connect(person)).connection._id

  const webhookOf = (person: Customer) => addRefusedEndpoint(shop, person)

  const deliveryOf = async (person: Customer) => {
    const webhookId = await webhookOf(person)
    await tellProgram(shop, person)
    const [delivery] = await shop.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId))
    return delivery!.id
  }

  const mailId = async () => {
    const [mail] = await shop.db
      .insert(mails)
      .values({ kind: 'order-placed', ref: randomUUID(), recipient: 'a@example.com', subject: 'x', body: 'x', blocks: [{ say: 'x' }] })
      .returning({ id: mails.id })
    return mail!.id
  }

  const reviewOf = async (person: Customer) => {
    const written = await person.post('/reviews', { rating: 5, review: 'Good' })
    return written.json<{ insertedId: string }>().insertedId
  }

  const messageId = async () => {
    const [message] = await shop.db
      .insert(contactMessages)
      .values({ name: 'Ann', email: 'a@example.com', message: 'x' })
      .returning({ id: contactMessages.id })
    return message!.id
  }

  const partId = async () => (await shop.addPart())._id

  return {
    shop,
    part,
    orderOf,
    parcelOf,
    returnOf,
    userOf,
    noteOf,
    addressOf,
    quoteOf,
    answeredSearch,
    groupOf,
    apiKeyOf,
    punchoutOf,
    webhookOf,
    deliveryOf,
    mailId,
    reviewOf,
    messageId,
    partId,
  }
}
