import { useRef } from 'react'
import { ApiError } from '#app/api-error.ts'
import { mayRetry } from '#app/may-retry.ts'

/** What goes along with a call that may be sent again. */
export type SentOnce<B> = { body: B; headers: { 'idempotency-key': string } }

export type Once<B> = <T>(intent: string, body: () => B, send: (sent: SentOnce<B>) => Promise<T>) => Promise<T>

/**
 * Sends what one action means to do: with a key of its own, and, after an answer that got lost, with the same key and
 * the same body, so that the server does it once. `intent` tells actions apart: what a person entered.
 */
export function createOnce<B>(): Once<B> {
  let open: { intent: string; sent: SentOnce<B> } | undefined
  return async (intent, body, send) => {
    if (open?.intent !== intent) open = { intent, sent: { body: body(), headers: { 'idempotency-key': crypto.randomUUID() } } }
    try {
      const answer = await send(open.sent)
      open = undefined
      return answer
    } catch (error) {
      // A session that ends between two attempts says nothing about the first one.
      const isSignInNeeded = error instanceof ApiError && error.code === 'SIGN_IN_NEEDED'
      if (!mayRetry(error) && !isSignInNeeded) open = undefined
      throw error
    }
  }
}

/** `createOnce` for as long as a screen is shown. */
export function useOnce<B>(): Once<B> {
  const once = useRef<Once<B>>(undefined)
  return (once.current ??= createOnce<B>())
}
