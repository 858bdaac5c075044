import { useState } from 'react'
import { failureText } from '#app/failure.tsx'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { quotesWords as words } from '#app/words/quotes.ts'
import { documentFormats, downloadDocument, type DocumentFormat, type WantedDocument } from './download-document.ts'

/** Downloads of a quote. `name` is the file name without extension. */
export function DownloadButtons({ wanted, name }: { wanted: WantedDocument; name: string }) {
  const [busy, setBusy] = useState<DocumentFormat>()

  async function download(format: DocumentFormat) {
    setBusy(format)
    try {
      await downloadDocument(wanted, format, name)
    } catch (error) {
      toast.error(failureText(error), { retry: () => void download(format) })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <div role="group" aria-label={words.downloadAs} className="flex flex-wrap gap-3">
      {documentFormats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={`${words.downloadAs} ${words.download[format]}`}
          onClick={() => void download(format)}
        >
          {words.download[format]}
        </Button>
      ))}
    </div>
  )
}
