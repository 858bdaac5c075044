import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './connect.ts'
import { transaction } from './transaction.ts'

/** Requests that one transaction does; more wait for the next. */
const MOST_TOGETHER = 32
/** A transaction that takes longer waits for somebody's lock, and keeps no other from beginning. */
const PATIENCE_MS = 25

export type Together<Request, Answer> = {
  /** Does one request, whatever it takes. */
  alone: (tx: Transaction, request: Request) => Promise<Answer>
  /**
   * Does several with the same outcome as one after the other, and answers in their order. It need not know every case:
   * what it throws, `Apart` or anything else, undoes all of it.
   */
  together: (tx: Transaction, requests: Request[]) => Promise<Answer[]>
  /** What only one request of a transaction may be about, such as a person; undefined for a request that is done alone. */
  subject: (request: Request) => string | undefined
}

/** Thrown by `together`: those at these places can only be done alone; the others are tried anew without them. */
export class Apart extends Error {
  readonly places: number[]
  constructor(places: number[]) {
    super('some can only be done alone')
    this.places = places
  }
}

/** What was found for each of several, when something was for all. @throws Apart with the places of the others */
export function requireAll<Found>(found: (Found | undefined)[]): Found[] {
  const missing = found.flatMap((one, place) => (one === undefined ? [place] : []))
  if (missing.length > 0) throw new Apart(missing)
  return found as Found[]
}

type Waiting<Request, Answer> = PromiseWithResolvers<Answer> & { request: Request; subject: string }
type Queue<Request, Answer> = { waiting: Waiting<Request, Answer>[]; isServed: boolean }

/**
 * Does in one transaction what was asked for while the one before it was on its way to the disk: the more ask, the less
 * each costs, and a lonely one waits for nobody. Everybody is answered after the commit, and by their own answer or error:
 * what cannot be done together is done alone.
 */
export function commitTogether<Request, Answer>(
  { alone, together, subject }: Together<Request, Answer>,
): (db: Database, request: Request) => Promise<Answer> {
  const queues = new WeakMap<Database, Queue<Request, Answer>>()

  const doAlone = (db: Database, request: Request) => transaction(db, (tx) => alone(tx, request))

  async function serve(db: Database, queue: Queue<Request, Answer>): Promise<void> {
    queue.isServed = true
    while (queue.waiting.length > 0) {
      await nextTurn()
      await withPatience(finish(db, takeSome(queue)))
    }
    queue.isServed = false
  }

  /** Answers each of them; never throws. */
  async function finish(db: Database, some: Waiting<Request, Answer>[]): Promise<void> {
    const [first] = some
    if (!first) return
    if (some.length === 1) return doAlone(db, first.request).then(first.resolve, first.reject)
    try {
      const answers = await transaction(db, async (tx) => {
        const [, each] = await Promise.all([limitWaiting(tx), together(tx, some.map(({ request }) => request))])
        return each
      })
      some.forEach(({ resolve }, place) => resolve(answers[place]!)) // one for each
    } catch (error) {
      const isApart = (place: number) => !(error instanceof Apart) || error.places.includes(place)
      const others = some.filter((_, place) => !isApart(place))
      const eachAlone = some.filter((_, place) => isApart(place)).map((one) => finish(db, [one]))
      await Promise.all([finish(db, others), ...eachAlone])
    }
  }

  return (db, request) => {
    const about = subject(request)
    if (about === undefined) return doAlone(db, request)
    const queue = queues.get(db) ?? { waiting: [], isServed: false }
    queues.set(db, queue)
    const waiting = { ...Promise.withResolvers<Answer>(), request, subject: about }
    queue.waiting.push(waiting)
    if (!queue.isServed) void serve(db, queue)
    return waiting.promise
  }
}

/** Whoever has to wait longer for a lock waits alone. */
const limitWaiting = (tx: Transaction) => tx.execute(sql`set local lock_timeout = '100ms'`).execute()

/** Waits for the work, but not for ever. */
function withPatience(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  void work.finally(() => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}

/** The first of those who wait, each about something else; the others wait on. */
function takeSome<Request, Answer>(queue: Queue<Request, Answer>): Waiting<Request, Answer>[] {
  const some = new Map<string, Waiting<Request, Answer>>()
  const later = []
  for (const one of queue.waiting) {
    if (some.size < MOST_TOGETHER && !some.has(one.subject)) some.set(one.subject, one)
    else later.push(one)
  }
  queue.waiting = later
  return [...some.values()]
}
