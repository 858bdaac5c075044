import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/figures.ts'
import { minimumOf } from '#contract/order-rule.ts'
import { messages } from '#contract/messages.ts'
import { orderEventCalls } from '#contract/order-events.ts'
import { orderCalls, type AgreedPrice, type OrderInFull } from '#contract/orders.ts'
import { partCalls } from '#contract/parts.ts'
import { priceAt, totalDollarsAt } from '#contract/pricing.ts'
import { readQuantity } from '#contract/quantity-text.ts'
import { quoteCalls } from '#contract/quotes.ts'
import { orderChangeMessages } from '#contract/order-change-messages.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api.ts'
import { failureText, isUnknown, Loading } from '#app/failure.tsx'
import { readAgain, readOf, updateRead } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { reduceOrderWords as words } from '#app/words/reduce-order.ts'

/** Reduces an unpaid order, after showing what it costs now and will cost. */
export function ReduceOrder({ order }: { order: OrderInFull }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <ReduceDialog order={order} onClose={close} />}
    </>
  )
}

function ReduceDialog({ order, onClose }: { order: OrderInFull; onClose: () => void }) {
  const agreed = order.agreed ?? { price: order.price, priceBreaks: [] }
  const part = useQuery({ ...readOf(partCalls.one, { params: { id: order.partsId } }), staleTime: 0 })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const formId = useId()
  const pieces = readQuantity(typed)
  const minimum = minimumOf(part.data ?? {})
  const isFewer = pieces !== undefined && pieces >= minimum && pieces < order.orderQuantity
  const { run, isRunning } = useAction({
    send: (body: { orderQuantity: number; totalPrice: number }) => callApi(orderCalls.reduce, { params: { id: order._id }, body }),
    onDone: (reduced) => {
      updateRead(orderCalls.one, (read) => (read._id === reduced._id ? { ...read, ...reduced } : read))
      toast.success(words.done(reduced.number, formatCount(reduced.orderQuantity)))
      onClose()
    },
    onRefused: (error) => {
      setRefusal(failureText(error))
      // The part or the order may have changed: the dialog shows what holds now.
      void part.refetch()
      void readAgain(orderCalls.one)
    },
    changes: [orderCalls.one, ...orderLists, quoteCalls.group, orderEventCalls.ofOrder],
  })

  function send(): void {
    setRefusal(undefined)
    if (isFewer) return run({ orderQuantity: pieces, totalPrice: totalDollarsAt(agreed, pieces) })
    setProblem(
      pieces === undefined
        ? messages.quantityWhole
        : pieces < minimum
          ? messages.orderInSteps(minimum, 1)
          : orderChangeMessages.fewerPieces(order.orderQuantity),
    )
  }

  const title = words.title(order.number)
  return (
    <Dialog label={title} busy={isRunning} onClose={onClose}>
      <form
        id={formId}
        className="modal-body grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (part.data) send()
        }}
      >
        <h2 className="text-xl">{title}</h2>
        {part.data && !part.error ? (
          <>
            <TextField
              label={words.pieces}
              hint={words.hint(formatCount(minimum), formatCount(order.orderQuantity - 1))}
              error={problem}
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              readOnly={isRunning}
              onChange={({ target }) => {
                setTyped(target.value)
                setProblem(undefined)
                setRefusal(undefined)
              }}
            />
            <Comparison order={order} agreed={agreed} pieces={isFewer ? pieces : undefined} />
            <p className="text-sm text-soft">
              {isFewer ? `${words.agreedPrice} ${words.goesBack(formatCount(order.orderQuantity - pieces))}` : words.agreedPrice}
            </p>
          </>
        ) : isUnknown(part.error) ? (
          <Notice tone="warning">{orderChangeMessages.partNotSold}</Notice>
        ) : (
          <Loading query={part} />
        )}
        {part.data && isFewer && !refusal && totalDollarsAt(agreed, pieces) > order.totalPrice && (
          <Notice tone="warning">{words.costsMore}</Notice>
        )}
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={isRunning}>
            {dialogWords.cancel}
          </Button>
          <Button type="submit" busy={isRunning} disabled={!part.data || Boolean(part.error)}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

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
