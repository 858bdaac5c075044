import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { MAXIMUM_CHOSEN } from '#contract/basics/limits.ts'
import type { FacetChoice, FacetGroup } from '#app/parts/facet-links.ts'
import { listAddress, type ListView } from '#app/parts/list-address.ts'
import type { ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import type { partSearchWords } from '#app/words/part-search.ts'

type Labels = typeof partSearchWords

/** State of a navigation that the form caused: its fields show the requested values, or later input. */
export const ASKED_BY_FORM = 'askedByForm'

/** Id of the form, to which the order above the list belongs, too. */
export const FILTER_FORM = 'part-filter'

/** Choices of a group that are shown at once. */
const SHOWN_CHOICES = 10

/** Of its fields, in the order of the addresses that links have. */
const NAMES = ['q', 'inStock', 'minPrice', 'maxPrice', 'category', 'has', 'sort', 'compare', 'view']

/** Leads to the list that the form describes. Several choices of one name become one value of the address. */
function useAsk() {
  const navigate = useNavigate()
  return (form: HTMLFormElement) => {
    const given = new FormData(form)
    const asked = NAMES.map((name) => [name, given.getAll(name).join(';')]).filter(([, value]) => value !== '')
    const query = new URLSearchParams(asked)
    void navigate(listAddress(paths.inventory, query.toString(), undefined), {
      state: ASKED_BY_FORM,
      preventScrollReset: true,
      replace: !isChanged(form),
    })
  }
}

/** Whether its fields have other values than the address. */
const isChanged = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) => field instanceof HTMLInputElement && (field.checked !== field.defaultChecked || field.value !== field.defaultValue),
  )

function useAskNow() {
  const ask = useAsk()
  return ({ currentTarget: { form } }: SyntheticEvent<HTMLInputElement | HTMLSelectElement>) => form && ask(form)
}

/** The order of the list. */
export function PartOrder({ labels: words, sort }: { labels: Labels; sort: string }) {
  const askNow = useAskNow()
  return (
    <>
      <label className="flex items-center gap-2 font-semibold whitespace-nowrap max-sm:flex-[1_1_0] max-sm:min-w-0">
        <span className="max-sm:sr-only">{words.sort}</span>
        <select form={FILTER_FORM} name="sort" defaultValue={sort} className="control w-50 font-normal max-sm:w-full" onChange={askNow}>
          {words.sorts.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button form={FILTER_FORM} className="button button-secondary max-sm:px-3">
          {words.apply}
        </button>
      </noscript>
    </>
  )
}

type PartFilterProps = ListSearch & {
  view: ListView | undefined
  labels: Labels
  groups: FacetGroup[]
  /** Text of the button that shows what was found. */
  show: string
}

/**
 * Filters of the parts list: a plain form with its values in the URL, so that it works without scripts; with scripts, each choice acts at
 * once. It stands beside the list, and where there is less room in the browser's own popover.
 */
export function PartFilter({ labels: words, view, groups, show, ...search }: PartFilterProps) {
  const ask = useAsk()
  const askNow = useAskNow()
  const form = useRef<HTMLFormElement>(null)
  // What was chosen before the scripts came.
  const askAtFirst = useEffectEvent(() => form.current && isChanged(form.current) && ask(form.current))
  useEffect(() => void askAtFirst(), [])
  const chosen = { category: 0, has: 0 }
  for (const group of groups) chosen[group.field] += group.chosen
  const price = (name: 'minPrice' | 'maxPrice') => (
    <input name={name} defaultValue={search[name]} className="control" inputMode="decimal" maxLength={13} aria-label={words[name]} />
  )
  return (
    <form
      ref={form}
      id={FILTER_FORM}
      autoComplete="off"
      popover="auto"
      className="part-filter"
      action={paths.inventory}
      aria-label={words.filters}
      data-screen-only
      onSubmit={(event) => {
        event.preventDefault()
        ask(event.currentTarget)
      }}
    >
      <div className="part-filter-head">
        <p className="text-lg font-semibold">{words.filters}</p>
        <IconButton label={words.close} icon={<CloseIcon />} popoverTarget={FILTER_FORM} popoverTargetAction="hide" />
      </div>
      {(['q', 'compare'] as const).map((name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />)}
      {view && <input type="hidden" name="view" value={view} />}
      <label className="facet-choice py-2 font-semibold">
        <input type="checkbox" name="inStock" value="true" defaultChecked={search.inStock} onChange={askNow} />
        {words.inStock}
      </label>
      <fieldset className="facet">
        <legend>{words.price}</legend>
        <div className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2 *:min-w-0">
          {price('minPrice')}
          <span aria-hidden="true">–</span>
          {price('maxPrice')}
          <Button type="submit" variant="secondary" className="px-3">
            {words.apply}
          </Button>
        </div>
      </fieldset>
      {groups.map((group) => (
        <Facet
          key={`${group.field} ${group.name}`}
          group={group}
          labels={words}
          isFull={chosen[group.field] >= MAXIMUM_CHOSEN}
          onChange={askNow}
        />
      ))}
      <noscript>
        <button className="button button-secondary">{words.apply}</button>
      </noscript>
      <div className="part-filter-foot">
        <Button type="submit" onClick={() => form.current?.hidePopover()}>
          {show}
        </Button>
      </div>
    </form>
  )
}

type FacetProps = {
  group: FacetGroup
  labels: Labels
  /** As many are chosen as a search can have. */
  isFull: boolean
  onChange: (event: SyntheticEvent<HTMLInputElement>) => void
}

/** The choices of a category or an attribute; the later ones of many behind a line. */
function Facet({ group: { name, field, choices }, labels: words, isFull, onChange }: FacetProps) {
  const shown = choices.length > SHOWN_CHOICES + 2 ? SHOWN_CHOICES : choices.length
  // What is chosen is seen when the list opens; from then on the user opens and closes it.
  const [isOpen] = useState(choices.slice(shown).some(({ isChosen }) => isChosen))
  const choice = ({ value, text, count, isChosen, line = [] }: FacetChoice) => (
    <label key={value} className="facet-choice">
      <input
        type="checkbox"
        name={field}
        value={value}
        defaultChecked={isChosen}
        disabled={isFull && !isChosen}
        onChange={(event) => {
          const boxes = event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? []
          if (event.currentTarget.checked) for (const box of boxes) if (line.includes(box.value)) box.checked = false
          onChange(event)
        }}
      />
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</span>
      <span className="ml-auto text-soft figures">{count}</span>
      <span className="sr-only">{count === '1' ? words.part : words.parts}</span>
    </label>
  )
  return (
    <fieldset className="facet">
      <legend>{name}</legend>
      {choices.slice(0, shown).map(choice)}
      {shown < choices.length && (
        <details open={isOpen}>
          <summary className="link py-1 text-sm">{words.more}</summary>
          {choices.slice(shown).map(choice)}
        </details>
      )}
    </fieldset>
  )
}
