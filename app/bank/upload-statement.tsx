import { formatMoney } from '#contract/basics/figures.ts'
import { useState } from 'react'
import { bankCalls, STATEMENT_BYTES } from '#contract/payments/bank.ts'
import type { CallResponse } from '#contract/basics/call.ts'
import type { ErrorAnswer } from '#contract/basics/errors.ts'
import { ApiError, NetworkError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { sessionKeeper, withBearer } from '#app/identity/browser-session.ts'
import { readAgain } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { FirstLine } from '#app/ui/first-line.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { PlainDay } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { bankWords as words } from '#app/words/bank.ts'

/** Timeout for a file, equal to the server's request timeout. */
const UPLOAD_MS = 30_000

type Uploaded = CallResponse<typeof bankCalls.upload>
type Dates = 'day-first' | 'month-first'

/** Chooses a file of the bank, sends it, and shows its new movements. */
export function UploadStatement() {
  const [uploaded, setUploaded] = useState<Uploaded>()
  const [trouble, setTrouble] = useState<string>()
  const [asksDates, setAsksDates] = useState<File>()
  const upload = useAction({
    send: ({ file, dates }: { file: File; dates?: Dates }) => sendStatement(file, dates),
    onStart: () => {
      setTrouble(undefined)
      setUploaded(undefined)
    },
    onDone: (answer) => {
      setUploaded(answer)
      setAsksDates(undefined)
    },
    onFailed: (error, { file }) => {
      setTrouble(sentenceOf(error))
      // The shop asks which one it is.
      setAsksDates(/month first/.test(sentenceOf(error)) ? file : undefined)
    },
    changes: [bankCalls.movements, bankCalls.statements],
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    if (file.size > STATEMENT_BYTES) setTrouble(words.tooLarge)
    else upload.run({ file })
  }

  return (
    <Panel className="grid grid-cols-1 gap-3">
      <Field label={words.file} hint={upload.isRunning ? words.reading : words.fileHint} error={trouble}>
        {(control) => (
          <input
            {...control}
            type="file"
            className="control"
            accept=".xml,.c53,.sta,.mt940,.940,.txt,.csv"
            disabled={upload.isRunning}
            onChange={({ target }) => {
              choose(target.files?.[0])
              target.value = ''
            }}
          />
        )}
      </Field>
      {asksDates && (
        <SelectField
          label={words.dates}
          value=""
          options={[
            ['', ''],
            ['day-first', words.dayFirst],
            ['month-first', words.monthFirst],
          ]}
          onChange={({ target }) => upload.run({ file: asksDates, dates: target.value as Dates })}
        />
      )}
      {uploaded && <WhatWasNew key={uploaded.statement._id} uploaded={uploaded} />}
    </Panel>
  )
}

async function sendStatement(file: File, dates: Dates | undefined): Promise<Uploaded> {
  const { method, path } = bankCalls.upload
  const query = new URLSearchParams({ name: file.name.slice(0, 200), ...(dates && { dates }) })
  const headers = withBearer(new Headers({ 'content-type': 'application/octet-stream' }), await sessionKeeper.freshToken())
  try {
    const answer = await fetch(`/api${path}?${query}`, {
      method,
      headers,
      body: file,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(UPLOAD_MS),
    })
    if (!answer.ok) throw new ApiError(answer.status, (await answer.json()) as ErrorAnswer)
    return (await answer.json()) as Uploaded
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new NetworkError(error)
  }
}

type SeenLine = Uploaded['seen'][number] & { statementId: string }

function WhatWasNew({ uploaded: { statement, before, leftOut, seen } }: { uploaded: Uploaded }) {
  const { newLines, lines, pending, addsUp, _id } = statement
  return (
    <>
      <Notice tone={before ? 'info' : 'success'}>
        {[
          before ? words.before : words.uploaded(newLines, lines),
          ...(pending > 0 ? [words.pending(pending)] : []),
          ...(leftOut > 0 ? [words.leftOut(leftOut)] : []),
        ].join(' ')}
      </Notice>
      {addsUp === false && <Notice tone="warning">{words.doesNotAddUp}</Notice>}
      {seen.length > 0 && (
        <div className="grid grid-cols-1 gap-2">
          <h3 className="text-base font-semibold">{words.seen}</h3>
          <p className="text-soft">{words.seenLead}</p>
          <Table
            caption={words.seen}
            columns={seenColumns}
            rows={seen.map((line) => ({ ...line, statementId: _id }))}
            rowKey={({ line }) => line}
          />
        </div>
      )}
    </>
  )
}

const seenColumns: Column<SeenLine>[] = [
  { title: words.columns.day, card: 'plain', cell: ({ bookedOn }) => <PlainDay value={bookedOn} /> },
  { title: words.columns.payer, card: 'name', cell: ({ payer }) => payer },
  { title: words.columns.text, fills: true, cell: ({ text }) => <FirstLine text={text} /> },
  { title: words.columns.amount, align: 'end', cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: words.addSeen, card: 'action', screenOnly: true, cell: (line) => <AddSeen line={line} /> },
]

function AddSeen({ line: { line, statementId } }: { line: SeenLine }) {
  const add = useAction({
    send: () => callApi(bankCalls.addSeen, { params: { id: statementId }, body: { line } }),
    onDone: ({ added }) => {
      toast.info(added === 1 ? words.added : words.addedBefore)
      return readAgain(bankCalls.movements)
    },
  })
  return (
    <Button variant="secondary" aria-label={words.addSeenOf(line)} busy={add.isRunning} disabled={add.isDone} onClick={() => add.run()}>
      {words.addSeen}
    </Button>
  )
}
