import {
  everyone,
  forAgents,
  forTheShop,
  openPage,
  ownerOrAdmin,
  whoIsSignedIn,
  withAnyKey,
  withKeys,
} from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'

const { shop, apiKeyOf, punchoutOf, webhookOf, deliveryOf } = await openWithThings()

await expectCells(shop, {
  'GET /api/changed-orders': { cells: forTheShop(withKeys(whoIsSignedIn(200), 200)) },
  'GET /api/changed-quotes': { cells: withKeys(whoIsSignedIn(200), 200) },
  'GET /api/changed-papers': { cells: forTheShop(withKeys(whoIsSignedIn(200), 200)) },
  // Every key may ask whose it is.
  'GET /api/me': {
    cells: withAnyKey(whoIsSignedIn(200)),
  },
  'POST /api/inbound-mails': { cells: everyone(400), ask: () => ({ payload: { text: 'TF-000001; 2000' } }) },
  // No key makes, sees or ends keys.
  'GET /api/api-keys': { cells: whoIsSignedIn(200) },
  'POST /api/api-keys': {
    cells: whoIsSignedIn(400),
    ask: () => ({ payload: {} }),
    taken: () => ({ name: 'Again', scopes: ['orders:read'] }),
  },
  'PUT /api/api-keys/:id/spending': { cells: whoIsSignedIn(200, 404), thingOf: apiKeyOf, ask: () => ({ payload: { spending: null } }) },
  'DELETE /api/api-keys/:id': { cells: ownerOrAdmin(200, 404), thingOf: apiKeyOf },
  // Agents have keys; a person's access token is refused. Without a message there is nothing to answer.
  'GET /mcp': { cells: forAgents(405) },
  'POST /mcp': { cells: forAgents(400), ask: () => ({ payload: {} }) },
  'DELETE /mcp': { cells: forAgents(405) },
  // No key reads or changes endpoints, which are their owner's alone.
  'GET /api/webhooks': { cells: whoIsSignedIn(200) },
  'POST /api/webhooks': {
    cells: whoIsSignedIn(400),
    ask: () => ({ payload: {} }),
    taken: () => ({ url: 'https://example.com/told', events: ['order.shipped'] }),
  },
  'PUT /api/webhooks/:id': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf, ask: () => ({ payload: {} }) },
  'DELETE /api/webhooks/:id': { cells: whoIsSignedIn(200), thingOf: webhookOf },
  'POST /api/webhooks/:id/secret': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf },
  'POST /api/webhooks/:id/test': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf, endsUntried: 'it sends a ping' },
  'GET /api/webhooks/:id/deliveries': { cells: whoIsSignedIn(200, 404), thingOf: webhookOf },
  'POST /api/webhook-deliveries/:id/redeliver': { cells: whoIsSignedIn(200, 404), thingOf: deliveryOf },
  // No key reads or makes connections. What a procurement system sends says who it is, and the answer's document what is refused.
  'GET /api/punchout/connections': { cells: whoIsSignedIn(200) },
  'POST /api/punchout/connections': {
    cells: whoIsSignedIn(400),
    ask: () => ({ payload: {} }),
    taken: () => ({ kind: 'oci', name: 'Again' }),
  },
  'DELETE /api/punchout/connections/:id': { cells: whoIsSignedIn(200), thingOf: punchoutOf },
  'PUT /api/punchout/connections/:id/answers': {
    cells: whoIsSignedIn(200, 404),
    thingOf: punchoutOf,
    ask: () => ({ payload: { url: null } }),
  },
  'GET /api/punchout/connections/:id/answers': { cells: whoIsSignedIn(200, 404), thingOf: punchoutOf },
  'POST /api/punchout/answers/:id/send': { cells: whoIsSignedIn(200) },
  'POST /api/punchout/sessions': { cells: everyone(410), ask: () => ({ payload: { secret: 'x'.repeat(43) } }) },
  'POST /api/punchout/return': { cells: everyone(410), ask: () => ({ payload: { token: `tfp_${'x'.repeat(43)}`, lines: [] } }) },
  'POST /api/punchout/cxml': openPage,
  'GET /api/punchout/oci': { cells: everyone(401) },
  'POST /api/punchout/oci': { cells: everyone(401) },
  'POST /api/punchout/transfer': { cells: everyone(410) },
})
