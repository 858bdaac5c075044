import { MAXIMUM_QUOTE_LINES } from '#contract/limits.ts'
import type { QuoteLine, QuoteRequestLine } from '#contract/quotes.ts'
import { fitLine, type GivenLine } from './lines.ts'

/** A line on the screen. It is replaced by a new one, of the same `id`, whenever something of it changes. */
export type SheetLine = GivenLine & { readonly id: number; readonly partsId?: string | undefined }

/** What the sheet tells about all lines together. */
export type Figures = {
  /** Lines with something in them. */
  given: number
  /** Of these, lines whose answer has not come yet. */
  waiting: number
  /** Sum of the answered lines in dollars. */
  total: number
  /** Lines that cannot be ordered as they are. */
  attention: number
  /** Lines with more pieces than were asked for. */
  raised: number
}

export type SheetState = {
  lines: readonly SheetLine[]
  figures: Figures
  /** Why the last prices did not come; undefined while all is well. */
  failure: unknown
}

/** What a sheet needs from its surroundings. */
export type SheetSurroundings = {
  /** The shop's answers, one for each line, in their order. */
  price: (lines: QuoteRequestLine[], signal: AbortSignal) => Promise<readonly QuoteLine[]>
  /** Runs `work` once after `delayMs`; what comes back calls it off. */
  after: (delayMs: number, work: () => void) => () => void
  /** Whether an error may pass by itself. */
  mayRetry: (error: unknown) => boolean
}

/** Most lines that one call prices; long lists show their first prices while the rest is still asked for. */
export const CHUNK = 1_000
/** Between the last key and the question for its price. */
const TYPING_PAUSE_MS = 150
/** Calls under way at once: what is typed does not wait behind a long list. */
const CALLS_AT_ONCE = 2
const TRIES = 4
const FIRST_WAIT_MS = 1_000
/** Empty lines that a new sheet offers. */
const FIRST_LINES = 3

type Asking = { stop: AbortController; open: number }

/**
 * The lines of a quote while they are made, and the shop's answers to them. An answer belongs to the very line it was
 * asked for: a line that was changed meanwhile is another one, so no late answer ever stands beside newer words.
 */
export class QuoteSheet {
  private readonly around: SheetSurroundings
  private readonly listeners = new Set<() => void>()
  private readonly answers = new WeakMap<SheetLine, QuoteLine>()
  /** Pieces of its part that lines above this one have taken, where there are some. */
  private readonly before = new WeakMap<SheetLine, number>()
  private readonly asked = new Map<SheetLine, Asking>()
  /** Lines whose price is still to be asked for; those that were typed do not wait behind a long list. */
  private readonly open = new Set<SheetLine>()
  private readonly typed = new Set<SheetLine>()
  private lastId = 0
  private calls = 0
  private failures = 0
  private isStopped = false
  private callOffTimer: (() => void) | undefined
  private state: SheetState

  constructor(around: SheetSurroundings) {
    this.around = around
    const lines = withRoomToType([], this.newLine, FIRST_LINES)
    this.state = { lines, figures: this.sumUp(lines), failure: undefined }
  }

  readonly snapshot = (): SheetState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The shop's answer to a line as it is now. */
  readonly answerOf = (line: SheetLine): QuoteLine | undefined => this.answers.get(line)

  /** Pieces of its part that lines above this one have taken already. */
  readonly takenBefore = (line: SheetLine): number => this.before.get(line) ?? 0

  /** Lines with something in them, as the shop is asked for them. */
  given(): QuoteRequestLine[] {
    return this.state.lines.filter(isGiven).map(requestOf)
  }

  /** What is typed as the part: it is looked for anew. */
  write(id: number, text: string): void {
    this.change(id, (line) => ({ id: line.id, text, quantity: line.quantity }))
  }

  setQuantity(id: number, quantity: string): void {
    this.change(id, (line) => ({ ...line, quantity }))
  }

  /** The very part that is meant, in the buyer's own words or under the shop's name for it. */
  choose(id: number, partsId: string, text?: string): void {
    this.change(id, (line) => ({ ...line, partsId, text: text ?? line.text }))
  }

  /**
   * Puts lines behind the others, or in the place of the line `at` where that one is empty.
   * @returns their ids; undefined when there is no room for all of them, and then none is added.
   */
  add(given: readonly (GivenLine & { partsId?: string | undefined })[], at?: number): number[] | undefined {
    const { lines } = this.state
    if (given.length > this.room()) return undefined
    const added = given.map((line) => this.newLine(line))
    this.wantPrices(added)
    const place = lines.findIndex(({ id }) => id === at)
    const before = place < 0 ? lines.filter(isGiven) : lines.slice(0, place + (isGiven(lines[place]!) ? 1 : 0))
    const after = place < 0 ? [] : lines.slice(place + 1)
    this.show([...before, ...added, ...after])
    this.priceNow()
    return added.map(({ id }) => id)
  }

