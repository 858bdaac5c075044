import { Link } from 'react-router'
import { useHydrated } from '#app/identity/hydrated.ts'
import { listAddress, listViews, type ListView } from '#app/parts/list-address.ts'
import { paths } from '#app/paths.ts'
import { keepListView, markedListView } from '#app/parts/kept-list-view.ts'
import type { partSearchWords } from '#app/words/part-search.ts'

type ViewLinksProps = { view: ListView | undefined; query: string; page: number; labels: typeof partSearchWords }

/** Cards or table. The choice is kept in this browser, and works by the address without scripts. */
export function ViewLinks({ view, query, page, labels: words }: ViewLinksProps) {
  const isHydrated = useHydrated()
  const current = view ?? (isHydrated ? markedListView() : undefined)
  return (
    <div role="group" aria-label={words.view} className="view-links">
      {listViews.map((offered) => (
        <Link
          key={offered}
          to={listAddress(paths.inventory, query, offered, page)}
          preventScrollReset
          className="view-link"
          aria-current={current === offered || undefined}
          onClick={() => keepListView(offered)}
        >
          {words.views[offered]}
        </Link>
      ))}
    </div>
  )
}
