import { stockFileCalls } from '#contract/stock-files.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { useDownload } from '#app/use-download.ts'
import { stockFileWords as words } from '#app/words/stock-files.ts'

/** Saves all moves of a part's stock. */
export function LedgerFile({ id }: { id: string }) {
  const { busy, download } = useDownload(async () => {
    offerToSave(await fetchFile({ path: stockFileCalls.ofPart.path.replace(':id', id) }), words.ledgerName)
  })
  return (
    <Button variant="secondary" className="justify-self-start" data-screen-only busy={busy !== undefined} onClick={() => download('csv')}>
      {words.saveLedger}
    </Button>
  )
}

/** Saves the moves of all parts on the days that are chosen. */
export function StockFiles() {
  const times = useDateRange()
  const { busy, download } = useDownload(async () => {
    offerToSave(await fetchFile({ path: `${stockFileCalls.all.path}?${new URLSearchParams(times)}` }), words.fileName)
  })
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} lead={words.lead} noTable>
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      <div className="list-filters" data-screen-only>
        <DateRange label={words.days} />
        <Button busy={busy !== undefined} onClick={() => download('csv')}>
          {words.save}
        </Button>
      </div>
    </section>
  )
}
