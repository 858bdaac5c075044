import type { ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import type { partSearchWords } from '#app/words/part-search.ts'

type PartSearchProps = ListSearch & { labels: typeof partSearchWords }

/**
 * Search, filters and order of the parts list: a plain form with its values in the URL, so that it works without
 * scripts.
 */
export function PartSearch({ labels: words, ...search }: PartSearchProps) {
  const price = (name: 'minPrice' | 'maxPrice') => (
    <label className="field-label">
      {words[name]}
      <input name={name} defaultValue={search[name]} className="control" inputMode="decimal" maxLength={13} />
    </label>
  )
  return (
    <form action={paths.inventory} role="search" className="part-search">
      <label className="field-label">
        {words.label}
        <input type="search" name="q" defaultValue={search.q} className="control" maxLength={200} />
      </label>
      <Button type="submit">{words.search}</Button>
      <details open={search.inStock || search.minPrice + search.maxPrice + search.sort !== ''}>
        <summary>{words.more}</summary>
        <div className="part-search-more">
          <label className="field-label">
            {words.sort}
            <select name="sort" defaultValue={search.sort} className="control">
              {words.sorts.map(([sort, label]) => (
                <option key={sort} value={sort}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {price('minPrice')}
          {price('maxPrice')}
          <label className="check">
            <input type="checkbox" name="inStock" value="true" defaultChecked={search.inStock} className="check-box" />
            {words.inStock}
          </label>
        </div>
      </details>
    </form>
  )
}
