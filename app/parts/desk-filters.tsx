import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { toggled, type FacetChoice, type FacetGroup } from '#app/parts/facet-links.ts'
import { Button } from '#app/ui/button.tsx'
import { withChoices } from '#app/ui/list-choices.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { manageStockWords as words } from '#app/words/manage-stock.ts'
import { filterWords } from '#app/words/part-search.ts'

/** Address of the list with a choice too, or without it. */
function useToggle() {
  const [search] = useSearchParams()
  return ({ field }: FacetGroup, choice: FacetChoice) => `?${withChoices(search, { [field]: toggled(search.get(field) ?? '', choice) })}`
}

/** Categories and values behind one button, with the number of parts that each finds. It stays open, so that several can be chosen. */
export function DeskFilters({ groups }: { groups: FacetGroup[] }) {
  const id = useId()
  const toggle = useToggle()
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
        {groups.map((group) => (
          <div key={group.name} className="grid gap-2">
            <p className="text-sm font-semibold">{group.name}</p>
            <ul aria-label={group.name} className="flex flex-wrap gap-2">
              {group.choices.map((choice) => (
                <li key={choice.value}>
                  <Link to={toggle(group, choice)} preventScrollReset className="chip" aria-current={choice.isChosen || undefined}>
                    <span>{choice.text.trim()}</span>
                    <span className="font-medium text-soft figures">{choice.count}</span>
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
export function ChosenFilters({ groups }: { groups: FacetGroup[] }) {
  const toggle = useToggle()
  return groups.flatMap((group) =>
    group.choices
      .filter(({ isChosen }) => isChosen)
      .map((choice) => (
        <Link key={choice.value} to={toggle(group, choice)} preventScrollReset className="chip" aria-current="true">
          <span className="sr-only">{filterWords.labels.remove}</span>
          <span>{filterWords.named(group.name, choice.text.trim())}</span>
          <CloseIcon />
        </Link>
      )),
  )
}
