import { MAXIMUM_PAGE, MAXIMUM_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'

/** Page 0 to a million, size 1 to 100: what an address asks for, brought into these bounds. */
export function clampPage({ page = 0, size = PAGE_SIZE }: { page?: number; size?: number }): { page: number; size: number } {
  return { page: clamp(page, 0, MAXIMUM_PAGE), size: clamp(size, 1, MAXIMUM_PAGE_SIZE) }
}

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest)
