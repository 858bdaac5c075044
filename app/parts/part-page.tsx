import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation, useParams } from 'react-router'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { hasMarkdown } from '#contract/basics/markdown.ts'
import { messages } from '#contract/basics/messages.ts'
import { partMediaCalls } from '#contract/parts/part-media.ts'
import { partDeskCalls, type ManagedPart, type PartChange, type PartDetails } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { useMay } from '#app/identity/may.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useTitle } from '#app/layout/use-title.ts'
import { Description } from '#app/parts/description.tsx'
import { documentValue, PicturesValue } from '#app/parts/media-change.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { HiddenPart, HidePart } from '#app/parts/in-shop.tsx'
import { PartDocuments } from '#app/parts/part-documents.tsx'
import { PartFactsForm } from '#app/parts/part-facts-form.tsx'
import { PartPictures } from '#app/parts/part-pictures.tsx'
import { PartPrice } from '#app/parts/part-price.tsx'
import { PartRelations } from '#app/parts/part-relations.tsx'
import { PartStock, StockLedger } from '#app/parts/part-stock.tsx'
import { Thumbnail } from '#app/parts/thumbnail-name.tsx'
import { paths } from '#app/paths.ts'
import { readAgain, readOf } from '#app/api/queries.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { partSections, type PartSection } from '#app/parts/part-sections.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { PictureField } from '#app/ui/picture-field.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { savedBy, SavedForm, SaveTogether } from '#app/ui/save-together.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partFieldWords } from '#app/words/part-fields.ts'
import { partDeskWords as words } from '#app/words/part-desk.ts'

export const meta = pageMeta(words.pageTitle)

/** A part's own page at the desk: all of its fields with one button that saves them, and its history. */
export default function PartPage() {
  const { id = '' } = useParams()
  const query = useQuery(readOf(partDeskCalls.one, { params: { id } }))
  const part = query.data
  if (isUnknown(query.error)) return <NotFoundText />
  return part ? <Page key={id} part={part} /> : <Loading query={query} title={words.pageTitle} />
}

function Page({ part }: { part: ManagedPart }) {
  const { _id: id, name, partNumber, removedAt } = part
  const may = useMay()
  const [round, setRound] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(name)
  useSectionOfAddress()
  const discard = async () => {
    await readAgain(partDeskCalls.one, partDeskCalls.ledger, partMediaCalls.ofPart)
    setRound((before) => before + 1)
    heading.current?.focus()
  }
  const isOnSale = removedAt === null
  const seesStock = may(partDeskCalls.ledger)
  const contents: Record<PartSection, ReactNode> = {
    name: <DetailsForm part={part} />,
    price: <PartPrice part={part} />,
    stock: <PartStock id={id} isOnSale={isOnSale} />,
    facts: <PartFactsForm part={part} />,
    pictures: <PartPictures id={id} />,
    documents: <PartDocuments id={id} />,
    related: <PartRelations id={id} />,
    history: <History part={part} seesStock={seesStock} />,
  }
  const sections = partSections(may, isOnSale).map((key) => [key, words.sections[key], contents[key]] as const)
  return (
    <div className="grid max-w-[72rem] grid-cols-1 gap-4">
      <Breadcrumb above={[{ to: paths.manageProduct, label: words.toParts }]} here={partNumber} />
      <ListHead ref={heading} noTable title={name} lead={words.facts(partNumber, formatUnitPrice(part.price), formatCount(part.available))}>
        {isOnSale && (
          <>
            <HidePart part={part} />
            <ButtonLink to={paths.part(id)} variant="secondary">
              {words.inShop}
            </ButtonLink>
          </>
        )}
      </ListHead>
      {!isOnSale && <HiddenPart part={part} />}
      <nav aria-label={words.sectionsLabel} className="flex flex-wrap gap-x-4 text-sm" data-screen-only>
        {sections.map(([key, title]) => (
          <a key={key} href={`#${key}`} className="link inline-flex min-h-9 items-center">
            {title}
          </a>
        ))}
      </nav>
      <SaveTogether key={round} onDiscard={() => void discard()}>
        {sections.map(([key, title, content]) => (
          <section
            key={key}
            id={key}
            aria-labelledby={`${key}-title`}
            className="panel grid grid-cols-1 items-start gap-4 px-4 py-4 scroll-mt-[calc(var(--header-height)+1rem)] lg:grid-cols-[7rem_minmax(0,1fr)]"
          >
            <h3 id={`${key}-title`} className="text-lg">
              {title}
            </h3>
            <div className="grid grid-cols-1 gap-4">{content}</div>
          </section>
        ))}
      </SaveTogether>
    </div>
  )
}

/** A link to a section arrives before the page is read. */
function useSectionOfAddress(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}

type Details = Omit<PartDetails, 'seen'>

const detailsOf = ({ name, description, img }: ManagedPart): Details => ({ name, description, img })

function DetailsForm({ part }: { part: ManagedPart }) {
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
      toast.success(modifiedCount === 1 ? words.saved(name) : words.unchanged)
    },
    changes: [...partReads, partDeskCalls.one],
  })

  return (
    <SavedForm title={words.sections.name} {...savedBy(form, save)}>
      <p className="text-sm text-soft">{words.kept}</p>
      <TextField {...field('name', filled(messages.partNameRequired))} label={words.name} maxLength={TEXT_LIMITS.partName} />
      <TextArea
        {...field('description', filled(messages.partDescriptionRequired))}
        label={words.description}
        hint={words.descriptionHint}
        rows={4}
        maxLength={TEXT_LIMITS.description}
      />
      {hasMarkdown(text) && (
        <div className="rounded-box border border-line p-4">
          <p className="mb-2 text-sm text-soft">{words.preview}</p>
          <Description text={text} />
        </div>
      )}
      {/* The pictures of a part on sale are a section of their own. */}
      {part.removedAt !== null && (
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
      )}
      <Refusal sentences={save.refusal} />
    </SavedForm>
  )
}

function History({ part: { _id: id, changes }, seesStock }: { part: ManagedPart; seesStock: boolean }) {
  const fields =
    changes.length === 0 ? (
      <p className="text-soft">{words.noHistory}</p>
    ) : (
      <Table caption={words.history} columns={columns} rows={changes} rowKey={({ at, field }) => `${at} ${field}`} wide />
    )
  if (!seesStock) return fields
  return (
    <Tabs
      label={words.tabs}
      tabs={[
        { title: words.fieldsTab, count: changes.length, content: fields },
        { title: words.stockTab, content: <StockLedger id={id} /> },
      ]}
    />
  )
}

/** A value for display: a ladder as its steps, a picture as itself. */
function Value({ field, text }: { field: PartChange['field']; text: string }) {
  if (field === 'img') return <Thumbnail src={text} width={48} height={48} />
  if (field === 'pictures') return <PicturesValue text={text} />
  if (field === 'documents') return documentValue(text)
  if (field === 'removed') return <span>{text === 'true' ? words.notInCatalogue : words.inCatalogue}</span>
  if (field !== 'priceBreaks' && (field !== 'smallPrices' || text === '')) return <span className="wrap-anywhere">{text}</span>
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
