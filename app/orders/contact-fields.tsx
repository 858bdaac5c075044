import type { UseFormReturn } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { fieldsOf, filled } from '#app/form-fields.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { purchaseWords as words } from '#app/words/purchase.ts'
import type { Contact } from './submit-purchase.ts'

/** Delivery address and phone; an order needs both. */
export function ContactFields({ form }: { form: UseFormReturn<Contact> }) {
  const field = fieldsOf(form)
  return (
    <>
      <TextField
        {...field('phone', filled(messages.phoneRequired))}
        label={words.phone}
        type="tel"
        autoComplete="tel"
        maxLength={TEXT_LIMITS.phone}
      />
      <TextArea
        {...field('address', filled(messages.addressRequired))}
        label={words.address}
        rows={3}
        autoComplete="street-address"
        maxLength={TEXT_LIMITS.address}
      />
    </>
  )
}
