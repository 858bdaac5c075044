import { adminsAlone, everyone, forTheShop, ownerOrAdmin, whoIsSignedIn, withKeys } from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'
import { comingWorkingDay } from '#tests/support/shops/coming-days.ts'
import { contact } from '#tests/support/shops/open-shop.ts'
import { absent } from '#tests/support/shops/principals.ts'

const { shop, part, orderOf, parcelOf, partId, returnOf } = await openWithThings()
const uncarried = { carrier: null, trackingNumber: null }

await expectCells(shop, {
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
  'GET /api/order/:id/card': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'GET /api/order/:id/events': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'GET /api/order-changes': {
    cells: forTheShop(withKeys(whoIsSignedIn(200), 200)),
    ask: () => ({ path: '/api/order-changes?seconds=0' }),
  },
  // No one reports a payment for another person; an invented one does not exist.
  'PUT /api/order/:id': {
    cells: whoIsSignedIn(409, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { transactionId: 'pi_invented' } }),
    endsUntried: 'what is written is what the card processor says',
  },
  'DELETE /api/order/:id': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'PUT /api/orderShipped/:id': { cells: forTheShop(adminsAlone(200)), thingOf: orderOf },
  'GET /api/order/:id/parcels': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'POST /api/order/:id/parcels': { cells: forTheShop(adminsAlone(409)), thingOf: orderOf, ask: () => ({ payload: {} }) },
  'POST /api/packing-slips': { cells: forTheShop(adminsAlone(404)), ask: () => ({ payload: { orders: [absent().id] } }) },
  'POST /api/address-labels': { cells: forTheShop(adminsAlone(404)), ask: () => ({ payload: { orders: [absent().id] } }) },
  'POST /api/export-papers/check': { cells: forTheShop(adminsAlone(404)), ask: () => ({ payload: { orders: [absent().id] } }) },
  'POST /api/export-papers/commercial-invoice': {
    cells: forTheShop(adminsAlone(404)),
    ask: () => ({ payload: { orders: [absent().id] } }),
  },
  'POST /api/export-papers/packing-list': { cells: forTheShop(adminsAlone(404)), ask: () => ({ payload: { orders: [absent().id] } }) },
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
  'GET /api/order/:id/moves': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/moves': {
    cells: withKeys(ownerOrAdmin(409, 404), 409, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { wishedOn: comingWorkingDay() } }),
  },
  'PUT /api/order/:id/moves': {
    cells: withKeys(ownerOrAdmin(404, 404), 404, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { move: absent().id, answer: 'confirmed' } }),
  },
  'GET /api/order/:id/promise': { cells: adminsAlone(200), thingOf: orderOf },
  'POST /api/order/:id/promise': {
    cells: adminsAlone(200),
    thingOf: orderOf,
    ask: () => ({ payload: { shipBy: '2100-01-04' } }),
  },
  'POST /api/order-stages': {
    cells: forTheShop(adminsAlone(200)),
    ask: () => ({ payload: { lines: [{ number: 'O-0', stage: 'ready' }] } }),
  },
  'POST /api/order-stages/compare': {
    cells: forTheShop(adminsAlone(200)),
    ask: () => ({ payload: { lines: [{ number: 'O-0', stage: 'ready' }] } }),
  },
  'GET /api/order/:id/messages': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/messages': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { text: 'When does it leave?' } }),
  },
  'PUT /api/order/:id/messages/read': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'GET /api/order-messages/unread': { cells: withKeys(whoIsSignedIn(200), 200) },
  'PUT /api/order/:id/pieces': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: () => ({ payload: { orderQuantity: 1_000, totalPrice: 2_500 } }),
  },
  'POST /api/orders/reorder': {
    cells: withKeys(ownerOrAdmin(200, 404), 200, 404),
    thingOf: orderOf,
    ask: ({ id }) => ({ payload: { orders: [id] } }),
    endsUntried: 'it reads',
  },
  'GET /api/order/:id/returns': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/returns': {
    cells: withKeys(whoIsSignedIn(400), 400),
    thingOf: orderOf,
    ask: () => ({ payload: {} }),
    taken: () => ({ pieces: 1, reason: 'defective', note: 'Dark', pictures: [] }),
  },
  // Nothing of this order was sent.
  'POST /api/order/:id/return-pictures': {
    cells: withKeys(whoIsSignedIn(400, 404), 400, 404),
    thingOf: orderOf,
    ask: () => ({ payload: {} }),
  },
  'GET /api/returns': { cells: adminsAlone(200) },
  'GET /api/returns/:id': { cells: adminsAlone(200), thingOf: returnOf },
  'PUT /api/returns/:id/withdraw': { cells: withKeys(whoIsSignedIn(200, 404), 200, 404), thingOf: returnOf },
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
})
