import {
  adminsAlone,
  everyone,
  forTheShop,
  ofTheirQuote,
  openFormula,
  ownerOrAdmin,
  whoIsSignedIn,
  withKeys,
} from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'
import { contact } from '#tests/support/shops/open-shop.ts'
import { absent } from '#tests/support/shops/principals.ts'

const { shop, part, quoteOf, groupOf } = await openWithThings()
const longAgo = { partsId: part._id, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }

await expectCells(shop, {
  'POST /api/quotes/price': openFormula,
  'GET /api/customer-part-numbers': { cells: withKeys(whoIsSignedIn(200), 200) },
  'PUT /api/customer-part-numbers': {
    cells: withKeys(whoIsSignedIn(400), 400),
    ask: () => ({ payload: {} }),
    taken: () => ({ add: [], remove: ['none'] }),
  },
  'POST /api/quotes/read': { cells: withKeys(whoIsSignedIn(415), 415), endsUntried: 'it reads' },
  'GET /api/quotes': { cells: withKeys(whoIsSignedIn(200), 200) },
  'POST /api/quotes': {
    cells: withKeys(whoIsSignedIn(400), 400),
    ask: () => ({ payload: {} }),
    taken: () => ({ lines: [{ text: 'any', quantity: 1_000 }] }),
  },
  'GET /api/parts/:id/samples': { cells: withKeys(whoIsSignedIn(200), 200), thing: async () => part._id },
  'POST /api/parts/:id/samples': {
    cells: withKeys(whoIsSignedIn(400), 400),
    thing: async () => part._id,
    ask: () => ({ payload: { quantity: 5 } }),
  },
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
})
