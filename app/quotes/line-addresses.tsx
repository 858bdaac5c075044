import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { addressCalls, type Address } from '#contract/people/addresses.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { nameOf } from '#app/addresses/address-dialog.tsx'
import { readOf } from '#app/api/queries.ts'
import { SelectField } from '#app/ui/field.tsx'
import { addressWords as words } from '#app/words/addresses.ts'

/** Lines that go to another address of the book, by their rows. */
export type Elsewhere = ReadonlyMap<number, Address>

type LineAddressesProps = {
  lines: Quote['lines']
  elsewhere: Elsewhere
  onChoose: (elsewhere: Elsewhere) => void
}

/** Chooses for each line of a quote where it goes, where the customer has addresses to choose from. */
export function LineAddresses({ lines, elsewhere, onChoose }: LineAddressesProps) {
  const book = useQuery({ ...readOf(addressCalls.mine), retry: false })
  // The fields of two hundred lines are only made once they are asked for.
  const [isOpen, setIsOpen] = useState(false)
  const addresses = book.data?.addresses ?? []
  if (addresses.length === 0 || lines.length < 2) return null

  const options = [['', words.asOrder] as const, ...addresses.map((address) => [address._id, nameOf(address)] as const)]
  const choose = (row: number, id: string) => {
    const changed = new Map(elsewhere)
    const address = addresses.find(({ _id }) => _id === id)
    if (address) changed.set(row, address)
    else changed.delete(row)
    onChoose(changed)
  }
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link cursor-pointer justify-self-start text-sm">{words.byLine}</summary>
      {isOpen && (
        <ol className="mt-3 grid max-h-80 gap-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
          {lines.map(({ row, name, text }) => (
            <li key={row}>
              <SelectField
                label={words.lineTo(row, name ?? text)}
                value={elsewhere.get(row)?._id ?? ''}
                onChange={({ target }) => choose(row, target.value)}
                options={options}
              />
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
