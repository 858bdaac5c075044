import { MAXIMUM_PAGE, MAXIMUM_PAGE_SIZE, PAGE_SIZE } from '#contract/basics/limits.ts'

type AskedPage = { page?: number; size?: number; count?: number }

/**
 * Clamps a page to 0 to a million, and its size to 1 to 100.
 * @param asked.count rows of the list, if known: the page is then clamped to the last one.
 */
export function clampPage({ page = 0, size = PAGE_SIZE, count = Infinity }: AskedPage): { page: number; size: number } {
  const rows = clamp(size, 1, MAXIMUM_PAGE_SIZE)
  const lastPage = Math.max(Math.ceil(count / rows) - 1, 0)
  return { page: clamp(page, 0, Math.min(lastPage, MAXIMUM_PAGE)), size: rows }
}

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest)
