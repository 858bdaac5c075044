import { useEffect, useSyncExternalStore } from 'react'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { QUERY_CACHE } from '#contract/basics/limits.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderMessageCalls } from '#contract/orders/order-messages.ts'
import { sessionKeeper, withBearer } from '#app/identity/browser-session.ts'
import { queryClient } from '#app/api/queries.ts'

/** What the stream of `orderEventCalls.stream` tells; `changed` names an order, or 'any'. */
type Told = { event: string; data: string }
/** Between the windows of a browser: what was told, and a new window's question whether changes are told. */
type Message = Told | 'asked'

const NAME = 'order-changes'
const ADDRESS = `/api${orderEventCalls.stream.path}`
const FIRST_BACKOFF_MS = 1_000

const subscribers = new Set<() => void>()
let isListening = false
let leave: (() => void) | undefined

/**
 * While a component uses this, whatever was read of an order is read again when something happens to the order.
 * False while changes are not told: without a connection, or behind a pooler. Then the caller has to ask.
 *
 * All windows of a browser share one connection: browsers open six at most to one shop. The window that holds the lock reads the
 * stream and passes on what it is told.
 */
export function useOrderChanges(): boolean {
  useEffect(() => {
    // Only where the browser can share a connection. Without locks (plain http on another machine), the caller asks.
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

/** Takes part in the shared connection; returns how to leave it. */
function join(): () => void {
  const channel = new BroadcastChannel(NAME)
  const leaving = new AbortController()
  let isLeader = false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: the shop's
  const pass = (message: Message) => channel.postMessage(message)
  const tellAll = (told: Told) => {
    pass(told)
    heed(told)
  }
  channel.addEventListener('message', ({ data: message }: MessageEvent<Message>) => {
    if (message !== 'asked') heed(message)
    else if (isLeader) pass({ event: 'listening', data: String(isListening) })
  })
  pass('asked')
  navigator.locks
    .request(NAME, { signal: leaving.signal }, async () => {
      isLeader = true
      await readStreams(tellAll, leaving.signal)
    })
    .catch(() => {}) // it has left before it had the lock
  return () => {
    leaving.abort()
    channel.close()
    setListening(false)
  }
}

function heed({ event, data }: Told): void {
  if (event === 'listening') setListening(data === 'true')
  if (event === 'changed') {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfOrder(queryKey, data) })
  }
}

/** Keys begin with a call's path and its parameters (app/api/queries.ts). */
const isOfOrder = ([path, params]: readonly unknown[], orderId: string) =>
  path === orderMessageCalls.unread.path ||
  (String(path).startsWith('/order/:id') && (orderId === 'any' || (params as { id?: string } | null)?.id === orderId))

function setListening(listens: boolean): void {
  if (listens === isListening) return
  isListening = listens
  for (const onChange of subscribers) onChange()
}

/** Reads one stream after the other: each ends after some minutes. Between two of them changes may be missed. */
async function readStreams(tell: (told: Told) => void, leaving: AbortSignal): Promise<void> {
  for (let failures = 0; !leaving.aborted;) {
    try {
      const token = await sessionKeeper.freshToken()
      const response = await fetch(ADDRESS, { headers: withBearer(new Headers(), token), signal: leaving })
      if (!response.ok || !response.body) throw new Error(`Changes are not told: ${response.status}`)
      tell({ event: 'changed', data: 'any' })
      failures = 0
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      for await (const { event = '', data } of events) tell({ event, data })
    } catch {
      if (leaving.aborted) return
      tell({ event: 'listening', data: 'false' })
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
