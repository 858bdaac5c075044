import type { FastifyInstance } from 'fastify'
import { shopErrors } from '#contract/basics/errors.ts'
import type { Database } from '#database/connect.ts'
import type { Services } from '../../services.ts'
import { knowCustomers, type Known, type SignedSessions } from './know-customers.ts'

const SAMPLE_MS = 100
/** Overload: the event loop is late while more than a few requests are open, or many statements wait for each connection. */
const LATE_MS = 30
/** Twice the concurrent requests of one browser. With fewer, a late event loop means that the machine is slow. */
const FEW_REQUESTS = 16
const WAITING_FOR_EACH_CONNECTION = 4
/** Shorter bursts are served, however long that takes. */
const CROWD_STAYS_MS = 500
/** Overload ends when no request was refused for this time. */
const CALM_MS = 1_000
/** During overload, one tick of the event loop accepts requests for this time; its other requests are refused. */
const TICK_BUDGET_MS = 10
/**
 * Up to this number of requests in one tick the machine itself is slow, and refusing would not help. Counted separately for
 * anonymous clients, new accounts and accounts that have paid, so that none of them displaces the next.
 */
const NO_CROWD = 4
const RETRY_AFTER_SECONDS = '2'

/** Refuses requests that cannot be served soon, so that the others do not wait. */
export type Overload = {
  /**
   * Whether one more request is accepted; if so, `finish` must be called at its end.
   * @param who the sender of the request; called only during overload. The shop's people are always accepted.
   */
  admits(who: () => Known): boolean
  finish(): void
  shedRequests(): number
  stop(): void
}

/** The timers of `watchLoad`, so that tests can replace them. */
export type LoadClock = {
  /** In ms. */
  now(): number
  /** Returns a function that stops it. */
  every(ms: number, work: () => void): () => void
  /** At the end of this tick of the event loop. */
  afterTick(work: () => void): void
}

const eventLoop: LoadClock = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
  afterTick: (work) => void setImmediate(work),
}

type Tick = { startedAt: number; openBefore: number; requests: number; of: Map<Known, number> }

/**
 * Measures the delay of the event loop while many requests are open, and the statements that wait for a connection. More
 * load raises only the number of waiting requests, not of served ones, so during overload only as many are accepted as can
 * be served in time.
 */
export function watchLoad({ db, log }: Pick<Services, 'db' | 'log'>, clock: LoadClock = eventLoop): Overload {
  let crowded = false
  let crowdSince: number | undefined
  let calmSince: number | undefined
  let shed = 0
  let shedBefore = 0
  let tick: Tick | undefined
  let open = 0
  let mostOpen = 0
  let lastSample = clock.now()

  const sample = () => {
    const now = clock.now()
    const isLate = now - lastSample - SAMPLE_MS > LATE_MS
    const isCrowd = isDatabaseCrowded(db) || (isLate && mostOpen > FEW_REQUESTS)
    const isCalm = !isCrowd && shed === shedBefore
    lastSample = now
    mostOpen = open
    shedBefore = shed
    crowdSince = isCalm ? undefined : (crowdSince ?? now)
    calmSince = isCalm ? (calmSince ?? now) : undefined
    if (!crowded && crowdSince !== undefined && now - crowdSince >= CROWD_STAYS_MS) {
      crowded = true
      log.warn('overload: some requests are refused')
    } else if (crowded && calmSince !== undefined && now - calmSince >= CALM_MS) {
      crowded = false
      log.warn({ turnedAway: shed }, 'overload has ended: no requests are refused')
    }
  }
  const stop = clock.every(SAMPLE_MS, sample)

  const beginTick = (): Tick => {
    clock.afterTick(() => (tick = undefined))
    return { startedAt: clock.now(), openBefore: open, requests: 0, of: new Map() }
  }

  const isServedInTime = (inTick: Tick, who: Known): boolean => {
    if (who === 'staff') return true
    const fromSide = (inTick.of.get(who) ?? 0) + 1
    inTick.of.set(who, fromSide)
    const isInTime = fromSide <= NO_CROWD || clock.now() - inTick.startedAt < TICK_BUDGET_MS
    return isInTime && !isDatabaseCrowded(db)
  }

  return {
    admits(who) {
      tick ??= beginTick()
      tick.requests++
      mostOpen = Math.max(mostOpen, tick.openBefore + tick.requests)
      const isAdmitted = !crowded || isServedInTime(tick, who())
      if (isAdmitted) open++
      else shed++
      return isAdmitted
    },
    finish: () => void open--,
    shedRequests: () => shed,
    stop,
  }
}

function isDatabaseCrowded({ $client: pool }: Database): boolean {
  return pool.waitingCount > WAITING_FOR_EACH_CONNECTION * pool.driver.options.max
}

/** A page needs its scripts, so these are always served. */
const PARTS_OF_PAGES = '/assets/'

/**
 * Refuses requests before any work is done for them, except probes and the files of pages. A stream that stays open is not counted as
 * load; it limits itself.
 */
export function shedLoad(app: FastifyInstance, { overload }: { overload: Overload | undefined }, identity: SignedSessions): void {
  if (!overload) return
  const { status, message } = shopErrors.BUSY
  const whoIs = knowCustomers(app, identity)
  app.addHook('onClose', async () => overload.stop())
  app.addHook('onRequest', (request, reply, done) => {
    const { probe, staysOpen } = request.routeOptions.config
    if (probe || staysOpen || request.url.startsWith(PARTS_OF_PAGES)) return done()
    if (overload.admits(() => whoIs(request.headers))) {
      reply.raw.once('close', overload.finish)
      return done()
    }
    // Not thrown: each of them would be logged.
    reply.code(status).header('retry-after', RETRY_AFTER_SECONDS).send({ code: 'BUSY', message, requestId: request.id })
  })
}
