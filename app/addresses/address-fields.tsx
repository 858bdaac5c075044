import type { UseFormReturn } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { ShipTo } from '#contract/ship-to.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { fieldsOf, filled } from '#app/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { addressWords as words } from '#app/words/addresses.ts'

export const EMPTY_ADDRESS: ShipTo = { name: '', company: '', street: '', city: '', postalCode: '', country: '', phone: '' }

const countries = [['', words.chooseCountry] as const, ...countryOptions]

/** The fields of an address. The form may have further fields. */
export function AddressFields<Values extends ShipTo>({ form }: { form: UseFormReturn<Values> }) {
  // The fields of an address are the same in every form that has them.
  const field = fieldsOf(form as unknown as UseFormReturn<ShipTo>)
  return (
    <>
      <TextField
        {...field('name', filled(messages.shipToNameRequired, TEXT_LIMITS.name))}
        label={words.name}
        autoComplete="shipping name"
        maxLength={TEXT_LIMITS.name}
      />
      <TextField
        {...field('company')}
        label={words.company}
        placeholder={words.optional}
        autoComplete="shipping organization"
        maxLength={TEXT_LIMITS.name}
      />
      <TextField
        {...field('street', filled(messages.streetRequired, TEXT_LIMITS.street))}
        label={words.street}
        className="sm:col-span-2"
        autoComplete="shipping street-address"
        maxLength={TEXT_LIMITS.street}
      />
      <TextField {...field('postalCode')} label={words.postalCode} autoComplete="shipping postal-code" maxLength={TEXT_LIMITS.postalCode} />
      <TextField
        {...field('city', filled(messages.cityRequired, TEXT_LIMITS.city))}
        label={words.city}
        autoComplete="shipping address-level2"
        maxLength={TEXT_LIMITS.city}
      />
      <SelectField
        {...field('country', { required: messages.countryRequired })}
        label={words.country}
        autoComplete="shipping country"
        options={countries}
      />
      <TextField
        {...field('phone')}
        label={words.phone}
        placeholder={words.optional}
        type="tel"
        autoComplete="shipping tel"
        maxLength={TEXT_LIMITS.phone}
      />
    </>
  )
}
