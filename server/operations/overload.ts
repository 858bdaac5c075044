import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { shopErrors } from '#contract/errors.ts'
import type { Database } from '#database/connect.ts'
import type { Services } from '../services.ts'
import { answerInFront } from './answer-in-front.ts'
import type { Readiness } from './readiness.ts'
import type { Answered } from './watch-answers.ts'

const SAMPLE_MS = 100
/** The event loop is late, or so many wait for one connection to the database: the shop is crowded. */
const LATE_MS = 30
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

/** Somebody who sends a token, a key or a session's cookie along, or nobody that the shop could know. */
type Side = 'customers' | 'strangers'

/** Keeps a crowd from making everybody wait: who cannot be served soon is told so at once. */
export type Overload = {
  /** Whether one more request is taken on now. */
  admits(from: Side): boolean
  /** Requests turned away since the start. */
  turnedAway(): number
  stop(): void
}

/**
 * Watches how late the event loop is and how many wait for the database. A crowd raises only the number of those who
 * wait, never that of those served, so while one is there as many are taken on as can be served in time.
 */
export function watchLoad({ db, log }: Pick<Services, 'db' | 'log'>): Overload {
  let crowded = false
  let crowdSince: number | undefined
  let calmSince: number | undefined
  let turnedAway = 0
  let turnedAwayBefore = 0
  let turnStart: number | undefined
  const inTurn = { customers: 0, strangers: 0 }
  let lastSample = performance.now()

  const sample = () => {
    const now = performance.now()
    const isLate = now - lastSample - SAMPLE_MS > LATE_MS
    const isCalm = !isLate && !isDatabaseCrowded(db) && turnedAway === turnedAwayBefore
    lastSample = now
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

  return {
    admits(from) {
      if (!crowded) return true
      const now = performance.now()
      if (turnStart === undefined) {
        turnStart = now
        inTurn.customers = inTurn.strangers = 0
        setImmediate(() => (turnStart = undefined))
      }
      inTurn[from]++
      const isInTime = inTurn[from] <= NO_CROWD || now - turnStart < TURN_BUDGET_MS
      const isAdmitted = isInTime && !isDatabaseCrowded(db)
      if (!isAdmitted) turnedAway++
      return isAdmitted
    },
    turnedAway: () => turnedAway,
    stop: () => clearInterval(timer),
  }
}

function isDatabaseCrowded({ $client: pool }: Database): boolean {
  return pool.waitingCount > WAITING_FOR_EACH_CONNECTION * pool.options.max
}

/** What is sent along is not looked at more closely: that would be work already, and who lies is where everybody was before. */
const sideOf = ({ headers }: IncomingMessage): Side =>
  headers.authorization === undefined && headers.cookie === undefined ? 'strangers' : 'customers'

/** A page that was answered is nothing without its scripts. */
const PARTS_OF_PAGES = '/assets/'

/** What was turned away went to no route. */
const NO_ROUTE: Answered['route'] = { url: undefined, config: { url: '', method: '' } }

/**
 * Turns requests away before anything is done for them, except those that ask how the shop is or for the rest of a page.
 * In front of the framework: while a crowd is there, most of what the shop does is saying no.
 */
export function turnAwayCrowds(
  app: FastifyInstance,
  { overload, readiness }: { overload: Overload | undefined; readiness: Pick<Readiness, 'isClosing'> },
  watch: (answered: Answered) => void,
): void {
  if (!overload) return
  const { status, message } = shopErrors.BUSY
  const probes = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => void (config?.probe && probes.add(url)))
  app.addHook('onClose', async () => overload.stop())
  const headers = ['content-type', 'application/json; charset=utf-8', 'retry-after', RETRY_AFTER_SECONDS]
  const body = (requestId: string) => JSON.stringify({ code: 'BUSY', message, requestId })
  answerInFront(app.server, watch, (request) => {
    const path = request.url!.split('?', 1)[0]! // requests to a server have a url
    if (probes.has(path) || path.startsWith(PARTS_OF_PAGES) || overload.admits(sideOf(request))) return undefined
    return { route: NO_ROUTE, status, headers: readiness.isClosing() ? [...headers, 'connection', 'close'] : headers, body }
  })
}
