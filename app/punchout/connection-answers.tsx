import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { punchoutCalls, type PunchoutAnswer, type PunchoutConnection } from '#contract/quotes/punchout.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { useAction } from '#app/api/use-action.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { TextField } from '#app/ui/field.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { punchoutWords } from '#app/words/punchout.ts'

const words = punchoutWords.answers

/** Where answers about the orders of a connection go, and what became of the last ones. */
export const ConnectionAnswers = ({ connection }: { connection: PunchoutConnection }) => (
  <DialogButton
    aria-label={words.of(connection.name)}
    renderDialog={(onClose) => <AnswersDialog connection={connection} onClose={onClose} />}
  >
    {words.open}
  </DialogButton>
)

type Fields = { url: string; secret: string }

function AnswersDialog({ connection: { _id: id, name, answersUrl }, onClose }: { connection: PunchoutConnection; onClose: () => void }) {
  const form = useForm<Fields>({ defaultValues: { url: answersUrl ?? '', secret: '' } })
  const field = fieldsOf(form)
  const log = useQuery(readOf(punchoutCalls.answers, { params: { id } }))
  const save = useFormAction({
    form,
    send: ({ url, secret }: Fields) =>
      callApi(punchoutCalls.answerTo, {
        params: { id },
        body: { url: url.trim() === '' ? null : url.trim(), ...(secret.trim() !== '' && { secret: secret.trim() }) },
      }),
    onDone: () => toast.success(words.saved),
    onClose,
    changes: [punchoutCalls.mine],
  })
  return (
    <FormDialog
      title={words.of(name)}
      lead={words.lead}
      submit={words.save}
      action={save}
      wide="table"
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <TextField
        {...field('url')}
        label={words.url}
        hint={words.urlHint}
        maxLength={TEXT_LIMITS.webhookUrl}
        type="url"
        spellCheck={false}
      />
      <TextField {...field('secret')} label={words.secret} hint={words.secretHint} autoComplete="off" spellCheck={false} />
      {answersUrl !== undefined && !log.data && <Loading query={log} />}
      {log.data && log.data.answers.length > 0 && (
        <Table caption={words.log} columns={columns} rows={log.data.answers} rowKey={({ _id }) => _id} />
      )}
    </FormDialog>
  )
}

const TONES = { waiting: 'neutral', delivered: 'success', 'given-up': 'danger' } as const

const columns: Column<PunchoutAnswer>[] = [
  { title: words.columns.order, card: 'name', cell: ({ orderId }) => <span className="wrap-anywhere">{orderId}</span> },
  { title: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
  { title: words.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    title: words.columns.state,
    multiline: true,
    cell: ({ state, problem }) => (
      <>
        <Status tone={TONES[state]}>{words.states[state]}</Status>
        {problem && <span className="block text-soft">{problem}</span>}
      </>
    ),
  },
  {
    title: words.columns.again,
    card: 'action',
    screenOnly: true,
    cell: (answer) => answer.state !== 'delivered' && <SendAgain answer={answer} />,
  },
]

function SendAgain({ answer: { _id: id, orderId } }: { answer: PunchoutAnswer }) {
  const again = useAction({
    send: () => callApi(punchoutCalls.sendAgain, { params: { id } }),
    onDone: () => toast.success(words.sentAgain),
    changes: [punchoutCalls.answers],
  })
  return (
    <Button variant="secondary" busy={again.isRunning} aria-label={words.againOf(orderId)} onClick={() => again.run()}>
      {words.again}
    </Button>
  )
}
