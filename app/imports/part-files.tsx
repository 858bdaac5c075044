import { importCalls, partFileFormats, type PartFileFormat } from '#contract/imports.ts'
import type { DeskFilter } from '#contract/part-desk.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/use-download.ts'
import { importWords as words } from '#app/words/imports.ts'

/** Saves the parts that the list finds, on all of its pages, as a file that an import reads back. */
export function PartFiles({ filter }: { filter: DeskFilter }) {
  const isWhole = Object.values(filter).every((value) => !value)
  const query = (more: object) => new URLSearchParams({ ...more, ...(isWhole ? { hidden: 'also' } : filter) })
  const { busy, download } = useDownload(async (format: PartFileFormat | 'zip') => {
    const path = format === 'zip' ? `${importCalls.media.path}?${query({})}` : `${importCalls.file.path}?${query({ format })}`
    offerToSave(await fetchFile({ path }), words.fileName(format))
  })
  return (
    <div role="group" aria-label={words.files} className="mt-3">
      <p className="text-sm text-soft">{isWhole ? words.allFiles : words.files}</p>
      {([...partFileFormats, 'zip'] as const).map((format) => (
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
