import { useId } from 'react'
import { Link } from 'react-router'
import type { FacetGroup } from '#app/parts/facet-links.ts'
import { Button } from '#app/ui/button.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { manageStockWords as words } from '#app/words/manage-stock.ts'
import { filterWords } from '#app/words/part-search.ts'

/** Categories and values behind one button, with the number of parts that each finds. It stays open, so that several can be chosen. */
export function DeskFilters({ groups }: { groups: FacetGroup[] }) {
  const id = useId()
  const chosen = groups.reduce((sum, group) => sum + group.chosen, 0)
  return (
    <>
      <Button variant="secondary" popoverTarget={id} data-screen-only>
        <span>{words.filters}</span>
        {chosen > 0 && <span className="font-medium text-soft figures">{chosen}</span>}
      </Button>
      <nav
        id={id}
        popover="auto"
        aria-label={filterWords.facets}
        className="list-menu w-[min(40rem,calc(100vw-2rem))] max-w-none gap-4 p-4 [&:popover-open]:grid"
      >
        {groups.map(({ name, links }) => (
          <div key={name} className="grid gap-2">
            <p className="text-sm font-semibold">{name}</p>
            <ul aria-label={name} className="flex flex-wrap gap-2">
              {links.map(({ to, text, count, isChosen }) => (
                <li key={to}>
                  <Link to={to} preventScrollReset className="chip" aria-current={isChosen || undefined}>
                    <span>{text.trim()}</span>
                    <span className="font-medium text-soft figures">{count}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}

/** What is chosen of them, each a link that removes it. */
export const ChosenFilters = ({ groups }: { groups: FacetGroup[] }) =>
  groups.flatMap(({ name, links }) =>
    links
      .filter(({ isChosen }) => isChosen)
      .map(({ to, text }) => (
        <Link key={to} to={to} preventScrollReset className="chip" aria-current="true">
          <span className="sr-only">{filterWords.labels.remove}</span>
          <span>{filterWords.named(name, text.trim())}</span>
          <CloseIcon />
        </Link>
      )),
  )
