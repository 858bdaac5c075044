import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { withChoices } from '#app/ui/list-choices.ts'
import { tableWords as words } from '#app/words/tables.ts'

/** Search text of a list: `q` in the address, '' without. */
export function useListSearch(): string {
  const [search] = useSearchParams()
  return startOf(search.get('q')?.trim() ?? '', TEXT_LIMITS.search)
}

/** Searches the list. The text is kept in the address, and the list starts at its first page. */
export function ListSearch({ label }: { label: string }) {
  const [search, setSearch] = useSearchParams()
  const sought = useListSearch()
  return (
    <form
      key={sought}
      role="search"
      className="list-search flex gap-2 max-sm:flex-[1_1_100%]"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('q')
        setSearch(withChoices(search, { q: typeof typed === 'string' ? typed.trim() : '' }))
      }}
    >
      <input
        type="search"
        inputMode="search"
        name="q"
        defaultValue={sought}
        maxLength={TEXT_LIMITS.search}
        className="control w-[min(18rem,60vw)] placeholder-shown:text-ellipsis max-sm:w-full max-sm:min-w-0 max-sm:flex-1 lg:w-84"
        aria-label={label}
        placeholder={label}
      />
      <Button type="submit" variant="secondary">
        {words.search}
      </Button>
    </form>
  )
}
