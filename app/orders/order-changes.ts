import { useEffect, useSyncExternalStore } from 'react'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { QUERY_CACHE } from '#contract/basics/limits.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderMessageCalls } from '#contract/orders/order-messages.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { sessionKeeper, withBearer } from '#app/identity/browser-session.ts'
import { queryClient } from '#app/api/queries.ts'

/** An event of the stream of `orderEventCalls.stream`; `changed` names an order, or 'any'. */
type StreamEvent = { event: string; data: string }
/** Messages between the windows of a browser: events, and the question of a new window whether changes are received. */
type Message = StreamEvent | 'asked'

const NAME = 'order-changes'
const ADDRESS = `/api${orderEventCalls.stream.path}`
const FIRST_BACKOFF_MS = 1_000

const subscribers = new Set<() => void>()
let isListening = false
let leave: (() => void) | undefined

/**
 * While a component uses this, the data of an order are reloaded when the order changes. False while changes are not received:
 * without a connection, or behind a pooler. Then the caller has to poll.
 *
 * All windows of a browser share one connection, because a browser opens at most six to one shop. The window that holds the lock
 * reads the stream and passes its events on.
 */
export function useOrderChanges(): boolean {
  useEffect(() => {
    // Only where the browser can share a connection. Without locks (plain http on another machine), the caller polls.
    if (!navigator.locks) return undefined
    leave ??= join()
    users++
    return () => {
      users--
      if (users > 0) return
      leave?.()
      leave = undefined
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => isListening,
    () => false,
  )
}

let users = 0

function subscribe(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => void subscribers.delete(onChange)
}

/** Joins the shared connection; returns a function that leaves it. */
function join(): () => void {
  const channel = new BroadcastChannel(NAME)
  const leaving = new AbortController()
  let isLeader = false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: the shop's
  const pass = (message: Message) => channel.postMessage(message)
  const passToAll = (event: StreamEvent) => {
    pass(event)
    heed(event)
  }
  channel.addEventListener('message', ({ data: message }: MessageEvent<Message>) => {
    if (message !== 'asked') heed(message)
    else if (isLeader) pass({ event: 'listening', data: String(isListening) })
  })
  pass('asked')
  navigator.locks
    .request(NAME, { signal: leaving.signal }, async () => {
      isLeader = true
      await readStreams(passToAll, leaving.signal)
    })
    .catch(() => {}) // left before it had the lock
  return () => {
    leaving.abort()
    channel.close()
    setListening(false)
  }
}

function heed({ event, data }: StreamEvent): void {
  if (event === 'listening') setListening(data === 'true')
  if (event === 'changed') {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfOrder(queryKey, data) })
  }
}

/** Keys begin with a call's path and its parameters (app/api/queries.ts). */
const isOfOrder = ([path, params]: readonly unknown[], orderId: string) =>
  path === orderMessageCalls.unread.path ||
  path === quoteCalls.group.path ||
  (String(path).startsWith('/order/:id') && (orderId === 'any' || (params as { id?: string } | null)?.id === orderId))

function setListening(listens: boolean): void {
  if (listens === isListening) return
  isListening = listens
  for (const onChange of subscribers) onChange()
}

/** Reads one stream after the other: each ends after some minutes. Between two of them changes may be missed. */
async function readStreams(onEvent: (event: StreamEvent) => void, leaving: AbortSignal): Promise<void> {
  for (let failures = 0; !leaving.aborted;) {
    try {
      const token = await sessionKeeper.freshToken()
      const response = await fetch(ADDRESS, { headers: withBearer(new Headers(), token), signal: leaving })
      if (!response.ok || !response.body) throw new Error(`Changes are not received: ${response.status}`)
      onEvent({ event: 'changed', data: 'any' })
      failures = 0
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      for await (const { event = '', data } of events) onEvent({ event, data })
    } catch {
      if (leaving.aborted) return
      onEvent({ event: 'listening', data: 'false' })
      await pause(Math.min(FIRST_BACKOFF_MS * 2 ** failures++, QUERY_CACHE.maxBackoffMs), leaving)
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
