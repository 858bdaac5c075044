import { useMemo, useState, type SubmitEvent } from 'react'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { quoteListWords as words } from '#app/words/quote-lists.ts'
import { countDuplicates, findDuplicates } from './find-duplicates.ts'
import { isGiven, QUANTITY_LENGTH } from '#readers/lists/lines.ts'
import type { QuoteSheet, SheetState } from './quote-sheet.ts'
import type { Done } from './quote-table.tsx'
import { boardsOf, timesBoards } from './times-boards.ts'

type ListToolsProps = { sheet: QuoteSheet; state: SheetState; disabled: boolean; onDone: (done: Done) => void }

/** Actions on all lines: multiplying them by a number of boards, merging lines of one part, and taking whole packs. */
export function ListTools({ sheet, state, disabled, onDone }: ListToolsProps) {
  const [boards, setBoards] = useState(() => boardsOf(state.lines[0]?.quantity ?? ''))
  const [isRefused, setIsRefused] = useState(false)
  const { takenBefore } = state
  // Only lines of one part have pieces of it above them; those change with answers, not with each key.
  const duplicates = useMemo(
    () => (takenBefore.size === 0 ? 0 : countDuplicates(sheet.snapshot().lines, sheet.answerOf)),
    [sheet, takenBefore],
  )

  const multiply = (event: SubmitEvent) => {
    event.preventDefault()
    const count = boards.trim() === '' ? 1 : readQuantity(boards)
    setIsRefused(count === undefined)
    if (count === undefined) return
    const quantities = new Map(
      sheet
        .snapshot()
        .lines.filter(isGiven)
        .map(({ id, quantity }) => [id, timesBoards(quantity, count)]),
    )
    const undo = sheet.setQuantities(quantities)
    onDone({ text: words.boardsDone(count), lines: 0, undo })
  }
  const merge = () => {
    const { lines } = sheet.snapshot()
    const { sums, removed } = findDuplicates(lines, sheet.answerOf)
    const before = new Map(lines.filter(({ id }) => sums.has(id)).map(({ id, quantity }) => [id, quantity]))
    const putBack = sheet.remove(...removed)
    sheet.setQuantities(sums)
    const undo = () => {
      sheet.setQuantities(before)
      putBack()
    }
    onDone({ text: words.merged(removed.length), lines: removed.length, undo })
  }
  const takeWholePacks = () => {
    const quantities = new Map(
      sheet.snapshot().lines.flatMap((line) => {
        const packs = sheet.answerOf(line)?.packs
        return packs ? [[line.id, String(packs.quantity)]] : []
      }),
    )
    onDone({ text: words.packed(quantities.size), lines: 0, undo: sheet.setQuantities(quantities) })
  }

  return (
    <form className="flex flex-wrap items-start gap-x-3 gap-y-2" noValidate onSubmit={multiply}>
      <TextField
        label={words.boards}
        error={isRefused ? words.boardsRefused : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={QUANTITY_LENGTH}
        placeholder="1"
        disabled={disabled}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 [&>.field-label]:mb-0 [&>.control]:w-28 [&>.field-error]:basis-full"
        value={boards}
        onChange={({ target }) => setBoards(target.value)}
      />
      <Button type="submit" variant="secondary" disabled={disabled}>
        {words.boardsApply}
      </Button>
      {duplicates > 0 && (
        <Button variant="secondary" disabled={disabled} onClick={merge}>
          {words.merge(duplicates)}
        </Button>
      )}
      {state.figures.betweenPacks > 1 && (
        <Button variant="secondary" disabled={disabled} onClick={takeWholePacks}>
          {words.takePacks(state.figures.betweenPacks)}
        </Button>
      )}
    </form>
  )
}
