import { startTransition, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { addressCalls, type Address } from '#contract/people/addresses.ts'
import { addressLines } from '#contract/orders/ship-to.ts'
import { callApi } from '#app/api/api.ts'
import { AddressDialog, nameOf } from '#app/addresses/address-dialog.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Status } from '#app/ui/status.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { addressWords as words } from '#app/words/addresses.ts'

export const meta = pageMeta(words.title)

/** A customer's address book, the default first. */
export default function Addresses() {
  const query = useQuery(readOf(addressCalls.mine))
  const [edited, setEdited] = useState<Address | 'new'>()
  // The list of countries is long: the press is handled before the list is rendered.
  const edit = (address: Address | 'new') => startTransition(() => setEdited(address))
  if (!query.data) return <Loading query={query} title={words.title} skeleton={<Skeleton rows={4} />} />
  const { addresses } = query.data
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.title} lead={words.lead}>
        <Button onClick={() => edit('new')}>{words.add}</Button>
      </ListHead>
      {addresses.length === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {addresses.map((address) => (
            <li key={address._id} className="grid">
              <AddressCard address={address} onEdit={() => edit(address)} />
            </li>
          ))}
        </ul>
      )}
      {edited && <AddressDialog address={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function AddressCard({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const { _id, isDefault, ...body } = address
  const name = nameOf(address)
  const makeDefault = useAction({
    send: () => callApi(addressCalls.change, { params: { id: _id }, body: { ...body, isDefault: true } }),
    changes: [addressCalls.mine],
  })
  return (
    <Panel className="panel-dense grid gap-3">
      <div>
        <h3 className="mb-1 flex items-center justify-between gap-2 text-base font-semibold">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {isDefault && <Status tone="success">{words.isDefault}</Status>}
        </h3>
        <p className="whitespace-pre-line wrap-anywhere text-soft">{addressLines(address)}</p>
        {address.phone !== '' && <p className="text-soft">{address.phone}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 self-end">
        <Button variant="secondary" aria-label={words.edit(name)} onClick={onEdit}>
          {words.edit('').trim()}
        </Button>
        {!isDefault && (
          <Button variant="ghost" busy={makeDefault.isRunning} onClick={() => makeDefault.run()}>
            {words.makeDefault}
          </Button>
        )}
        <ConfirmedAction
          renderButton={(ask) => <IconButton label={words.remove(name)} icon={<TrashIcon />} onClick={ask} />}
          question={words.removeQuestion(name)}
          send={() => callApi(addressCalls.remove, { params: { id: _id } })}
          onDone={() => toast.success(words.removed)}
          changes={[addressCalls.mine]}
        />
      </div>
    </Panel>
  )
}
