import { useState, type Key } from 'react'

export type Selection<Row> = {
  /** Rows of the list that can be selected. */
  selectable: readonly Row[]
  /** The selected ones of them. */
  selected: readonly Row[]
  isSelectable: (row: Row) => boolean
  isSelected: (row: Row) => boolean
  /** Names a row for screen readers. */
  nameOf: (row: Row) => string
  /** Selects or deselects rows. */
  select: (rows: readonly Row[], isSelected: boolean) => void
}

type SelectionOptions<Row> = {
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  nameOf: (row: Row) => string
  isSelectable?: (row: Row) => boolean
}

/** Selected rows of a list. A row that leaves the list, or can no longer be selected, is not selected any more. */
export function useSelection<Row>({ rows, rowKey, nameOf, isSelectable = () => true }: SelectionOptions<Row>): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const selectable = (rows ?? []).filter(isSelectable)
  return {
    selectable,
    selected: keys.size === 0 ? [] : selectable.filter((row) => keys.has(rowKey(row))),
    isSelectable,
    isSelected: (row) => keys.has(rowKey(row)),
    nameOf,
    select: (changed, isSelected) =>
      setKeys((last) => {
        const next = new Set(last)
        for (const row of changed) {
          if (isSelected) next.add(rowKey(row))
          else next.delete(rowKey(row))
        }
        return next
      }),
  }
}

/** Rows from one to another, both included, of a list in the order in which it is shown. */
export function rowsBetween<Row>(rows: readonly Row[], one: number, other: number): readonly Row[] {
  return rows.slice(Math.min(one, other), Math.max(one, other) + 1)
}
