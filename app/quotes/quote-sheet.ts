import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import type { QuoteLine, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { isGiven, requestOf, type ChosenLine, type SheetLine } from '#readers/lists/lines.ts'
import { PriceQueue, type PricingEnvironment } from './price-queue.ts'
import { sumUp, withAnswer, type Figures, type TakenBefore } from './sheet-figures.ts'

export type SheetState = {
  lines: readonly SheetLine[]
  figures: Figures
  takenBefore: TakenBefore
  /** Error of the last price request; undefined after success. */
  failure: unknown
}

/** Lines of a new sheet. */
const FIRST_LINES = 3

/**
 * The lines of an edited quote and their answers. A changed line is another object, so a late answer to the previous
 * text is never shown.
 */
export class QuoteSheet {
  private readonly queue: PriceQueue
  private readonly listeners = new Set<() => void>()
  private readonly answers = new WeakMap<SheetLine, QuoteLine>()
  private lastId = 0
  private state: SheetState

  constructor(environment: PricingEnvironment) {
    this.queue = new PriceQueue(environment, {
      onAnswers: (answers) => this.take(answers),
      onFailure: (error) => this.show(this.state.lines, 1, error),
    })
    this.state = this.stateOf([], FIRST_LINES)
  }

  readonly snapshot = (): SheetState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly answerOf = (line: SheetLine): QuoteLine | undefined => this.answers.get(line)

  /** Pieces of the line's part in the lines above. */
  readonly takenBefore = (line: SheetLine): number => this.state.takenBefore.get(line) ?? 0

  /** The lines that are not empty, as they are sent to the server. */
  given(): QuoteRequestLine[] {
    return this.state.lines.filter(isGiven).map(requestOf)
  }

  /** Sets the text of a line; its chosen part is forgotten, and its deliveries, as with other pieces. */
  write(id: number, text: string): void {
    this.change(id, ({ quantity, listed }) => ({ id, text, quantity, listed }))
  }

  setQuantity(id: number, quantity: string): void {
    this.change(id, (line) => ({ ...line, quantity, releases: undefined }))
  }

  /**
   * Sets the quantities of many lines, by their ids.
   * @returns a function that sets those back that were not changed since.
   */
  setQuantities(quantities: ReadonlyMap<number, string>): () => void {
    const before = new Map<number, string>()
    const lines = this.state.lines.map((line) => {
      const quantity = quantities.get(line.id)
      if (quantity === undefined || quantity === line.quantity || !isGiven({ ...line, quantity })) return line
      before.set(line.id, line.quantity)
      this.queue.remove(line)
      return { ...line, quantity, releases: undefined }
    })
    this.show(lines)
    this.queue.addList(lines.filter(({ id }) => before.has(id)))
    return () => {
      const unchanged = this.state.lines.filter(({ id, quantity }) => before.has(id) && quantity === quantities.get(id))
      this.setQuantities(new Map(unchanged.map(({ id }) => [id, before.get(id)!]))) // has
    }
  }

  /** Chooses a part for a line, and its name as the text if there is one. */
  choose(id: number, partsId: string, text?: string): void {
    this.change(id, (line) => ({ ...line, partsId, text: text ?? line.text, releases: undefined }))
  }

  /**
   * Adds lines at the end, or at the line `at`, which they replace if it is empty.
   * @returns their ids; undefined if there is no room for all of them, and then none is added.
   */
  add(given: readonly ChosenLine[], at?: number): number[] | undefined {
    const { lines } = this.state
    if (given.length > this.room()) return undefined
    const added = given.map((line) => this.newLine(line))
    const place = lines.findIndex(({ id }) => id === at)
    const before = place < 0 ? lines.filter(isGiven) : lines.slice(0, place + (isGiven(lines[place]!) ? 1 : 0)) // found
    const after = place < 0 ? [] : lines.slice(place + 1)
    this.show([...before, ...added, ...after])
    this.queue.addList(added.filter(isGiven))
    return added.map(({ id }) => id)
  }

  /** Number of lines that can be added. */
  room(): number {
    return MAXIMUM_QUOTE_LINES - this.state.figures.given
  }

  /** Removes lines. @returns a function that puts them back where they were, beside lines added in the meantime. */
  remove(...ids: number[]): () => void {
    const before = this.state.lines
    const removed = new Set(ids)
    for (const line of before) if (removed.has(line.id)) this.queue.remove(line)
    this.show(before.filter(({ id }) => !removed.has(id)))
    return () => this.putBack(before, removed)
  }

  private putBack(before: readonly SheetLine[], removed: ReadonlySet<number>): void {
    const { lines } = this.state
    const still = new Set(lines.map(({ id }) => id))
    const back: SheetLine[] = []
    /** Removed lines by the line above them that is still there; those at the top by undefined. */
    const below = new Map<number | undefined, SheetLine[]>()
    let above: number | undefined
    for (const line of before) {
      if (still.has(line.id)) above = line.id
      else if (removed.has(line.id) && isGiven(line)) {
        below.set(above, [...(below.get(above) ?? []), line])
        back.push(line)
      }
    }
    if (back.length > this.room()) return
    this.show([...(below.get(undefined) ?? []), ...lines.flatMap((line) => [line, ...(below.get(line.id) ?? [])])])
    this.queue.addList(back.filter((line) => !this.answerOf(line)))
  }

  /** Replaces all lines. */
  replace(given: readonly ChosenLine[]): void {
    for (const line of this.state.lines) this.queue.remove(line)
    const lines = given.map((line) => this.newLine(line))
    this.show(lines, given.length === 0 ? FIRST_LINES : 1)
    this.queue.addList(lines.filter(isGiven))
  }

  /** Requests the lines that have no part again: the shop may know them now. */
  askAgain(): void {
    const isOpen = (line: SheetLine) => ['unknown', 'ambiguous'].includes(this.answerOf(line)?.status ?? '')
    const again = new Map(this.state.lines.filter(isOpen).map((line) => [line, { ...line }]))
    this.show(this.state.lines.map((line) => again.get(line) ?? line))
    this.queue.addList([...again.values()])
  }

  /** Requests all prices again. */
  refreshPrices(): void {
    this.replace(this.state.lines.filter(isGiven))
  }

  /** Requests the missing prices again after a failure. */
  retry(): void {
    this.show(this.state.lines)
    this.queue.retry()
  }

  /** Resolves with true when every line has its answer, with false after a failure. */
  settled(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => {
      const { figures, failure } = this.state
      if (failure !== undefined) resolve(false)
      else if (figures.waiting === 0) resolve(true)
    }
    const unsubscribe = this.subscribe(check)
    check()
    return promise.finally(unsubscribe)
  }

  start(): void {
    this.queue.start()
  }

  stop(): void {
    this.queue.stop()
  }

  private readonly newLine = ({ text, quantity, partsId, releases }: ChosenLine): SheetLine => {
    this.lastId += 1
    return { id: this.lastId, text, quantity, listed: text, ...(partsId !== undefined && { partsId }), ...(releases && { releases }) }
  }

  private change(id: number, changed: (line: SheetLine) => SheetLine): void {
    const place = this.state.lines.findIndex((line) => line.id === id)
    const line = this.state.lines[place]
    if (!line) return
    this.queue.remove(line)
    const next = changed(line)
    const lines = this.state.lines.with(place, next)
    // At each key only this line is subtracted: summing up 10,000 lines would be slow.
    if (isGiven(line) && isGiven(next)) this.set({ ...this.state, lines, figures: this.figuresWithout(line) })
    else this.show(lines)
    this.queue.addTyped(isGiven(next) ? next : undefined)
  }

  /** The figures when a line waits for its answer again. The stock of other lines is updated with that answer. */
  private figuresWithout(line: SheetLine): Figures {
    const { figures } = this.state
    const answer = this.answers.get(line)
    return answer ? withAnswer(figures, answer, this.takenBefore(line), -1) : figures
  }

  private take(answers: [SheetLine, QuoteLine][]): void {
    let { lines } = this.state
    for (const [line, answer] of answers) {
      // A line with only a part gets the part's name.
      const named = line.text === '' && answer.name !== null ? { ...line, text: answer.name } : line
      this.answers.set(named, answer)
      if (named !== line) lines = lines.map((one) => (one === line ? named : one))
    }
    this.show(lines)
  }

  private show(lines: readonly SheetLine[], minLines = 1, failure?: unknown): void {
    this.set(this.stateOf(lines, minLines, failure))
  }

  private set(state: SheetState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }

  /** The state with at least `minLines` lines, of which the last is empty. */
  private stateOf(given: readonly SheetLine[], minLines: number, failure?: unknown): SheetState {
    const last = given.at(-1)
    const missing = Math.max(minLines - given.length, last === undefined || isGiven(last) ? 1 : 0)
    const empty = Array.from({ length: missing }, () => this.newLine({ text: '', quantity: '' }))
    const lines = missing === 0 ? given : [...given, ...empty]
    return { lines, ...sumUp(lines, this.answerOf), failure }
  }
}
