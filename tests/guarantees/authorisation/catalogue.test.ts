import { randomUUID } from 'node:crypto'
import { adminsAlone, everyone, forTheShop, openFormula, openPage, whoIsSignedIn, withAnyKey } from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'

const { shop, part, answeredSearch, reviewOf, partId } = await openWithThings()

await expectCells(shop, {
  'GET /api/allParts': openPage,
  'GET /api/pagesParts': { cells: everyone(200), ask: () => ({ path: '/api/pagesParts?page=0&size=9' }) },
  'GET /api/allPartsCount': openPage,
  'GET /api/inventory/:id': { cells: withAnyKey(whoIsSignedIn(200)), thing: partId },
  'GET /api/inventory/:id/reviews': { cells: whoIsSignedIn(200), thing: partId },
  'GET /api/searchParts': openPage,
  'GET /api/suggestParts': { cells: everyone(200), ask: () => ({ path: '/api/suggestParts?q=board' }) },
  'GET /api/partKinds': openPage,
  'GET /api/partFacets': openPage,
  'GET /api/parts/:id/facts': { cells: withAnyKey(whoIsSignedIn(200)), thing: partId },
  'GET /api/parts/:id/promise': {
    cells: withAnyKey(whoIsSignedIn(200)),
    thing: partId,
    ask: ({ id }) => ({ path: `/api/parts/${id}/promise?pieces=1000` }),
  },
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
  'POST /api/missed-searches': openFormula,
  'GET /api/missed-searches': { cells: adminsAlone(200) },
  'GET /api/search-answers': { cells: adminsAlone(200) },
  'PUT /api/search-answers': { cells: adminsAlone(200), ask: () => ({ payload: { text: 'no such part', part: null } }) },
  'GET /api/synonyms': { cells: adminsAlone(200) },
  'PUT /api/synonyms': { cells: adminsAlone(200), ask: () => ({ payload: { remove: ['no such words'], add: [] } }) },
  'DELETE /api/search-answers/:id': { cells: adminsAlone(200), thingOf: answeredSearch },
  'POST /api/parts/:id/looked-at': { cells: whoIsSignedIn(200), thing: async () => part._id },
  'GET /api/sold-out-parts': { cells: adminsAlone(200) },
  'GET /api/reviews': openPage,
  'POST /api/reviews': {
    cells: whoIsSignedIn(200, 403),
    ask: ({ email }) => ({ payload: { email, rating: 5, review: 'Good' } }),
  },
  'GET /api/reviewsCount': openPage,
  'GET /api/allReviews': { cells: adminsAlone(200) },
  'GET /api/allReviews/:id': { cells: adminsAlone(200), thingOf: reviewOf },
  'PUT /api/reviews/:id/shown': { cells: adminsAlone(200), thingOf: reviewOf, ask: () => ({ payload: { shown: false } }) },
  'PUT /api/reviews/:id/answer': { cells: adminsAlone(200), thingOf: reviewOf, ask: () => ({ payload: { answer: 'Thank you' } }) },
  // Only who may upload is asked for the picture.
  'POST /api/images': { cells: forTheShop(adminsAlone(415)) },
  'POST /api/images/from-address': { cells: adminsAlone(400), ask: () => ({ payload: { url: 'http://127.0.0.1/' } }) },
})
