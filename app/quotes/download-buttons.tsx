import { quoteCalls } from '#contract/quotes/quotes.ts'
import { SaveFiles, type SavedFile } from '#app/ui/save-files.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'

const formats = ['xlsx', 'csv', 'pdf'] as const

/** The document: a version of one's own quote, or the quote of a private link. */
type WantedDocument = { id: string; version: number } | { secret: string }

/** Downloads of a quote. `name` is the file name without extension. */
export function DownloadButtons({ wanted, name }: { wanted: WantedDocument; name: string }) {
  return (
    <SaveFiles
      aria-label={words.downloadAs}
      className="flex flex-wrap gap-3"
      formats={formats}
      texts={words.download}
      labelOf={(format) => `${words.downloadAs} ${words.download[format]}`}
      fileOf={(format) => ({ ...documentOf(wanted, format), name: `${name}.${format}` })}
    />
  )
}

function documentOf(wanted: WantedDocument, format: string): Omit<SavedFile, 'name'> {
  if ('secret' in wanted) {
    const path = quoteCalls.sharedDocument.path.replace(':secret', encodeURIComponent(wanted.secret))
    return { path: `${path}?${new URLSearchParams({ format })}`, isPublic: true }
  }
  const path = quoteCalls.document.path.replace(':id', encodeURIComponent(wanted.id))
  return { path: `${path}?${new URLSearchParams({ format, version: String(wanted.version) })}` }
}
