import { paperCalls, type Paper, type PaperFilter } from '#contract/papers.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/use-download.ts'
import { paperWords as words, savedFormats, type SavedFormat } from '#app/words/papers.ts'

/** Saves one invoice or credit note. */
export function SavePaper({ paper: { _id, number } }: { paper: Paper }) {
  const { busy, download } = useDownload(async (format: SavedFormat) => {
    offerToSave(await fetchFile({ path: `/papers/${_id}/${format}` }), words.fileName(number, format))
  })
  return (
    <span data-screen-only className="inline-flex gap-2">
      {savedFormats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={words.saveAs(number, format)}
          onClick={() => download(format)}
        >
          {words.formats[format]}
        </Button>
      ))}
    </span>
  )
}

/** Saves all papers that a filter finds, on all pages, as one ZIP. */
export function ZipPapers({ filter, label }: { filter: PaperFilter; label: string }) {
  const { busy, download } = useDownload(async (format: SavedFormat) => {
    const query = new URLSearchParams({ format, ...filter })
    offerToSave(await fetchFile({ path: `${paperCalls.zip.path}?${query}` }), words.zipName(format))
  })
  return (
    <div role="group" aria-label={label} data-screen-only className="flex flex-wrap gap-2">
      {savedFormats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={`${label}: ${words.zips[format]}`}
          onClick={() => download(format)}
        >
          {words.zips[format]}
        </Button>
      ))}
    </div>
  )
}
