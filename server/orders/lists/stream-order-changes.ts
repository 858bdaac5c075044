import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ChangedOrder } from '#database/changes.ts'
import { STREAM_SECONDS } from '#contract/basics/limits.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readCall, routeOf } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'

/** Maximum of streams per person and per process. A new stream ends the oldest one of its person. */
const STREAMS_OF_ONE = 3
const STREAMS = 2_000
/** Interval of the check whether changes from the database arrive. */
const CHECK_MS = 1_000
/** Bytes at this interval keep proxies from closing a silent connection. */
const COMMENT_MS = 20_000

type Stream = { caller: Caller; events: PassThrough }

/** `GET /order-changes`: server-sent events of changes to orders, made in any process. Browsers then reload what they show. */
export function streamOrderChanges(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  const streams = new Set<Stream>()
  let isHeard = false
  let checks: NodeJS.Timeout | undefined

  const send = (to: Iterable<Stream>, text: string) => {
    for (const { events } of to) events.write(text)
  }
  const notify = (changed?: ChangedOrder) => {
    // Without a name, any order may have changed.
    if (!changed) return send(streams, eventOf('changed', 'any'))
    const { orderId, userId } = changed
    send(
      [...streams].filter(({ caller }) => caller.role === 'admin' || caller.userId === userId),
      eventOf('changed', orderId),
    )
  }
  const unsubscribe = db.changes.subscribeToOrders(notify)

  const check = () => {
    const isHeardNow = db.changes.areHeard()
    if (isHeardNow !== isHeard) send(streams, eventOf('listening', isHeardNow))
    isHeard = isHeardNow
  }

  function open(caller: Caller, seconds: number): PassThrough {
    if (streams.size >= STREAMS) throw new ShopError('BUSY')
    const own = [...streams].filter((stream) => stream.caller.userId === caller.userId)
    const oldest = own.length >= STREAMS_OF_ONE ? own[0] : undefined
    oldest?.events.end()
    if (oldest) streams.delete(oldest) // also one whose reader is gone, which does not close at once
    const stream = { caller, events: new PassThrough() }
    const { events } = stream
    const end = setTimeout(() => events.end(), seconds * 1_000)
    const comments = setInterval(() => events.write(':\n\n'), COMMENT_MS)
    events.once('close', () => {
      clearTimeout(end)
      clearInterval(comments)
      streams.delete(stream)
      if (streams.size === 0) clearInterval(checks)
    })
    if (streams.size === 0) checks = setInterval(check, CHECK_MS)
    check() // those that are open learn it, too
    streams.add(stream)
    events.write(eventOf('listening', isHeard))
    return events
  }

  app.addHook('preClose', async () => {
    unsubscribe()
    for (const { events } of streams) events.end()
  })
  const route = routeOf(orderEventCalls.stream)
  app.route({
    ...route,
    config: { ...route.config, connections: 0 },
    handler: (request, reply) => {
      const { caller, query } = readCall<typeof orderEventCalls.stream>(request, reply)
      return reply
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no') // for nginx: each event is sent at once
        .type('text/event-stream')
        .send(open(caller, query.seconds ?? STREAM_SECONDS))
    },
  })
}

const eventOf = (name: 'changed' | 'listening', data: string | boolean) => `event: ${name}\ndata: ${data}\n\n`
