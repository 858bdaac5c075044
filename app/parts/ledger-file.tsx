import { stockFileCalls } from '#contract/parts/stock-files.ts'
import { SaveFile } from '#app/ui/save-files.tsx'
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
