import { useLayoutEffect, type RefObject } from 'react'

/** Keeps the widths of the columns while the rows change, and measures them again when the table gets another width or another column. */
export function useFixedColumns(table: RefObject<HTMLTableElement | null>, columns: number, isFixed: boolean) {
  useLayoutEffect(() => {
    const element = table.current
    if (!element || !isFixed) return undefined
    let measuredAt = 0
    const measure = () => {
      const headings = [...element.querySelectorAll('th')]
      if (element.clientWidth === measuredAt || headings.length !== columns || !element.querySelector('td')) return
      measuredAt = element.clientWidth
      element.style.tableLayout = ''
      for (const heading of headings) heading.style.width = ''
      const widths = headings.map((heading) => heading.offsetWidth)
      headings.forEach((heading, index) => (heading.style.width = `${widths[index]}px`))
      element.style.tableLayout = 'fixed'
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [table, columns, isFixed])
}
