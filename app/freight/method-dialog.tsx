import { useForm, type UseFormReturn } from 'react-hook-form'
import { countryName } from '#contract/basics/countries.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { incotermCodes, incoterms } from '#contract/freight/freight.ts'
import {
  freightCalls,
  MAXIMUM_POSTAL_RANGES,
  MAXIMUM_STEPS,
  pricingKinds,
  reachKinds,
  type FreightMethod,
} from '#contract/freight/methods.ts'
import { carrierIds, carriers } from '#contract/orders/carriers.ts'
import { euStates } from '#contract/payments/tax.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { callApi } from '#app/api/api.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { formOf, methodOf, NEW_METHOD, type MethodForm } from '#app/freight/method-fields.ts'
import { TypedRows } from '#app/freight/typed-rows.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { freightMethodWords as words } from '#app/words/freight-methods.ts'

type MethodFormProps = { form: UseFormReturn<MethodForm> }

/** Adds a freight method, or changes one. */
export function MethodDialog({ method, onClose }: { method?: FreightMethod; onClose: () => void }) {
  const form = useForm<MethodForm>({ defaultValues: method ? formOf(method) : NEW_METHOD })
  const field = fieldsOf(form)
  const save = useFormAction({
    form,
    send: (typed: MethodForm) =>
      method
        ? callApi(freightCalls.changeMethod, { params: { id: method._id }, body: { ...methodOf(typed), seen: method.version } })
        : callApi(freightCalls.addMethod, { body: methodOf(typed) }),
    onDone: () => toast.success(method ? words.changed : words.added),
    onClose,
    changes: [freightCalls.methods],
  })
  const [reach, pricing, incoterm] = form.watch(['reach', 'pricing', 'incoterm'])
  return (
    <FormDialog
      wide
      title={method ? words.changeTitle : words.addTitle}
      lead={method && words.changeLead}
      submit={words.save}
      action={save}
      asksBeforeClosing={form.formState.isDirty}
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('name')} label={words.name} maxLength={80} />
        <SelectField {...field('carrier')} label={words.carrier} options={carrierIds.map((id) => [id, carriers[id].name] as const)} />
        <SelectField {...field('reach')} label={words.reach} options={reachKinds.map((kind) => [kind, words.reaches[kind]] as const)} />
        <SelectField
          {...field('pricing')}
          label={words.pricing}
          options={pricingKinds.map((kind) => [kind, words.pricings[kind]] as const)}
        />
      </div>
      {reach === 'countries' && <CountriesField form={form} />}
      {reach === 'postalCodes' && <PostalCodesField form={form} />}
      <PriceFields form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        {pricing !== 'collected' && pricing !== 'asked' && (
          <TextField {...field('freeFrom')} label={words.freeFrom} hint={words.freeFromHint} inputMode="decimal" maxLength={16} />
        )}
        <SelectField
          {...field('incoterm')}
          label={words.term}
          hint={incoterms[incoterm]}
          options={incotermCodes.map((code) => [code, code] as const)}
        />
        <TextField
          {...field('place')}
          label={words.place}
          hint={incoterm.startsWith('D') ? words.placeAtAddress : undefined}
          maxLength={100}
        />
        <TextField {...field('transitDays')} label={words.transitDays} inputMode="numeric" maxLength={3} />
        <TextField {...field('position')} label={words.position} hint={words.positionHint} inputMode="numeric" maxLength={3} />
      </div>
      <CheckField {...field('active')} label={words.active} />
    </FormDialog>
  )
}

/** What a method costs, by its kind of pricing. */
function PriceFields({ form }: MethodFormProps) {
  const field = fieldsOf(form)
  switch (form.watch('pricing')) {
    case 'weight':
      return (
        <>
          <StepsField form={form} name="weightSteps" by={['upToKg', words.upToKg]} />
          <TextField
            {...field('furtherKg')}
            label={words.furtherKg}
            hint={words.furtherKgHint}
            inputMode="decimal"
            maxLength={16}
            className="max-w-80"
          />
        </>
      )
    case 'value':
      return <StepsField form={form} name="valueSteps" by={['from', words.fromValue]} />
    case 'percent':
      return <TextField {...field('percent')} label={words.percent} inputMode="decimal" maxLength={6} className="max-w-80" />
    case 'pallet':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('kgPerPallet')} label={words.kgPerPallet} inputMode="decimal" maxLength={8} />
          <TextField {...field('price')} label={words.palletPrice} inputMode="decimal" maxLength={16} />
        </div>
      )
    case 'fixed':
      return <TextField {...field('price')} label={words.price} inputMode="decimal" maxLength={16} className="max-w-80" />
    case 'collected':
    case 'asked':
      return null
  }
}

type StepsOf = 'weightSteps' | 'valueSteps'
type StepsFieldProps<Name extends StepsOf> = MethodFormProps & {
  name: Name
  by: readonly [key: keyof MethodForm[Name][number] & string, label: string]
}

/** Steps of a price, by what decides which one counts. */
const StepsField = <Name extends StepsOf>({ form, name, by }: StepsFieldProps<Name>) => (
  <TypedRows
    form={form}
    name={name}
    title={words.steps}
    columns={[by, ['price', words.stepPrice]]}
    most={MAXIMUM_STEPS}
    row={words.step}
    remove={words.removeStep}
    add={words.addStep}
  />
)

const NONE_CHOSEN = ['', words.addCountry] as const
const nameOf = (code: string) => countryName(code) ?? code

/** Countries that are added one by one, or all of the EU. */
function CountriesField({ form }: MethodFormProps) {
  const countries = form.watch('countries')
  const set = (changed: string[]) => {
    form.setValue('countries', changed, { shouldDirty: true })
    form.clearErrors('countries')
  }
  const add = (codes: readonly string[]) =>
    set([...new Set([...countries, ...codes])].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en')))
  return (
    <div className="grid gap-3">
      <SelectField
        label={words.reaches.countries}
        error={form.formState.errors.countries?.message}
        value=""
        onChange={({ target }) => add([target.value])}
        options={[NONE_CHOSEN, ...countryOptions.filter(([code]) => !countries.includes(code))]}
      />
      {countries.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {countries.map((code) => (
            <li key={code}>
              <Button
                variant="secondary"
                aria-label={words.removeCountry(nameOf(code))}
                onClick={() => set(countries.filter((one) => one !== code))}
              >
                {nameOf(code)} <span aria-hidden>×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="ghost" className="justify-self-start" onClick={() => add(euStates)}>
        {words.addEu}
      </Button>
    </div>
  )
}

function PostalCodesField({ form }: MethodFormProps) {
  return (
    <>
      <SelectField
        {...fieldsOf(form)('country')}
        error={form.formState.errors.countries?.message}
        label={words.country}
        options={[['', words.chooseCountry] as const, ...countryOptions]}
        className="max-w-80"
      />
      <TypedRows
        form={form}
        name="postalCodes"
        title={words.reaches.postalCodes}
        hint={words.rangeHint}
        columns={[
          ['from', words.rangeFrom],
          ['to', words.rangeTo],
        ]}
        most={MAXIMUM_POSTAL_RANGES}
        maxLength={TEXT_LIMITS.postalCode}
        row={words.range}
        remove={words.removeRange}
        add={words.addRange}
      />
    </>
  )
}
