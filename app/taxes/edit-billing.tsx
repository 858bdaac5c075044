import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { placeLines } from '#contract/basics/address-format.ts'
import type { BillingNow } from '#contract/payments/billing.ts'
import { countryName } from '#contract/basics/countries.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { taxCalls } from '#contract/payments/taxes.ts'
import { PlaceFields } from '#app/addresses/place-fields.tsx'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { readOf } from '#app/api/queries.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { taxWords as words } from '#app/words/tax.ts'

/** In the profile. */
export function ProfileBilling() {
  return (
    <Panel className="panel-dense">
      <h3 className="mb-1 font-semibold">{words.billing}</h3>
      <p className="mb-2 text-soft">{words.billingLead}</p>
      <EditBilling />
    </Panel>
  )
}

/** The caller's billing details, with a button that edits them. */
export function EditBilling() {
  const billing = useQuery(readOf(taxCalls.billing))
  const { data } = billing
  if (!data) return <Loading query={billing} skeleton={<Skeleton rows={2} />} />
  const isEmpty = data.company === '' && data.vatId === '' && data.address === null
  return (
    <div className="grid justify-items-start gap-2">
      {isEmpty ? <p className="text-soft">{words.nothing}</p> : <BillingFacts billing={data} />}
      <DialogButton renderDialog={(onClose) => <BillingDialog billing={data} onClose={onClose} />}>
        {isEmpty ? words.addBilling : words.editBilling}
      </DialogButton>
    </div>
  )
}

function BillingFacts({ billing: { company, vatId, vatIdStatus, address } }: { billing: BillingNow }) {
  return (
    <Facts className="w-full">
      {company !== '' && <Fact title={words.company}>{company}</Fact>}
      {vatId !== '' && (
        <Fact title={words.vatId}>
          <span>{vatId}</span>
          {vatIdStatus && <span className="block text-sm text-soft">{words.status[vatIdStatus]}</span>}
        </Fact>
      )}
      {address && (
        <Fact title={words.invoiceAddress}>{[...placeLines(address), countryName(address.country) ?? address.country].join(', ')}</Fact>
      )}
    </Facts>
  )
}

const NO_ADDRESS = { street: '', city: '', state: '', postalCode: '', country: '' }
type Form = { company: string; vatId: string; hasAddress: boolean; address: typeof NO_ADDRESS }

function BillingDialog({ billing, onClose }: { billing: BillingNow; onClose: () => void }) {
  const { company, vatId, address } = billing
  const form = useForm<Form>({ defaultValues: { company, vatId, hasAddress: address !== null, address: { ...NO_ADDRESS, ...address } } })
  const field = fieldsOf(form)
  const [hasAddress, place] = useWatch({ control: form.control, name: ['hasAddress', 'address'] })
  const save = useFormAction({
    form,
    send: (typed: Form) =>
      callApi(taxCalls.saveBilling, {
        body: { company: typed.company, vatId: typed.vatId, address: typed.hasAddress ? typed.address : null },
      }),
    onDone: () => toast.success(words.billingSaved),
    onClose,
    changes: [taxCalls.billing, taxCalls.preview],
  })
  return (
    <FormDialog
      title={words.billingTitle}
      submit={words.saveBilling}
      action={save}
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('company')} label={words.company} autoComplete="organization" maxLength={TEXT_LIMITS.name} />
        <TextField {...field('vatId')} label={words.vatId} hint={words.vatIdHint} maxLength={30} spellCheck={false} />
        <CheckField {...field('hasAddress')} label={words.otherAddress} className="sm:col-span-2" />
        {hasAddress && <PlaceFields field={(name, rules) => field(`address.${name}`, rules)} section="billing" place={place} />}
      </div>
    </FormDialog>
  )
}
