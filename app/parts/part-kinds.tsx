import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { attributeKinds, categoryCalls, type Attribute, type Category, type PartKinds as Kinds } from '#contract/parts/categories.ts'
import { KIND_LIMITS } from '#contract/basics/limits.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { categoryOptions } from '#app/parts/category-options.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partKindWords as words } from '#app/words/part-kinds.ts'

export const meta = pageMeta(words.title)

/** The tree of categories and the attributes, by which buyers filter the list of parts. */
export default function PartKinds() {
  const query = useQuery(readOf(categoryCalls.all))
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} lead={words.lead}>
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      {query.data ? <Lists kinds={query.data} /> : <Loading query={query} />}
    </section>
  )
}

function Lists({ kinds }: { kinds: Kinds }) {
  const [opened, setOpened] = useState<{ category: Category | undefined } | { attribute: Attribute | undefined }>()
  const close = () => setOpened(undefined)
  const names = new Map(categoryOptions(kinds.categories))
  return (
    <>
      <ListOf
        title={words.categories}
        none={words.noCategories}
        add={words.addCategory}
        onAdd={() => setOpened({ category: undefined })}
        rows={kinds.categories}
        columns={[
          {
            title: words.categoryColumns.name,
            card: 'name',
            fills: true,
            cell: ({ _id }) => names.get(_id),
          },
          { title: words.categoryColumns.place, align: 'end', cell: ({ place }) => place },
          editColumn<Category>((category) => setOpened({ category })),
          removeColumn<Category>(({ _id }) => callApi(categoryCalls.removeCategory, { params: { id: _id } })),
        ]}
      />
      <ListOf
        title={words.attributes}
        none={words.noAttributes}
        add={words.addAttribute}
        onAdd={() => setOpened({ attribute: undefined })}
        rows={kinds.attributes}
        columns={[
          { title: words.attributeColumns.name, card: 'name', fills: true, cell: ({ name }) => name },
          { title: words.attributeColumns.unit, cell: ({ unit }) => unit },
          { title: words.attributeColumns.kind, cell: ({ kind }) => words.kinds[kind] },
          { title: words.attributeColumns.place, align: 'end', cell: ({ place }) => place },
          editColumn<Attribute>((attribute) => setOpened({ attribute })),
          removeColumn<Attribute>(({ _id }) => callApi(categoryCalls.removeAttribute, { params: { id: _id } })),
        ]}
      />
      {opened && 'category' in opened && <CategoryDialog category={opened.category} kinds={kinds} onClose={close} />}
      {opened && 'attribute' in opened && <AttributeDialog attribute={opened.attribute} onClose={close} />}
    </>
  )
}

type Kind = { _id: string; name: string }

type ListOfProps<Row> = { title: string; none: string; add: string; onAdd: () => void; rows: Row[]; columns: Column<Row>[] }

function ListOf<Row extends Kind>({ title, none, add, onAdd, rows, columns }: ListOfProps<Row>) {
  return (
    <section className="mt-4 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <Button variant="secondary" aria-haspopup="dialog" onClick={onAdd}>
          {add}
        </Button>
      </div>
      {rows.length === 0 ? <EmptyState title={none} /> : <Table caption={title} columns={columns} rows={rows} rowKey={({ _id }) => _id} />}
    </section>
  )
}

const editColumn = <Row extends Kind>(onEdit: (row: Row) => void): Column<Row> => ({
  title: words.edit,
  card: 'action',
  screenOnly: true,
  cell: (row) => (
    <Button variant="secondary" aria-haspopup="dialog" aria-label={words.editOf(row.name)} onClick={() => onEdit(row)}>
      {words.edit}
    </Button>
  ),
})

