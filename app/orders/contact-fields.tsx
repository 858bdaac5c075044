import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { purchaseWords as words } from '#app/words/purchase.ts'
import type { Contact } from './submit-purchase.ts'

type ContactFieldsProps = { register: UseFormRegister<Contact>; errors: FieldErrors<Contact> }

const filled = (message: string) => ({ validate: (text: string) => text.trim() !== '' || message })

/** Delivery address and phone; an order needs both. */
export const ContactFields = ({ register, errors }: ContactFieldsProps) => (
  <>
    <TextField
      {...register('phone', filled(messages.phoneRequired))}
      label={words.phone}
      type="tel"
      autoComplete="tel"
      maxLength={TEXT_LIMITS.phone}
      error={errors.phone?.message}
    />
    <TextArea
      {...register('address', filled(messages.addressRequired))}
      label={words.address}
      rows={3}
      autoComplete="street-address"
      maxLength={TEXT_LIMITS.address}
      error={errors.address?.message}
    />
  </>
)
