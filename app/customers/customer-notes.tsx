import { useForm } from 'react-hook-form'
import { customerCalls, type CustomerInFull, type CustomerNote } from '#contract/people/customers.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { Allowed } from '#app/identity/may.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { customerWords as words } from '#app/words/customers.ts'

const changes = [customerCalls.one]

/** Notes of the shop's people about a customer, newest first, and the field for a new one. */
export function CustomerNotes({ customer: { _id, notes } }: { customer: CustomerInFull }) {
  return (
    <Panel>
      <h3 className="text-base font-semibold">{words.notes}</h3>
      <p className="mb-3 text-soft">{words.notesLead}</p>
      <Allowed call={customerCalls.addNote}>
        <NoteForm customerId={_id} />
      </Allowed>
      <ul className="divide-y divide-line">
        {notes.map((note) => (
          <li key={note._id} className="flex items-start justify-between gap-4 py-2">
            <div className="grid min-w-0 gap-1">
              <span className="text-soft wrap-anywhere">
                {note.author} · <Time value={note.writtenAt} />
              </span>
              <p className="max-w-prose whitespace-pre-line wrap-anywhere">{note.note}</p>
            </div>
            <Allowed call={customerCalls.removeNote}>
              <RemoveNote note={note} />
            </Allowed>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function NoteForm({ customerId }: { customerId: string }) {
  const form = useForm({ defaultValues: { note: '' } })
  const field = fieldsOf(form)
  const sender = useIdempotentSender<{ note: string }>()
  const add = useAction({
    send: (note: string) => sender({ note }, (request) => callApi(customerCalls.addNote, { params: { id: customerId }, ...request })),
    onDone: () => {
      form.reset()
      toast.success(words.noteAdded)
    },
    onRefused: (error) => {
      const sentence = showRefusal(form, error)
      if (sentence !== undefined) toast.error(sentence)
    },
    changes,
  })
  return (
    <form
      method="post"
      noValidate
      className="mb-3 grid max-w-prose gap-3 justify-items-start"
      onSubmit={(event) => void form.handleSubmit(({ note }) => add.run(note.trim()))(event)}
    >
      <TextArea {...field('note', filled(words.noteMissing, TEXT_LIMITS.customerNote))} label={words.note} rows={2} className="w-full" />
      <Button type="submit" variant="secondary" busy={add.isRunning}>
        {words.addNote}
      </Button>
    </form>
  )
}

function RemoveNote({ note: { _id, note } }: { note: CustomerNote }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => <IconButton label={words.removeNote} icon={<TrashIcon />} onClick={ask} />}
      question={words.removeNoteQuestion}
      tone="danger"
      send={() => callApi(customerCalls.removeNote, { params: { id: _id } })}
      onDone={() => toast.success(words.noteRemoved)}
      changes={changes}
    >
      <span className="whitespace-pre-line wrap-anywhere">{note}</span>
    </ConfirmedAction>
  )
}
