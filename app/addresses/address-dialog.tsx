import { useForm } from 'react-hook-form'
import { addressCalls, type Address, type NewAddress } from '#contract/people/addresses.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { callApi } from '#app/api/api.ts'
import { AddressFields, EMPTY_ADDRESS } from '#app/addresses/address-fields.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { addressWords as words } from '#app/words/addresses.ts'

type AddressDialogProps = {
  /** The address to change; without it a new one is added. */
  address?: Address | undefined
  onClose: () => void
  onSaved?: (address: Address) => void
}

/** Adds or changes an address of the book. */
export function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const form = useForm<Required<Pick<NewAddress, 'label'>> & typeof EMPTY_ADDRESS>({
    defaultValues: { label: '', ...EMPTY_ADDRESS, ...(address && fieldsIn(address)) },
  })
  const sender = useIdempotentSender<NewAddress>()
  const save = useFormAction({
    form,
    send: (body: NewAddress) =>
      address
        ? callApi(addressCalls.change, { params: { id: address._id }, body })
        : sender(body, (request) => callApi(addressCalls.add, request)),
    onDone: (answer) => {
      toast.success(words.saved)
      onSaved?.(answer.address)
    },
    onClose,
    changes: [addressCalls.mine],
  })
  return (
    <FormDialog
      title={address ? words.edit(nameOf(address)) : words.add}
      submit={words.save}
      action={save}
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...fieldsOf(form)('label')}
          label={words.label}
          placeholder={words.labelHint}
          maxLength={TEXT_LIMITS.addressLabel}
          className="sm:col-span-2"
        />
        <AddressFields form={form} />
      </div>
    </FormDialog>
  )
}

/** Name of an address: its label, else its first line. */
export const nameOf = ({ label, name, city }: Address) => label || `${name}, ${city}`

const fieldsIn = ({ _id, isDefault: _isDefault, ...fields }: Address) => fields
