import { stockFileCalls } from '#contract/parts/stock-files.ts'
import { SaveFile } from '#app/ui/save-files.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { stockFileWords as words } from '#app/words/stock-files.ts'

/** Saves all moves of a part's stock. */
export function LedgerFile({ id }: { id: string }) {
  const file = { path: stockFileCalls.ofPart.path.replace(':id', id), name: words.ledgerName }
  return (
    <SaveFile file={file} className="justify-self-start" data-screen-only>
      {words.saveLedger}
    </SaveFile>
  )
}

/** Saves the moves of all parts on the days that are chosen. */
export function StockFiles() {
  const times = useDateRange()
  const path = `${stockFileCalls.all.path}?${new URLSearchParams(times)}`
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} lead={words.lead} noTable>
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      <div className="list-filters" data-screen-only>
        <DateRange label={words.days} />
        <SaveFile variant="primary" file={{ path, name: words.fileName }}>
          {words.save}
        </SaveFile>
      </div>
    </section>
  )
}
