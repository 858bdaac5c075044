import type { ReactNode } from 'react'
import { partMediaCalls, type PartDocument } from '#contract/parts/part-media.ts'
import { fetchFile } from '#app/api/fetch-file.ts'
import { offerToSave } from '#app/api/offer-to-save.ts'
import { useDownload } from '#app/api/use-download.ts'
import { partMediaWords as words } from '#app/words/part-media.ts'

type DocumentListProps = {
  /** Its accessible name. */
  label: string
  documents: PartDocument[]
  /** Buttons of a document. */
  renderActions?: (document: PartDocument) => ReactNode
}

/** The documents of a part on its page. */
export function DocumentsOfPart({ documents }: { documents: PartDocument[] }) {
  return (
    <section className="mt-8 grid gap-4">
      <h2 className="text-xl">{words.documents}</h2>
      <DocumentList label={words.documents} documents={documents} />
    </section>
  )
}

/** Documents of a part; a press on a title offers to save the file. */
export function DocumentList({ label, documents, renderActions }: DocumentListProps) {
  const { busy, download } = useDownload(async (id: string) => {
    const wanted = documents.find(({ _id }) => _id === id)! // the button of one of them
    offerToSave(await fetchFile({ path: partMediaCalls.document.path.replace(':id', id) }), wanted.fileName)
  })
  return (
    <ul className="grid border-b border-b-line" aria-label={label}>
      {documents.map((document) => (
        <li key={document._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 min-w-0 py-3 border-t border-t-line">
          <div>
            <button
              type="button"
              className="link min-h-6 text-start wrap-anywhere cursor-pointer"
              disabled={busy !== undefined}
              aria-busy={busy === document._id || undefined}
              onClick={() => download(document._id)}
            >
              {document.title}
            </button>
            <span className="label-text block">{words.facts(document.kind, document.type, document.bytes)}</span>
          </div>
          {renderActions?.(document)}
        </li>
      ))}
    </ul>
  )
}
