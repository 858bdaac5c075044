import { useSearchParams } from 'react-router'
import { withChoices } from '#app/ui/list-choices.ts'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
const thisMonth = () => new Date().toISOString().slice(0, 7)

/** The months in the address, 'YYYY-MM'; this month without any. The first is never after the last. */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const read = (name: string) => (MONTH.test(search.get(name) ?? '') ? search.get(name)! : thisMonth())
  const [from, to] = [read('from'), read('to')].toSorted() as [string, string]

  function choose(name: 'from' | 'to', month: string): void {
    if (!MONTH.test(month)) return
    const months = { from: name === 'from' || month < from ? month : from, to: name === 'to' || month > to ? month : to }
    setSearch(withChoices(search, months))
  }
  return { from, to, choose, search: new URLSearchParams({ from, to }).toString() }
}
