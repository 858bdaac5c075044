import { useState } from 'react'
import { orderCalls } from '#contract/orders/orders.ts'
import { MAXIMUM_STAGE_LINES, stageCalls, type StageAnswer, type StagesToSet } from '#contract/orders/stages.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useAction } from '#app/api/use-action.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { StageAnswers } from '#app/orders/stage-answers.tsx'
import { stageLines, type StageLines } from '#app/orders/stage-lines.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { readInWorker } from '#app/quotes/read-in-worker.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CheckField, Field, TextArea } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice, Refusal } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { quoteListWords } from '#app/words/quote-lists.ts'
import { stageWords as words } from '#app/words/stages.ts'

export const meta = pageMeta(words.title)

/** Stages by a list of production: pasted or uploaded, compared, and set line by line. */
export default function StageList() {
  const [typed, setTyped] = useState('')
  const [tell, setTell] = useState(false)
  const [correct, setCorrect] = useState(false)
  const [compared, setCompared] = useState<{ asked: StagesToSet; answers: StageAnswer[] }>()
  const [trouble, setTrouble] = useState<string[]>([])
  const compare = useAction({
    send: async (list: string) => {
      const read = await readTyped(list)
      const refusals = troubleOf(read)
      setTrouble(refusals)
      if (refusals.length > 0) return undefined
      const asked = { lines: read.lines, tell, correct }
      return { asked, answers: (await callApi(stageCalls.compare, { body: asked })).lines }
    },
    onDone: setCompared,
    onRefused: (error) => setTrouble(sentencesOf(error)),
  })
  const again = () => {
    setCompared(undefined)
    setTrouble([])
  }
  const chooseFile = async (file: File | undefined) => {
    if (!file) return
    try {
      const { rows } = await readInWorker(file, new AbortController().signal)
      setTyped(rows.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n'))
      again()
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setTrouble([quoteListWords.problems[error.reason]])
    }
  }
  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead title={words.title} lead={words.lead}>
        <ButtonLink to={dashboardPaths.ship} variant="secondary">
          {words.toShip}
        </ButtonLink>
      </ListHead>
      <Panel>
        <form
          method="post"
          noValidate
          className="grid grid-cols-1 gap-4"
          data-screen-only
          onSubmit={(event) => {
            event.preventDefault()
            again()
            compare.run(typed)
          }}
        >
          <TextArea
            label={words.pasted}
            hint={words.pastedHint}
            rows={8}
            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              again()
            }}
          />
          <Field label={words.file} hint={words.fileHint}>
            {(control) => (
              <input
                {...control}
                type="file"
                className="control"
                accept=".csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.pdf"
                onChange={({ target }) => void chooseFile(target.files?.[0])}
              />
            )}
          </Field>
          <CheckField
            label={`${words.back}. ${words.backHint}`}
            checked={correct}
            onChange={({ target }) => {
              setCorrect(target.checked)
              again()
            }}
          />
          <CheckField
            label={words.tell}
            checked={tell}
            onChange={({ target }) => {
              setTell(target.checked)
              again()
            }}
          />
          <Button type="submit" className="justify-self-start" busy={compare.isRunning} disabled={typed.trim() === ''}>
            {words.compare}
          </Button>
        </form>
      </Panel>
      <Refusal sentences={trouble} />
      {compared && (
        <SetThem
          {...compared}
          onSet={() => {
            setTyped('')
            again()
          }}
        />
      )}
    </section>
  )
}

/** Sentences about lines that cannot be read. */
const NAMED = 20

/** Reads the typed lines in a worker. */
async function readTyped(typed: string): Promise<StageLines> {
  // Its first bytes, a byte order mark, tell that it is text.
  const file = new File([`\uFEFF${typed}`], 'stages.txt', { type: 'text/plain' })
  try {
    return stageLines((await readInWorker(file, new AbortController().signal)).rows)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { lines: [], unread: [quoteListWords.problems[error.reason]] }
  }
}

/** Why the lines cannot be compared; none if they can. */
function troubleOf({ lines, unread }: StageLines): string[] {
  const more = unread.length - NAMED
  if (unread.length > 0) return [...unread.slice(0, NAMED), ...(more > 0 ? [words.more(more)] : [])]
  if (lines.length === 0) return [words.noLines]
  return lines.length > MAXIMUM_STAGE_LINES ? [words.tooMany] : []
}

function SetThem({ asked, answers, onSet }: { asked: StagesToSet; answers: StageAnswer[]; onSet: () => void }) {
  const [trouble, setTrouble] = useState<string[]>([])
  const [refused, setRefused] = useState<StageAnswer[]>()
  const sender = useIdempotentSender<StagesToSet>()
  const wrong = answers.filter(({ problem }) => problem !== null)
  const changing = answers.filter(({ changed }) => changed)
  const set = useAction({
    send: () => {
      // What the screen shows is what is set: an order whose stage is another by now is refused.
      const lines = asked.lines.flatMap((line, index) => {
        const { changed, before } = answers[index]! // an answer for each line
        return changed ? [{ ...line, seen: before && { name: before.name, day: before.day } }] : []
      })
      return sender({ ...asked, lines }, (request) => callApi(stageCalls.set, request))
    },
    onStart: () => setTrouble([]),
    onDone: ({ lines }) => {
      const left = lines.filter(({ problem }) => problem !== null)
      toast.success(words.changed(lines.filter(({ changed }) => changed).length))
      if (left.length === 0) onSet()
      else setRefused(left)
    },
    onRefused: (error) => setTrouble(sentencesOf(error)),
    changes: [orderCalls.one, ...orderLists],
  })
  if (refused)
    return (
      <>
        <Notice tone="warning">{words.wrong(refused.length)}</Notice>
        <StageAnswers answers={refused} />
      </>
    )
  return (
    <>
      {wrong.length > 0 && <Notice tone="warning">{words.wrong(wrong.length)}</Notice>}
      <StageAnswers answers={[...wrong, ...answers.filter(({ problem }) => problem === null)]} />
      <Refusal sentences={trouble} />
      {changing.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <Button className="justify-self-start" data-screen-only busy={set.isRunning} onClick={() => set.run()}>
          {words.setLines(changing.length)}
        </Button>
      )}
    </>
  )
}
