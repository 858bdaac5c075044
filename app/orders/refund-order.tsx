import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readDollars } from '#contract/dollar-text.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { orderEventCalls } from '#contract/order-events.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { readQuantity } from '#contract/quantity-text.ts'
import { refundCalls, refundMessages, type OrderRefunds, type RefundOrder as Wanted } from '#contract/refunds.ts'
import { useMay } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { ApiError } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { failureText, Loading } from '#app/failure.tsx'
import { useIdempotentSender } from '#app/idempotent-sender.ts'
import { readOf, updateRead } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { paymentWords } from '#app/words/payment.ts'
import { refundWords as words } from '#app/words/refunds.ts'

type RefundOrderProps = {
  order: Order
  /** In a row of a list, which offers to cancel an order, and not to refund a part of it. */
  inList?: boolean
}

/** Refunds a paid order, or a part of its price. For admins. */
export function RefundOrder({ order, inList = false }: RefundOrderProps) {
  const may = useMay()
  const [asks, setAsks] = useState(false)
  if (!may(refundCalls.order) || !(orderCan.refund(order) || (!inList && orderCan.refundPart(order)))) return null
  return (
    <>
      <Button variant="ghost" aria-label={words.refundOf(order.name)} onClick={() => setAsks(true)}>
        {words.refund}
      </Button>
      {asks && <RefundDialog order={order} onClose={() => setAsks(false)} />}
    </>
  )
}

type Problems = Partial<Record<'reason' | 'amount' | 'restock', string>>

function RefundDialog({ order: now, onClose }: { order: Order; onClose: () => void }) {
  // The order behind the dialog may be read again while it is open. What is sent is what was seen.
  const [order] = useState(now)
  const [isPart, setIsPart] = useState(!orderCan.refund(order))
  const [typed, setTyped] = useState({ reason: '', amount: '', restock: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string>()
  const known = useQuery({ ...readOf(refundCalls.ofOrder, { params: { id: order._id } }), staleTime: 0 })
  const sendOnce = useIdempotentSender<Wanted>()
  const formId = useId()

  const { run, isRunning } = useAction({
    send: (wanted: Wanted) => sendOnce(wanted, (request) => callApi(refundCalls.order, { params: { id: order._id }, ...request })),
    onDone: ({ modifiedCount, order: refunded }, { amount }) => {
      updateRead(orderCalls.all, (orders) => orders.map((one) => (one._id === refunded._id ? refunded : one)))
      if (modifiedCount === 0) toast.error(words.nothingLeft)
      else toast.success(amount === undefined || refunded.refunded ? words.done(order.name) : words.partDone(formatAmount(amount)))
      onClose()
    },
    onRefused: (error) => {
      const named = error instanceof ApiError ? (error.fields ?? []) : []
      setProblems(Object.fromEntries(named.map(({ field, message }) => [field, message])))
      if (named.length === 0) setRefusal(failureText(error))
      // Somebody else may have refunded meanwhile: the dialog shows what is left now.
      void known.refetch()
    },
    changes: [...orderLists, orderCalls.one, orderEventCalls.ofOrder, refundCalls.ofOrder],
  })

  const set = (field: keyof typeof typed) => ({
    value: typed[field],
    error: problems[field],
    readOnly: isRunning,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [field]: target.value })
      setProblems({ ...problems, [field]: undefined })
      setRefusal(undefined)
    },
  })

  function confirm({ left, returnable }: OrderRefunds): void {
    const { wanted, problems: found } = readTyped(typed, isPart, { left, returnable })
    if (wanted) run(wanted)
    else setProblems(found)
  }

  const title = orderCan.refund(order) ? words.question(order.name) : words.partQuestion(order.name)
  return (
    <Dialog label={title} busy={isRunning} closesOutside onClose={onClose}>
      <form
        id={formId}
        className="modal-body grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (known.data) confirm(known.data)
        }}
      >
        <h2 className="text-xl">{title}</h2>
        {known.data ? (
          <>
            {orderCan.refund(order) && orderCan.refundPart(order) && (
              <SelectField
                label={words.what}
                value={isPart ? 'part' : 'all'}
                disabled={isRunning}
                options={[
                  ['all', words.all],
                  ['part', words.part],
                ]}
                onChange={({ target }) => setIsPart(target.value === 'part')}
              />
            )}
            {isPart && (
              <div className="grid grid-cols-2 gap-x-5 gap-y-2">
                <TextField
                  {...set('amount')}
                  label={words.amount}
                  hint={words.amountHint(formatAmount(known.data.left))}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                />
                {known.data.returnable > 0 && (
                  <TextField
                    {...set('restock')}
                    label={words.restock}
                    hint={words.restockHint(formatCount(known.data.returnable))}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={20}
                  />
                )}
              </div>
            )}
            <p className="text-soft" aria-live="polite">
              {consequencesOf({ order, known: known.data, isPart, typed })}
            </p>
            <TextField {...set('reason')} label={words.reason} hint={words.reasonHint} maxLength={TEXT_LIMITS.refundReason} />
          </>
        ) : (
          <Loading query={known} />
        )}
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={isRunning}>
            {dialogWords.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={isRunning} disabled={!known.data}>
            {dialogWords.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Left = Pick<OrderRefunds, 'left' | 'returnable'>

function readTyped(
  { reason, amount, restock }: Record<'reason' | 'amount' | 'restock', string>,
  isPart: boolean,
  { left, returnable }: Left,
): { wanted?: Wanted; problems: Problems } {
  const problems: Problems = {}
  if (reason.trim() === '') problems.reason = messages.refundReasonRequired
  if (!isPart) return problems.reason ? { problems } : { wanted: { reason }, problems }
  const cents = readDollars(amount)
  const pieces = restock.trim() === '' ? 0 : readQuantity(restock)
  if (cents === undefined) problems.amount = refundMessages.amountInCents
  else if (cents / 100 > left) problems.amount = left === 0 ? refundMessages.nothingLeft : refundMessages.amountTooLarge(left)
  if (pieces === undefined) problems.restock = refundMessages.restockWhole
  else if (pieces > returnable) problems.restock = refundMessages.restockTooMany(returnable)
  if (Object.keys(problems).length > 0 || cents === undefined || pieces === undefined) return { problems }
  return { wanted: { reason, amount: cents / 100, ...(pieces > 0 && { restock: pieces }) }, problems }
}

type ConsequencesProps = { order: Order; known: OrderRefunds; isPart: boolean; typed: { amount: string; restock: string } }

/** What will happen to money, pieces and order, as far as it is typed. */
function consequencesOf({ order, known: { left }, isPart, typed }: ConsequencesProps): string {
  const pieces = paymentWords.pieces(order.orderQuantity)
  if (!isPart) return order.dispute === 'lost' ? words.endsWithoutMoney(pieces) : words.consequences(formatAmount(left), pieces)
  const cents = readDollars(typed.amount)
  const dollars = cents === undefined ? undefined : cents / 100
  if (dollars === undefined || dollars > left) return words.partHint
  const stays = formatAmount(Number((left - dollars).toFixed(2)))
  if (dollars === left && orderCan.refund(order)) return words.consequences(formatAmount(left), pieces)
  const back = readQuantity(typed.restock) ?? 0
  return [
    words.partConsequences(formatAmount(dollars), stays),
    ...(back > 0 ? [words.piecesReturn(formatCount(back))] : []),
    orderCan.ship(order) ? words.stillShips : words.staysAsItIs,
  ].join(' ')
}
