import { useRef, useState } from 'react'
import { formatCount } from '#contract/basics/figures.ts'
import { partMediaCalls, partMediaMessages } from '#contract/parts/part-media.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { ApiError, sentenceOf, sentencesOf } from '#app/api/api-error.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readAgain } from '#app/api/queries.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { WorkProgress } from '#app/ui/work-progress.tsx'
import { toast } from '#app/ui/toast.ts'
import { documentFileWords as words } from '#app/words/document-files.ts'
import { partMediaWords } from '#app/words/part-media.ts'
import { FileToRead, isDamagedZip } from './file-to-read.tsx'
import { readDocuments, type FoundDocument } from './read-documents.ts'

export const meta = pageMeta(words.title)

/** Documents for many parts: from a ZIP, or from addresses in a list. */
export default function DocumentFiles() {
  const [found, setFound] = useState<FoundDocument[]>()
  return (
    <section className="grid grid-cols-1 gap-5">
      <ListHead title={words.title} lead={words.lead}>
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      {found ? <AddDocuments found={found} onOther={() => setFound(undefined)} /> : <ChooseDocuments onFound={setFound} />}
    </section>
  )
}

function ChooseDocuments({ onFound }: { onFound: (found: FoundDocument[]) => void }) {
  const read = async (file: File) => {
    try {
      const found = await readDocuments(file)
      if (found.length === 0) return words.nothing
      onFound(found)
    } catch (error) {
      return error instanceof UnreadableFile || isDamagedZip(error) ? words.unreadable : sentenceOf(error)
    }
  }
  return (
    <FileToRead
      label={words.file}
      hint={words.fileHint}
      reading={words.reading}
      accept=".zip,.csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.json"
      read={read}
    />
  )
}

/** Outcome of a document: 'added', 'known', or the reason for a refusal. */
type Ends = ReadonlyMap<FoundDocument, string>

function AddDocuments({ found, onOther }: { found: FoundDocument[]; onOther: () => void }) {
  const { ends, progress, trouble, add, stop } = useAdding()
  const open = found.filter((one) => one.part && !one.isTooLarge && !isIn(ends.get(one)))
  const isAdding = progress !== undefined
  return (
    <>
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      {isAdding && <WorkProgress {...progress} text={words.adding(formatCount(progress.done), formatCount(progress.of))} />}
      <div className="flex flex-wrap gap-3" data-screen-only>
        {open.length > 0 && (
          <Button busy={isAdding} onClick={() => add(open)}>
            {open.some((one) => ends.has(one)) ? words.again(open.length) : words.add(open.length)}
          </Button>
        )}
        <Button variant="secondary" onClick={isAdding ? stop : onOther}>
          {isAdding ? words.stop : words.other}
        </Button>
      </div>
      <Table caption={words.caption} columns={columnsFor(ends)} rows={found} rowKey={({ name }) => name} />
    </>
  )
}

const isIn = (end: string | undefined) => end === words.added || end === words.known

const columnsFor = (ends: Ends): Column<FoundDocument>[] => [
  { title: words.columns.file, card: 'name', fills: true, cell: ({ name }) => name },
  { title: words.columns.part, cell: ({ part }) => part && `${part.partNumber} · ${part.name}` },
  { title: words.columns.document, cell: ({ kind, title }) => `${partMediaWords.kinds[kind]}: ${title}` },
  { title: words.columns.state, card: 'state', cell: (one) => <End document={one} end={ends.get(one)} /> },
]

function End({ document: { part, isTooLarge }, end }: { document: FoundDocument; end: string | undefined }) {
  if (!part) return <Status tone="warning">{words.unknown}</Status>
  if (isTooLarge) return <Status tone="danger">{words.tooLarge}</Status>
  if (end === undefined) return <span>{words.waiting}</span>
  return <Status tone={isIn(end) ? 'success' : 'danger'}>{end}</Status>
}

/** Adds documents one after the other; a refused document shows the reason, and the others follow. */
function useAdding() {
  const [ends, setEnds] = useState<Ends>(new Map())
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [trouble, setTrouble] = useState<string>()
  const controller = useRef<AbortController>(null)

  const addAll = async (documents: FoundDocument[]) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setTrouble(undefined)
    let added = 0
    try {
      for (const [done, document] of documents.entries()) {
        signal.throwIfAborted()
        setProgress({ done, of: documents.length })
        const end = await endOf(document, signal)
        if (end === words.added) added += 1
        setEnds((before) => new Map(before).set(document, end))
      }
    } catch (error) {
      if (!signal.aborted) setTrouble(sentenceOf(error))
    } finally {
      setProgress(undefined)
      if (added > 0) toast.success(words.done(added))
      await readAgain(partMediaCalls.ofPart, partMediaCalls.ofParts, partDeskCalls.one)
    }
  }
  return { ends, progress, trouble, add: (documents: FoundDocument[]) => void addAll(documents), stop: () => controller.current?.abort() }
}

/** @throws errors other than a refusal of this document, such as a lost connection. */
async function endOf({ part, add }: FoundDocument, signal: AbortSignal): Promise<string> {
  try {
    await add(part!._id, signal) // documents without a part are not added
    return words.added
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
    const [sentence] = sentencesOf(error)
    return sentence === partMediaMessages.fileTwice ? words.known : sentence!
  }
}
