import { paperCalls, type Paper, type PaperFilter } from '#contract/payments/papers.ts'
import { SaveFiles } from '#app/ui/save-files.tsx'
import { paperWords as words, savedFormats } from '#app/words/papers.ts'

/** Saves one invoice or credit note. */
export const SavePaper = ({ paper: { _id, number } }: { paper: Paper }) => (
  <SaveFiles
    role="none"
    data-screen-only
    className="inline-flex gap-2"
    formats={savedFormats}
    texts={words.formats}
    labelOf={(format) => words.saveAs(number, format)}
    fileOf={(format) => ({ path: `/papers/${_id}/${format}`, name: words.fileName(number, format) })}
  />
)

/** Saves all papers that a filter finds, on all pages, as one ZIP. */
export const ZipPapers = ({ filter, label }: { filter: PaperFilter; label: string }) => (
  <SaveFiles
    aria-label={label}
    data-screen-only
    className="flex flex-wrap gap-2"
    formats={savedFormats}
    texts={words.zips}
    labelOf={(format) => `${label}: ${words.zips[format]}`}
    fileOf={(format) => ({ path: `${paperCalls.zip.path}?${new URLSearchParams({ format, ...filter })}`, name: words.zipName(format) })}
  />
)
