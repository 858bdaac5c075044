import { Suspense, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea } from '#app/ui/field.tsx'
import { PlusIcon } from '#app/ui/icons.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import type { Sheets } from '#readers/lists/lines.ts'
import type { List, ListState } from './use-list.ts'

const MapColumns = lazyPart(async () => (await import('./map-columns.tsx')).MapColumns)

/** Filter of the file dialog; the content decides the type of a file. */
const FILE_KINDS =
  '.csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,.pdf,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Imports of a list: a dropped or chosen file, or pasted text. */
export function AddLines({ list, disabled }: { list: List; disabled: boolean }) {
  const [isPasting, setIsPasting] = useState(false)
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const pasteButton = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const { state } = list
  const sheets = sheetsOf(state)

  /** The panel closes at the press, not when the list is read: what follows would move then. What cannot be read stays in it. */
  function addPasted(): void {
    setIsPasting(false)
    pasteButton.current?.focus()
    list.readText(text, { onAdded: () => setText((now) => (now === text ? '' : now)) })
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={disabled} aria-describedby={hintId} onClick={() => file.current?.click()}>
          <PlusIcon />
          {words.addFile}
        </Button>
        <input
          ref={file}
          type="file"
          accept={FILE_KINDS}
          className="sr-only"
          tabIndex={-1}
          aria-label={words.addFile}
          disabled={disabled}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) list.readFile(chosen)
            // Allows choosing the same file again after it was changed.
            target.value = ''
          }}
        />
        <Button
          ref={pasteButton}
          variant="secondary"
          disabled={disabled}
          aria-expanded={isPasting}
          onClick={() => setIsPasting(!isPasting)}
        >
          {words.addPasted}
        </Button>
        <p id={hintId} className="label-text">
          {words.fileHint}
        </p>
      </div>
      {isPasting && (
        <Panel className="grid gap-4">
          <TextArea
            label={words.pasteLabel}
            hint={words.pasteHint}
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="figures"
            spellCheck={false}
          />
          <div className="flex flex-wrap gap-3">
            <Button disabled={text.trim() === ''} onClick={addPasted}>
              {words.pasteAdd}
            </Button>
            <Button variant="secondary" onClick={() => setIsPasting(false)}>
              {words.close}
            </Button>
          </div>
        </Panel>
      )}
      {sheets && (
        <SelectField
          label={words.sheet}
          options={sheets.names.map((name) => [name, name] as const)}
          value={sheets.read}
          disabled={disabled}
          onChange={({ target }) => list.chooseSheet(target.value)}
        />
      )}
      {state.kind === 'columns' && (
        <Suspense>
          <MapColumns table={state.table} before={state.before} onDone={list.chooseColumns} onCancel={list.stop} />
        </Suspense>
      )}
      {state.kind === 'report' && state.tone === 'danger' && (
        <Notice
          tone="danger"
          action={
            <Button variant="ghost" onClick={list.stop}>
              {words.close}
            </Button>
          }
        >
          {state.text}
        </Notice>
      )}
    </div>
  )
}

/** The sheets of the workbook that was read. */
const sheetsOf = (state: ListState): Sheets | undefined =>
  state.kind === 'columns' ? state.table.sheets : state.kind === 'report' ? state.columns?.table.sheets : undefined
