/** A database that is away is asked again after this time, in ms. */
const ASK_AGAIN_MS = 250
/** The limit of an answer is counted in so many steps, so that a busy event loop counts as one step, of any length. */
const STEPS = 10

export type Watcher = {
  /** With what the database could not be asked. */
  away?(error: Error): void
  back?(): void
}

type Doubt = { firstAnswer: Promise<boolean>; isAnswered(answers: boolean): void }

/**
 * Whether the database is there. Nothing is asked until somebody doubts it: a lost connection, a silent one, a page that waits. From
 * then on one connection of its own asks until it is answered, so that nobody else has to wait to find out.
 */
export class Availability {
  /** It was asked and has not answered since. */
  isAway = false
  readonly #ask: () => Promise<Error | undefined>
  readonly #askLimitMs: number
  readonly #watchers: Watcher[] = []
  #doubt: Doubt | undefined
  #isOver = false

  /**
   * @param ask why the database did not answer; undefined when it did
   * @param askLimitMs it is away when an answer takes longer, until that comes
   */
  constructor(ask: () => Promise<Error | undefined>, askLimitMs: number) {
    this.#ask = ask
    this.#askLimitMs = askLimitMs
  }

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher)
  }

  /** Asks the database, unless that is being done. */
  doubt(): Doubt {
    if (this.#doubt) return this.#doubt
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const doubt = { firstAnswer: promise, isAnswered: resolve }
    this.#doubt = doubt
    void this.#askUntilAnswered(doubt)
    return doubt
  }

  /** Whether the database is there now. */
  async answers(): Promise<boolean> {
    return !this.isAway && this.doubt().firstAnswer
  }

  end(): void {
    this.#isOver = true
  }

  async #askUntilAnswered(doubt: Doubt): Promise<void> {
    const isAway = (error: Error) => {
      doubt.isAnswered(false)
      if (this.isAway || this.#isOver) return
      this.isAway = true
      for (const { away } of this.#watchers) away?.(error)
    }
    for (;;) {
      const stopTiming = this.#afterLimit(() => isAway(new Error('it is silent')))
      const error = await this.#ask()
      stopTiming()
      if (!error || this.#isOver) break
      isAway(error)
      await new Promise((resolve) => void setTimeout(resolve, ASK_AGAIN_MS).unref())
    }
    this.#doubt = undefined
    doubt.isAnswered(true)
    if (!this.isAway) return
    this.isAway = false
    for (const { back } of this.#watchers) back?.()
  }

  /** Returns what stops it. */
  #afterLimit(isLate: () => void): () => void {
    if (this.#askLimitMs === Infinity) return () => {}
    let [steps, isStopped] = [0, false]
    const timer = setInterval(() => {
      if (++steps < STEPS) return
      clearInterval(timer)
      // Timers run before sockets are read: the answer may already have arrived.
      setImmediate(() => isStopped || isLate())
    }, this.#askLimitMs / STEPS)
    return () => {
      isStopped = true
      clearInterval(timer)
    }
  }
}
