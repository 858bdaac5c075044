import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { Webhook as Signer } from 'standardwebhooks'
import { verifyWebhook } from './teleforge.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({ type: 'order.shipped', timestamp: '2026-11-25T10:40:00.123Z', data: { _id: '1', number: 'O-000123' } })

afterEach(() => void vi.useRealTimers())

/** Headers as the reference library of Standard Webhooks makes them. */
function signed(by: string[], { at = new Date(), id = randomUUID() as string, text = body } = {}) {
  const signatures = by.map((one) => new Signer(one).sign(id, at, text))
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': signatures.join(' ') }
}

const ofAnotherVersion = (headers: ReturnType<typeof signed>) => ({
  ...headers,
  'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,'),
})

test('a message of the shop is its event, whatever holds headers and body', async () => {
  const headers = signed([secret], { id: 'message-1' })
  const event = { id: 'message-1', ...JSON.parse(body) }

  expect(await verifyWebhook(body, headers, secret)).toEqual(event)
  expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret)).toEqual(event)
  expect(
    await verifyWebhook(
      body,
      { 'Webhook-Id': 'message-1', 'Webhook-Timestamp': headers['webhook-timestamp'], 'Webhook-Signature': [headers['webhook-signature']] },
      secret,
    ),
  ).toEqual(event)
})

test('while a secret changes, either one is enough, on both sides', async () => {
  await expect(verifyWebhook(body, signed([other, secret]), secret)).resolves.toMatchObject({ type: 'order.shipped' })
  await expect(verifyWebhook(body, signed([secret]), [other, secret])).resolves.toMatchObject({ type: 'order.shipped' })
})

test.each([
  ['another secret', body, signed([other])],
  ['another body', body.replace('O-000123', 'O-000124'), signed([secret])],
  ['another id', body, { ...signed([secret]), 'webhook-id': 'another' }],
  ['another time', body, { ...signed([secret]), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) }],
  ['no signature', body, {}],
  ['a signature of another version', body, ofAnotherVersion(signed([secret]))],
  ['nonsense', body, { ...signed([secret]), 'webhook-signature': 'v1,%%% v1, , v1' }],
])('%s is refused', async (_, text, headers) => {
  await expect(verifyWebhook(text, headers, secret)).rejects.toMatchObject({ code: 'SIGNATURE_WRONG' })
})

test('a message is taken for five minutes, before or after its time', async () => {
  const at = new Date()
  const headers = signed([secret], { at })
  const seconds = Math.floor(at.getTime() / 1_000)

  for (const [offset, taken] of [
    [-301, false],
    [-299, true],
    [299, true],
    [302, false],
  ] as const) {
    vi.useFakeTimers({ now: (seconds + offset) * 1_000, toFake: ['Date'] })
    const outcome = verifyWebhook(body, headers, secret).then(
      () => true,
      () => false,
    )
    expect(await outcome, String(offset)).toBe(taken)
  }
})

test('a secret that is none is a mistake of the program, not of the message', async () => {
  await expect(verifyWebhook(body, signed([secret]), 'whsec_')).rejects.toBeInstanceOf(TypeError)
})
