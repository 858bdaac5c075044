import { customerCalls } from '#contract/customers.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/use-download.ts'

type ExportDataProps = { userId: string; fileName: string; label: string }

/** Saves all that the shop keeps about a person as a file. */
export function ExportData({ userId, fileName, label }: ExportDataProps) {
  const { busy, download } = useDownload(async () => {
    offerToSave(await fetchFile({ path: customerCalls.export.path.replace(':id', userId) }), fileName)
  })
  return (
    <Button variant="secondary" busy={busy !== undefined} onClick={() => download('data')}>
      {label}
    </Button>
  )
}
