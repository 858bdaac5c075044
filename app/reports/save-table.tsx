import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import { offerToSave } from '#app/api/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { overviewWords as words } from '#app/words/overview.ts'

type SaveTableProps = { name: string; head: string[]; rows: Cell[][] }

/** Saves a table of the overview as CSV. */
export function SaveTable({ name, head, rows }: SaveTableProps) {
  const save = () => offerToSave(new Blob([BYTE_ORDER_MARK + csvOf([head, ...rows])], { type: 'text/csv' }), `${name}.csv`)
  return (
    <Button variant="secondary" aria-label={words.saveCsv(name)} disabled={rows.length === 0} onClick={save}>
      {words.csv}
    </Button>
  )
}
