import { importCalls, partFileFormats, type PartFileFormat } from '#contract/parts/imports.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import { SaveFiles } from '#app/ui/save-files.tsx'
import { importWords as words } from '#app/words/imports.ts'

/** Saves the parts that the list finds, on all of its pages, as a file that an import reads back. */
export function PartFiles({ filter }: { filter: DeskFilter }) {
  const isWhole = Object.values(filter).every((value) => !value)
  const query = (more: object) => new URLSearchParams({ ...more, ...(isWhole ? { hidden: 'also' } : filter) })
  const fileOf = (format: PartFileFormat | 'zip') => ({
    path: format === 'zip' ? `${importCalls.media.path}?${query({})}` : `${importCalls.file.path}?${query({ format })}`,
    name: words.fileName(format),
  })
  return (
    <div className="mt-1 border-t border-t-line pt-2">
      <p className="px-3 text-sm text-soft">{isWhole ? words.allFiles : words.files}</p>
      <SaveFiles
        aria-label={words.files}
        className="grid"
        formats={[...partFileFormats, 'zip']}
        texts={words.formats}
        labelOf={(format) => words.saveAs[format]}
        fileOf={fileOf}
      />
    </div>
  )
}
