import type { QuoteLine, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { requestOf, type SheetLine } from '#readers/lists/lines.ts'

export type PricingEnvironment = {
  /** The answers of the server, one for each line, in their order. */
  price: (lines: QuoteRequestLine[], signal: AbortSignal) => Promise<readonly QuoteLine[]>
  /** Runs `work` once after `delayMs`; the returned function cancels it. */
  after: (delayMs: number, work: () => void) => () => void
  mayRetry: (error: unknown) => boolean
}

type PriceListener = {
  onAnswers: (answers: [SheetLine, QuoteLine][]) => void
  /** Called when no request is retried. */
  onFailure: (error: unknown) => void
}

/** Maximum lines of a request, so that a long list shows its first prices early. */
export const CHUNK = 1_000
/** Debounce of typed lines. */
const TYPING_PAUSE_MS = 150
/** With two requests at a time, typed lines do not wait behind a long list. */
const MAX_REQUESTS = 2
const MAX_ATTEMPTS = 4
const FIRST_BACKOFF_MS = 1_000

type PriceRequest = { abort: AbortController; wantedLines: number }

/** Requests the prices of lines: in chunks, typed lines first, with retries after temporary errors. */
export class PriceQueue {
  private readonly environment: PricingEnvironment
  private readonly listener: PriceListener
  private readonly typed = new Set<SheetLine>()
  private readonly listed = new Set<SheetLine>()
  private readonly requests = new Map<SheetLine, PriceRequest>()
  private running = 0
  private failures = 0
  private isStopped = false
  private cancelTimer: (() => void) | undefined

  constructor(environment: PricingEnvironment, listener: PriceListener) {
    this.environment = environment
    this.listener = listener
  }

  /** Adds lines that were pasted or read from a file. */
  addList(lines: readonly SheetLine[]): void {
    for (const line of lines) this.listed.add(line)
    this.sendAfter(0)
  }

  /** Adds a line that is being typed; undefined if it was emptied. */
  addTyped(line: SheetLine | undefined): void {
    if (line) this.typed.add(line)
    this.sendAfter(TYPING_PAUSE_MS)
  }

  /** Removes a line. A request is aborted when none of its lines is wanted any more. */
  remove(line: SheetLine): void {
    this.listed.delete(line)
    this.typed.delete(line)
    const request = this.requests.get(line)
    if (!request) return
    this.requests.delete(line)
    request.wantedLines -= 1
    if (request.wantedLines === 0) request.abort.abort()
  }

  /** Tries again after a failure. */
  retry(): void {
    this.failures = 0
    this.sendAfter(0)
  }

  start(): void {
    this.isStopped = false
    this.sendAfter(0)
  }

  /** Aborts all requests; their lines are requested after the next start. */
  stop(): void {
    this.isStopped = true
    this.cancelTimer?.()
    this.cancelTimer = undefined
    for (const { abort } of new Set(this.requests.values())) abort.abort()
  }

  private sendAfter(delayMs: number): void {
    if (this.isStopped) return
    this.cancelTimer?.()
    this.cancelTimer = this.environment.after(delayMs, () => {
      this.cancelTimer = undefined
      while (this.running < MAX_REQUESTS && this.typed.size + this.listed.size > 0) void this.sendNext()
    })
  }

  private async sendNext(): Promise<void> {
    const waiting = this.typed.size > 0 ? this.typed : this.listed
    const lines = [...waiting].slice(0, CHUNK)
    const request = { abort: new AbortController(), wantedLines: lines.length }
    for (const line of lines) {
      waiting.delete(line)
      this.requests.set(line, request)
    }
    this.running += 1
    try {
      const answers = await this.environment.price(lines.map(requestOf), request.abort.signal)
      if (answers.length !== lines.length) throw new RangeError('Every line has its answer')
      this.running -= 1
      this.failures = 0
      this.take(lines, request, answers)
    } catch (error) {
      this.running -= 1
      for (const line of lines) {
        if (this.requests.get(line) !== request) continue
        this.requests.delete(line)
        this.listed.add(line)
      }
      if (request.abort.signal.aborted) this.sendAfter(0)
      else this.fail(error)
    }
  }

  private take(lines: readonly SheetLine[], request: PriceRequest, answers: readonly QuoteLine[]): void {
    const taken: [SheetLine, QuoteLine][] = []
    lines.forEach((line, index) => {
      if (this.requests.get(line) !== request) return
      this.requests.delete(line)
      taken.push([line, answers[index]!]) // one for each line
    })
    this.listener.onAnswers(taken)
    this.sendAfter(0)
  }

  private fail(error: unknown): void {
    this.failures += 1
    const isRetried = this.environment.mayRetry(error) && this.failures < MAX_ATTEMPTS
    if (isRetried) this.sendAfter(FIRST_BACKOFF_MS * 2 ** (this.failures - 1))
    else this.listener.onFailure(error)
  }
}
