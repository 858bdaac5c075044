import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { placeLines } from '#contract/address-format.ts'
import type { Billing, BillingNow } from '#contract/billing.ts'
import { countryName } from '#contract/countries.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { taxCalls } from '#contract/taxes.ts'
import { PlaceFields } from '#app/addresses/place-fields.tsx'
import { callApi } from '#app/api.ts'
import { Loading } from '#app/failure.tsx'
import { fieldsOf, showRefusal } from '#app/form-fields.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
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
  return (
    <Dialog label={words.billingTitle} busy={save.isRunning} onClose={onClose}>
      <form noValidate className="modal-body" onSubmit={(event) => void submit(event)}>
        <h2 className="mb-3 text-xl">{words.billingTitle}</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('company')} label={words.company} autoComplete="organization" maxLength={TEXT_LIMITS.name} />
          <TextField {...field('vatId')} label={words.vatId} hint={words.vatIdHint} maxLength={30} spellCheck={false} />
          <CheckField {...field('hasAddress')} label={words.otherAddress} className="sm:col-span-2" />
          {hasAddress && <PlaceFields field={(name, rules) => field(`address.${name}`, rules)} section="billing" place={place} />}
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
