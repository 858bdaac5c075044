import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { rateLimits } from '#database/tables/identity.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { mails } from '#database/tables/mails.ts'
import { defaultBookSettings } from '#contract/charts.ts'
import { searchAnswers } from '#database/tables/searches.ts'
import { webhookDeliveries } from '#database/tables/webhooks.ts'
import type { Address } from '#contract/addresses.ts'
import type { Parcel } from '#contract/parcels.ts'
import type { DeclaredRoute } from '#server/platform/http/require-policies.ts'
import { connect } from '#tests/support/procurement/procurement.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { addRefusedEndpoint, tell as tellProgram } from '#tests/support/shops/webhooks.ts'
import { contact, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { absent, makePrincipals, principals, type Knocker, type Principal } from '#tests/support/shops/principals.ts'

const shop = await openShop({ env: { METRICS_TOKEN: 'm'.repeat(48) } })
const someoneOf = makePrincipals(shop)
const stranger = await shop.customer('stranger')
const part = await shop.addPart({ available: 1_000_000 })

/** Status for what belongs to whoever asks, and for what belongs to somebody else. */
type Cell = readonly [own: number, other: number]
type Cells = Record<Principal, Cell>
/** What a request names: one person's email, or the id of something that is theirs. */
type Named = { email: string; id: string }
type Row = {
  cells: Cells
  /** What the request is about, where it belongs to no person; without it and `thingOf` only emails count. */
  thing?: () => Promise<string>
  /** Makes what the request is about for this person. */
  thingOf?: (person: Customer) => Promise<string>
  ask?: (named: Named) => { path?: string; payload?: object }
  endsSession?: boolean
}

const live = new Set<Principal>(['owner', 'other user', 'unverified', 'admin', 'ex-admin with a live session'])
const fill = (cellOf: (principal: Principal) => Cell) =>
  Object.fromEntries(principals.map((principal) => [principal, cellOf(principal)])) as Cells

/** A valid key is refused; a call that takes keys says so in its own row. */
const keysRefused = { 'key without scope': [403, 403], 'key with scope': [403, 403], 'shop key of an admin': [403, 403] } as const
/** Of a call that takes keys: with its scope a key is its owner and nobody else, admin or not. */
const withKeys = (cells: Cells, own: number, other = own): Cells => ({ ...cells, 'key with scope': [own, other] })
/** Of a call that takes keys for the shop: such a key of an admin acts for it. */
const forTheShop = (cells: Cells): Cells => ({ ...cells, 'shop key of an admin': cells.admin })

/** Of a call that any key may make. */
const withAnyKey = (cells: Cells): Cells => ({
  ...cells,
  'key without scope': cells.owner,
  'key with scope': cells.owner,
  'shop key of an admin': cells.owner,
})

/** Of the address of agents. */
const forAgents = (status: number): Cells => ({
  ...fill(() => [401, 401]),
  'key without scope': [status, status],
  'key with scope': [status, status],
  'shop key of an admin': [status, status],
})

const everyone = (status: number) => fill(() => [status, status])
const whoIsSignedIn = (own: number, other = own) =>
  Object.assign(
    fill((who) => (live.has(who) ? [own, other] : [401, 401])),
    keysRefused,
  )
const ownerOrAdmin = (own: number, other: number) => ({ ...whoIsSignedIn(own, other), admin: [own, own] as const })
const adminsAlone = (status: number) => ({ ...whoIsSignedIn(403), admin: [status, status] as const })
/** A quote is its owner's alone, also where an admin asks. */
const ofTheirQuote = withKeys(whoIsSignedIn(200, 404), 200, 404)
/** Of the cookie only the person themselves; a disabled account keeps it and is told so. */
const holderOfTheCookie: Cells = {
  ...whoIsSignedIn(200, 403),
  disabled: [403, 403],
  'key without scope': [401, 401],
  'key with scope': [401, 401],
  'shop key of an admin': [401, 401],
}

const orderOf = async (person: Customer) => (await shop.placeOrder(person, part))._id

const uncarried = { carrier: null, trackingNumber: null }

const parcelOf = async (person: Customer) => {
  const order = await shop.placeOrder(person, part)
  await reportPaid(person, order, (await payByCard(shop, await openPaymentOf(person, order))).id)
  await (await shop.admin()).post(`/order/${order._id}/parcels`, {})
  const { parcels } = (await person.get(`/order/${order._id}/parcels`)).json<{ parcels: Parcel[] }>()
  return parcels[0]!._id
}

const userOf = async ({ userId }: Customer) => userId
const noteOf = async ({ userId }: Customer) => {
  const added = await (await shop.admin()).post(`/customers/${userId}/notes`, { note: 'Pays late' })
  return added.json<{ _id: string }>()._id
}

const someAddress = { name: 'Ann', company: '', street: 'Dock 1', city: 'Bonn', postalCode: '', country: 'DE', phone: '' }

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
    .values({ kind: 'verify-email', ref: randomUUID(), recipient: 'a@example.com', subject: 'x', body: 'x' })
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

const longAgo = { partsId: part._id, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }
const partId = async () => (await shop.addPart())._id
const picture = `/images/${'0'.repeat(32)}.webp`
const sandboxIntent = (action = '') => `/api/sandbox/payment-intents/pi_${'0'.repeat(24)}${action}`
/** Everybody gets as far as the check of the body. */
const openFormula = { cells: everyone(400), ask: () => ({ payload: {} }) }
const openPage = { cells: everyone(200) }

/** Every route of the shop. A route that is missing here fails the first test below. */
const table: Record<string, Row> = {
  'ANY /api/*': { cells: everyone(404), ask: () => ({ path: '/api/no/such/call' }) },
  'GET /api/docs': openPage,
  'GET /api/docs/': openPage,
  'GET /api/docs/json': openPage,
  'GET /api/docs/yaml': openPage,
  'GET /api/docs/test-key-needed': { cells: everyone(401), ask: () => ({ path: '/api/docs/test-key-needed' }) },
  'GET /api/docs/static/*': { cells: everyone(200), ask: () => ({ path: '/api/docs/static/favicon-16x16.png' }) },
  'GET /api/docs/static/index.html': { cells: everyone(302) },
  'GET /api/docs/static/swagger-initializer.js': openPage,
  'GET /api/openapi.json': openPage,
  'GET /healthz': openPage,
  'GET /readyz': openPage,
  // Figures are for whoever has their token, and that is none of these.
  'GET /metrics': { cells: everyone(404) },

  'POST /api/auth/sign-up/email': openFormula,
  'POST /api/auth/sign-in/email': openFormula,
  'POST /api/auth/sign-in/link': openFormula,
  'POST /api/auth/request-password-reset': openFormula,
  'POST /api/auth/reset-password': openFormula,
  'POST /api/auth/verify-email': openFormula,
  'GET /api/auth/get-session': openPage,
  'POST /api/auth/sign-out': { cells: everyone(200), endsSession: true },
  'POST /api/auth/sign-out-everywhere': { cells: whoIsSignedIn(200), endsSession: true },
  'PUT /api/auth/password': { cells: whoIsSignedIn(400), ask: () => ({ payload: {} }) },
  'POST /api/auth/send-verification-email': { cells: whoIsSignedIn(200) },
  'GET /api/auth/outside': openPage,
  'GET /api/auth/outside/:issuer/start': { cells: everyone(302), ask: () => ({ path: '/api/auth/outside/sample/start' }) },
  'GET /api/auth/outside/:issuer/callback': {
    cells: everyone(400),
    ask: () => ({ path: '/api/auth/outside/sample/callback?state=x&code=ann' }),
  },
  'GET /api/auth/sample-issuer': { cells: everyone(200), ask: () => ({ path: '/api/auth/sample-issuer?state=x' }) },
  'PUT /api/user/:email': { cells: holderOfTheCookie, ask: ({ email }) => ({ payload: { email } }) },

  'GET /api/allParts': openPage,
  'GET /api/pagesParts': { cells: everyone(200), ask: () => ({ path: '/api/pagesParts?page=0&size=9' }) },
  'GET /api/allPartsCount': openPage,
  'GET /api/inventory/:id': { cells: withAnyKey(whoIsSignedIn(200)), thing: partId },
  'GET /api/inventory/:id/reviews': { cells: whoIsSignedIn(200), thing: partId },
  'GET /api/searchParts': openPage,
  'GET /api/suggestParts': { cells: everyone(200), ask: () => ({ path: '/api/suggestParts?q=board' }) },
  'POST /api/parts': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'PUT /api/parts': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'PUT /api/parts/:id': { cells: forTheShop(adminsAlone(200)), thing: partId, ask: () => ({ payload: {} }) },
  'DELETE /api/parts/:id': { cells: forTheShop(adminsAlone(200)), thing: partId },

  'PUT /api/inventory/:id': {
    cells: whoIsSignedIn(200),
    thing: partId,
    ask: () => ({ payload: { restAvailable: { available: 9_000 }, orderQuantity: 1_000 } }),
  },
  // The email that is sent along has to be one's own.
  'POST /api/inventory': {
    cells: whoIsSignedIn(200, 403),
    ask: ({ email }) => ({
      payload: { orderItem: { name: part.name, totalPrice: 2_500, orderQuantity: 1_000, email, ...contact } },
    }),
  },
  'GET /api/order': { cells: withKeys(ownerOrAdmin(200, 403), 200, 403), ask: ({ email }) => ({ path: `/api/order?customer=${email}` }) },
  'GET /api/allOrder': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/allOrderCount': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/allOrderStates': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/orderStates': {
    cells: withKeys(ownerOrAdmin(200, 403), 200, 403),
    ask: ({ email }) => ({ path: `/api/orderStates?customer=${email}` }),
  },
  'GET /api/allOrderFile': { cells: adminsAlone(200), ask: () => ({ path: '/api/allOrderFile?format=csv' }) },
  'GET /api/orderFile': {
    cells: withKeys(ownerOrAdmin(200, 403), 200, 403),
    ask: ({ email }) => ({ path: `/api/orderFile?format=csv&customer=${email}` }),
  },
  'GET /api/order/:id': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'GET /api/changed-orders': { cells: forTheShop(withKeys(whoIsSignedIn(200), 200)) },
  'GET /api/changed-quotes': { cells: withKeys(whoIsSignedIn(200), 200) },
  'GET /api/changed-papers': { cells: forTheShop(withKeys(whoIsSignedIn(200), 200)) },
  'GET /api/order/:id/card': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'GET /api/order/:id/events': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'GET /api/order-changes': {
    cells: forTheShop(withKeys(whoIsSignedIn(200), 200)),
    ask: () => ({ path: '/api/order-changes?seconds=0' }),
  },
  // Nobody reports a payment for somebody else; an invented one is none.
  'PUT /api/order/:id': {
    cells: whoIsSignedIn(409, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { transactionId: 'pi_invented' } }),
  },
  'DELETE /api/order/:id': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'PUT /api/orderShipped/:id': { cells: forTheShop(adminsAlone(200)), thingOf: orderOf },
  'GET /api/order/:id/parcels': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'POST /api/order/:id/parcels': { cells: forTheShop(adminsAlone(409)), thingOf: orderOf, ask: () => ({ payload: {} }) },
  'POST /api/packing-slips': { cells: forTheShop(adminsAlone(404)), ask: () => ({ payload: { orders: [absent().id] } }) },
  'POST /api/address-labels': { cells: forTheShop(adminsAlone(404)), ask: () => ({ payload: { orders: [absent().id] } }) },
  'PUT /api/parcels/:id': {
    cells: forTheShop(adminsAlone(200)),
    thingOf: parcelOf,
    ask: () => ({ payload: { ...uncarried, seen: uncarried } }),
  },
  'PUT /api/parcels/:id/delivered': { cells: forTheShop(adminsAlone(200)), thingOf: parcelOf },
  'GET /api/track/:token': { cells: everyone(400), ask: () => ({ path: '/api/track/none' }) },
  'PUT /api/order/:id/address': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { address: contact.address, seen: contact.address } }),
  },
  'PUT /api/order/:id/reference': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { reference: '', seen: '' } }),
  },
  'GET /api/order/:id/messages': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/messages': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { text: 'When does it leave?' } }),
  },
  'PUT /api/order/:id/messages/read': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'GET /api/order-messages/unread': { cells: withKeys(whoIsSignedIn(200), 200) },
  'GET /api/order-mails': { cells: adminsAlone(200) },
  'PUT /api/order-mails': { cells: adminsAlone(200), ask: () => ({ payload: { orderMails: 'each' } }) },
  'PUT /api/order/:id/pieces': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { orderQuantity: 1_000, totalPrice: 2_500 } }),
  },
  'POST /api/orders/reorder': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: ({ id }) => ({ payload: { orders: [id] } }),
  },
  // Every key may ask whose it is.
  'GET /api/me': {
    cells: withAnyKey(whoIsSignedIn(200)),
  },
  // An address book is its owner's alone.
  'GET /api/tax-rates': { cells: adminsAlone(200) },
  'POST /api/tax-rates': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'DELETE /api/tax-rates/:id': {
    cells: adminsAlone(404),
  },
  'POST /api/tax-preview': { cells: whoIsSignedIn(200), ask: () => ({ payload: { amounts: [{ total: 1 }] } }) },
  'GET /api/billing': { cells: whoIsSignedIn(200) },
  'PUT /api/billing': { cells: whoIsSignedIn(400), ask: () => ({ payload: {} }) },
  'GET /api/addresses': { cells: withKeys(whoIsSignedIn(200), 200) },
  'POST /api/addresses': { cells: withKeys(whoIsSignedIn(400), 400), ask: () => ({ payload: {} }) },
  'PUT /api/addresses/:id': {
    cells: withKeys(whoIsSignedIn(200, 404), 200, 404),
    thingOf: addressOf,
    ask: () => ({ payload: someAddress }),
  },
  'DELETE /api/addresses/:id': { cells: withKeys(whoIsSignedIn(200), 200), thingOf: addressOf },
  'POST /api/order/:id/refund': { cells: adminsAlone(409), thingOf: orderOf, ask: () => ({ payload: { reason: 'Any' } }) },

  'GET /api/order/:id/returns': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/returns': { cells: withKeys(whoIsSignedIn(400), 400), thingOf: orderOf, ask: () => ({ payload: {} }) },
  // Nothing of this order was sent.
  'POST /api/order/:id/return-pictures': {
    cells: withKeys(whoIsSignedIn(400, 404), 400, 404),
    thingOf: orderOf,
    ask: () => ({ payload: {} }),
  },
  'GET /api/returns': { cells: adminsAlone(200) },
  'PUT /api/returns/:id/withdraw': { cells: withKeys(whoIsSignedIn(404), 404) },
  'PUT /api/returns/:id/agree': {
    cells: adminsAlone(404),
    ask: () => ({ payload: { answer: 'Send it' } }),
  },
  'PUT /api/returns/:id/refuse': {
    cells: adminsAlone(404),
    ask: () => ({ payload: { answer: 'Used' } }),
  },
  'PUT /api/returns/:id/receive': {
    cells: adminsAlone(404),
    ask: () => ({ payload: { pieces: 1, condition: 'opened', note: '' } }),
  },
  'PUT /api/returns/:id/settle': {
    cells: adminsAlone(404),
    ask: () => ({ payload: { restock: 0, note: '' } }),
  },
  'PUT /api/returns/:id/close': {
    cells: adminsAlone(404),
    ask: () => ({ payload: { note: 'Never came' } }),
  },
  'GET /api/order/:id/refunds': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'GET /api/order/:id/papers': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'GET /api/allPapers': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/paperZip': { cells: forTheShop(adminsAlone(200)), ask: () => ({ path: '/api/paperZip?format=ubl' }) },
  'GET /api/papers': { cells: withKeys(whoIsSignedIn(200), 200) },
  'GET /api/papers/:id/:format': {
    cells: forTheShop(withKeys(whoIsSignedIn(404), 404)),
    ask: ({ id }) => ({ path: `/api/papers/${id}/pdf` }),
  },

  'POST /api/quotes/price': openFormula,
  'GET /api/customer-part-numbers': { cells: withKeys(whoIsSignedIn(200), 200) },
  'PUT /api/customer-part-numbers': { cells: withKeys(whoIsSignedIn(400), 400), ask: () => ({ payload: {} }) },
  'POST /api/quotes/read': { cells: withKeys(whoIsSignedIn(415), 415) },
  'GET /api/quotes': { cells: withKeys(whoIsSignedIn(200), 200) },
  'POST /api/quotes': { cells: withKeys(whoIsSignedIn(400), 400), ask: () => ({ payload: {} }) },
  'GET /api/quotes/:id': { cells: ofTheirQuote, thingOf: quoteOf },
  'PUT /api/quotes/:id': { cells: ofTheirQuote, thingOf: quoteOf, ask: () => ({ payload: { version: 1, name: 'Spring' } }) },
  'POST /api/quotes/:id/requote': { cells: ofTheirQuote, thingOf: quoteOf, ask: () => ({ payload: { version: 1 } }) },
  'DELETE /api/quotes/:id': { cells: ofTheirQuote, thingOf: quoteOf },
  'GET /api/quotes/:id/document': {
    cells: ofTheirQuote,
    thingOf: quoteOf,
    ask: ({ id }) => ({ path: `/api/quotes/${id}/document?format=csv` }),
  },
  'POST /api/quotes/:id/link': { cells: ofTheirQuote, thingOf: quoteOf },
  'DELETE /api/quotes/:id/link': { cells: ofTheirQuote, thingOf: quoteOf },
  'POST /api/quotes/:id/order': {
    cells: ofTheirQuote,
    thingOf: quoteOf,
    ask: () => ({ payload: { version: 1, total: 2_500, ...contact } }),
  },
  'GET /api/order-groups/:id': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: groupOf },
  'GET /api/parts': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/desk-facets': { cells: adminsAlone(200) },
  'GET /api/part-prices': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/parts/:id/desk': { cells: forTheShop(adminsAlone(200)), thing: async () => part._id },
  'PUT /api/parts/:id/details': { cells: forTheShop(adminsAlone(400)), thing: async () => part._id, ask: () => ({ payload: {} }) },
  'GET /api/parts/:id/stock': { cells: forTheShop(adminsAlone(200)), thing: async () => part._id },
  'GET /api/parts/:id/stock-file': { cells: forTheShop(adminsAlone(200)), thing: async () => part._id },
  'GET /api/stock-file': { cells: forTheShop(adminsAlone(200)) },
  'PUT /api/parts/:id/low-stock': { cells: forTheShop(adminsAlone(400)), thing: async () => part._id, ask: () => ({ payload: {} }) },
  'GET /api/parts/:id/expected': { cells: forTheShop(adminsAlone(200)), thing: async () => part._id },
  'POST /api/parts/:id/expected': { cells: forTheShop(adminsAlone(400)), thing: async () => part._id, ask: () => ({ payload: {} }) },
  'PUT /api/expected-goods/:id': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'DELETE /api/expected-goods/:id': { cells: forTheShop(adminsAlone(404)) },
  'POST /api/expected-goods/:id/arrived': {
    cells: forTheShop(adminsAlone(400)),
    ask: () => ({ payload: {} }),
  },
  'POST /api/parts/:id/stock': { cells: forTheShop(adminsAlone(400)), thing: async () => part._id, ask: () => ({ payload: {} }) },
  'POST /api/stock': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'POST /api/stock-sheets/compare': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'POST /api/stock-sheets': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'GET /api/price-changes': { cells: forTheShop(adminsAlone(200)) },
  'POST /api/price-changes': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'POST /api/price-changes/:id/undo': { cells: forTheShop(adminsAlone(404)) },
  'GET /api/partKinds': openPage,
  'GET /api/partFacets': openPage,
  'GET /api/parts/:id/facts': { cells: withAnyKey(whoIsSignedIn(200)), thing: partId },
  'POST /api/categories': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'PUT /api/categories/:id': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'DELETE /api/categories/:id': { cells: adminsAlone(200) },
  'POST /api/attributes': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'PUT /api/attributes/:id': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'DELETE /api/attributes/:id': { cells: adminsAlone(200) },
  'PUT /api/parts/:id/facts': { cells: forTheShop(adminsAlone(400)), ask: () => ({ payload: {} }) },
  'GET /api/parts/:id/media': { cells: whoIsSignedIn(200), thing: async () => part._id },
  'PUT /api/parts/:id/pictures': { cells: adminsAlone(400), thing: async () => part._id, ask: () => ({ payload: {} }) },
  'POST /api/parts/:id/documents': { cells: adminsAlone(400), thing: async () => part._id, ask: () => ({ payload: {} }) },
  'POST /api/parts/:id/documents/from-address': {
    cells: adminsAlone(400),
    thing: async () => part._id,
    ask: () => ({ payload: { kind: 'drawing', title: 'Drawing', url: 'http://127.0.0.1/' } }),
  },
  'POST /api/parts/by-number': {
    cells: withAnyKey(whoIsSignedIn(200)),
    ask: () => ({ payload: { numbers: ['none'] } }),
  },
  'POST /api/parts/named': { cells: forTheShop(adminsAlone(200)), ask: () => ({ payload: { numbers: [] } }) },
  'GET /api/parts/:id/related': { cells: whoIsSignedIn(200), thing: async () => part._id },
  'GET /api/parts/:id/relations': { cells: adminsAlone(200), thing: async () => part._id },
  'POST /api/parts/:id/relations': {
    cells: adminsAlone(400),
    thing: async () => part._id,
    ask: () => ({ payload: { partsId: part._id, kind: 'substitute' } }),
  },
  'DELETE /api/parts/:id/relations/:otherId': {
    cells: adminsAlone(200),
    thing: async () => part._id,
    ask: () => ({ path: `/api/parts/${part._id}/relations/${randomUUID()}` }),
  },
  'POST /api/parts/:id/notice': { cells: whoIsSignedIn(400), thing: async () => part._id },
  'DELETE /api/parts/:id/notice': { cells: whoIsSignedIn(200), thing: async () => part._id },
  'GET /api/partDocuments': { cells: whoIsSignedIn(200), ask: () => ({ path: `/api/partDocuments?parts=${part._id}` }) },
  'GET /api/partDocuments/:id': { cells: whoIsSignedIn(404) },
  'PUT /api/partDocuments/:id': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'DELETE /api/partDocuments/:id': { cells: adminsAlone(200) },
  'PUT /api/partDocuments/:id/pieces/:piece': {
    cells: adminsAlone(415),
    ask: () => ({ path: `/api/partDocuments/${randomUUID()}/pieces/0` }),
  },
  'POST /api/partDocuments/:id/finish': { cells: adminsAlone(409) },
  'GET /api/imports': { cells: adminsAlone(200) },
  'POST /api/imports': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'GET /api/imports/:id': { cells: adminsAlone(404) },
  'GET /api/imports/:id/progress': { cells: adminsAlone(404) },
  'PUT /api/imports/:id/rows': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'POST /api/imports/:id/mend': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'POST /api/imports/:id/leave-out': { cells: adminsAlone(404) },
  'POST /api/imports/:id/write': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'POST /api/imports/:id/stop': { cells: adminsAlone(200) },
  'POST /api/imports/from-parts': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'POST /api/imports/:id/plan': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'POST /api/imports/:id/unplan': { cells: adminsAlone(200) },
  'POST /api/imports/:id/undo': { cells: adminsAlone(404) },
  'GET /api/partFile': { cells: adminsAlone(200), ask: () => ({ path: '/api/partFile?format=csv' }) },
  'GET /api/partFiles': { cells: adminsAlone(200) },
  'GET /api/removed-parts': { cells: forTheShop(adminsAlone(200)) },
  'POST /api/parts/:id/bring-back': { cells: forTheShop(adminsAlone(200)), thing: async () => part._id },
  'GET /api/shop-settings': { cells: adminsAlone(200) },
  'PUT /api/shop-settings': { cells: adminsAlone(200), ask: () => ({ payload: { version: 0, values: {} } }) },
  'POST /api/shop-settings/preview': { cells: adminsAlone(200), ask: () => ({ payload: { values: {} } }) },
  'GET /api/shop-settings/versions': { cells: adminsAlone(200) },
  'POST /api/shop-settings/restore': { cells: adminsAlone(200), ask: () => ({ payload: { version: 0, restored: 0 } }) },
  'GET /api/legal-texts': openPage,
  'POST /api/missed-searches': openFormula,
  'GET /api/missed-searches': { cells: adminsAlone(200) },
  'GET /api/search-answers': { cells: adminsAlone(200) },
  'PUT /api/search-answers': { cells: adminsAlone(200), ask: () => ({ payload: { text: 'no such part', part: null } }) },
  'GET /api/synonyms': { cells: adminsAlone(200) },
  'PUT /api/synonyms': { cells: adminsAlone(200), ask: () => ({ payload: { remove: ['no such words'], add: [] } }) },
  'DELETE /api/search-answers/:id': { cells: adminsAlone(200), thingOf: answeredSearch },
  'POST /api/parts/:id/looked-at': { cells: whoIsSignedIn(200), thing: async () => part._id },
  'GET /api/sold-out-parts': { cells: adminsAlone(200) },
  'GET /api/allQuotes': { cells: adminsAlone(200) },
  'GET /api/allQuotes/:id': { cells: adminsAlone(200), thingOf: quoteOf },
  'POST /api/quotes/:id/offer': {
    cells: adminsAlone(200),
    thingOf: quoteOf,
    ask: () => ({ payload: { version: 1, lines: [], terms: '', validDays: 30, total: 2_500 } }),
  },
  'POST /api/quotes/:id/follow-up': { cells: adminsAlone(200), thingOf: quoteOf, ask: () => ({ payload: { version: 1 } }) },
  'POST /api/quotes/:id/request': { cells: ofTheirQuote, thingOf: quoteOf, ask: () => ({ payload: { version: 1, text: 'Two dollars?' } }) },
  'POST /api/quotes/:id/decline': { cells: ofTheirQuote, thingOf: quoteOf, ask: () => ({ payload: { version: 1, reason: 'price' } }) },
  'GET /api/void-quotes': { cells: adminsAlone(200), ask: () => ({ path: `/api/void-quotes?${new URLSearchParams(longAgo)}` }) },
  'POST /api/void-quotes': { cells: adminsAlone(404), ask: () => ({ payload: { ...longAgo, partsId: absent().id, reason: 'A slip' } }) },
  'POST /api/quotes/:id/void': { cells: adminsAlone(200), thingOf: quoteOf, ask: () => ({ payload: { version: 1, reason: 'A slip' } }) },
  // The secret of a link shows its quote; an invented one shows nothing.
  'GET /api/shared-quotes/:secret': { cells: everyone(404), ask: () => ({ path: `/api/shared-quotes/${'x'.repeat(43)}` }) },
  'GET /api/shared-quotes/:secret/document': {
    cells: everyone(404),
    ask: () => ({ path: `/api/shared-quotes/${'x'.repeat(43)}/document?format=csv` }),
  },

  'GET /api/payment-setup': openPage,
  // Admins, too, pay only what they have ordered.
  'POST /api/create-payment-intent': {
    cells: whoIsSignedIn(200, 404),
    thingOf: orderOf,
    ask: ({ id }) => ({ payload: { orderId: id, totalPrice: 2_500 } }),
  },
  'POST /api/payment-webhook': { cells: everyone(400), ask: () => ({ payload: { id: 'evt_1', type: 'payment_intent.succeeded' } }) },

  'POST /api/inbound-mails': { cells: everyone(400), ask: () => ({ payload: { text: 'TF-000001; 2000' } }) },

  'GET /api/reviews': openPage,
  'POST /api/reviews': {
    cells: whoIsSignedIn(200, 403),
    ask: ({ email }) => ({ payload: { email, rating: 5, review: 'Good' } }),
  },

  'GET /api/reviewsCount': openPage,
  'GET /api/allReviews': { cells: adminsAlone(200) },
  'PUT /api/reviews/:id/shown': { cells: adminsAlone(200), thingOf: reviewOf, ask: () => ({ payload: { shown: false } }) },
  'PUT /api/reviews/:id/answer': { cells: adminsAlone(200), thingOf: reviewOf, ask: () => ({ payload: { answer: 'Thank you' } }) },

  'GET /api/admin/:email': { cells: ownerOrAdmin(200, 403) },
  'GET /api/user/:email': { cells: ownerOrAdmin(200, 403) },
  'PUT /api/users/:email': {
    cells: whoIsSignedIn(200, 403),
    ask: () => ({ payload: { phone: '1', education: 'x', address: 'x' } }),
  },
  'GET /api/user': { cells: adminsAlone(200) },
  'PUT /api/user/blocked/:email': { cells: adminsAlone(200), ask: () => ({ payload: { blocked: false } }) },
  'GET /api/openWork': { cells: adminsAlone(200) },
  'GET /api/books/trial-balance': { cells: adminsAlone(200), ask: () => ({ path: '/api/books/trial-balance?from=2026-01&to=2026-12' }) },
  'GET /api/books/accounts/:account': {
    cells: adminsAlone(200),
    ask: () => ({ path: '/api/books/accounts/receivable?from=2026-01&to=2026-12' }),
  },
  'GET /api/books/payouts': { cells: adminsAlone(200), ask: () => ({ path: '/api/books/payouts?from=2026-01&to=2026-12' }) },
  'GET /api/books/payouts/:id': { cells: adminsAlone(404), ask: () => ({ path: '/api/books/payouts/po_none' }) },
  'GET /api/books/file': { cells: adminsAlone(200), ask: () => ({ path: '/api/books/file?format=csv&month=2026-01' }) },
  'GET /api/books/settings': { cells: adminsAlone(200) },
  'PUT /api/books/settings': { cells: adminsAlone(200), ask: () => ({ payload: defaultBookSettings }) },
  'GET /api/best': { cells: adminsAlone(200) },
  'GET /api/sales': { cells: adminsAlone(200) },
  'GET /api/order/:id/payment-ways': { cells: withKeys(whoIsSignedIn(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/transfer': { cells: withKeys(whoIsSignedIn(409), 409), thingOf: orderOf },
  'GET /api/order/:id/pro-forma': { cells: withKeys(whoIsSignedIn(404), 404), thingOf: orderOf },
  'POST /api/order/:id/on-account': {
    cells: withKeys(whoIsSignedIn(409, 404), 409, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { due: 1 } }),
  },
  'GET /api/bank/statements': { cells: adminsAlone(200) },
  'POST /api/bank/statements': { cells: adminsAlone(415), ask: () => ({ path: '/api/bank/statements?name=a.xml' }) },
  'POST /api/bank/statements/:id/lines': { cells: adminsAlone(404), thingOf: userOf, ask: () => ({ payload: { line: 1 } }) },
  'GET /api/bank/movements': { cells: adminsAlone(200) },
  'POST /api/bank/movements/:id/decision': {
    cells: adminsAlone(404),
    thingOf: userOf,
    ask: () => ({ payload: { outcome: 'not-ours', reason: 'x' } }),
  },
  'DELETE /api/bank/movements/:id/decision': { cells: adminsAlone(200), thingOf: userOf },
  'GET /api/bank/bills': { cells: adminsAlone(200), ask: () => ({ path: '/api/bank/bills?q=O-1' }) },
  'GET /api/bank/give-back': { cells: adminsAlone(200) },
  'POST /api/bank/give-back/:id': { cells: adminsAlone(200), thingOf: userOf, ask: () => ({ payload: { kind: 'over' } }) },
  'GET /api/open-items': { cells: adminsAlone(200) },
  'POST /api/open-items/:id/receipt': {
    cells: adminsAlone(404),
    thingOf: userOf,
    ask: () => ({ payload: { amount: 1, open: 1, reason: 'x' } }),
  },
  'GET /api/customers/:id/credit': { cells: adminsAlone(200), thingOf: userOf },
  'PUT /api/customers/:id/credit': { cells: adminsAlone(200), thingOf: userOf, ask: () => ({ payload: { limit: 10, netDays: 30 } }) },
  'GET /api/setAside': { cells: adminsAlone(200) },
  'DELETE /api/setAside/:email': { cells: adminsAlone(200) },
  'PUT /api/user/permissions/:email': { cells: adminsAlone(200), ask: () => ({ payload: { permissions: [] } }) },
  'PUT /api/user/admin/:email': { cells: adminsAlone(200), ask: () => ({ payload: { role: 'admin' } }) },

  'GET /api/customers': { cells: adminsAlone(200) },
  'GET /api/customers/:id': { cells: adminsAlone(200), thingOf: userOf },
  'POST /api/customers/:id/notes': { cells: adminsAlone(200), thingOf: userOf, ask: () => ({ payload: { note: 'Pays late' } }) },
  'DELETE /api/customer-notes/:id': { cells: adminsAlone(200), thingOf: noteOf },
  'GET /api/customers/:id/export': { cells: ownerOrAdmin(200, 404), thingOf: userOf },
  // Refused to admins as well: the email is not that of the customer.
  'POST /api/customers/:id/erase': { cells: adminsAlone(400), thingOf: userOf, ask: () => ({ payload: { email: 'another@example.com' } }) },

  // No key makes, sees or ends keys.
  'GET /api/api-keys': { cells: whoIsSignedIn(200) },
  'POST /api/api-keys': { cells: whoIsSignedIn(400), ask: () => ({ payload: {} }) },
  'PUT /api/api-keys/:id/spending': { cells: whoIsSignedIn(200, 404), thingOf: apiKeyOf, ask: () => ({ payload: { spending: null } }) },
  'DELETE /api/api-keys/:id': { cells: ownerOrAdmin(200, 404), thingOf: apiKeyOf },

  // Agents have keys; a person's access token is refused. Without a message there is nothing to answer.
  'GET /mcp': { cells: forAgents(405) },
  'POST /mcp': { cells: forAgents(400), ask: () => ({ payload: {} }) },
  'DELETE /mcp': { cells: forAgents(405) },

  // No key reads or changes endpoints, which are their owner's alone.
  'GET /api/webhooks': { cells: whoIsSignedIn(200) },
  'POST /api/webhooks': { cells: whoIsSignedIn(400), ask: () => ({ payload: {} }) },
  'PUT /api/webhooks/:id': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf, ask: () => ({ payload: {} }) },
  'DELETE /api/webhooks/:id': { cells: whoIsSignedIn(200), thingOf: webhookOf },
  'POST /api/webhooks/:id/secret': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf },
  'POST /api/webhooks/:id/test': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf },
  'GET /api/webhooks/:id/deliveries': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf },
  'POST /api/webhook-deliveries/:id/redeliver': { cells: whoIsSignedIn(200, 404), thingOf: deliveryOf },

  // No key reads or makes connections. What a procurement system sends says who it is, and the answer's document what is refused.
  'GET /api/punchout/connections': { cells: whoIsSignedIn(200) },
  'POST /api/punchout/connections': { cells: whoIsSignedIn(400), ask: () => ({ payload: {} }) },
  'DELETE /api/punchout/connections/:id': { cells: whoIsSignedIn(200), thingOf: punchoutOf },
  'POST /api/punchout/sessions': { cells: everyone(410), ask: () => ({ payload: { secret: 'x'.repeat(43) } }) },
  'POST /api/punchout/return': { cells: everyone(410), ask: () => ({ payload: { token: `tfp_${'x'.repeat(43)}`, lines: [] } }) },
  'POST /api/punchout/cxml': openPage,
  'GET /api/punchout/oci': { cells: everyone(401) },
  'POST /api/punchout/oci': { cells: everyone(401) },
  'POST /api/punchout/transfer': { cells: everyone(410) },

  // Only who may upload is asked for the picture.
  'POST /api/images': { cells: forTheShop(adminsAlone(415)) },
  'POST /api/images/from-address': { cells: adminsAlone(400), ask: () => ({ payload: { url: 'http://127.0.0.1/' } }) },
  'GET /images/:name': { cells: everyone(404), ask: () => ({ path: picture }) },
  'GET /images/:width/:name': { cells: everyone(404), ask: () => ({ path: picture.replace('/images', '/images/480') }) },

  'GET /api/health-report': { cells: adminsAlone(200) },
  'GET /api/audit-file': { cells: adminsAlone(200) },
  'GET /api/audit-log': { cells: adminsAlone(200) },
  'GET /api/mails': { cells: adminsAlone(200) },
  'GET /api/mail-queue': { cells: adminsAlone(200) },
  'PUT /api/mail-queue/try': { cells: adminsAlone(200) },
  'PUT /api/mails/:id/retry': { cells: adminsAlone(200), thingOf: mailId },

  'POST /api/contact': openFormula,
  'GET /api/contact': { cells: adminsAlone(200) },
  'PUT /api/contact/:id': { cells: adminsAlone(200), thingOf: messageId, ask: () => ({ payload: { answered: true } }) },

  'POST /api/sandbox/payment-methods': openFormula,
  'POST /api/sandbox/payment-intents/:id/confirm': { ...openFormula, ask: () => ({ path: sandboxIntent('/confirm'), payload: {} }) },
  'POST /api/sandbox/payment-intents/:id/action': { ...openFormula, ask: () => ({ path: sandboxIntent('/action'), payload: {} }) },
  'GET /api/sandbox/payment-intents/:id': { cells: everyone(400), ask: () => ({ path: sandboxIntent() }) },
}