const removeColumn = <Row extends Kind>(send: (row: Row) => Promise<unknown>): Column<Row> => ({
  title: words.remove,
  card: 'action',
  screenOnly: true,
  cell: (row) => (
    <ConfirmedAction
      tone="danger"
      button={words.remove}
      buttonLabel={words.removeOf(row.name)}
      question={words.removeQuestion(row.name)}
      send={() => send(row)}
      onDone={() => toast.success(words.removed(row.name))}
      changes={[categoryCalls.all]}
    >
      {words.removeLead}
    </ConfirmedAction>
  ),
})

const categoryFields = ({ name, parent, place }: Category) => ({ name, parent, place })
const attributeFields = ({ name, unit, kind, place }: Attribute) => ({ name, unit, kind, place })

type CategoryForm = { name: string; parent: string; place: string }

function CategoryDialog({ category, kinds, onClose }: { category: Category | undefined; kinds: Kinds; onClose: () => void }) {
  const others = categoryOptions(kinds.categories).filter(([id]) => id !== category?._id)
  return (
    <KindDialog<CategoryForm>
      title={category ? words.editOf(category.name) : words.addCategory}
      values={{ name: category?.name ?? '', parent: category?.parent ?? '', place: String(category?.place ?? 0) }}
      send={({ name, parent, place }) => {
        const body = { name, parent: parent || null, place: Number(place) }
        return category
          ? callApi(categoryCalls.changeCategory, { params: { id: category._id }, body: { ...body, seen: categoryFields(category) } })
          : callApi(categoryCalls.addCategory, { body })
      }}
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form)
        return (
          <>
            <TextField {...field('name', filled(words.nameMissing))} label={words.name} maxLength={KIND_LIMITS.name} autoComplete="off" />
            <SelectField {...field('parent')} label={words.parent} options={[['', words.top], ...others]} />
            <TextField {...field('place')} label={words.place} hint={words.placeHint} type="number" min={0} max={999} />
          </>
        )
      }}
    </KindDialog>
  )
}

type AttributeForm = { name: string; unit: string; kind: Attribute['kind']; place: string }

function AttributeDialog({ attribute, onClose }: { attribute: Attribute | undefined; onClose: () => void }) {
  return (
    <KindDialog<AttributeForm>
      title={attribute ? words.editOf(attribute.name) : words.addAttribute}
      values={{
        name: attribute?.name ?? '',
        unit: attribute?.unit ?? '',
        kind: attribute?.kind ?? 'number',
        place: String(attribute?.place ?? 0),
      }}
      send={(typed) => {
        const body = { ...typed, place: Number(typed.place) }
        return attribute
          ? callApi(categoryCalls.changeAttribute, { params: { id: attribute._id }, body: { ...body, seen: attributeFields(attribute) } })
          : callApi(categoryCalls.addAttribute, { body })
      }}
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form)
        return (
          <>
            <TextField {...field('name', filled(words.nameMissing))} label={words.name} maxLength={KIND_LIMITS.name} autoComplete="off" />
            <SelectField {...field('kind')} label={words.kind} options={attributeKinds.map((kind) => [kind, words.kinds[kind]] as const)} />
            <TextField {...field('unit')} label={words.unit} hint={words.unitHint} maxLength={KIND_LIMITS.unit} autoComplete="off" />
            <TextField {...field('place')} label={words.place} hint={words.placeHint} type="number" min={0} max={999} />
          </>
        )
      }}
    </KindDialog>
  )
}

type KindDialogProps<Values extends FieldValues> = {
  title: string
  values: Values
  send: (typed: Values) => Promise<unknown>
  onClose: () => void
  children: (form: UseFormReturn<Values>) => ReactNode
}

function KindDialog<Values extends FieldValues & { name: string }>({ title, values, send, onClose, children }: KindDialogProps<Values>) {
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> })
  const save = useFormAction({
    form,
    send,
    onDone: () => toast.success(words.saved(form.getValues().name)),
    onClose,
    changes: [categoryCalls.all],
  })
  return (
    <FormDialog title={title} submit={words.save} action={save} onSubmit={form.handleSubmit((typed) => save.run(typed))} onClose={onClose}>
      {children(form)}
    </FormDialog>
  )
}
