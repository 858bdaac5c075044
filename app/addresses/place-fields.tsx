import type { ComponentProps, ReactNode } from 'react'
import { placeFieldsOf, type PlaceField } from '#contract/basics/address-format.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { filled } from '#app/ui/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { addressWords as words } from '#app/words/addresses.ts'

type Name = 'street' | 'country' | PlaceField
type Rules = Partial<ReturnType<typeof filled>> | { required: string }
type PlaceFieldsProps = {
  /** Connects a field with its form. */
  field: (name: Name, rules?: Rules) => Pick<ComponentProps<typeof TextField>, 'name' | 'error'> & { ref: React.Ref<never> }
  /** What browsers fill in: the address of the delivery or of the invoice. */
  section: 'shipping' | 'billing'
  /** The typed address: fields of its country are shown, and those with a value. */
  place: { country: string; state?: string | undefined }
}

const countries = [['', words.chooseCountry] as const, ...countryOptions]

/** Country, street and the further fields of the country's addresses, in their order. */
export function PlaceFields({ field, section, place }: PlaceFieldsProps) {
  const inputs: Record<PlaceField, ReactNode> = {
    city: (
      <TextField
        key="city"
        {...field('city', filled(messages.cityRequired, TEXT_LIMITS.city))}
        label={words.city}
        autoComplete={`${section} address-level2`}
        maxLength={TEXT_LIMITS.city}
      />
    ),
    state: (
      <TextField
        key="state"
        {...field('state')}
        label={words.state}
        placeholder={words.optional}
        autoComplete={`${section} address-level1`}
        maxLength={TEXT_LIMITS.state}
      />
    ),
    postalCode: (
      <TextField
        key="postalCode"
        {...field('postalCode')}
        label={words.postalCode}
        autoComplete={`${section} postal-code`}
        maxLength={TEXT_LIMITS.postalCode}
      />
    ),
  }
  const shown = placeFieldsOf(place.country)
  return (
    <>
      <SelectField
        {...field('country', { required: messages.countryRequired })}
        label={words.country}
        className="sm:col-span-2"
        autoComplete={`${section} country`}
        options={countries}
      />
      <TextField
        {...field('street', filled(messages.streetRequired, TEXT_LIMITS.street))}
        label={words.street}
        className="sm:col-span-2"
        autoComplete={`${section} street-address`}
        maxLength={TEXT_LIMITS.street}
      />
      {[...shown, ...(shown.includes('state') || !place.state ? [] : (['state'] as const))].map((name) => inputs[name])}
    </>
  )
}