/** One of each kind, for the routes that are about nothing of theirs and leave them signed in. */
const regulars = Object.fromEntries(principals.map((principal) => [principal, comeAsRegular(principal)])) as Record<
  Principal,
  Promise<Knocker>
>

async function comeAsRegular(principal: Principal): Promise<Knocker> {
  const knocker = await someoneOf(principal)
  await knocker.become()
  return knocker
}

/** HEAD is what GET is; the one route that takes whatever is no call is one row for all methods. */
const keyOf = ({ method, url }: DeclaredRoute) => (url === '/api/*' ? 'ANY /api/*' : `${method === 'HEAD' ? 'GET' : method} ${url}`)

/** The injector speaks neither QUERY nor TRACE; both lead to the one row for what is no call. */
const spoken = ({ method }: DeclaredRoute) => method !== 'QUERY' && method !== 'TRACE'

const routes = shop.app.declaredRoutes()

const headRouteOf = ({ method, url }: DeclaredRoute) =>
  method === 'GET' ? routes.find((route) => route.method === 'HEAD' && route.url === url) : undefined

/** HEAD is asked right after GET, for the same thing. */
const askedWithGet = new Set(routes.map(headRouteOf))

/** A quick machine makes more calls in a minute than a key may. */
beforeEach(() => shop.db.delete(rateLimits))

