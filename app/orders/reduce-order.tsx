import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { minimumOf } from '#contract/orders/order-rule.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, type AgreedPrice, type OrderInFull } from '#contract/orders/orders.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { priceAt, totalDollarsAt } from '#contract/parts/pricing.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api/api.ts'
import { failureText, isUnknown, Loading } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { readAgain, readOf, updateRead } from '#app/api/queries.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { reduceOrderWords as words } from '#app/words/reduce-order.ts'

/** Reduces an unpaid order, after showing its current and new cost. */
export const ReduceOrder = ({ order }: { order: OrderInFull }) => (
  <DialogButton renderDialog={(onClose) => <ReduceDialog order={order} onClose={onClose} />}>{words.open}</DialogButton>
)

function ReduceDialog({ order, onClose }: { order: OrderInFull; onClose: () => void }) {
  const agreed = order.agreed ?? { price: order.price, priceBreaks: [] }
  const part = useQuery({ ...readOf(partCalls.one, { params: { id: order.partsId } }), staleTime: 0 })
  const form = useForm({ defaultValues: { pieces: '' } })
  const minimum = minimumOf(part.data ?? {})
  const problemOf = (typed: string): string | true => {
    const pieces = readQuantity(typed)
    if (pieces === undefined) return messages.quantityWhole
    if (pieces < minimum) return messages.orderInSteps(minimum, 1)
    return pieces < order.orderQuantity || orderChangeMessages.fewerPieces(order.orderQuantity)
  }
  const typed = form.watch('pieces')
  const pieces = problemOf(typed) === true ? readQuantity(typed) : undefined
  const reduce = useFormAction({
    send: (body: { orderQuantity: number; totalPrice: number }) => callApi(orderCalls.reduce, { params: { id: order._id }, body }),
    onDone: (reduced) => {
      updateRead(orderCalls.one, (read) => (read._id === reduced._id ? { ...read, ...reduced } : read))
      toast.success(words.done(reduced.number, formatCount(reduced.orderQuantity)))
    },
    onClose,
    refused: (error) => {
      // The part or the order may have changed: the dialog shows the current figures.
      void part.refetch()
      void readAgain(orderCalls.one)
      return failureText(error)
    },
    changes: [orderCalls.one, ...orderLists, quoteCalls.group, orderEventCalls.ofOrder],
  })
  const submit = () => pieces && reduce.run({ orderQuantity: pieces, totalPrice: totalDollarsAt(agreed, pieces) })

  return (
    <FormDialog
      title={words.title(order.number)}
      submit={words.save}
      action={reduce}
      disabled={!part.data || Boolean(part.error)}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      {part.data && !part.error ? (
        <>
          <TextField
            {...fieldsOf(form)('pieces', { validate: problemOf, onChange: () => reduce.refuse(undefined) })}
            label={words.pieces}
            hint={words.hint(formatCount(minimum), formatCount(order.orderQuantity - 1))}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            readOnly={reduce.isRunning}
          />
          <Comparison order={order} agreed={agreed} pieces={pieces} />
          <p className="text-sm text-soft">
            {pieces ? `${words.agreedPrice} ${words.goesBack(formatCount(backOf(order, pieces)))}` : words.agreedPrice}
          </p>
        </>
      ) : isUnknown(part.error) ? (
        <Notice tone="warning">{orderChangeMessages.partNotSold}</Notice>
      ) : (
        <Loading query={part} />
      )}
      {part.data && pieces && !reduce.refusal && totalDollarsAt(agreed, pieces) > order.totalPrice && (
        <Notice tone="warning">{words.costsMore}</Notice>
      )}
    </FormDialog>
  )
}

/** Pieces that go back into stock: those to be made never were in it, and are dropped first. */
const backOf = ({ orderQuantity, leftToMake = 0 }: OrderInFull, pieces: number) => Math.max(orderQuantity - pieces - leftToMake, 0)

function Comparison({ order, agreed, pieces }: { order: OrderInFull; agreed: AgreedPrice; pieces: number | undefined }) {
  const { rows } = words
  const unknown = '\u2013'
  return (
    <table className="values figures">
      <caption className="sr-only">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.figure}</th>
          <th scope="col" data-align="end">
            {words.before}
          </th>
          <th scope="col" data-align="end">
            {words.after}
          </th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        <Row title={rows.pieces} before={formatCount(order.orderQuantity)} after={pieces ? formatCount(pieces) : unknown} />
        <Row title={rows.price} before={formatUnitPrice(order.price)} after={pieces ? formatUnitPrice(priceAt(agreed, pieces)) : unknown} />
        <Row
          title={rows.total}
          before={formatAmount(order.totalPrice)}
          after={pieces ? formatAmount(totalDollarsAt(agreed, pieces)) : unknown}
        />
      </tbody>
    </table>
  )
}

const Row = ({ title, before, after }: { title: string; before: string; after: string }) => (
  <tr>
    <th scope="row">{title}</th>
    <td data-align="end">{before}</td>
    <td data-align="end" data-changed={before !== after || undefined}>
      {after}
    </td>
  </tr>
)
