import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { addressCalls, type Address, type NewAddress } from '#contract/addresses.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { callApi } from '#app/api.ts'
import { AddressFields, EMPTY_ADDRESS } from '#app/addresses/address-fields.tsx'
import { fieldsOf, showRefusal } from '#app/form-fields.ts'
import { useIdempotentSender } from '#app/idempotent-sender.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
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
  const [trouble, setTrouble] = useState<string>()
  const sender = useIdempotentSender<NewAddress>()
  const save = useAction({
    send: (body: NewAddress) =>
      address
        ? callApi(addressCalls.change, { params: { id: address._id }, body })
        : sender(body, (request) => callApi(addressCalls.add, request)),
    onStart: () => setTrouble(undefined),
    onDone: (answer) => {
      toast.success(words.saved)
      onSaved?.(answer.address)
      onClose()
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [addressCalls.mine],
  })
  const title = address ? words.edit(nameOf(address)) : words.add
  return (
    <Dialog label={title} busy={save.isRunning} onClose={onClose}>
      <form noValidate className="modal-body" onSubmit={(event) => void form.handleSubmit((typed) => save.run(typed))(event)}>
        <h2 className="mb-3 text-xl">{title}</h2>
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
        {trouble && (
          <div className="mt-4">
            <Notice tone="danger">{trouble}</Notice>
          </div>
        )}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={save.isRunning}>
            {words.cancel}
          </Button>
          <Button type="submit" busy={save.isRunning}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What an address is called: its label, else its first line. */
export const nameOf = ({ label, name, city }: Address) => label || `${name}, ${city}`

const fieldsIn = ({ _id, isDefault: _isDefault, ...fields }: Address) => fields