test('row 32, G7: every route of the shop has its cells, and every row its route', () => {
  expect(routes.map(keyOf).filter((key) => !(key in table))).toEqual([])
  expect(Object.keys(table).filter((key) => !routes.some((route) => keyOf(route) === key))).toEqual([])
})

test.each(
  routes.filter((route) => spoken(route) && !askedWithGet.has(route)).map((route) => [`${route.method} ${route.url}`, route] as const),
)('row 32, row 33, G7: %s answers each of fifteen principals as its cells say, for their own and for others', async (_, route) => {
  const row = table[keyOf(route)]!
  const found = await Promise.all(
    principals.map(async (principal) => {
      const cell = await Promise.all([statusOf(route, row, principal, 'own'), statusOf(route, row, principal, 'other')])
      return [principal, cell] as const
    }),
  )

  expect(Object.fromEntries(found)).toEqual(row.cells)
})

test.each(
  routes.flatMap((route) => {
    const [own, other] = table[keyOf(route)]?.cells['other user'] ?? [200, 200]
    return own === other || route.method === 'HEAD' ? [] : [[`${route.method} ${route.url}`, route] as const]
  }),
)("row 32, G7: %s answers for what is somebody else's as for what does not exist", async (_, route) => {
  const row = table[keyOf(route)]!
  const { headers } = await regulars['other user']
  const foreign = { email: stranger.email, id: (await (row.thing ?? row.thingOf)?.(stranger)) ?? absent().id }

  const answers = [await send(route, row, foreign, headers), await send(route, row, absent(), headers)]

  const [forForeign, forAbsent] = answers.map((answer) => {
    const { requestId: _requestId, ...body } = answer.json<{ requestId: string }>()
    return { status: answer.statusCode, body }
  })
  expect(forForeign).toEqual(forAbsent)
})

