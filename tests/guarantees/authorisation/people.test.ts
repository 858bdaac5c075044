import { adminsAlone, openFormula, ownerOrAdmin, whoIsSignedIn, withKeys } from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings, someAddress } from '#tests/support/authorisation/open-with-things.ts'

const { shop, userOf, noteOf, addressOf, messageId } = await openWithThings()

await expectCells(shop, {
  // An address book is its owner's alone.
  'GET /api/addresses': { cells: withKeys(whoIsSignedIn(200), 200) },
  'POST /api/addresses': { cells: withKeys(whoIsSignedIn(400), 400), ask: () => ({ payload: {} }), taken: () => someAddress },
  'PUT /api/addresses/:id': {
    cells: withKeys(whoIsSignedIn(200, 404), 200, 404),
    thingOf: addressOf,
    ask: () => ({ payload: someAddress }),
  },
  'DELETE /api/addresses/:id': { cells: withKeys(whoIsSignedIn(200), 200), thingOf: addressOf },
  'GET /api/admin/:email': { cells: ownerOrAdmin(200, 403) },
  'GET /api/user/:email': { cells: ownerOrAdmin(200, 403) },
  'PUT /api/users/:email': {
    cells: whoIsSignedIn(200, 403),
    ask: () => ({ payload: { phone: '1', education: 'x', address: 'x' } }),
  },
  'GET /api/user': { cells: adminsAlone(200) },
  'PUT /api/user/blocked/:email': { cells: adminsAlone(200), ask: () => ({ payload: { blocked: false } }) },
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
  'POST /api/contact': openFormula,
  'GET /api/contact': { cells: adminsAlone(200) },
  'GET /api/contact/:id': { cells: adminsAlone(200), thingOf: messageId },
  'POST /api/contact/:id/quote': { cells: adminsAlone(400), thingOf: messageId, ask: () => ({ payload: {} }) },
  'PUT /api/contact/:id': { cells: adminsAlone(200), thingOf: messageId, ask: () => ({ payload: { answered: true } }) },
})
