import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/use-download.ts'
import { quotesWords as words } from '#app/words/quotes.ts'
import { documentFormats, downloadDocument, type DocumentFormat, type WantedDocument } from './download-document.ts'

/** Downloads of a quote. `name` is the file name without extension. */
export function DownloadButtons({ wanted, name }: { wanted: WantedDocument; name: string }) {
  const { busy, download } = useDownload((format: DocumentFormat) => downloadDocument(wanted, format, name))

  return (
    <div role="group" aria-label={words.downloadAs} className="flex flex-wrap gap-3">
      {documentFormats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={`${words.downloadAs} ${words.download[format]}`}
          onClick={() => download(format)}
        >
          {words.download[format]}
        </Button>
      ))}
    </div>
  )
}
