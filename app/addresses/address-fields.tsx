import { useWatch, type UseFormReturn } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { PlaceFields } from '#app/addresses/place-fields.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { TextField } from '#app/ui/field.tsx'
import { addressWords as words } from '#app/words/addresses.ts'

export const EMPTY_ADDRESS: Required<ShipTo> = {
  name: '',
  company: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  phone: '',
}

/** The fields of an address. The form may have further fields. */
export function AddressFields<Values extends ShipTo>({ form }: { form: UseFormReturn<Values> }) {
  // The fields of an address are the same in every form that has them.
  const shared = form as unknown as UseFormReturn<Required<ShipTo>>
  const field = fieldsOf(shared)
  const [country, state] = useWatch({ control: shared.control, name: ['country', 'state'] })
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
      <PlaceFields field={field} section="shipping" place={{ country, state }} />
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
