import { useId, useState } from 'react'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { searchCalls } from '#contract/parts/searches.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { usePartCombobox } from '#app/parts/use-part-combobox.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { searchesWords as words } from '#app/words/searches.ts'

/** Asks which part a text means. */
export const ChoosePart = ({ text }: { text: string }) => (
  <DialogButton aria-label={words.meansOf(text)} renderDialog={(onClose) => <PartDialog text={text} onClose={onClose} />}>
    {words.means}
  </DialogButton>
)

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
  return (
    <FormDialog
      title={words.meansTitle(text)}
      lead={words.meansLead}
      submit={words.save}
      action={answer}
      onSubmit={() => (part.trim() === '' ? setProblem(words.partMissing) : answer.run())}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
