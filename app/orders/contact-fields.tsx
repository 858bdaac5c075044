import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { countryName } from '#contract/basics/countries.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { useState } from 'react'
import type { Address } from '#contract/people/addresses.ts'
import { addressLines } from '#contract/orders/ship-to.ts'
import { taxCalls } from '#contract/payments/taxes.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { ChooseAddress, placeOf, shipToOf } from '#app/addresses/choose-address.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { readOf } from '#app/api/queries.ts'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { purchaseWords as words } from '#app/words/purchase.ts'
import type { Contact } from './submit-purchase.ts'

type ContactFieldsProps = {
  form: UseFormReturn<Contact>
  /** Whether the default address of the book may fill the field: nothing was typed or kept there. */
  takesDefault?: boolean
  /** Whether a typed address needs its country, because tax depends on it. */
  asksCountry: boolean
  /** Why, where it is not the tax alone. */
  countryHint?: string | undefined
  /** The text of the address was left. */
  onAddress: (typed: string) => void
  /** The fields of the address changed: they are sent with the order while the text matches them. */
  onChange: () => void
}

/** Delivery address and phone, which an order needs, and the buyer's own reference. The address book fills them. */
export function ContactFields({ form, takesDefault = false, asksCountry, countryHint, onAddress, onChange }: ContactFieldsProps) {
  const field = fieldsOf(form)
  const [chosen, setChosen] = useState<Address>()
  const take = (address: Address) => {
    setChosen(address)
    form.setValue('shipTo', placeOf(address), { shouldDirty: true })
  }
  const choose = (address: Address) => {
    form.setValue('address', addressLines(address), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    take(address)
    if (address.phone !== '') form.setValue('phone', address.phone, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    onChange()
  }
  const typed = form.watch('address')
  return (
    <>
      <ChooseAddress typed={typed} takesDefault={takesDefault && !form.formState.dirtyFields.address} onFound={take} onChoose={choose} />
      <TextField
        {...field('phone', filled(messages.phoneRequired))}
        label={words.phone}
        type="tel"
        autoComplete="tel"
        maxLength={TEXT_LIMITS.phone}
      />
      <TextArea
        {...field('address', {
          ...filled(messages.addressRequired),
          onBlur: () => onAddress(form.getValues('address')),
          onChange: () => form.setValue('shipTo', shipToOf(chosen, form.getValues('address')), { shouldDirty: true }),
        })}
        label={words.address}
        rows={5}
        autoComplete="street-address"
        maxLength={TEXT_LIMITS.address}
      />
      {asksCountry && !form.watch('shipTo') && <CountryField form={form} hint={countryHint} />}
      <TextField {...field('reference')} label={words.reference} placeholder={words.referenceHint} maxLength={TEXT_LIMITS.reference} />
    </>
  )
}

/** The country of a typed address; without it that of the invoice address counts, where there is one. */
function CountryField({ form, hint = words.countryHint }: Pick<ContactFieldsProps, 'form'> & { hint?: string | undefined }) {
  const invoiceAddress = useQuery(readOf(taxCalls.billing)).data?.address
  const otherwise = invoiceAddress
    ? words.countryOfInvoice(countryName(invoiceAddress.country) ?? invoiceAddress.country)
    : words.chooseCountry
  return (
    <SelectField
      {...fieldsOf(form)('country', { required: invoiceAddress ? false : messages.countryRequired })}
      label={words.country}
      hint={hint}
      autoComplete="country"
      options={[['', otherwise] as const, ...countryOptions]}
    />
  )
}
