import { orderFileFormats, orderFileCalls, type OrderFileFilter, type OrderFileFormat } from '#contract/order-files.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/use-download.ts'
import { orderFileWords as words } from '#app/words/order-files.ts'

type OrderFilesProps = {
  of: keyof typeof orderFileCalls
  /** What the list shows. */
  filter: Omit<OrderFileFilter, 'format'>
}

/** Saves the orders that a list shows, on all of its pages, as a file. */
export function OrderFiles({ of, filter }: OrderFilesProps) {
  const { busy, download } = useDownload(async (format: OrderFileFormat) => {
    const query = new URLSearchParams({ format, ...filter })
    offerToSave(await fetchFile({ path: `${orderFileCalls[of].path}?${query}` }), words.fileName(format))
  })

  return (
    <div role="group" aria-label={words.title} className="flex gap-2">
      {orderFileFormats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={words.saveAs[format]}
          onClick={() => download(format)}
        >
          {words.formats[format]}
        </Button>
      ))}
    </div>
  )
}
