import { useId, useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { searchCalls } from '#contract/searches.ts'
import { ApiError, sentenceOf } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { usePartCombobox } from '#app/parts/use-part-combobox.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { searchesWords as words } from '#app/words/searches.ts'

/** Asks which part a text means. */
export function ChoosePart({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" aria-label={words.meansOf(text)} onClick={() => setIsOpen(true)}>
        {words.means}
      </Button>
      {isOpen && <PartDialog text={text} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PartDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId()
  const [part, setPart] = useState('')
  const [problem, setProblem] = useState<string>()
  const write = (typed: string) => {
    setPart(typed)
    setProblem(undefined)
  }
  const { field, type, close, onKey, list } = usePartCombobox(id, ({ partNumber }) => write(partNumber))
  const answer = useAction({
    send: () => callApi(searchCalls.answer, { body: { text, part } }),
    onDone: () => {
      toast.success(words.meant(text))
      onClose()
    },
    onRefused: (error) => setProblem(error instanceof ApiError ? (error.fields?.[0]?.message ?? error.message) : sentenceOf(error)),
    changes: [searchCalls.missed, searchCalls.answers],
  })
  const title = words.meansTitle(text)
  return (
    <Dialog label={title} busy={answer.isRunning} onClose={onClose}>
      <form
        method="post"
        noValidate
        className="modal-body grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (part.trim() === '') setProblem(words.partMissing)
          else answer.run()
        }}
      >
        <h2 className="text-xl wrap-anywhere">{title}</h2>
        <p className="text-soft">{words.meansLead}</p>
        <div className="part-combobox">
          <Field id={id} label={words.part} error={problem}>
            {(control) => (
              <input
                {...control}
                {...field}
                type="text"
                className="control"
                autoComplete="off"
                spellCheck={false}
                maxLength={TEXT_LIMITS.partName}
                value={part}
                onChange={({ target }) => {
                  write(target.value)
                  type(target.value)
                }}
                onKeyDown={(event) => void onKey(event)}
                onBlur={close}
              />
            )}
          </Field>
          {list}
        </div>
        <div className="modal-actions mt-0">
          <Button variant="secondary" onClick={onClose} disabled={answer.isRunning}>
            {dialogWords.cancel}
          </Button>
          <Button type="submit" busy={answer.isRunning}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
