import { useSearchParams } from 'react-router'
import { askedPage } from '#app/ui/asked-page.ts'
import { withChoices } from '#app/ui/list-choices.ts'
import { Pager } from '#app/ui/pager.tsx'

/** Page index in the URL, from 0. */
export function usePage(): number {
  const [search] = useSearchParams()
  return askedPage(search)
}

type ListPagerProps = {
  page: number
  /** Rows of all pages. */
  count: number
  /** Rows of a page. */
  size: number
  label: string
}

/** Pages of the list at this URL; nothing for a single page. */
export function ListPager({ page, count, size, label }: ListPagerProps) {
  const [search] = useSearchParams()
  if (count <= size) return null

  const href = (index: number) => `?${withChoices(search, { page: index > 0 ? String(index) : '' })}`
  return <Pager page={page} pages={Math.ceil(count / size)} href={href} label={label} />
}
