import { afterAll, afterEach, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { endpointAnswer } from '#tests/support/doubles/stripe-answers.ts'
import { noStripeFaults, openStripeDouble, stripeKeys, type Mishap } from '#tests/support/doubles/stripe-double.ts'
import { checkStripe } from './check-stripe.ts'
import type { StripeSettings } from '../../platform/stripe/connect-stripe.ts'
import { STRIPE_EVENTS } from './events.ts'

const double = await openStripeDouble()
const { books, faults } = double
afterAll(() => double.stop())
afterEach(() => {
  Object.assign(faults, noStripeFaults())
  books.webhookEndpoints = []
})

const { webhookSecret, ...keys } = stripeKeys
const settings: StripeSettings = { provider: 'stripe', ...keys, webhookSecrets: [webhookSecret], apiUrl: double.url }
const URL = 'https://parts.example.com/api/payment-webhook'

const check = (endpoints: ReturnType<typeof endpointAnswer>[], url = URL) => {
  books.webhookEndpoints = endpoints
  return checkStripe(settings, url)
}

test('an endpoint subscribed to all needed events passes, and so does one for every event (73)', async () => {
  expect(await check([endpointAnswer(URL, STRIPE_EVENTS)])).toBeUndefined()
  expect(await check([endpointAnswer(`${URL}/`, ['*'])])).toBeUndefined()
  expect(await check([endpointAnswer('https://other.example.com/hook', ['*']), endpointAnswer(URL, STRIPE_EVENTS)])).toBeUndefined()
})

test('missing event subscriptions are named (73)', async () => {
  const before = STRIPE_EVENTS.filter((event) => event.startsWith('payment_intent.'))

  expect(await check([endpointAnswer(URL, before)])).toBe(
    'The webhook endpoint at Stripe is not subscribed to charge.refunded, refund.created, refund.updated, refund.failed, ' +
      'charge.dispute.created, charge.dispute.updated, charge.dispute.funds_withdrawn, charge.dispute.funds_reinstated, charge.dispute.closed, ' +
      'payout.reconciliation_completed, payout.paid, payout.failed, payout.canceled.',
  )
})

test('a missing or disabled endpoint is named', async () => {
  expect(await check([endpointAnswer('https://old.example.com/api/payment-webhook', ['*'])])).toBe(
    `Stripe has no webhook endpoint for ${URL}.`,
  )
  expect(await check([endpointAnswer(URL, ['*'], 'disabled')])).toBe(`The webhook endpoint ${URL} is disabled at Stripe.`)
})

test('missing permissions of a restricted key are named, each with what to do', async () => {
  const fine: Mishap = {
    status: 404,
    json: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' } },
  }
  const forbidden: Mishap = {
    status: 403,
    json: { error: { type: 'invalid_request_error', message: 'The provided key does not have the required permissions.' } },
  }
  const list: Mishap = { status: 200, json: { object: 'list', data: [], has_more: false, url: '' } }
  faults.next = [fine, list, forbidden, forbidden, forbidden]

  const answer = await check([endpointAnswer(URL, ['*'])])

  expect(answer).toContain('Disputes cannot be read: give the key Disputes: read.')
  expect(answer).toContain('Payouts cannot be read: give the key Payouts: read and Balance Transaction Sources: read.')
  expect(answer).toContain("The endpoint's events cannot be compared: give the key Webhook Endpoints: read.")
})

test('a refused key is reported once, and a trial shop has no endpoint to check', async () => {
  expect(await checkStripe({ ...settings, secretKey: 'sk_test_wrong' }, URL)).toMatch(/^[^.]*the secret key is not accepted$/)
  expect(await checkStripe(settings)).toBeUndefined()
})

test('the page about Stripe names every event and no other', () => {
  const page = readFileSync('docs/services/stripe.md', 'utf8')
  const step = page.slice(page.indexOf('4. **Developers'), page.indexOf('5. Set them'))

  expect([...step.matchAll(/`((?:payment_intent|charge|refund|payout)\.[a-z_.]+)`/g)].map(([, event]) => event)).toEqual(STRIPE_EVENTS)
})
