import { dollarsToCents, type Cents } from '#contract/basics/money.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { isGiven, type SheetLine } from '#readers/lists/lines.ts'
import { readingsOf } from '#readers/lists/readings.ts'

/** Figures of all lines of a sheet. */
export type Figures = {
  /** Lines that are not empty. */
  given: number
  /** Given lines without an answer. */
  waiting: number
  /** Sum of the answered lines. */
  total: Cents
  /** Lines that cannot be ordered unchanged. */
  attention: number
  /** Their part of the total. */
  leftOut: Cents
  /** Lines that were raised to the minimum order, or to the next step. */
  raised: number
  /** Lines whose quantity has two readings. */
  asking: number
  /** Lines between two whole packs. */
  betweenPacks: number
}

/** Pieces of a line's part in the lines above it, where there are any. */
export type TakenBefore = ReadonlyMap<SheetLine, number>

const NOTHING: Figures = {
  given: 0,
  waiting: 0,
  total: 0 as Cents,
  attention: 0,
  leftOut: 0 as Cents,
  raised: 0,
  asking: 0,
  betweenPacks: 0,
}

export function sumUp(
  lines: readonly SheetLine[],
  answerOf: (line: SheetLine) => QuoteLine | undefined,
): { figures: Figures; takenBefore: TakenBefore } {
  let figures = NOTHING
  const takenBefore = new Map<SheetLine, number>()
  const takenOfPart = new Map<string, number>()
  for (const line of lines) {
    if (!isGiven(line)) continue
    figures = { ...figures, given: figures.given + 1, waiting: figures.waiting + 1 }
    const answer = answerOf(line)
    if (!answer) continue
    const { partsId, quantity } = answer
    const before = partsId === null ? 0 : (takenOfPart.get(partsId) ?? 0)
    if (before > 0) takenBefore.set(line, before)
    if (partsId !== null && quantity !== null) takenOfPart.set(partsId, before + quantity)
    figures = withAnswer(figures, answer, before, 1)
  }
  return { figures, takenBefore }
}

/** The figures with one answer more (1) or less (-1). */
export function withAnswer(figures: Figures, answer: QuoteLine, before: number, by: 1 | -1): Figures {
  const lineTotal = dollarsToCents(answer.lineTotal ?? 0) ?? 0
  const isLeftOut = needsAttention(answer, before)
  return {
    given: figures.given,
    waiting: figures.waiting - by,
    total: (figures.total + by * lineTotal) as Cents,
    attention: figures.attention + (isLeftOut ? by : 0),
    leftOut: (figures.leftOut + (isLeftOut ? by * lineTotal : 0)) as Cents,
    raised: figures.raised + (isRaised(answer) ? by : 0),
    asking: figures.asking + (isAsking(answer) ? by : 0),
    betweenPacks: figures.betweenPacks + (answer.packs ? by : 0),
  }
}

/** Whether a line cannot be ordered unchanged. `before` are the pieces of its part in the lines above. */
export const needsAttention = (answer: QuoteLine, before: number): boolean =>
  answer.status !== 'matched' || isAboveStock(answer, before) || answer.notes.includes('no-longer-sold')

/** Whether a line has more pieces than the lines above leave in stock, and than the shop promises beyond it. */
export const isAboveStock = ({ quantity, available, promise }: QuoteLine, before: number): boolean =>
  promise === undefined && quantity !== null && available !== null && quantity > available - before

export const isRaised = ({ notes }: QuoteLine): boolean => notes.includes('raised-to-minimum') || notes.includes('raised-to-step')

const isAsking = ({ status, asked }: QuoteLine): boolean => status === 'quantity-unclear' && readingsOf(asked) !== undefined
