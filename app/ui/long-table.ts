import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Distance in pixels from the window at which rows are put into the document. */
const NEAR = 800
/** Height in pixels of a row that was never shown. */
const ROW_HEIGHT = 40

type Watched = (isNear: boolean) => void

/** One observer for all blocks of all tables. */
const watched = new WeakMap<Element, Watched>()
let observer: IntersectionObserver | undefined

function watch(element: Element, tell: Watched): () => void {
  observer ??= new IntersectionObserver((entries) => entries.forEach((entry) => watched.get(entry.target)?.(entry.isIntersecting)), {
    rootMargin: `${NEAR}px 0px`,
  })
  const watching = observer
  watched.set(element, tell)
  watching.observe(element)
  return () => watching.unobserve(element)
}

/**
 * Whether a block of rows is near the window or has the focus, and the height in pixels of the space that replaces it.
 * @param isFirst the block is shown at once, before it is known where the window is.
 */
export function useNearby(rows: number, isFirst: boolean) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [{ isNear, height }, setShown] = useState({ isNear: isFirst, height: rows * ROW_HEIGHT })

  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    return watch(element, (near) => {
      // The block that has the focus stays.
      if (near || element.contains(document.activeElement)) setShown((shown) => ({ ...shown, isNear: true }))
      else if (element.querySelector('td')) setShown({ isNear: false, height: element.offsetHeight })
    })
  }, [])

  return { body, isNear, height }
}

/** Keeps the widths of the columns while the rows change, and measures them again when the table gets another width. */
export function useFixedColumns(table: RefObject<HTMLTableElement | null>, isFixed: boolean) {
  useLayoutEffect(() => {
    const element = table.current
    if (!element || !isFixed) return undefined
    let measuredAt = 0
    const measure = () => {
      if (element.clientWidth === measuredAt || !element.querySelector('td')) return
      measuredAt = element.clientWidth
      const headings = [...element.querySelectorAll('th')]
      element.style.tableLayout = ''
      for (const heading of headings) heading.style.width = ''
      const widths = headings.map((heading) => heading.offsetWidth)
      headings.forEach((heading, index) => (heading.style.width = `${widths[index]}px`))
      element.style.tableLayout = 'fixed'
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [table, isFixed])
}
