import { Fragment, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { categoryCalls, type PartKinds } from '#contract/parts/categories.ts'
import { KIND_LIMITS, MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { partDeskCalls, type ManagedPart } from '#contract/parts/part-desk.ts'
import { partFactCalls, type FactFields, type PartFacts } from '#contract/parts/part-facts.ts'
import { described, factFields, factMessage, partFields, type FactField, type PartFieldKind } from '#contract/parts/part-fields.ts'
import { readSmallPrices, smallPricesText } from '#contract/parts/small-prices.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { categoryOptions } from '#app/parts/category-options.ts'
import { shownFacts } from '#app/parts/fact-text.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { readOf } from '#app/api/queries.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { savedBy, SavedForm } from '#app/ui/save-together.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { labelOf, partFieldWords } from '#app/words/part-fields.ts'
import { partDeskWords } from '#app/words/part-desk.ts'
import { partKindWords as words } from '#app/words/part-kinds.ts'

/** Facts of a part besides its text: category, attributes, weight, origin, customs code. */
export function PartFactsForm({ part }: { part: ManagedPart }) {
  const kinds = useQuery(readOf(categoryCalls.all))
  return kinds.data ? <Form part={part} kinds={kinds.data} /> : <Loading query={kinds} />
}

/** The facts as a person types them. */
type Typed = Record<FactField, string> & { belowUsual: boolean; attributes: Record<string, string> }

const typedOf = (facts: PartFacts, kinds: PartKinds): Typed => ({
  ...(Object.fromEntries(factFields.map((field) => [field, typedFact(facts[field])])) as Record<FactField, string>),
  belowUsual: isBelowUsual(facts.minimumOrder),
  attributes: Object.fromEntries(kinds.attributes.map(({ key }) => [key, facts.attributes.find((one) => one.key === key)?.value ?? ''])),
})

const typedFact = (value: PartFacts[FactField]) => (Array.isArray(value) ? smallPricesText(value) : String(value ?? ''))

const isBelowUsual = (pieces: number | null) => pieces !== null && pieces < MINIMUM_ORDER

const piecesOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.replace(/[\s,]/g, '')))

const decimalOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.trim().replace(',', '.')))

const readers: Partial<Record<PartFieldKind, (typed: string) => FactFields[FactField]>> = {
  whole: piecesOf,
  grams: decimalOf,
  dollars: decimalOf,
  smallLadder: (typed) => readSmallPrices(typed) ?? null,
  digits: (typed) => typed.replace(/[\s.]/g, '') || null,
}

const fieldsOfTyped = (typed: Typed): FactFields =>
  ({
    ...Object.fromEntries(factFields.map((field) => [field, (readers[partFields[field].kind] ?? textOf)(typed[field])])),
    attributes: typed.attributes,
  }) as FactFields

const textOf = (typed: string) => typed.trim() || null

function Form({ part: { _id: id, facts }, kinds }: { part: ManagedPart; kinds: PartKinds }) {
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
      toast.success(modifiedCount === 1 ? words.factsSaved : words.unchanged)
    },
    changes: [partFactCalls.one, partDeskCalls.one, ...partReads],
  })
  return (
    <SavedForm title={partDeskWords.sections.facts} {...savedBy(form, save)}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <SelectField
          {...field('category')}
          label={words.category}
          options={[['', words.noCategory], ...categoryOptions(kinds.categories)]}
        />
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
        {inForm.map((name) => (
          <Fragment key={name}>
            {partFields[name].kind === 'country' ? (
              <SelectField {...field(name)} label={labelOf(name)} options={[['', words.noOrigin], ...countryOptions]} />
            ) : (
              <TextField
                {...field(name, { validate: (typed) => isValid(name, typed) })}
                label={labelOf(name)}
                hint={partFieldWords[name].hint}
                inputMode={inputModes[partFields[name].kind] ?? 'text'}
                maxLength={lengthOf(name)}
                autoComplete="off"
              />
            )}
            {name === 'minimumOrder' && isBelowUsual(piecesOf(form.watch('minimumOrder'))) && (
              <CheckField {...field('belowUsual')} label={words.belowUsual} className="self-end" />
            )}
          </Fragment>
        ))}
      </div>
      <Refusal sentences={save.refusal} />
    </SavedForm>
  )
}

const FACT_LENGTH = 14
const LADDER_LENGTH = 200
const lengthOf = (field: FactField) => {
  const { kind, most } = described(field)
  return kind === 'text' ? most : kind === 'smallLadder' ? LADDER_LENGTH : FACT_LENGTH
}
const inputModes: Partial<Record<PartFieldKind, 'numeric' | 'decimal'>> = {
  whole: 'numeric',
  digits: 'numeric',
  grams: 'decimal',
  dollars: 'decimal',
}
const patterns: Partial<Record<PartFieldKind, RegExp>> = {
  whole: /^\d[\d,\s]*$/,
  grams: /^\d{1,9}(?:[.,]\d{1,3})?$/,
  dollars: /^\d{1,9}(?:[.,]\d{1,4})?$/,
  /** What is read is not asked for its pattern. */
  smallLadder: /^$/,
}

const isValid = (field: FactField, typed: string) =>
  typed.trim() === '' ||
  (partFields[field].kind === 'smallLadder' && readSmallPrices(typed) !== undefined) ||
  (patterns[partFields[field].kind]?.test(typed.trim()) ?? true) ||
  factMessage(field)

/** The rule of orders first. */
const inForm: FactField[] = [
  'minimumOrder',
  'orderStep',
  'madeMonthly',
  ...shownFacts,
  'packName',
  'packPieces',
  'samplePieces',
  'samplePrice',
]