  /** Lines that a quote of this sheet can still take. */
  room(): number {
    return MAXIMUM_QUOTE_LINES - this.state.figures.given
  }

  remove(...ids: number[]): void {
    const gone = new Set(ids)
    for (const line of this.state.lines) if (gone.has(line.id)) this.forget(line)
    this.show(this.state.lines.filter(({ id }) => !gone.has(id)))
  }

  /** Other lines in the place of all. */
  replace(given: readonly (GivenLine & { partsId?: string | undefined })[]): void {
    for (const line of this.state.lines) this.forget(line)
    const lines = given.map((line) => this.newLine(line))
    this.wantPrices(lines)
    this.show(lines, given.length === 0 ? FIRST_LINES : 1)
    this.priceNow()
  }

  /** Asks for every price once more: those that are shown may be outdated. */
  priceAnew(): void {
    this.replace(this.state.lines.filter(isGiven))
  }

  /** Asks again after a failure. */
  retry(): void {
    this.failures = 0
    this.show(this.state.lines)
    this.priceNow()
  }

  /** Resolves once every line has its answer, or, with false, when the answers do not come. */
  settled(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const look = () => {
      const { figures, failure } = this.state
      if (failure !== undefined) resolve(false)
      else if (figures.waiting === 0) resolve(true)
    }
    const forget = this.subscribe(look)
    look()
    return promise.finally(forget)
  }

  /** Asks for what is missing, from now on. */
  start(): void {
    this.isStopped = false
    this.priceNow()
  }

  /** Calls off what is under way, until the next start. */
  stop(): void {
    this.isStopped = true
    this.callOffTimer?.()
    this.callOffTimer = undefined
    for (const { stop } of new Set(this.asked.values())) stop.abort()
  }

  private readonly newLine = ({ text, quantity, partsId }: GivenLine & { partsId?: string | undefined }): SheetLine => {
    this.lastId += 1
    return { id: this.lastId, text, quantity, ...(partsId !== undefined && { partsId }) }
  }

  private change(id: number, changed: (line: SheetLine) => SheetLine): void {
    const place = this.state.lines.findIndex((line) => line.id === id)
    const line = this.state.lines[place]
    if (!line) return
    this.forget(line)
    const next = changed(line)
    if (isGiven(next)) this.typed.add(next)
    // With every key all lines would be summed up; this line alone has changed, and its price is to come.
    if (isGiven(line) && isGiven(next)) this.showChanged(line, this.state.lines.with(place, next))
    else this.show(this.state.lines.with(place, next))
    this.priceSoon(TYPING_PAUSE_MS)
  }

  /** The lines with one of them waiting for its answer again. What others have left of its stock is told with that answer. */
  private showChanged(before: SheetLine, lines: readonly SheetLine[]): void {
    const { figures, failure } = this.state
    const answer = this.answers.get(before)
    this.state = { lines, failure, figures: answer ? this.without(figures, before, answer) : figures }
    for (const listener of this.listeners) listener()
  }

  private without(figures: Figures, line: SheetLine, answer: QuoteLine): Figures {
    return {
      ...figures,
      waiting: figures.waiting + 1,
      total: (Math.round(figures.total * 100) - Math.round((answer.lineTotal ?? 0) * 100)) / 100,
      attention: figures.attention - (needsAttention(answer, this.takenBefore(line)) ? 1 : 0),
      raised: figures.raised - (answer.notes.includes('raised-to-minimum') ? 1 : 0),
    }
  }

  /** A call whose lines are all gone or changed is called off. */
  private forget(line: SheetLine): void {
    this.open.delete(line)
    this.typed.delete(line)
    const asking = this.asked.get(line)
    if (!asking) return
    this.asked.delete(line)
    asking.open -= 1
    if (asking.open === 0) asking.stop.abort()
  }

  private wantPrices(lines: readonly SheetLine[]): void {
    for (const line of lines) if (isGiven(line)) this.open.add(line)
  }

  private priceNow(): void {
    this.priceSoon(0)
  }

  private priceSoon(delayMs: number): void {
    if (this.isStopped) return
    this.callOffTimer?.()
    this.callOffTimer = this.around.after(delayMs, () => {
      this.callOffTimer = undefined
      while (this.calls < CALLS_AT_ONCE && this.askNext()) {
        // As many calls as may run at once.
      }
    })
  }

  private askNext(): boolean {
    const wanted = this.typed.size > 0 ? this.typed : this.open
    const lines = firstOf(wanted, CHUNK)
    if (lines.length === 0) return false
    const asking: Asking = { stop: new AbortController(), open: lines.length }
    for (const line of lines) {
      wanted.delete(line)
      this.asked.set(line, asking)
    }
    this.calls += 1
    void this.ask(lines, asking)
    return true
  }

