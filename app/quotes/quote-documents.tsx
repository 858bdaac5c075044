import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { partMediaCalls } from '#contract/parts/part-media.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { DocumentList } from '#app/parts/document-list.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { partMediaWords as words } from '#app/words/part-media.ts'

/** The documents of the parts of some lines, part by part; nothing where there are none. */
export function QuoteDocuments({ lines }: { lines: readonly QuoteLine[] }) {
  const names = new Map(lines.flatMap(({ partsId, name }) => (partsId === null ? [] : [[partsId, name ?? ''] as const])))
  const parts = [...names.keys()].toSorted().join(',')
  const { data = [] } = useQuery({ ...readOf(partMediaCalls.ofParts, { query: { parts } }), enabled: parts !== '', retry: false })
  const found = new Map(data.map(({ partsId, documents }) => [partsId, documents]))
  if (found.size === 0) return null
  return (
    <section className="grid gap-4" data-screen-only>
      <h3 className="text-lg">{words.documentsOfLines}</h3>
      {Array.from(names, ([partsId, name]) => {
        const documents = found.get(partsId)
        if (!documents) return null
        return (
          <div key={partsId} className="grid gap-2">
            <h4 className="font-semibold">
              <Link to={paths.part(partsId)} className="link wrap-anywhere">
                {name}
              </Link>
            </h4>
            <DocumentList label={words.documentsOf(name)} documents={documents} />
          </div>
        )
      })}
    </section>
  )
}
