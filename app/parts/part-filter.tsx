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
    <label className="field-label m-0">
      {words[name]}
      <input name={name} defaultValue={search[name]} className="control mt-1.5 font-normal" inputMode="decimal" maxLength={13} />
    </label>
  )
  return (
    <form
      action={paths.inventory}
      className="sm:relative flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:flex-[1_1_0] max-sm:flex-nowrap max-sm:gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        ask(event.currentTarget)
      }}
    >
      {(['q', 'category', 'has', 'compare'] as const).map(
        (name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />,
      )}
      <label className="flex items-center gap-2 font-semibold whitespace-nowrap max-sm:flex-[1_1_0] max-sm:min-w-0">
        <span className="max-sm:sr-only">{words.sort}</span>
        <select name="sort" defaultValue={search.sort} className="control w-50 font-normal max-sm:w-full" onChange={askNow}>
          {words.sorts.map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button className="button button-secondary max-sm:px-3">{words.apply}</button>
      </noscript>
      <details>
        <summary className="button button-secondary list-none max-sm:px-3 [&::-webkit-details-marker]:hidden">{words.filter}</summary>
        <div className="part-list-popup absolute z-15 inset-[calc(100%+0.375rem)_0_auto_auto] grid gap-4 p-5 max-sm:left-0 max-sm:w-auto">
          <label className="flex items-center gap-3 min-h-11 cursor-pointer">
            <input type="checkbox" name="inStock" value="true" defaultChecked={search.inStock} className="check-box" onChange={askNow} />
            {words.inStock}
          </label>
          {price('minPrice')}
          {price('maxPrice')}
          <Button type="submit" className="max-sm:px-3">
            {words.apply}
          </Button>
        </div>
      </details>
      {view && <input type="hidden" name="view" value={view} />}
    </form>
  )
}
