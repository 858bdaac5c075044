import { useEffect, useRef } from 'react'

/**
 * For the heading of a list of which rows, or chosen filters, can be taken away: when one that has the focus goes, the focus moves to the
 * heading instead of being lost. `counts` says how many there are. The heading needs `tabIndex={-1}`.
 */
export function useKeptFocus<Element extends HTMLElement>(...counts: number[]) {
  const heading = useRef<Element>(null)
  const before = useRef(counts)

  useEffect(() => {
    const isFewer = counts.some((count, index) => count < before.current[index]!) // as many each time
    if (isFewer && document.activeElement === document.body) heading.current?.focus()
    before.current = counts
  })

  return heading
}
