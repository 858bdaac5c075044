import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { readDollars } from '#contract/basics/dollar-text.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { dollarsToCents, shareOfCents } from '#contract/basics/money.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { leftToSend, orderCalls, orderCan, piecesToSend, type Order } from '#contract/orders/orders.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { paymentMeansOf } from '#contract/payments/payment-means.ts'
import { refundCalls, refundMessages, type OrderRefunds, type RefundOrder as Wanted } from '#contract/payments/refunds.ts'
import { dueOf } from '#contract/payments/tax.ts'
import { useMay } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { readOf, updateRead } from '#app/api/queries.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { paymentWords } from '#app/words/payment.ts'
import { refundWords as words } from '#app/words/refunds.ts'

type RefundOrderProps = {
  order: Order
  /** In a row of a list, which offers to cancel an order, and not to refund a part of it. */
  inList?: boolean
}

/** Refunds a paid order, or a part of its price, and withdraws pieces that are not sent any more. For admins. */
export function RefundOrder({ order, inList = false }: RefundOrderProps) {
  const may = useMay()
  if (!may(refundCalls.order) || !(orderCan.refund(order) || (!inList && (orderCan.refundPart(order) || orderCan.withdraw(order)))))
    return null
  return (
    <DialogButton
      variant="ghost"
      aria-label={words.refundOf(order.name)}
      renderDialog={(onClose) => <RefundDialog order={order} onClose={onClose} />}
    >
      {words.refund}
    </DialogButton>
  )
}

type Typed = Record<'reason' | 'pieces' | 'amount' | 'withdraw' | 'restock', string>

