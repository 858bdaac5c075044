import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
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
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { FormOutline } from '#app/ui/form-outline.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useFormAction } from '#app/api/use-form-action.ts'
import { taxWords as words } from '#app/words/tax.ts'

const NO_BILLING: BillingNow = { company: '', vatId: '', vatIdStatus: null, address: null }

/** In the profile, where the fields stand open. */
export function ProfileBilling() {
  const billing = useQuery(readOf(taxCalls.billing))
  return (
    <Panel className="panel-dense">
      <h3 className="mb-1 font-semibold">{words.billing}</h3>
      <p className="mb-4 text-soft">{words.billingLead}</p>
      {billing.data ? (
        <BillingForm billing={billing.data} />
      ) : (
        <Loading
          query={billing}
          skeleton={
            <FormOutline>
              <BillingForm billing={NO_BILLING} />
            </FormOutline>
          }
        />
      )}
    </Panel>
  )
}

function BillingForm({ billing }: { billing: BillingNow }) {
  const form = useForm<Form>({ defaultValues: formOf(billing) })
  const save = useBillingAction(form, (saved, sent) => {
    const now = form.getValues()
    // As the shop has written it; what was typed while it was being saved stays, and is still to be saved.
    form.reset(formOf(saved))
    for (const name of FIELDS) {
      if (JSON.stringify(now[name]) !== JSON.stringify(sent[name])) form.setValue(name, now[name], { shouldDirty: true })
    }
  })
  const leaveQuestion = useLeaveQuestion(form.formState.isDirty && !save.isRunning)
  return (
    <form method="post" noValidate onSubmit={(event) => void form.handleSubmit(save.run)(event)} className="grid gap-4 sm:grid-cols-2">
      <BillingFields form={form} saved={billing} />
      <div className="grid justify-items-start gap-4 sm:col-span-2">
        <Refusal sentences={save.refusal} />
        <Button type="submit" busy={save.isRunning}>
          {words.saveBilling}
        </Button>
      </div>
      {leaveQuestion}
    </form>
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
const FIELDS = ['company', 'vatId', 'hasAddress', 'address'] as const

const formOf = ({ company, vatId, address }: BillingNow): Form => ({
  company,
  vatId,
  hasAddress: address !== null,
  address: { ...NO_ADDRESS, ...address },
})

function BillingDialog({ billing, onClose }: { billing: BillingNow; onClose: () => void }) {
  const form = useForm<Form>({ defaultValues: formOf(billing) })
  const save = useBillingAction(form, onClose)
  return (
    <FormDialog
      title={words.billingTitle}
      submit={words.saveBilling}
      action={save}
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <BillingFields form={form} saved={billing} />
      </div>
    </FormDialog>
  )
}

function useBillingAction(form: UseFormReturn<Form>, onSaved: (saved: BillingNow, sent: Form) => void) {
  return useFormAction({
    form,
    send: (typed: Form) =>
      callApi(taxCalls.saveBilling, {
        body: { company: typed.company, vatId: typed.vatId, address: typed.hasAddress ? typed.address : null },
      }),
    onDone: (saved, sent) => {
      toast.success(words.billingSaved)
      onSaved(saved, sent)
    },
    changes: [taxCalls.billing, taxCalls.preview],
  })
}

function BillingFields({ form, saved }: { form: UseFormReturn<Form>; saved: BillingNow }) {
  const field = fieldsOf(form)
  const [hasAddress, place, vatId] = useWatch({ control: form.control, name: ['hasAddress', 'address', 'vatId'] })
  const status = vatId === saved.vatId ? saved.vatIdStatus : null
  return (
    <>
      <TextField {...field('company')} label={words.company} autoComplete="organization" maxLength={TEXT_LIMITS.name} />
      <TextField
        {...field('vatId')}
        label={words.vatId}
        hint={status ? words.status[status] : words.vatIdHint}
        maxLength={30}
        spellCheck={false}
      />
      <CheckField {...field('hasAddress')} label={words.otherAddress} className="sm:col-span-2" />
      {hasAddress && <PlaceFields field={(name, rules) => field(`address.${name}`, rules)} section="billing" place={place} />}
    </>
  )
}
