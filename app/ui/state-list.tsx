import type { ReactNode } from 'react'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useListQuery, type ListScreenProps, type ListWords } from '#app/ui/list-screen.tsx'

/** Query of a list by states in the address; a choice is a state, or several separated by commas. */
export const useStateQuery = <Choice extends string>(choices: readonly Choice[]) => ({
  ...useListQuery(),
  state: useChoice('state', choices),
})

type StateListProps<Row, Choice extends string> = Omit<ListScreenProps<Row>, 'list' | 'search' | 'filters' | 'paging' | 'isFiltered'> & {
  /** The query, with how many rows each state has; a server of an earlier release does not count them. */
  list: ListScreenProps<Row>['list'] & { data: { count: number; page: number; states?: Record<string, number> } | undefined }
  query: { q?: string; state: Choice | undefined }
  choices: readonly Choice[]
  labels: Record<Choice, string>
  words: ListWords & { filter: string; all: string; searchLabel: string }
  /** Above the chips. */
  notices?: ReactNode
}

/** A list that is searched, and narrowed to states by chips with their counts. */
export function StateList<Row, Choice extends string>({ list, query, choices, labels, notices, ...screen }: StateListProps<Row, Choice>) {
  const { words } = screen
  const states = list.data?.states
  const countOf = (names: readonly string[]) => states && names.reduce((sum, name) => sum + (states[name] ?? 0), 0)
  return (
    <ListScreen
      wide
      {...screen}
      list={list}
      paging={list.data}
      search={words.searchLabel}
      isFiltered={query.q !== undefined || query.state !== undefined}
      filters={
        <>
          {notices}
          <div className="list-filters">
            <FilterChips
              label={words.filter}
              name="state"
              chips={[
                { value: '', label: words.all, count: states && countOf(Object.keys(states)) },
                ...choices.map((value) => ({ value, label: labels[value], count: countOf(value.split(',')) })),
              ]}
            />
          </div>
        </>
      }
    />
  )
}