  private async ask(lines: SheetLine[], asking: Asking): Promise<void> {
    try {
      const answers = await this.around.price(lines.map(requestOf), asking.stop.signal)
      if (answers.length !== lines.length) throw new RangeError('Every line has its answer')
      lines.forEach((line, index) => this.take(line, asking, answers[index]!))
      this.failures = 0
      this.calls -= 1
      this.show(this.state.lines)
      this.priceNow()
    } catch (error) {
      this.calls -= 1
      for (const line of lines) {
        if (this.asked.get(line) !== asking) continue
        this.asked.delete(line)
        this.open.add(line)
      }
      if (asking.stop.signal.aborted) this.priceNow()
      else this.fail(error)
    }
  }

  private take(line: SheetLine, asking: Asking, answer: QuoteLine): void {
    if (this.asked.get(line) !== asking) return
    this.asked.delete(line)
    this.answers.set(line, answer)
    // A line that came with nothing but the part's id is told what it is called.
    if (line.text === '' && answer.name !== null) this.rename(line, answer.name, answer)
  }

  private rename(line: SheetLine, text: string, answer: QuoteLine): void {
    const named = { ...line, text }
    this.answers.set(named, answer)
    this.state = { ...this.state, lines: this.state.lines.map((one) => (one === line ? named : one)) }
  }

  private fail(error: unknown): void {
    this.failures += 1
    if (this.around.mayRetry(error) && this.failures < TRIES) this.priceSoon(FIRST_WAIT_MS * 2 ** (this.failures - 1))
    else this.show(this.state.lines, 1, error)
  }

  private show(lines: readonly SheetLine[], roomToType = 1, failure?: unknown): void {
    const shown = withRoomToType(lines, this.newLine, roomToType)
    this.state = { lines: shown, figures: this.sumUp(shown), failure }
    for (const listener of this.listeners) listener()
  }

  /** @returns the pieces that lines above this one take of its part, which are noted with it. */
  private takeStock(line: SheetLine, { partsId, quantity }: QuoteLine, taken: Map<string, number>): number {
    if (partsId === null || quantity === null) return 0
    const before = taken.get(partsId) ?? 0
    taken.set(partsId, before + quantity)
    if (before > 0) this.before.set(line, before)
    else this.before.delete(line)
    return before
  }

  private sumUp(lines: readonly SheetLine[]): Figures {
    const figures: Figures = { given: 0, waiting: 0, total: 0, attention: 0, raised: 0 }
    const taken = new Map<string, number>()
    let cents = 0
    for (const line of lines) {
      if (!isGiven(line)) continue
      figures.given += 1
      const answer = this.answers.get(line)
      if (!answer) figures.waiting += 1
      else {
        cents += Math.round((answer.lineTotal ?? 0) * 100)
        if (needsAttention(answer, this.takeStock(line, answer, taken))) figures.attention += 1
        if (answer.notes.includes('raised-to-minimum')) figures.raised += 1
      }
    }
    figures.total = cents / 100
    return figures
  }
}

/** Something is written in it, or it names a part. */
export const isGiven = ({ text, quantity, partsId }: SheetLine): boolean =>
  text.trim() !== '' || quantity.trim() !== '' || partsId !== undefined

/**
 * Whether a line cannot be ordered as it is. `before` are the pieces of its part that lines above it take: lines that were
 * asked for in different calls know nothing of each other.
 */
export const needsAttention = (answer: QuoteLine, before: number): boolean =>
  answer.status !== 'matched' || isAboveStock(answer, before) || answer.notes.includes('no-longer-sold')

/** Whether fewer pieces are left than the line has. */
export const isAboveStock = ({ quantity, available }: QuoteLine, before: number): boolean =>
  quantity !== null && available !== null && quantity > available - before

function firstOf<T>(all: ReadonlySet<T>, most: number): T[] {
  const first: T[] = []
  for (const one of all) {
    if (first.length === most) break
    first.push(one)
  }
  return first
}

/** The line as the shop is asked for it. */
function requestOf(given: SheetLine): QuoteRequestLine {
  const { text, quantity } = fitLine(given.text, given.quantity).line
  return { text, ...(quantity !== '' && { quantity }), ...(given.partsId !== undefined && { partsId: given.partsId }) }
}

/** At the end there is always an empty line to go on with, and at least `least` lines in all. */
function withRoomToType(lines: readonly SheetLine[], newLine: (line: GivenLine) => SheetLine, least: number): readonly SheetLine[] {
  const last = lines.at(-1)
  const missing = Math.max(least - lines.length, last === undefined || isGiven(last) ? 1 : 0)
  return missing === 0 ? lines : [...lines, ...Array.from({ length: missing }, () => newLine({ text: '', quantity: '' }))]
}
