import { useState } from 'react'
import { searchCalls } from '#contract/parts/searches.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { PartField } from '#app/parts/part-field.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
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
  const [part, setPart] = useState('')
  const [problem, setProblem] = useState<string>()
  const write = (typed: string) => {
    setPart(typed)
    setProblem(undefined)
  }
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
      <PartField label={words.part} error={problem} text={part} onType={write} onPick={({ partNumber }) => write(partNumber)} />
    </FormDialog>
  )
}
