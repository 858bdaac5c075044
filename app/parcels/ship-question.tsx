import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { messages } from '#contract/basics/messages.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { leftToSend, orderCalls, shippingDoubts, type Order } from '#contract/orders/orders.ts'
import { parcelCalls, type ParcelToSend } from '#contract/orders/parcels.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { SaidOfOrder } from '#app/orders/said-of-order.tsx'
import { ApiError } from '#app/api/api-error.ts'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { updateRead } from '#app/api/queries.ts'
import { TextField } from '#app/ui/field.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { parcelWords as words } from '#app/words/parcels.ts'
import { refundWords } from '#app/words/refunds.ts'
import {
  CarrierField,
  chooseCarrier,
  presetCarrier,
  rememberCarrier,
  TrackingNumberField,
  typedCarried,
  type ParcelFields,
} from './parcel-fields.tsx'
import { shipOrSend } from './ship-or-send.ts'

type ShipQuestionProps = {
  order: Order
  question: string
  /** The tracking number is scanned next: its field has the focus when the dialog opens. */
  scans?: boolean
  onSent?: (parcel: { pieces: number; trackingNumber: string }) => void
  onClose: () => void
}

/**
 * Asks before an order, or a part of it, is shipped, and lists reasons against it. Confirmed unchanged, it ships all remaining
 * pieces; pieces, carrier and tracking number may be given. The carrier of the previous parcel is preset; without a number it is not sent.
 */
export function ShipQuestion({ order, question, scans = false, onSent, onClose }: ShipQuestionProps) {
  // The order behind the dialog may be reloaded while it is open. The values that the admin saw are sent.
  const [left] = useState(leftToSend(order))
  const doubts = shippingDoubts(order)
  const [preset] = useState(presetCarrier)
  const form = useForm<ParcelFields>({ defaultValues: { pieces: formatCount(left), carrier: preset, trackingNumber: '' } })
  const field = fieldsOf(form)
  const sendOnce = useIdempotentSender<ParcelToSend>()

  const ship = useAction({
    send: (typed: ParcelFields) => {
      const isPreset = typed.carrier === preset && typed.trackingNumber.trim() === ''
      const carried = typedCarried(isPreset ? { ...typed, carrier: '' } : typed)
      return shipOrSend(order, { left, pieces: readPieces(typed.pieces) ?? left, ...carried, doubts }, sendOnce)
    },
    onDone: (sent) => {
      onClose()
      if ('refused' in sent) return toast.error(sent.refused)
      rememberCarrier(form.getValues())
      updateRead(orderCalls.all, (orders) => orders.map((one) => (one._id === order._id ? { ...one, ...sent.now } : one)))
      onSent?.({ pieces: sent.pieces, trackingNumber: form.getValues('trackingNumber') })
      toast.success(sent.now.shipped ? messages.partShipped : words.sentPart(formatCount(sent.pieces), formatCount(sent.left)))
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'INVALID_INPUT' && !showRefusal(form, error)) return
      onClose()
      toast.error(error.message)
    },
    changes: [...orderLists, orderCalls.one, orderEventCalls.ofOrder, parcelCalls.ofOrder],
  })
  return (
    <FormDialog
      title={question}
      submit={dialogWords.confirm}
      action={ship}
      closesOutside
      onSubmit={() => {
        chooseCarrier(form)
        void form.handleSubmit(ship.run)()
      }}
      onClose={onClose}
    >
      {doubts.length > 0 && (
        <Notice tone="warning">
          <ShippingWarning order={order} />
        </Notice>
      )}
      <Facts>
        <Fact title={words.orderField}>{order.number}</Fact>
        <Fact title={words.buyer}>{`${order.displayName}, ${order.email}`}</Fact>
        <Fact title={words.shipTo}>
          <span className="whitespace-pre-line">{order.address}</span>
        </Fact>
      </Facts>
      {left < order.orderQuantity && <p className="text-soft">{words.left(formatCount(left), formatCount(order.orderQuantity))}</p>}
      <SaidOfOrder order={order} />
      <div className="grid grid-cols-2 gap-x-5 gap-y-2">
        <TextField
          {...field('pieces', { validate: (typed) => piecesProblem(typed, left) })}
          label={words.piecesField}
          inputMode="numeric"
          autoComplete="off"
          readOnly={ship.isRunning}
        />
        <CarrierField form={form} readOnly={ship.isRunning} hint={preset !== '' && words.lastCarrier} />
        <div className="col-span-2">
          <TrackingNumberField form={form} readOnly={ship.isRunning} takesFocus={scans} />
        </div>
      </div>
    </FormDialog>
  )
}

/** Undefined unless it is clearly a whole number of pieces. */
const readPieces = (typed: string) => (typed.trim() === '' ? undefined : readQuantity(typed))

function piecesProblem(typed: string, left: number): string | true {
  const pieces = readPieces(typed)
  if (pieces === undefined) return messages.quantityWhole
  return pieces <= left || parcelMessages.parcelTooLarge(left)
}

function ShippingWarning({ order: { dispute, refundedTotal } }: { order: Order }) {
  return (
    <>
      {dispute === 'open' && <p>{refundWords.shipDisputed}</p>}
      {dispute === 'lost' && <p>{refundWords.shipLost}</p>}
      {refundedTotal > 0 && <p>{refundWords.shipPartRefunded(formatAmount(refundedTotal))}</p>}
    </>
  )
}
