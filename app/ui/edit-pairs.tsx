import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/basics/call.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { changeOf, lineOfField, readPairs, writePairs, type Pair, type PairChange } from '#app/ui/pair-lines.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'

export type PairWords = {
  label: string
  hint: string
  save: string
  saved: (count: number) => string
  nothingChanged: string
  wrongLine: (line: number) => string
  inLine: (line: number, sentence: string) => string
}

type EditPairsProps = {
  shown: readonly Pair[]
  words: PairWords
  send: (change: PairChange) => Promise<unknown>
  /** Calls whose data the change changes. */
  changes: Call[]
  /** More buttons; they may add pairs to the text, which are saved with the rest. */
  renderMore?: (add: (pairs: readonly Pair[]) => void) => ReactNode
}

/** Pairs as a text, a line each, so that they can be copied, pasted and kept elsewhere, too. Resets when others are shown. */
export function EditPairs(props: EditPairsProps) {
  return <PairForm key={writePairs(props.shown)} {...props} />
}

function PairForm({ shown, words, send, changes, renderMore }: EditPairsProps) {
  const [text, setText] = useState(writePairs(shown))
  const [problem, setProblem] = useState<string>()
  const { pairs, wrongLine } = readPairs(text)
  const change = changeOf(shown, pairs)
  const save = useAction({
    send: () => send(change),
    onDone: () => toast.success(words.saved(pairs.length)),
    onRefused: (error) => setProblem(refusal(error, words, text, change.add)),
    changes,
  })
  const write = (written: string) => {
    setText(written)
    setProblem(undefined)
  }
  return (
    <form
      method="post"
      noValidate
      className="grid max-w-xl gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (wrongLine !== undefined) setProblem(words.wrongLine(wrongLine))
        else if (change.add.length + change.remove.length === 0) toast.info(words.nothingChanged)
        else save.run()
      }}
    >
      <TextArea
        label={words.label}
        hint={words.hint}
        error={problem}
        rows={Math.min(Math.max(pairs.length + 2, 5), 20)}
        spellCheck={false}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isRunning}>
          {words.save}
        </Button>
        {renderMore?.((added) => write(`${text.trimEnd()}\n${writePairs(added)}`.trimStart()))}
      </div>
    </form>
  )
}

/** The refusal, with the line that it is about. */
function refusal(error: Error, words: PairWords, text: string, added: readonly Pair[]): string {
  const field = error instanceof ApiError ? error.fields?.[0] : undefined
  if (!field) return sentenceOf(error)
  const line = lineOfField(field.field, text, added)
  return line === undefined ? field.message : words.inLine(line, field.message)
}
