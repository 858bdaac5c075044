import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import type { SheetLine } from '#readers/lists/lines.ts'
import { boardsOf, perBoard } from './times-boards.ts'

/** The result of merging: the sums for the first line of each part, by its id, and the lines that are no longer needed. */
export type Merge = { sums: Map<number, string>; removed: number[] }

/** Finds lines of the same part, whose quantities can be added up. */
export function findDuplicates(lines: readonly SheetLine[], answerOf: (line: SheetLine) => QuoteLine | undefined): Merge {
  const linesOfPart = new Map<string, SheetLine[]>()
  for (const line of lines) {
    const answer = answerOf(line)
    if (answer?.status !== 'matched' || answer.partsId === null) continue
    const same = linesOfPart.get(answer.partsId)
    if (same) same.push(line)
    else linesOfPart.set(answer.partsId, [line])
  }
  const merge: Merge = { sums: new Map(), removed: [] }
  for (const [first, ...others] of linesOfPart.values()) {
    const sum = first && others.length > 0 ? sumOf([first, ...others]) : undefined
    if (!first || sum === undefined) continue
    merge.sums.set(first.id, sum)
    merge.removed.push(...others.map(({ id }) => id))
  }
  return merge
}

/** How many lines have the part of a line above; quick enough for every key. */
export function countDuplicates(lines: readonly SheetLine[], answerOf: (line: SheetLine) => QuoteLine | undefined): number {
  const seen = new Set<string>()
  let matched = 0
  for (const line of lines) {
    const answer = answerOf(line)
    if (answer?.status !== 'matched' || answer.partsId === null) continue
    seen.add(answer.partsId)
    matched += 1
  }
  return matched - seen.size
}

/** The sum as a quantity, for boards if all are for the same number of them; undefined above the largest quantity. */
function sumOf(lines: readonly SheetLine[]): string | undefined {
  const boards = boardsOf(lines[0]!.quantity) // at least two
  const hasSame = boards !== '' && lines.every(({ quantity }) => boardsOf(quantity) === boards)
  const pieces = lines.map(({ quantity }) => readQuantity(hasSame ? perBoard(quantity) : quantity) ?? Number.NaN)
  const sum = `${pieces.reduce((all, some) => all + some, 0)}${hasSame ? ` x ${boards}` : ''}`
  return readQuantity(sum) === undefined ? undefined : sum
}
