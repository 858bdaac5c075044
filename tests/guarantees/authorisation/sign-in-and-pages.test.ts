import { everyone, holderOfTheCookie, openFormula, openPage, whoIsSignedIn } from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'

const { shop, mailId } = await openWithThings()
const picture = `/images/${'0'.repeat(32)}.webp`
const sandboxIntent = (action = '') => `/api/sandbox/payment-intents/pi_${'0'.repeat(24)}${action}`

await expectCells(shop, {
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
  // Metrics require their token, which none of these has.
  'GET /metrics': { cells: everyone(404) },
  'POST /api/auth/sign-up/email': openFormula,
  'POST /api/auth/sign-in/email': openFormula,
  'POST /api/auth/sign-in/link': openFormula,
  'POST /api/auth/request-password-reset': openFormula,
  'POST /api/auth/reset-password': openFormula,
  'POST /api/auth/verify-email': openFormula,
  'GET /api/auth/get-session': openPage,
  'POST /api/auth/sign-out': { cells: everyone(200), endsSession: true },
  'POST /api/auth/sign-out-everywhere': { cells: whoIsSignedIn(200), endsSession: true, endsUntried: 'it ends the sessions' },
  'PUT /api/auth/password': {
    cells: whoIsSignedIn(400),
    ask: () => ({ payload: {} }),
    endsUntried: 'it needs a password; its own test ends the session',
  },
  'POST /api/auth/send-verification-email': { cells: whoIsSignedIn(200), endsUntried: 'the mail goes to the address of the account' },
  'GET /api/auth/outside': openPage,
  'GET /api/auth/outside/:issuer/start': { cells: everyone(302), ask: () => ({ path: '/api/auth/outside/sample/start' }) },
  'GET /api/auth/outside/:issuer/callback': {
    cells: everyone(400),
    ask: () => ({ path: '/api/auth/outside/sample/callback?state=x&code=ann' }),
  },
  'GET /api/auth/sample-issuer': { cells: everyone(200), ask: () => ({ path: '/api/auth/sample-issuer?state=x' }) },
  'PUT /api/user/:email': { cells: holderOfTheCookie, ask: ({ email }) => ({ payload: { email } }) },
  'GET /api/legal-texts': openPage,
  // By the cookie, which an admin's key is sent without.
  'GET /mail-pages/:id': { cells: { ...everyone(404), admin: [200, 200] }, thingOf: mailId },
  'GET /images/:name': { cells: everyone(404), ask: () => ({ path: picture }) },
  'GET /images/:width/:name': { cells: everyone(404), ask: () => ({ path: picture.replace('/images', '/images/480') }) },
  'POST /api/sandbox/payment-methods': openFormula,
  'POST /api/sandbox/payment-intents/:id/confirm': { ...openFormula, ask: () => ({ path: sandboxIntent('/confirm'), payload: {} }) },
  'POST /api/sandbox/payment-intents/:id/action': { ...openFormula, ask: () => ({ path: sandboxIntent('/action'), payload: {} }) },
  'GET /api/sandbox/payment-intents/:id': { cells: everyone(400), ask: () => ({ path: sandboxIntent() }) },
})
