import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { partDeskCalls, type DeskPart, type PartChange, type PartDetails } from '#contract/part-desk.ts'
import { partCalls } from '#contract/parts.ts'
import { callApi } from '#app/api.ts'
import { isUnknown, Loading } from '#app/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/form-fields.ts'
import { Allowed } from '#app/identity/may.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { PartStock } from '#app/parts/part-stock.tsx'
import { readOf, updateRead } from '#app/queries.ts'
import { PictureField } from '#app/ui/picture-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { partDeskWords as words } from '#app/words/part-desk.ts'

/** A part beside the list: what it is called, says and shows, and the history of its fields. */
export function PartSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(readOf(partDeskCalls.one, { params: { id } }))
  const [isDirty, setIsDirty] = useState(false)
  const part = query.data
  return (
    <SideSheet title={part ? words.title(part.name) : words.edit} onClose={onClose} hasUnsavedText={isDirty}>
      {isUnknown(query.error) ? <NotFoundText /> : !part && <Loading query={query} />}
      {part?.removedAt && <Notice tone="warning">{words.removed}</Notice>}
      {part && !part.removedAt && (
        <Allowed call={partDeskCalls.changeDetails}>
          <DetailsForm part={part} onDirty={setIsDirty} />
        </Allowed>
      )}
      {part && (
        <Allowed call={partDeskCalls.ledger}>
          <PartStock id={id} />
        </Allowed>
      )}
      {part && <History changes={part.changes} />}
    </SideSheet>
  )
}

type Details = Omit<PartDetails, 'seen'>

const detailsOf = ({ name, description, img }: DeskPart): Details => ({ name, description, img })

function DetailsForm({ part, onDirty }: { part: DeskPart; onDirty: (isDirty: boolean) => void }) {
  // What another admin changes meanwhile is not what this one has seen.
  const [seen, setSeen] = useState(() => detailsOf(part))
  const form = useForm<Details>({ defaultValues: seen })
  const field = fieldsOf(form)
  const img = useWatch({ control: form.control, name: 'img' })
  const [trouble, setTrouble] = useState<string>()

  const save = useAction({
    send: (typed: Details) => callApi(partDeskCalls.changeDetails, { params: { id: part._id }, body: { ...typed, seen } }),
    onStart: () => setTrouble(undefined),
    onDone: ({ modifiedCount, part: changed }) => {
      updateRead(partCalls.all, (parts) => parts.map((one) => (one._id === changed._id ? changed : one)))
      const { name, description, img: picture } = changed
      setSeen({ name, description, img: picture })
      form.reset({ name, description, img: picture })
      onDirty(false)
      toast.success(modifiedCount === 1 ? words.saved(name) : words.unchanged)
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [partCalls.all, partCalls.one, partDeskCalls.one],
  })

  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onChange={() => onDirty(true)}
      onSubmit={(event) => void form.handleSubmit(save.run)(event)}
    >
      <p className="text-sm text-soft">{words.kept}</p>
      <TextField {...field('name', filled(messages.partNameRequired))} label={words.name} maxLength={TEXT_LIMITS.partName} />
      <TextArea
        {...field('description', filled(messages.partDescriptionRequired))}
        label={words.description}
        rows={5}
        maxLength={TEXT_LIMITS.description}
      />
      <PictureField
        label={words.picture}
        hint={words.pictureHint}
        value={img}
        error={field('img').error}
        onChange={(url) => {
          form.setValue('img', url === '' ? seen.img : url, { shouldDirty: true })
          form.clearErrors('img')
        }}
      />
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      <Button type="submit" className="justify-self-start" busy={save.isRunning}>
        {words.save}
      </Button>
    </form>
  )
}

function History({ changes }: { changes: PartChange[] }) {
  return (
    <section className="mt-6 grid gap-2">
      <h3 className="text-lg">{words.history}</h3>
      {changes.length === 0 ? (
        <p className="text-soft">{words.noHistory}</p>
      ) : (
        <Table caption={words.history} columns={columns} rows={changes} rowKey={({ at, field }) => `${at} ${field}`} wide />
      )}
    </section>
  )
}

/** A value as it is read: a ladder as its steps, a picture as itself. */
function Value({ field, text }: { field: PartChange['field']; text: string }) {
  if (field === 'img') return <img src={text} alt="" width={48} height={48} className="thumbnail" />
  if (field === 'removed') return text === 'true' ? words.notInCatalogue : words.inCatalogue
  if (field !== 'priceBreaks') return <span className="wrap-anywhere">{text}</span>
  const steps = JSON.parse(text) as [number, string][]
  return steps.length === 0 ? words.noSteps : steps.map(([from, price]) => words.step(from, price)).join(', ')
}

const columns: Column<PartChange>[] = [
  { title: words.columns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.by, cell: ({ by }) => by ?? words.shopItself },
  { title: words.columns.field, card: 'name', cell: ({ field }) => words.fields[field] },
  { title: words.columns.before, multiline: true, cell: ({ field, before }) => <Value field={field} text={before} /> },
  { title: words.columns.after, multiline: true, cell: ({ field, after }) => <Value field={field} text={after} /> },
]
