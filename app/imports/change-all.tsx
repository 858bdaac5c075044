import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { bulkChangeMessages as messages, type BulkChange } from '#contract/parts/bulk-change.ts'
import { categoryCalls } from '#contract/parts/categories.ts'
import { importCalls, NOTHING } from '#contract/parts/imports.ts'
import { MAXIMUM_LEAD_DAYS, MAXIMUM_STOCK, MINIMUM_ORDER } from '#contract/basics/limits.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import { roundings, type Rounding } from '#contract/parts/raise-price.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { categoryOptions } from '#app/parts/category-options.ts'
import { readPercent } from '#app/parts/read-percent.ts'
import { readOf } from '#app/api/queries.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { useFormAction } from '#app/api/use-form-action.ts'
import { bulkChangeWords as words } from '#app/words/bulk-change.ts'
import { priceChangeWords } from '#app/words/price-changes.ts'

/** For 100,000 parts on a slow machine. */
const LONG_WORK_MS = 300_000
/** In the list of categories: keep that of each part. */
const KEEP = 'keep'

type Typed = {
  percent: string
  places: string
  leadDays: string
  category: string
  minimumOrder: string
  orderStep: string
  madeMonthly: string
  lowStockBelow: string
  removed: boolean
}

const untouched: Typed = {
  percent: '',
  places: '2',
  leadDays: '',
  category: KEEP,
  minimumOrder: '',
  orderStep: '',
  madeMonthly: '',
  lowStockBelow: '',
  removed: false,
}

/** Changes all parts that the list finds, on all its pages, by way of an import: with its preview, and its undo. */
export function ChangeAllDialog({ filter, count, onClose }: { filter: DeskFilter; count: number; onClose: () => void }) {
  const navigate = useNavigate()
  const kinds = useQuery(readOf(categoryCalls.all))
  const form = useForm<Typed>({ defaultValues: untouched })
  const field = fieldsOf(form)
  const compare = useFormAction({
    send: (change: BulkChange) => callApi(importCalls.fromParts, { body: { filter, change }, patienceMs: LONG_WORK_MS }),
    onDoneHere: ({ _id }) => void navigate(dashboardPaths.importOne(_id)),
    refused: sentencesOf,
    changes: [importCalls.all],
  })
  const submit = form.handleSubmit((typed) => {
    const change = changeOf(typed)
    if (Object.keys(change).length === 0) compare.refuse(messages.nothing)
    else compare.run(change)
  })
  const pieces = (name: 'minimumOrder' | 'orderStep' | 'madeMonthly' | 'lowStockBelow', least: number) => (
    <TextField
      {...field(name, { validate: (typed) => isEmpty(typed) || readPieces(typed, least) !== undefined || messages[name] })}
      label={words[name]}
      hint={words.piecesHint}
      inputMode="text"
      autoComplete="off"
    />
  )

  return (
    <FormDialog
      wide
      title={words.title(count)}
      lead={words.lead}
      submit={words.compare}
      action={compare}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('percent', { validate: (typed) => isEmpty(typed) || readPercent(typed) !== undefined || messages.percent })}
          label={words.percent}
          hint={words.percentHint}
          inputMode="text"
          autoComplete="off"
        />
        <SelectField
          {...field('places')}
          label={priceChangeWords.rounding}
          options={priceChangeWords.roundings.map(([places, text]) => [String(places), text])}
        />
        <TextField
          {...field('leadDays', {
            validate: (typed) => isEmpty(typed) || readWhole(typed, 0, MAXIMUM_LEAD_DAYS) !== undefined || messages.leadDays,
          })}
          label={words.leadDays}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          {...field('category')}
          label={words.category}
          options={[[KEEP, words.keepCategory], ['', words.noCategory], ...categoryOptions(kinds.data?.categories ?? [])]}
        />
        {pieces('minimumOrder', MINIMUM_ORDER)}
        {pieces('orderStep', 1)}
        {pieces('madeMonthly', 0)}
        {pieces('lowStockBelow', 0)}
      </div>
      <CheckField {...form.register('removed')} label={words.removed} />
    </FormDialog>
  )
}

const isEmpty = (typed: string) => typed.trim() === ''

function readWhole(typed: string, least: number, most: number): number | undefined {
  const digits = typed.trim().replaceAll(',', '')
  return /^\d{1,10}$/.test(digits) && Number(digits) >= least && Number(digits) <= most ? Number(digits) : undefined
}

/** Null for none. */
const readPieces = (typed: string, least: number) => (typed.trim() === NOTHING ? null : readWhole(typed, least, MAXIMUM_STOCK))

/** What is filled in; the fields have been validated. */
function changeOf({
  percent,
  places,
  leadDays,
  category,
  minimumOrder,
  orderStep,
  madeMonthly,
  lowStockBelow,
  removed,
}: Typed): BulkChange {
  return {
    ...(!isEmpty(percent) && { price: { percent: readPercent(percent)!, places: roundingOf(places) } }),
    ...(!isEmpty(leadDays) && { leadDays: readWhole(leadDays, 0, MAXIMUM_LEAD_DAYS)! }),
    ...(category !== KEEP && { category: category === '' ? null : category }),
    ...(!isEmpty(minimumOrder) && { minimumOrder: readPieces(minimumOrder, MINIMUM_ORDER)! }),
    ...(!isEmpty(orderStep) && { orderStep: readPieces(orderStep, 1)! }),
    ...(!isEmpty(madeMonthly) && { madeMonthly: readPieces(madeMonthly, 0)! }),
    ...(!isEmpty(lowStockBelow) && { lowStockBelow: readPieces(lowStockBelow, 0)! }),
    ...(removed && { removed }),
  }
}

const roundingOf = (places: string): Rounding => roundings.find((one) => String(one) === places) ?? 2