async function statusOf(route: DeclaredRoute, row: Row, principal: Principal, object: 'own' | 'other'): Promise<number> {
  if (!row.thingOf && !row.endsSession) {
    const { person, headers } = await regulars[principal]
    const id = (await row.thing?.()) ?? absent().id
    return statusWith(route, row, { email: object === 'own' ? person.email : stranger.email, id }, headers)
  }
  const { person, headers, become } = await someoneOf(principal)
  const subject = object === 'own' ? person : await shop.customer('somebody')
  const id = (await row.thingOf?.(subject)) ?? absent().id
  await become()
  return statusWith(route, row, { email: subject.email, id }, headers)
}

/** Of the route, which HEAD answers with, too. */
async function statusWith(route: DeclaredRoute, row: Row, named: Named, headers: Record<string, string>): Promise<number> {
  const { statusCode } = await send(route, row, named, headers)
  const headRoute = headRouteOf(route)
  if (headRoute) expect((await send(headRoute, row, named, headers)).statusCode, 'HEAD').toBe(statusCode)
  return statusCode
}

function send({ method, url }: DeclaredRoute, row: Row, named: Named, headers: Record<string, string>) {
  const { path = url.replace(':email', named.email).replace(':id', named.id), payload } = row.ask?.(named) ?? {}
  return shop.app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: path,
    headers,
    ...(payload && { payload }),
  })
}