function RefundDialog({ order: now, onClose }: { order: Order; onClose: () => void }) {
  // The order behind the dialog may be reloaded while it is open. The values that the admin saw are sent.
  const [order] = useState(now)
  const [isPart, setIsPart] = useState(!orderCan.refund(order))
  const form = useForm<Typed>({ defaultValues: { reason: '', pieces: '', amount: '', withdraw: '', restock: '' } })
  const typed = form.watch()
  const known = useQuery({ ...readOf(refundCalls.ofOrder, { params: { id: order._id } }), staleTime: 0 })
  const sendOnce = useIdempotentSender<Wanted>()
  const [doubt, setDoubt] = useState<{ sentence: string; wanted: Wanted }>()

  const refund = useFormAction({
    send: (wanted: Wanted) => sendOnce(wanted, (request) => callApi(refundCalls.order, { params: { id: order._id }, ...request })),
    onDone: ({ modifiedCount, order: refunded }, { amount, withdraw }) => {
      updateRead(orderCalls.all, (orders) => orders.map((one) => (one._id === refunded._id ? refunded : one)))
      if (modifiedCount === 0) toast.error(words.nothingLeft)
      else if (amount === undefined && withdraw) toast.success(words.withdrawnDone(formatCount(withdraw)))
      else toast.success(amount === undefined || refunded.refunded ? words.done(order.name) : words.partDone(formatAmount(amount)))
    },
    onClose,
    refused: (error, wanted) => {
      if (error instanceof ApiError && error.code === 'RESTOCK_DOUBTED') {
        setDoubt({ sentence: error.message, wanted })
        return undefined
      }
      // Another admin may have refunded in the meantime: the dialog shows the current remainder.
      void known.refetch()
      return isPart ? showRefusal(form, error) : sentenceOf(error)
    },
    changes: [...orderLists, orderCalls.one, orderEventCalls.ofOrder, refundCalls.ofOrder],
  })
  const isMoneyLeft = known.data?.left !== 0
  const withdrawn = piecesIn(typed.withdraw) ?? 0
  // Without money, only pieces are withdrawn.
  const restockable = (isMoneyLeft ? (known.data?.returnable ?? 0) : 0) + withdrawn
  const field = (name: keyof Typed, validate: (text: string) => string | true, follow?: (text: string) => void) => ({
    ...fieldsOf(form)(name, {
      validate,
      onChange: ({ target }: { target: { value: string } }) => {
        refund.refuse(undefined)
        follow?.(target.value)
      },
    }),
    readOnly: refund.isRunning,
  })

  if (doubt) {
    return (
      <ConfirmModal
        question={words.madeQuestion}
        onConfirm={() => {
          setDoubt(undefined)
          refund.run({ ...doubt.wanted, confirmed: true })
        }}
        onCancel={() => setDoubt(undefined)}
      >
        <p>{doubt.sentence}</p>
      </ConfirmModal>
    )
  }
  return (
    <FormDialog
      title={isPart ? words.partQuestion(order.name) : words.question(order.name)}
      submit={dialogWords.confirm}
      tone="danger"
      action={refund}
      disabled={!known.data}
      closesOutside
      onSubmit={form.handleSubmit((valid) => refund.run(wantedOf(valid, isPart, known.data?.left === 0)))}
      onClose={onClose}
    >
      {known.data ? (
        <>
          {orderCan.refund(order) && orderCan.refundPart(order) && (
            <SelectField
              label={words.what}
              value={isPart ? 'part' : 'all'}
              disabled={refund.isRunning}
              options={[
                ['all', words.all],
                ['part', words.part],
              ]}
              onChange={({ target }) => setIsPart(target.value === 'part')}
            />
          )}
          {isPart && (
            <div className="grid grid-cols-2 gap-x-5 gap-y-2">
              {isMoneyLeft && (
                <>
                  <TextField
                    {...field(
                      'pieces',
                      (text) => piecesProblem(text, order.orderQuantity),
                      (text) => {
                        form.setValue('amount', priceOf(order, text, known.data.left))
                        form.clearErrors('amount')
                      },
                    )}
                    label={words.piecesRefunded}
                    hint={words.piecesRefundedHint(formatCount(order.orderQuantity))}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={20}
                  />
                  <TextField
                    {...field('amount', (text) => amountProblem(text, known.data.left))}
                    label={words.amount}
                    hint={(order.tax ? words.amountHintWithTax : words.amountHint)(formatAmount(known.data.left))}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={20}
                  />
                </>
              )}
              {known.data.leftToSend > 0 && (
                <TextField
                  {...field(
                    'withdraw',
                    (text) => withdrawProblem(text, known.data.leftToSend, !isMoneyLeft),
                    (text) => {
                      // Pieces made to order never were in stock.
                      const fromStock = (piecesIn(text) ?? 0) - known.data.leftToMake
                      form.setValue('restock', fromStock > 0 ? String(fromStock) : '')
                      form.clearErrors('restock')
                    },
                  )}
                  label={words.withdraw}
                  hint={words.withdrawHint(formatCount(known.data.leftToSend))}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={20}
                />
              )}
              {restockable > 0 && (
                <TextField
                  {...field('restock', (text) => restockProblem(text, restockable, withdrawn > 0))}
                  label={words.restock}
                  hint={words.restockHint(formatCount(restockable))}
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
          <TextField
            {...field('reason', (text) => text.trim() !== '' || messages.refundReasonRequired)}
            label={words.reason}
            hint={words.reasonHint}
            maxLength={TEXT_LIMITS.refundReason}
          />
        </>
      ) : (
        <Loading query={known} />
      )}
    </FormDialog>
  )
}

function amountProblem(typed: string, left: number): string | true {
  const cents = readDollars(typed)
  if (cents === undefined) return refundMessages.amountInCents
  if (cents / 100 <= left) return true
  return left === 0 ? refundMessages.nothingLeft : refundMessages.amountTooLarge(left)
}

/** No pieces where nothing is typed. */
const piecesIn = (typed: string) => (typed.trim() === '' ? 0 : readQuantity(typed))

/** The price of the typed number of pieces with their tax, at most what is left of the order; empty without a valid number. */
function priceOf(order: Order, typed: string, left: number): string {
  const pieces = piecesIn(typed)
  const due = dollarsToCents(dueOf(order))
  if (!pieces || pieces > order.orderQuantity || due === undefined) return ''
  return Math.min(shareOfCents(due, pieces, order.orderQuantity) / 100, left).toFixed(2)
}

function piecesProblem(typed: string, ordered: number): string | true {
  const pieces = piecesIn(typed)
  if (pieces === undefined) return refundMessages.piecesWhole
  return pieces <= ordered || refundMessages.piecesTooMany(ordered)
}

function withdrawProblem(typed: string, left: number, isRequired: boolean): string | true {
  const pieces = piecesIn(typed)
  if (pieces === undefined) return refundMessages.withdrawWhole
  if (pieces === 0 && isRequired) return words.withdrawRequired
  return pieces <= left || refundMessages.withdrawTooMany(left)
}

function restockProblem(typed: string, restockable: number, withdraws: boolean): string | true {
  const pieces = piecesIn(typed)
  if (pieces === undefined) return refundMessages.restockWhole
  return pieces <= restockable || (withdraws ? refundMessages.restockTooManyUnsent : refundMessages.restockTooMany)(restockable)
}

/** Of fields that have been validated. */
function wantedOf({ reason, amount, ...typed }: Typed, isPart: boolean, isWithoutMoney: boolean): Wanted {
  if (!isPart) return { reason }
  const [pieces, withdraw, restock] = [piecesIn(typed.pieces), piecesIn(typed.withdraw), piecesIn(typed.restock)]
  const ofPieces = { reason, ...(withdraw && { withdraw }), ...(restock && { restock }) }
  if (isWithoutMoney) return { ...ofPieces, pieces: withdraw! } // it is required
  return { ...ofPieces, amount: readDollars(amount)! / 100, ...(pieces && { pieces }) }
}

type ConsequencesProps = { order: Order; known: OrderRefunds; isPart: boolean; typed: Typed }

/** The effects of the typed values on money, pieces and order. */
function consequencesOf({ order, known: { left, leftToMake }, isPart, typed }: ConsequencesProps): string {
  const [withdrawn, back] = [piecesIn(typed.withdraw) ?? 0, piecesIn(typed.restock) ?? 0]
  // Pieces to be made never were in stock, and are the first that are withdrawn.
  const given = isPart ? { withdrawn, back } : { withdrawn: 0, back: 0 }
  const returns = piecesToSend(order) - given.withdrawn - Math.max(leftToMake - given.withdrawn, 0) + given.back
  const pieces = paymentWords.pieces(returns)
  const means = paymentMeansOf(order.transactionId)
  const goesBack = words.goesBack[means]
  if (!isPart) return order.dispute === 'lost' ? words.endsWithoutMoney(pieces) : words.consequences(goesBack(formatAmount(left)), pieces)
  const ofPieces = [
    ...(back > 0 ? [words.piecesReturn(formatCount(back))] : []),
    ...(orderCan.ship(order) ? [shippingOf(order, withdrawn, piecesIn(typed.pieces) ?? 0)] : [words.staysAsItIs]),
  ]
  if (left === 0) return [words.withoutMoney, ...ofPieces].join(' ')
  const cents = readDollars(typed.amount)
  const dollars = cents === undefined ? undefined : cents / 100
  if (dollars === undefined || dollars > left) return words.partHint(goesBack(words.theAmount))
  const stays = words.stays[means](formatAmount(Number((left - dollars).toFixed(2))))
  if (dollars === left && orderCan.refund(order)) return words.consequences(goesBack(formatAmount(left)), pieces)
  return [words.partConsequences(goesBack(formatAmount(dollars)), stays), ...ofPieces].join(' ')
}

/** What is sent of an order that can be shipped, after pieces are withdrawn or only refunded. */
function shippingOf(order: Order, withdrawn: number, refunded: number): string {
  const left = leftToSend(order)
  if (withdrawn >= left && order.parceledPieces > 0) return words.restNotSent(formatCount(withdrawn))
  if (withdrawn > 0) return `${words.notSent(formatCount(withdrawn), formatCount(left - withdrawn))} ${words.stillShips}`
  return refunded > 0 ? `${words.allStillShip(formatCount(left))} ${words.stillShips}` : words.stillShips
}
