import { startTransition, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addressCalls, type AddressChange } from '#contract/people/addresses.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { addressLines } from '#contract/orders/ship-to.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { FromAddressBook, placeOf } from '#app/addresses/choose-address.tsx'
import { AddressFields, EMPTY_ADDRESS } from '#app/addresses/address-fields.tsx'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useSession } from '#app/identity/session.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextArea } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { addressWords as words } from '#app/words/addresses.ts'

const changesOfOrder = [orderCalls.one, ...orderLists, orderEventCalls.ofOrder]

/** Changes where an order goes, for its buyer and for admins, until its first parcel has left. */
export function ChangeAddress({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false)
  const isFixed = order.parceledPieces > 0 || order.shipped || order.cancelled || order.refunded
  // An open dialog stays: it says that the change is too late.
  return (
    <>
      {!isFixed && (
        <Button variant="secondary" onClick={() => startTransition(() => setIsOpen(true))}>
          {words.change}
        </Button>
      )}
      {isOpen && <ChangeAddressDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ChangeAddressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  // The address when the dialog was opened: a concurrent change is reported, not overwritten.
  const [seen] = useState(order.address)
  const form = useForm({
    defaultValues: {
      ...EMPTY_ADDRESS,
      ...order.shipTo,
      address: order.shipTo ? '' : order.address,
      textCountry: '',
      isText: !order.shipTo,
    },
  })
  const isText = form.watch('isText')
  const change = useFormAction({
    form,
    send: (body: AddressChange) => callApi(addressCalls.ofOrder, { params: { id: order._id }, body }),
    refused: (error) => showRefusal(form, error, form.getValues('isText') ? { country: 'textCountry' } : { 'shipTo.country': 'country' }),
    onDone: () => toast.success(words.changed),
    onClose,
    changes: changesOfOrder,
  })
  const submit = form.handleSubmit(({ address, textCountry: country, isText: _isText, ...shipTo }) =>
    change.run({ seen, ...(isText ? { address, ...(country !== '' && { country }) } : { shipTo }) }),
  )
  const field = fieldsOf(form)
  const isOwn = useSession().identity?.email === order.email
  return (
    <FormDialog title={words.change} submit={words.save} action={change} onSubmit={submit} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        {isOwn && (
          <div className="sm:col-span-2">
            <FromAddressBook
              typed={isText ? form.watch('address') : addressLines(form.watch())}
              onChoose={(address) => form.reset({ ...form.getValues(), ...EMPTY_ADDRESS, ...placeOf(address), isText: false })}
            />
          </div>
        )}
        <CheckField {...field('isText')} label={words.freeText} className="sm:col-span-2" />
        {isText ? (
          <>
            <TextArea
              {...field('address', filled(messages.addressRequired, TEXT_LIMITS.address))}
              label={words.address}
              rows={4}
              className="sm:col-span-2"
              maxLength={TEXT_LIMITS.address}
            />
            {order.tax && (
              <SelectField
                {...field('textCountry')}
                label={words.country}
                hint={words.countryOfText}
                className="sm:col-span-2"
                options={[['', words.chooseCountry] as const, ...countryOptions]}
              />
            )}
          </>
        ) : (
          <AddressFields form={form} />
        )}
      </div>
    </FormDialog>
  )
}
