import { Suspense, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { hasMarkdown } from '#contract/basics/markdown.ts'
import { messages } from '#contract/basics/messages.ts'
import { partMediaCalls } from '#contract/parts/part-media.ts'
import { partDeskCalls, type ManagedPart, type PartChange, type PartDetails } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { Allowed } from '#app/identity/may.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { Description } from '#app/parts/description.tsx'
import { ExpectedGoods } from '#app/parts/expected-goods.tsx'
import { documentValue, PicturesValue } from '#app/parts/media-change.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { InShop } from '#app/parts/in-shop.tsx'
import { PartFactsForm } from '#app/parts/part-facts-form.tsx'
import { PartStock } from '#app/parts/part-stock.tsx'
import { Thumbnail } from '#app/parts/thumbnail-name.tsx'
import { readOf } from '#app/api/queries.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { PictureField } from '#app/ui/picture-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partFieldWords } from '#app/words/part-fields.ts'
import { partMediaWords } from '#app/words/part-media.ts'
import { relationWords } from '#app/words/related-parts.ts'
import { partDeskWords as words } from '#app/words/part-desk.ts'

const PartPictures = lazyPart(async () => (await import('#app/parts/part-pictures.tsx')).PartPictures)
const PartDocuments = lazyPart(async () => (await import('#app/parts/part-documents.tsx')).PartDocuments)

const PartRelations = lazyPart(async () => (await import('#app/parts/part-relations.tsx')).PartRelations)

/** A part beside the list: name, description, picture, and the history of its fields. */
export function PartSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(readOf(partDeskCalls.one, { params: { id } }))
  const [isDirty, setIsDirty] = useState(false)
  const [arePicturesDirty, setArePicturesDirty] = useState(false)
  const part = query.data
  return (
    <SideSheet title={part ? words.title(part.name) : words.edit} onClose={onClose} hasUnsavedText={isDirty || arePicturesDirty}>
      {isUnknown(query.error) ? <NotFoundText /> : !part && <Loading query={query} />}
      {part && (
        <Tabs
          label={words.tabs}
          tabs={[
            { title: words.tab, content: <Sections part={part} onDirty={setIsDirty} onPicturesDirty={setArePicturesDirty} /> },
            { title: words.history, count: part.changes.length, content: <History changes={part.changes} /> },
          ]}
        />
      )}
    </SideSheet>
  )
}

type SectionsProps = { part: ManagedPart; onDirty: (isDirty: boolean) => void; onPicturesDirty: (areDirty: boolean) => void }

/** All editable fields of a part, by the user's rights. */
function Sections({ part, onDirty, onPicturesDirty }: SectionsProps) {
  const { _id: id, removedAt } = part
  return (
    <>
      <InShop part={part} />
      <Allowed call={partDeskCalls.changeDetails}>
        <DetailsForm part={part} onDirty={onDirty} />
        <PartFactsForm part={part} onDirty={onDirty} />
      </Allowed>
      {!removedAt && (
        <Allowed call={partMediaCalls.changePictures}>
          <Folded title={partMediaWords.pictures}>
            <PartPictures id={id} onDirty={onPicturesDirty} />
          </Folded>
          <Folded title={partMediaWords.documents}>
            <PartDocuments id={id} />
          </Folded>
          <Folded title={relationWords.heading}>
            <PartRelations id={id} />
          </Folded>
        </Allowed>
      )}
      <Allowed call={partDeskCalls.ledger}>
        <PartStock id={id} />
        {!removedAt && <ExpectedGoods id={id} />}
      </Allowed>
    </>
  )
}

/** A section that is loaded when it is first opened, and then stays. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className="mt-4" onToggle={({ currentTarget }) => setWasOpened((was) => was || currentTarget.open)}>
      <summary className="cursor-pointer">
        <h3 className="inline text-lg">{title}</h3>
      </summary>
      {wasOpened && (
        <div className="mt-3">
          <Suspense fallback={<Skeleton />}>{children}</Suspense>
        </div>
      )}
    </details>
  )
}

type Details = Omit<PartDetails, 'seen'>

const detailsOf = ({ name, description, img }: ManagedPart): Details => ({ name, description, img })

function DetailsForm({ part, onDirty }: { part: ManagedPart; onDirty: (isDirty: boolean) => void }) {
  // Concurrent changes of other admins do not count as seen.
  const [seen, setSeen] = useState(() => detailsOf(part))
  const form = useForm<Details>({ defaultValues: seen })
  const field = fieldsOf(form)
  const [typedImg, text] = useWatch({ control: form.control, name: ['img', 'description'] })
  // The list of pictures changes the main one, too: while it is not edited here, its current value counts as seen.
  const seenImg = typedImg === seen.img ? part.img : seen.img

  const save = useFormAction({
    form,
    send: (typed: Details) => callApi(partDeskCalls.changeDetails, { params: { id: part._id }, body: { ...typed, seen } }),
    onDone: ({ modifiedCount, part: changed }) => {
      showChanged(changed)
      const { name, description, img: picture } = changed
      setSeen({ name, description, img: picture })
      form.reset({ name, description, img: picture })
      onDirty(false)
      toast.success(modifiedCount === 1 ? words.saved(name) : words.unchanged)
    },
    changes: [...partReads, partDeskCalls.one],
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
        hint={words.descriptionHint}
        rows={5}
        maxLength={TEXT_LIMITS.description}
      />
      {hasMarkdown(text) && (
        <div className="rounded-box border border-line p-4">
          <p className="mb-2 text-sm text-soft">{words.preview}</p>
          <Description text={text} />
        </div>
      )}
      <PictureField
        label={words.picture}
        hint={words.pictureHint}
        value={typedImg === seen.img ? seenImg : typedImg}
        error={field('img').error}
        onChange={(url) => {
          setSeen({ ...seen, img: seenImg })
          form.setValue('img', url === '' ? seenImg : url, { shouldDirty: true })
          form.clearErrors('img')
        }}
      />
      <Refusal sentences={save.refusal} />
      <Button type="submit" className="justify-self-start" busy={save.isRunning}>
        {words.save}
      </Button>
    </form>
  )
}

function History({ changes }: { changes: PartChange[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="sr-only">{words.history}</h3>
      {changes.length === 0 ? (
        <p className="text-soft">{words.noHistory}</p>
      ) : (
        <Table caption={words.history} columns={columns} rows={changes} rowKey={({ at, field }) => `${at} ${field}`} wide />
      )}
    </section>
  )
}

/** A value for display: a ladder as its steps, a picture as itself. */
function Value({ field, text }: { field: PartChange['field']; text: string }) {
  if (field === 'img') return <Thumbnail src={text} width={48} height={48} />
  if (field === 'pictures') return <PicturesValue text={text} />
  if (field === 'documents') return documentValue(text)
  if (field === 'removed') return <span>{text === 'true' ? words.notInCatalogue : words.inCatalogue}</span>
  if (field !== 'priceBreaks') return <span className="wrap-anywhere">{text}</span>
  const steps = JSON.parse(text) as [number, string][]
  return <span>{steps.length === 0 ? words.noSteps : steps.map(([from, price]) => words.step(from, price)).join(', ')}</span>
}

const columns: Column<PartChange>[] = [
  { title: words.columns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.by, cell: ({ by }) => by ?? words.shopItself },
  { title: words.columns.field, card: 'name', cell: ({ field }) => partFieldWords[field].title },
  { title: words.columns.before, multiline: true, cell: ({ field, before }) => <Value field={field} text={before} /> },
  { title: words.columns.after, multiline: true, cell: ({ field, after }) => <Value field={field} text={after} /> },
]
