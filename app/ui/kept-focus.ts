import { useEffect, useRef } from 'react'

/**
 * For the heading of a list whose rows can be removed: when the focused row is removed, the focus moves to the heading
 * instead of being lost. The heading needs `tabIndex={-1}`.
 */
export function useKeptFocus<Element extends HTMLElement>(rows: number) {
  const heading = useRef<Element>(null)
  const lastRows = useRef(rows)

  useEffect(() => {
    if (rows < lastRows.current && document.activeElement === document.body) heading.current?.focus()
    lastRows.current = rows
  }, [rows])

  return heading
}
