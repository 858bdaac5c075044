import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { listAddress, type ListView } from '#app/parts/list-address.ts'
import type { ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import type { partSearchWords } from '#app/words/part-search.ts'

type PartFilterProps = ListSearch & { view: ListView | undefined; labels: typeof partSearchWords }

/** State of a navigation that this form caused: its fields show the requested values, or later input. */
export const ASKED_BY_FORM = 'askedByForm'

/**
 * Order and filters of the parts list: a plain form with its values in the URL, so that it works without scripts. With
 * scripts, the order and the check box act at once.
 */
export function PartFilter({ labels: words, view, ...search }: PartFilterProps) {
  const navigate = useNavigate()
  const ask = (form: HTMLFormElement) => {
    const given = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '')
    const to = listAddress(paths.inventory, new URLSearchParams(given).toString(), undefined)
    void navigate(to, { state: ASKED_BY_FORM, preventScrollReset: true })
  }
  const askNow = ({ currentTarget: { form } }: SyntheticEvent<HTMLInputElement | HTMLSelectElement>) => form && ask(form)
  const price = (name: 'minPrice' | 'maxPrice') => (
    <label className="field-label">
      {words[name]}
      <input name={name} defaultValue={search[name]} className="control" inputMode="decimal" maxLength={13} />
    </label>
  )
  return (
    <form
      action={paths.inventory}
      className="part-filter"
      onSubmit={(event) => {
        event.preventDefault()
        ask(event.currentTarget)
      }}
    >
      {(['q', 'category', 'has', 'compare'] as const).map(
        (name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />,
      )}
      <label className="part-sort">
        <span>{words.sort}</span>
        <select name="sort" defaultValue={search.sort} className="control" onChange={askNow}>
          {words.sorts.map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button className="button button-secondary">{words.apply}</button>
      </noscript>
      <details>
        <summary className="button button-secondary">{words.filter}</summary>
        <div className="part-list-popup part-filter-fields">
          <label className="check">
            <input type="checkbox" name="inStock" value="true" defaultChecked={search.inStock} className="check-box" onChange={askNow} />
            {words.inStock}
          </label>
          {price('minPrice')}
          {price('maxPrice')}
          <Button type="submit">{words.apply}</Button>
        </div>
      </details>
      {view && <input type="hidden" name="view" value={view} />}
    </form>
  )
}
