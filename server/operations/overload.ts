import type { FastifyInstance } from 'fastify'
import { shopErrors } from '#contract/errors.ts'
import type { Database } from '#database/connect.ts'
import type { Identity } from '../identity/identity.ts'
import type { Services } from '../services.ts'
import { answerInFront } from './answer-in-front.ts'
import { knowCustomers } from './know-customers.ts'
import type { Readiness } from './readiness.ts'
import { NO_ROUTE, type Answered } from './watch-answers.ts'

const SAMPLE_MS = 100
/** The event loop is late while more than a few requests are open, or so many wait for one connection to the database: the shop is crowded. */
const LATE_MS = 30
/** Twice what one visitor's browser has open at one time. Without more, a late event loop means that the machine is slow. */
const FEW_REQUESTS = 16
const WAITING_FOR_EACH_CONNECTION = 4
/** A burst is served, however long it takes; a crowd that stays for so long is not. */
const CROWD_STAYS_MS = 500
/** Nobody was turned away for so long: the crowd is gone. */
const CALM_MS = 1_000
/** While crowded, one turn of the event loop takes on work for so long; what else came in it is turned away. */
const TURN_BUDGET_MS = 10
/**
 * So few in one turn are no crowd: then it is the machine that is slow, and turning somebody away would help nobody. Counted
 * for each side, so that a crowd of strangers does not stand in the way of those who are buying.
 */
const NO_CROWD = 4
const RETRY_AFTER_SECONDS = '2'

/** Keeps a crowd from making everybody wait: who cannot be served soon is told so at once. */
export type Overload = {
  /**
   * Whether one more request is taken on now; then `finish` is to be called at its end.
   * @param isCustomer whether somebody sends it whom the shop knows; asked only while a crowd is there
   */
  admits(isCustomer: () => boolean): boolean
  finish(): void
  /** Requests turned away since the start. */
  turnedAway(): number
  stop(): void
}

/** What came in one turn of the event loop. */
type Turn = { startedAt: number; openBefore: number; requests: number; customers: number; strangers: number }

/**
 * Watches how late the event loop is while many requests are open, and how many wait for the database. A crowd raises only
 * the number of those who wait, never that of those served, so while one is there as many are taken on as can be served in
 * time.
 */
export function watchLoad({ db, log }: Pick<Services, 'db' | 'log'>): Overload {
  let crowded = false
  let crowdSince: number | undefined
  let calmSince: number | undefined
  let turnedAway = 0
  let turnedAwayBefore = 0
  let turn: Turn | undefined
  let open = 0
  /** Most requests at one time since the last sample. */
  let mostOpen = 0
  let lastSample = performance.now()

  const sample = () => {
    const now = performance.now()
    const isLate = now - lastSample - SAMPLE_MS > LATE_MS
    const isCrowd = isDatabaseCrowded(db) || (isLate && mostOpen > FEW_REQUESTS)
    const isCalm = !isCrowd && turnedAway === turnedAwayBefore
    lastSample = now
    mostOpen = open
    turnedAwayBefore = turnedAway
    crowdSince = isCalm ? undefined : (crowdSince ?? now)
    calmSince = isCalm ? (calmSince ?? now) : undefined
    if (!crowded && crowdSince !== undefined && now - crowdSince >= CROWD_STAYS_MS) {
      crowded = true
      log.warn('more is asked than can be answered: some are turned away')
    } else if (crowded && calmSince !== undefined && now - calmSince >= CALM_MS) {
      crowded = false
      log.warn({ turnedAway }, 'everybody is served again')
    }
  }
  const timer = setInterval(sample, SAMPLE_MS).unref()

  const beginTurn = (): Turn => {
    setImmediate(() => (turn = undefined))
    return { startedAt: performance.now(), openBefore: open, requests: 0, customers: 0, strangers: 0 }
  }

  const isServedInTime = (inTurn: Turn, isCustomer: boolean): boolean => {
    const fromSide = isCustomer ? ++inTurn.customers : ++inTurn.strangers
    const isInTime = fromSide <= NO_CROWD || performance.now() - inTurn.startedAt < TURN_BUDGET_MS
    return isInTime && !isDatabaseCrowded(db)
  }

  return {
    admits(isCustomer) {
      turn ??= beginTurn()
      turn.requests++
      mostOpen = Math.max(mostOpen, turn.openBefore + turn.requests)
      const isAdmitted = !crowded || isServedInTime(turn, isCustomer())
      if (isAdmitted) open++
      else turnedAway++
      return isAdmitted
    },
    finish: () => void open--,
    turnedAway: () => turnedAway,
    stop: () => clearInterval(timer),
  }
}

function isDatabaseCrowded({ $client: pool }: Database): boolean {
  return pool.waitingCount > WAITING_FOR_EACH_CONNECTION * pool.options.max
}

/** A page that was answered is nothing without its scripts. */
const PARTS_OF_PAGES = '/assets/'

/**
 * Turns requests away before anything is done for them, except those that ask how the shop is or for the rest of a page.
 * In front of the framework: while a crowd is there, most of what the shop does is saying no.
 */
export function turnAwayCrowds(
  app: FastifyInstance,
  { overload, readiness }: { overload: Overload | undefined; readiness: Pick<Readiness, 'isClosing'> },
  identity: Pick<Identity, 'signedSession'>,
  watch: (answered: Answered) => void,
): void {
  if (!overload) return
  const { status, message } = shopErrors.BUSY
  const isCustomer = knowCustomers(app, identity)
  const probes = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => void (config?.probe && probes.add(url)))
  app.addHook('onClose', async () => overload.stop())
  const headers = ['content-type', 'application/json; charset=utf-8', 'retry-after', RETRY_AFTER_SECONDS]
  const body = (requestId: string) => JSON.stringify({ code: 'BUSY', message, requestId })
  answerInFront(app.server, watch, (request, response) => {
    const path = request.url!.split('?', 1)[0]! // requests to a server have a url
    if (probes.has(path) || path.startsWith(PARTS_OF_PAGES)) return undefined
    if (overload.admits(() => isCustomer(request.headers))) {
      response.once('close', overload.finish)
      return undefined
    }
    return { route: NO_ROUTE, status, headers: readiness.isClosing() ? [...headers, 'connection', 'close'] : headers, body }
  })
}
