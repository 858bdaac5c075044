import { listAddress, type ListView } from '#app/parts/list-address.ts'
import { listQuery, type ListSearch } from '#app/parts/read-list-search.ts'
import { MOST_COMPARED, readCompared } from '#app/parts/read-compared.ts'
import { paths } from '#app/paths.ts'
import { chooseWords as words } from '#app/words/compare-parts.ts'

/** A link of a part that puts it into the comparison, or takes it out. */
export type CompareLink = { to: string; label: string; isChosen: boolean }

/** Addresses and words with which the list of parts chooses parts to compare. For its loader. */
export function comparison(search: ListSearch, view: ListView | undefined, page: number) {
  const chosen = readCompared(search.compare)
  const to = (ids: string[]) => listAddress(paths.inventory, listQuery({ ...search, compare: ids.join(',') }), view, page)
  const linkOf = (id: string): CompareLink | undefined => {
    if (chosen.includes(id)) return { to: to(chosen.filter((one) => one !== id)), label: words.compared, isChosen: true }
    if (chosen.length === MOST_COMPARED) return undefined
    return { to: to([...chosen, id]), label: words.compare, isChosen: false }
  }
  const bar = chosen.length > 0 && {
    label: words.open(chosen.length),
    open: chosen.length > 1 ? paths.compare(chosen) : undefined,
    full: chosen.length === MOST_COMPARED ? words.full(MOST_COMPARED) : '',
    clear: words.clear,
    toClear: to([]),
  }
  return { linkOf, bar: bar || undefined }
}
export type ComparisonBar = NonNullable<ReturnType<typeof comparison>['bar']>
