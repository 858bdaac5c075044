import { defaultBookSettings } from '#contract/payments/charts.ts'
import { adminsAlone, everyone, forTheShop, openPage, ownerOrAdmin, whoIsSignedIn, withKeys } from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { takeTransfers } from '#tests/support/shops/bank.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'

const { shop, orderOf, userOf } = await openWithThings()
takeTransfers(shop)

await expectCells(shop, {
  'GET /api/tax-rates': { cells: adminsAlone(200) },
  'POST /api/tax-rates': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'DELETE /api/tax-rates/:id': {
    cells: adminsAlone(404),
  },
  'GET /api/unverified-orders': { cells: adminsAlone(200) },
  'POST /api/tax-preview': {
    cells: whoIsSignedIn(200),
    ask: () => ({ payload: { amounts: [{ total: 1 }] } }),
    endsUntried: 'it reads',
  },
  'GET /api/freight-methods': { cells: adminsAlone(200) },
  'POST /api/freight-methods': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'PUT /api/freight-methods/:id': { cells: adminsAlone(400), ask: () => ({ payload: {} }) },
  'DELETE /api/freight-methods/:id': { cells: adminsAlone(200) },
  'POST /api/freight/choices': {
    cells: withKeys(whoIsSignedIn(400), 400),
    ask: () => ({ payload: {} }),
    endsUntried: 'it reads',
  },
  'GET /api/billing': { cells: whoIsSignedIn(200) },
  'PUT /api/billing': {
    cells: whoIsSignedIn(400),
    ask: () => ({ payload: {} }),
    taken: () => ({ company: 'Ann', vatId: '', address: null }),
  },
  'POST /api/order/:id/refund': { cells: adminsAlone(409), thingOf: orderOf, ask: () => ({ payload: { reason: 'Any' } }) },
  'GET /api/order/:id/refunds': { cells: withKeys(ownerOrAdmin(200, 404), 200, 404), thingOf: orderOf },
  'GET /api/order/:id/papers': { cells: forTheShop(withKeys(ownerOrAdmin(200, 404), 200, 404)), thingOf: orderOf },
  'GET /api/allPapers': { cells: forTheShop(adminsAlone(200)) },
  'GET /api/paperZip': { cells: forTheShop(adminsAlone(200)), ask: () => ({ path: '/api/paperZip?format=ubl' }) },
  'GET /api/papers': { cells: withKeys(whoIsSignedIn(200), 200) },
  'GET /api/papers/:id/:format': {
    cells: forTheShop(withKeys(whoIsSignedIn(404), 404)),
    ask: ({ id }) => ({ path: `/api/papers/${id}/pdf` }),
  },
  'POST /api/papers/:id/mail': { cells: adminsAlone(404) },
  'GET /api/payment-setup': openPage,
  // Admins, too, pay only what they have ordered.
  'POST /api/create-payment-intent': {
    cells: whoIsSignedIn(200, 404),
    thingOf: orderOf,
    ask: ({ id }) => ({ payload: { orderId: id, totalPrice: 2_500 } }),
    endsUntried: 'a payment that is opened is ended with its order',
  },
  'POST /api/payment-webhook': { cells: everyone(400), ask: () => ({ payload: { id: 'evt_1', type: 'payment_intent.succeeded' } }) },
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
  'GET /api/order/:id/payment-ways': { cells: withKeys(whoIsSignedIn(200, 404), 200, 404), thingOf: orderOf },
  'POST /api/order/:id/transfer': { cells: withKeys(whoIsSignedIn(200, 404), 200, 404), thingOf: orderOf },
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
  'GET /api/bank/part-paid': { cells: adminsAlone(200) },
  'POST /api/bank/bills/:id/shortfall': {
    cells: adminsAlone(404),
    thingOf: userOf,
    ask: () => ({ payload: { amount: 1, why: 'discount' } }),
  },
  'POST /api/bank/bills/:id/revival': { cells: adminsAlone(404), thingOf: userOf, ask: () => ({ payload: {} }) },
  'POST /api/bank/give-back/:id/move': {
    cells: adminsAlone(404),
    thingOf: userOf,
    ask: () => ({ payload: { kind: 'part', billId: crypto.randomUUID(), amount: 1 } }),
  },
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
})
