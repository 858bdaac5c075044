import { formatCount } from '#contract/basics/figures.ts'
/** Words of the parts list. */
export const partsListWords = {
  // Specification section 2, "Paginated products screen"; `page` counts from 1
  title: 'Our Available Products',
  loading: 'Please Wait! Product Is Loading......',
  showing: (shown: number, count: string, page: number) => `Showing ${formatCount(shown)} Products Of ${count} results. Page NO: ${page}`,

  // Our own
  description: 'TV parts in stock: boards, panels, backlights, cables and housings, with price per unit, from 1,000 pieces.',
  /** In the browser's title; `page` counts from 1. */
  titleOfPage: (page: number) => `Our Available Products, page ${page}`,
  pages: 'Pages of parts',
} as const
