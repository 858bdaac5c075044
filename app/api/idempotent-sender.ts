import { useState } from 'react'
import { ApiError } from '#app/api/api-error.ts'
import { mayRetry } from '#app/api/may-retry.ts'

/** A request with an idempotency key. */
type IdempotentRequest<Body> = { body: Body; headers: { 'idempotency-key': string } }

type IdempotentSender<Body> = <T>(body: Body, send: (request: IdempotentRequest<Body>) => Promise<T>, intent?: string) => Promise<T>

/**
 * Sends a request with an idempotency key. When it is repeated after a lost answer, key and body are the same, so the
 * server executes it once. `intent` identifies what the user wants; by default the body does.
 */
export function createIdempotentSender<Body>(): IdempotentSender<Body> {
  let open: { intent: string; request: IdempotentRequest<Body> } | undefined
  return async (body, send, intent = JSON.stringify(body)) => {
    if (open?.intent !== intent) open = { intent, request: { body, headers: { 'idempotency-key': crypto.randomUUID() } } }
    try {
      const answer = await send(open.request)
      open = undefined
      return answer
    } catch (error) {
      // If the session ends between two attempts, the first one may still have succeeded.
      const isSignInNeeded = error instanceof ApiError && error.code === 'SIGN_IN_NEEDED'
      if (!mayRetry(error) && !isSignInNeeded) open = undefined
      throw error
    }
  }
}

/** The sender of one screen. */
export function useIdempotentSender<Body>(): IdempotentSender<Body> {
  const [sender] = useState(createIdempotentSender<Body>)
  return sender
}
