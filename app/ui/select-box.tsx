import { useRef, type ReactNode } from 'react'
import { formatCount } from '#contract/basics/figures.ts'
import type { Selection } from '#app/ui/selection.ts'
import { tableWords as words } from '#app/words/tables.ts'

type SelectBoxProps = {
  name: string
  isSelected: boolean
  /** `isRange`: with Shift, all rows from the one that was clicked before. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

/** Selects a row. */
export function SelectBox({ name, isSelected, onSelect }: SelectBoxProps) {
  // The browser reports Shift with the click, before the change.
  const isRange = useRef(false)
  return (
    <input
      type="checkbox"
      className="select-box"
      aria-label={words.select(name)}
      checked={isSelected}
      onClick={({ shiftKey }) => {
        isRange.current = shiftKey
      }}
      onChange={({ target }) => onSelect(target.checked, isRange.current)}
    />
  )
}

type SelectionBarProps<Row> = {
  selection: Selection<Row>
  /** Buttons for actions on the selected rows. */
  children: ReactNode
}

/**
 * Selects all rows of the page, shows how many are selected, and has the actions. The actions stay when no row is left, because they show
 * their result.
 */
export function SelectionBar<Row>({ selection: { selectable, selected, select }, children }: SelectionBarProps<Row>) {
  const areAll = selected.length === selectable.length
  return (
    <div
      role="group"
      aria-label={words.selection}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 min-h-11 text-sm data-empty:contents print:hidden sm:[&_.button]:min-h-9 sm:[&_.button]:py-1"
      data-empty={selectable.length === 0 || undefined}
    >
      {selectable.length > 0 && (
        <label className="inline-flex items-center gap-2 min-h-11 ps-3 pe-1 cursor-pointer">
          <input
            type="checkbox"
            className="select-box m-0"
            checked={areAll}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && !areAll
            }}
            onChange={() => select(selectable, !areAll)}
          />
          {words.selectAll(formatCount(selectable.length))}
        </label>
      )}
      <span role="status" className={selectable.length === 0 ? 'hidden' : 'text-soft'}>
        {selected.length > 0 && words.selected(formatCount(selected.length))}
      </span>
      <div className="contents">{children}</div>
    </div>
  )
}
