import { MAXIMUM_PAGE, MAXIMUM_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'

type AskedPage = { page?: number; size?: number; count?: number }

/**
 * Page 0 to a million, size 1 to 100: what an address asks for, brought into these bounds.
 * @param asked.count rows of the list, where that is known: no page is beyond its last one then.
 */
export function clampPage({ page = 0, size = PAGE_SIZE, count = Infinity }: AskedPage): { page: number; size: number } {
  const rows = clamp(size, 1, MAXIMUM_PAGE_SIZE)
  const lastPage = Math.max(Math.ceil(count / rows) - 1, 0)
  return { page: clamp(page, 0, Math.min(lastPage, MAXIMUM_PAGE)), size: rows }
}

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest)
