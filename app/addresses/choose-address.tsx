import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { addressCalls, type Address } from '#contract/people/addresses.ts'
import { addressLines, type ShipTo } from '#contract/orders/ship-to.ts'
import { AddressDialog, nameOf } from '#app/addresses/address-dialog.tsx'
import { readOf } from '#app/api/queries.ts'
import { BesideForm } from '#app/ui/beside-form.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { addressWords as words } from '#app/words/addresses.ts'

type ChooseAddressProps = {
  /** Current text of the address field. */
  typed: string
  /** Whether the default address may fill the field by itself. */
  takesDefault: boolean
  /** The book is loaded, and the field already has this address, such as after a reload. */
  onFound: (address: Address) => void
  onChoose: (address: Address) => void
}

/** Fills the specified address field from the address book; later edits of the field are kept. */
export function ChooseAddress({ typed, takesDefault, onFound, onChoose }: ChooseAddressProps) {
  const book = useQuery({ ...readOf(addressCalls.mine), retry: false })
  const addresses = book.data?.addresses ?? []
  const standard = addresses.find(({ isDefault }) => isDefault)

  const chosen = addresses.find((address) => addressLines(address) === typed)

  useEffect(() => {
    if (chosen) onFound(chosen)
    else if (standard && takesDefault) onChoose(standard)
    // Only once the book is loaded: afterwards the user decides.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [standard?._id])

  return (
    <div className="flex flex-wrap items-end gap-2">
      <AddressBook addresses={addresses} chosen={chosen} onChoose={onChoose} />
      <DialogButton
        renderDialog={(onClose) => (
          <BesideForm>
            <AddressDialog onClose={onClose} onSaved={onChoose} />
          </BesideForm>
        )}
      >
        {words.add}
      </DialogButton>
    </div>
  )
}

type AddressBookProps = { addresses: Address[]; chosen: Address | undefined; onChoose: (address: Address) => void }

function AddressBook({ addresses, chosen, onChoose }: AddressBookProps) {
  if (addresses.length === 0) return null
  return (
    <SelectField
      label={words.choose}
      className="min-w-48 flex-1"
      value={chosen?._id ?? ''}
      onChange={({ target }) => {
        const address = addresses.find(({ _id }) => _id === target.value)
        if (address) onChoose(address)
      }}
      options={[['', words.typed] as const, ...addresses.map((address) => [address._id, nameOf(address)] as const)]}
    />
  )
}

/** Chooses an address of the book in place of a typed one; renders nothing without a book. */
export function FromAddressBook({ typed, onChoose }: Pick<ChooseAddressProps, 'typed' | 'onChoose'>) {
  const addresses = useQuery({ ...readOf(addressCalls.mine), retry: false }).data?.addresses ?? []
  return <AddressBook addresses={addresses} chosen={addresses.find((address) => addressLines(address) === typed)} onChoose={onChoose} />
}

/** The fields of the chosen address, while the text is still that of the address. */
export function shipToOf(chosen: Address | undefined, typed: string): ShipTo | undefined {
  return chosen && addressLines(chosen) === typed.trim() ? placeOf(chosen) : undefined
}

/** An address of the book in the form of orders. */
export const placeOf = ({ _id, label: _label, isDefault: _isDefault, ...shipTo }: Address): ShipTo => shipTo
