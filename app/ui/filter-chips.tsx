import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import { withChoices } from '#app/ui/list-choices.ts'

/** The choice of a filter in the address, if there is one that is known. */
export function useChoice<Choice extends string>(name: string, known: readonly Choice[]): Choice | undefined {
  const [search] = useSearchParams()
  return known.find((one) => one === search.get(name))
}

export type Chip = { value: string; label: string; count: number | undefined }

type FilterChipsProps = {
  /** Accessible name of the filter. */
  label: string
  /** Name of the filter in the address; an empty value leaves it out. */
  name: string
  chips: Chip[]
  /** The choice where the address has none. */
  chosen?: string
}

/** Filter of a list as links, whose choice is in the address. A new choice starts at the first page. */
export function FilterChips({ label, name, chips, chosen: usual = '' }: FilterChipsProps) {
  const [search] = useSearchParams()
  const chosen = search.get(name) ?? usual
  return (
    <nav aria-label={label} className="chips">
      {chips.map(({ value, label: text, count }) => (
        <Link key={value} to={`?${withChoices(search, { [name]: value })}`} className="chip" aria-current={value === chosen || undefined}>
          <span>{text}</span>
          {count !== undefined && <span className="font-medium text-soft figures">{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
