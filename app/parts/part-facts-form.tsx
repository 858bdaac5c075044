import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { categoryCalls, type PartKinds } from '#contract/parts/categories.ts'
import { KIND_LIMITS, MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { partDeskCalls, type DeskPart } from '#contract/parts/part-desk.ts'
import { partFactCalls, partFactMessages as messages, type FactFields, type PartFacts } from '#contract/parts/part-facts.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { categoryOptions } from '#app/parts/category-options.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partKindWords as words } from '#app/words/part-kinds.ts'

/** Facts of a part besides its text: category, attributes, weight, origin, customs code. */
export function PartFactsForm({ part, onDirty }: { part: DeskPart; onDirty: (isDirty: boolean) => void }) {
  const kinds = useQuery(readOf(categoryCalls.all))
  return (
    <section className="mt-6 grid gap-4">
      <h3 className="text-lg">{words.facts}</h3>
      {kinds.data ? <Form part={part} kinds={kinds.data} onDirty={onDirty} /> : <Loading query={kinds} />}
    </section>
  )
}

/** The facts as a person types them. */
type Typed = {
  category: string
  minimumOrder: string
  belowUsual: boolean
  orderStep: string
  weight: string
  origin: string
  customsCode: string
  attributes: Record<string, string>
}

const typedOf = ({ category, minimumOrder, orderStep, weight, origin, customsCode, attributes }: PartFacts, kinds: PartKinds): Typed => ({
  minimumOrder: minimumOrder?.toString() ?? '',
  belowUsual: isBelowUsual(minimumOrder),
  orderStep: orderStep?.toString() ?? '',
  category: category ?? '',
  weight: weight === null ? '' : String(weight),
  origin: origin ?? '',
  customsCode: customsCode ?? '',
  attributes: Object.fromEntries(kinds.attributes.map(({ key }) => [key, attributes.find((one) => one.key === key)?.value ?? ''])),
})

const isBelowUsual = (pieces: number | null) => pieces !== null && pieces < MINIMUM_ORDER

const piecesOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.replace(/[\s,]/g, '')))

const fieldsOfTyped = ({ category, minimumOrder, orderStep, weight, origin, customsCode, attributes }: Typed): FactFields => ({
  minimumOrder: piecesOf(minimumOrder),
  orderStep: piecesOf(orderStep),
  category: category || null,
  weight: weight.trim() === '' ? null : Number(weight.trim().replace(',', '.')),
  origin: origin || null,
  customsCode: customsCode.replace(/[\s.]/g, '') || null,
  attributes,
})

type FormProps = { part: DeskPart; kinds: PartKinds; onDirty: (isDirty: boolean) => void }

function Form({ part: { _id: id, facts }, kinds, onDirty }: FormProps) {
  // Concurrent changes of other admins do not count as seen.
  const [seen, setSeen] = useState(() => typedOf(facts, kinds))
  const form = useForm<Typed>({ defaultValues: seen })
  const field = fieldsOf(form)
  const save = useFormAction({
    form,
    send: (typed: Typed) =>
      callApi(partFactCalls.change, {
        params: { id },
        body: { ...fieldsOfTyped(typed), belowUsual: typed.belowUsual, seen: fieldsOfTyped(seen) },
      }),
    onDone: ({ modifiedCount, facts: changed }) => {
      const typed = typedOf(changed, kinds)
      setSeen(typed)
      form.reset(typed)
      onDirty(false)
      toast.success(modifiedCount === 1 ? words.factsSaved : words.unchanged)
    },
    changes: [partFactCalls.one, partDeskCalls.one, ...partReads],
  })
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onChange={() => onDirty(true)}
      onSubmit={(event) => void form.handleSubmit(save.run)(event)}
    >
      <SelectField {...field('category')} label={words.category} options={[['', words.noCategory], ...categoryOptions(kinds.categories)]} />
      <div className="grid gap-4 sm:grid-cols-2">
        {kinds.attributes.map(({ key, name, unit, kind }) => (
          <TextField
            key={key}
            {...field(`attributes.${key}`)}
            label={words.attribute(name, unit)}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            maxLength={KIND_LIMITS.value}
            autoComplete="off"
          />
        ))}
        <TextField
          {...field('minimumOrder', { validate: (typed) => isPieces(typed) || messages.minimumOrder })}
          label={words.minimumOrder}
          hint={words.minimumOrderHint}
          inputMode="numeric"
          maxLength={14}
          autoComplete="off"
        />
        {isBelowUsual(piecesOf(form.watch('minimumOrder'))) && (
          <CheckField {...field('belowUsual')} label={words.belowUsual} className="self-end" />
        )}
        <TextField
          {...field('orderStep', { validate: (typed) => isPieces(typed) || messages.orderStep })}
          label={words.orderStep}
          hint={words.orderStepHint}
          inputMode="numeric"
          maxLength={14}
          autoComplete="off"
        />
        <TextField
          {...field('weight', { validate: isWeight })}
          label={words.weight}
          inputMode="decimal"
          maxLength={14}
          autoComplete="off"
        />
        <SelectField {...field('origin')} label={words.origin} options={[['', words.noOrigin], ...countryOptions]} />
        <TextField
          {...field('customsCode')}
          label={words.customsCode}
          hint={words.customsCodeHint}
          inputMode="numeric"
          maxLength={14}
          autoComplete="off"
        />
      </div>
      <Refusal sentences={save.refusal} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={save.isRunning}>
        {words.saveFacts}
      </Button>
    </form>
  )
}

const isPieces = (typed: string) => typed.trim() === '' || /^\d[\d,\s]*$/.test(typed.trim())
const isWeight = (typed: string) => typed.trim() === '' || /^\d{1,9}(?:[.,]\d{1,3})?$/.test(typed.trim()) || messages.weight
