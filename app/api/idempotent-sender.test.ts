import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#app/api/api-error.ts'
import { createIdempotentSender } from './idempotent-sender.ts'

type Body = { added: number; available: number }

const lost = new NetworkError(undefined)
const busy = new ApiError(503, { code: 'BUSY', message: 'busy' })
const signInNeeded = new ApiError(401, { code: 'SIGN_IN_NEEDED', message: 'sign in' })
const refused = new ApiError(400, { code: 'INVALID_INPUT', message: 'no' })

/** Sends three times, with these results, while the stock changes; returns the sent requests. */
async function sendThrice(intents: string[], ends: (Error | 'done')[]) {
  const sender = createIdempotentSender<Body>()
  const seen: { body: Body; headers: { 'idempotency-key': string } }[] = []
  for (const [index, end] of ends.entries()) {
    const body = { added: 500, available: 1_000 + index }
    const send = async (request: (typeof seen)[number]) => {
      seen.push(request)
      if (end !== 'done') throw end
    }
    await sender(body, send, intents[index]).catch(() => {})
  }
  return seen
}

test.each([[busy], [signInNeeded]])('after an answer that got lost, the same is sent again, with the same key: %s', async (meanwhile) => {
  const [first, second, third] = await sendThrice(['500', '500', '500'], [lost, meanwhile, 'done'])

  expect(second).toEqual(first)
  expect(third).toEqual(first)
})

test.each([['done' as const], [refused]])('after an answer the next action has another key', async (end) => {
  const keys = (await sendThrice(['500', '500', '500'], [end, end, end])).map(({ headers }) => headers['idempotency-key'])

  expect(new Set(keys).size).toBe(3)
})

test('another entry is another action', async () => {
  const [first, second] = await sendThrice(['500', '600', '600'], [lost, lost, lost])

  expect(second!.headers).not.toEqual(first!.headers)
})
