import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { BYTE_ORDER_MARK, csvOf } from '#contract/basics/csv.ts'
import { customerPartNumberCalls, type CustomerPartNumber } from '#contract/parts/customer-part-numbers.ts'
import { callApi } from '#app/api/api.ts'
import { EditPairs } from '#app/ui/edit-pairs.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { offerToSave } from '#app/api/offer-to-save.ts'
import type { Pair } from '#app/ui/pair-lines.ts'
import { readOf } from '#app/api/queries.ts'
import { readInWorker } from '#app/quotes/read-in-worker.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { FormOutline } from '#app/ui/form-outline.tsx'
import { toast } from '#app/ui/toast.ts'
import { customerPartNumberWords as words } from '#app/words/customer-part-numbers.ts'
import { quoteListWords } from '#app/words/quote-lists.ts'

/** The numbers that a customer uses for the shop's parts: as a text, from a file, and as a file. */
export function ProfilePartNumbers() {
  const query = useQuery(readOf(customerPartNumberCalls.mine))
  const { data: kept } = query
  const gone = kept?.filter(({ isOnSale }) => !isOnSale).length ?? 0

  return (
    <Panel className="panel-dense">
      <div className="grid grid-cols-1 gap-3">
        <h3 className="font-semibold">{words.title}</h3>
        <p className="text-soft">{words.explained}</p>
        {gone > 0 && <p className="text-soft">{words.noLongerSold(gone)}</p>}
        {kept ? (
          <KeptPairs kept={kept} />
        ) : (
          <Loading
            query={query}
            skeleton={
              <FormOutline>
                <KeptPairs kept={[]} />
              </FormOutline>
            }
          />
        )}
      </div>
    </Panel>
  )
}

const KeptPairs = ({ kept }: { kept: readonly CustomerPartNumber[] }) => (
  <EditPairs
    shown={kept.map(({ number: from, partNumber: to }) => ({ from, to }))}
    words={words}
    send={({ remove, add }) =>
      callApi(customerPartNumberCalls.change, { body: { remove, add: add.map(({ from, to }) => ({ number: from, partNumber: to })) } })
    }
    changes={[customerPartNumberCalls.mine]}
    renderMore={(add) => (
      <>
        <UploadPairs onRead={add} />
        {kept.length > 0 && (
          <Button variant="secondary" onClick={() => offerToSave(fileOf(kept), words.fileName)}>
            {words.download}
          </Button>
        )}
      </>
    )}
  />
)

const fileOf = (kept: readonly CustomerPartNumber[]) =>
  new Blob([BYTE_ORDER_MARK, csvOf([words.columns, ...kept.map(({ number, partNumber, name }) => [number, partNumber, name])])], {
    type: 'text/csv;charset=utf-8',
  })

/** Reads pairs of the first two columns of a file. */
function UploadPairs({ onRead }: { onRead: (pairs: readonly Pair[]) => void }) {
  const [isReading, setIsReading] = useState(false)
  const file = useRef<HTMLInputElement>(null)

  async function read(chosen: File): Promise<void> {
    setIsReading(true)
    try {
      const { rows } = await readInWorker(chosen, new AbortController().signal)
      const pairs = pairsOf(rows)
      if (pairs.length === 0) return toast.error(words.nothingRead)
      onRead(pairs)
      toast.info(words.uploaded(pairs.length))
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      toast.error(quoteListWords.problems[error.reason])
    } finally {
      setIsReading(false)
    }
  }

  return (
    <>
      <Button variant="secondary" busy={isReading} onClick={() => file.current?.click()}>
        {words.upload}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods"
        className="sr-only"
        tabIndex={-1}
        aria-label={words.upload}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void read(chosen)
          // Allows choosing the same file again after it was changed.
          target.value = ''
        }}
      />
    </>
  )
}

/** Rows with both numbers, without the header of the file that is downloaded here. */
const pairsOf = (rows: readonly string[][]): Pair[] =>
  rows.flatMap(([from = '', to = '']) =>
    from.trim() === '' || to.trim() === '' || from === words.columns[0] ? [] : [{ from: from.trim(), to: to.trim() }],
  )
