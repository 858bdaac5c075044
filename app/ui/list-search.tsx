import { startOf } from '#contract/start-of.ts'
import { useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { tableWords as words } from '#app/words/tables.ts'

/** What the list is searched for: `q` in the address, at most `maxLength` characters. */
export function useListSearch(maxLength: number): string {
  const [search] = useSearchParams()
  return startOf(search.get('q')?.trim() ?? '', maxLength)
}

type ListSearchProps = { label: string; type?: 'search' | 'email'; maxLength: number }

/** Searches the list. The text is kept in the address, and the list starts at its first page. */
export function ListSearch({ label, type = 'search', maxLength }: ListSearchProps) {
  const [search, setSearch] = useSearchParams()
  const sought = useListSearch(maxLength)
  return (
    <form
      key={sought}
      role="search"
      className="list-search"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('q')
        const query = new URLSearchParams(search)
        query.delete('page')
        query.delete('q')
        if (typeof typed === 'string' && typed.trim() !== '') query.set('q', typed.trim())
        setSearch(query)
      }}
    >
      <input
        type="search"
        inputMode={type}
        name="q"
        defaultValue={sought}
        maxLength={maxLength}
        className="control"
        aria-label={label}
        placeholder={label}
      />
      <Button type="submit" variant="secondary">
        {words.search}
      </Button>
    </form>
  )
}
