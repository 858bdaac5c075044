import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { quotesWords as words } from '#app/words/quotes.ts'

type QuoteWords = { name: string; note: string }

/** Name and note of a quote; they belong to all of its versions. */
export function QuoteWordsForm({ quote }: { quote: Quote }) {
  const { register, handleSubmit, formState } = useForm<QuoteWords>({
    values: { name: quote.name, note: quote.note },
    resetOptions: { keepDirtyValues: true },
  })
  const save = useAction({
    send: (written: QuoteWords) =>
      callApi(quoteCalls.change, { params: { id: quote._id }, body: { version: quote.newestVersion, ...written } }),
    onDone: () => toast.success(words.wordsSaved),
    onRefused: (error) =>
      toast.error(error instanceof ApiError && error.code === 'QUOTE_CHANGED' ? words.changedElsewhere : failureText(error)),
    changes: [quoteCalls.one, quoteCalls.mine],
  })
  const submit = handleSubmit(save.run)

  return (
    <Panel>
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <TextField {...register('name')} label={words.name} maxLength={TEXT_LIMITS.quoteName} />
        <TextArea {...register('note')} label={words.note} rows={4} maxLength={TEXT_LIMITS.quoteNote} />
        <Button type="submit" variant="secondary" busy={save.isRunning} disabled={!formState.isDirty}>
          {words.saveWords}
        </Button>
      </form>
    </Panel>
  )
}
