import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch, type Path } from 'react-hook-form'
import type { Billing, BillingNow } from '#contract/billing.ts'
import { countryName } from '#contract/countries.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { taxCalls } from '#contract/taxes.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { callApi } from '#app/api.ts'
import { Loading } from '#app/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/form-fields.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { addressWords } from '#app/words/addresses.ts'
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

/** What the caller's invoices say, with a button that changes it. */
export function EditBilling() {
  const billing = useQuery(readOf(taxCalls.billing))
  const [isOpen, setIsOpen] = useState(false)
  const { data } = billing
  if (!data) return <Loading query={billing} skeleton={<Skeleton rows={2} />} />
  const isEmpty = data.company === '' && data.vatId === '' && data.address === null
  return (
    <div className="grid justify-items-start gap-2">
      {isEmpty ? <p className="text-soft">{words.nothing}</p> : <BillingFacts billing={data} />}
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {isEmpty ? words.addBilling : words.editBilling}
      </Button>
      {isOpen && <BillingDialog billing={data} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function BillingFacts({ billing: { company, vatId, vatIdStatus, address } }: { billing: BillingNow }) {
  return (
    <Facts className="w-full">
      {company !== '' && <Fact title={words.company}>{company}</Fact>}
      {vatId !== '' && (
        <Fact title={words.vatId}>
          {vatId}
          {vatIdStatus && <span className="block text-sm text-soft">{words.status[vatIdStatus]}</span>}
        </Fact>
      )}
      {address && (
        <Fact title={words.invoiceAddress}>
          {address.street}, {address.postalCode} {address.city}, {countryName(address.country) ?? address.country}
        </Fact>
      )}
    </Facts>
  )
}

const NO_ADDRESS = { street: '', city: '', postalCode: '', country: '' }
type Form = { company: string; vatId: string; hasAddress: boolean; address: typeof NO_ADDRESS }

function BillingDialog({ billing, onClose }: { billing: BillingNow; onClose: () => void }) {
  const { company, vatId, address } = billing
  const form = useForm<Form>({ defaultValues: { company, vatId, hasAddress: address !== null, address: address ?? NO_ADDRESS } })
  const field = fieldsOf(form)
  const hasAddress = useWatch({ control: form.control, name: 'hasAddress' })
  const [trouble, setTrouble] = useState<string>()
  const save = useAction({
    send: (body: Billing) => callApi(taxCalls.saveBilling, { body }),
    onStart: () => setTrouble(undefined),
    onDone: () => {
      toast.success(words.billingSaved)
      onClose()
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [taxCalls.billing, taxCalls.preview],
  })
  const submit = form.handleSubmit((typed) =>
    save.run({ company: typed.company, vatId: typed.vatId, address: typed.hasAddress ? typed.address : null }),
  )
  const inAddress = (name: keyof typeof NO_ADDRESS, message?: string) =>
    field(`address.${name}` satisfies Path<Form>, message === undefined ? {} : filled(message))
  return (
    <Dialog label={words.billingTitle} busy={save.isRunning} onClose={onClose}>
      <form noValidate className="modal-body" onSubmit={(event) => void submit(event)}>
        <h2 className="mb-3 text-xl">{words.billingTitle}</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('company')} label={words.company} autoComplete="organization" maxLength={TEXT_LIMITS.name} />
          <TextField {...field('vatId')} label={words.vatId} hint={words.vatIdHint} maxLength={30} spellCheck={false} />
          <CheckField {...field('hasAddress')} label={words.otherAddress} className="sm:col-span-2" />
          {hasAddress && (
            <>
              <TextField
                {...inAddress('street', messages.streetRequired)}
                label={addressWords.street}
                autoComplete="billing street-address"
                maxLength={TEXT_LIMITS.street}
                className="sm:col-span-2"
              />
              <TextField
                {...inAddress('postalCode')}
                label={addressWords.postalCode}
                autoComplete="billing postal-code"
                maxLength={TEXT_LIMITS.postalCode}
              />
              <TextField
                {...inAddress('city', messages.cityRequired)}
                label={addressWords.city}
                autoComplete="billing address-level2"
                maxLength={TEXT_LIMITS.city}
              />
              <SelectField
                {...inAddress('country', messages.countryRequired)}
                label={addressWords.country}
                autoComplete="billing country"
                options={[['', addressWords.chooseCountry] as const, ...countryOptions]}
              />
            </>
          )}
        </div>
        {trouble && (
          <div className="mt-4">
            <Notice tone="danger">{trouble}</Notice>
          </div>
        )}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={save.isRunning}>
            {addressWords.cancel}
          </Button>
          <Button type="submit" busy={save.isRunning}>
            {words.saveBilling}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
