import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { readDollars } from '#contract/basics/dollar-text.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { leftToSend, orderCalls, orderCan, stateOf, type Order } from '#contract/orders/orders.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { dueOfShare, withdrawnShare } from '#contract/payments/delivery-shares.ts'
import { grossOfFreight } from '#contract/payments/invoices.ts'
import { isRefusedRefund, planRefund, priceOfPieces, type RefundRefusal, type WantedRefund } from '#contract/payments/plan-refund.ts'
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
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
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

type Typed = Record<'reason' | 'pieces' | 'amount' | 'withdraw' | 'restock', string> & { freight: boolean }

function RefundDialog({ order: now, onClose }: { order: Order; onClose: () => void }) {
  // The order behind the dialog may be reloaded while it is open. The values that the admin saw are sent.
  const [order] = useState(now)
  const [isPart, setIsPart] = useState(!orderCan.refund(order))
  const form = useForm<Typed>({ defaultValues: { reason: '', pieces: '', amount: '', withdraw: '', restock: '', freight: false } })
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
  const planned = (wanted: WantedRefund) => known.data && planOf(order, known.data, wanted)
  const isMoneyLeft = known.data?.left !== 0
  const withdrawn = piecesIn(typed.withdraw) ?? 0
  const all = isMoneyLeft ? { amountCents: centsOf(known.data?.left ?? 0) } : { pieces: withdrawn }
  // Without money, only pieces are withdrawn.
  const restockable = (isMoneyLeft ? (known.data?.returnable ?? 0) : 0) + withdrawn
  const field = (name: Exclude<keyof Typed, 'freight'>, validate: (text: string) => string | true, follow?: (text: string) => void) => ({
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
                      (text) => problemAt('pieces', piecesIn(text), refundMessages.piecesWhole, (pieces) => planned({ pieces })),
                      (text) => {
                        form.setValue('amount', priceOf(order, text, known.data, typed.freight))
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
                    {...field('amount', (text) =>
                      problemAt('amount', readDollars(text), refundMessages.amountInCents, (amountCents) => planned({ amountCents })),
                    )}
                    label={words.amount}
                    hint={(order.tax ? words.amountHintWithTax : words.amountHint)(formatAmount(known.data.left))}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={20}
                  />
                  {known.data.freightLeft !== undefined && known.data.freightLeft > 0 && (
                    <div className="col-span-2">
                      <CheckField
                        label={words.freightToo(formatAmount(known.data.freightLeft))}
                        checked={typed.freight}
                        disabled={refund.isRunning}
                        onChange={({ target }) => {
                          form.setValue('freight', target.checked)
                          form.setValue('amount', priceOf(order, typed.pieces, known.data, target.checked))
                          form.clearErrors('amount')
                        }}
                      />
                    </div>
                  )}
                </>
              )}
              {known.data.leftToSend > 0 && (
                <TextField
                  {...field(
                    'withdraw',
                    (text) =>
                      piecesIn(text) === 0 && !isMoneyLeft
                        ? words.withdrawRequired
                        : problemAt('withdraw', piecesIn(text), refundMessages.withdrawWhole, (withdraw) =>
                            planned({ pieces: 0, withdraw }),
                          ),
                    (text) => {
                      // Pieces made to order never were in stock.
                      const fromStock = (piecesIn(text) ?? 0) - known.data.leftToMake
                      form.setValue('restock', fromStock > 0 ? String(fromStock) : '')
                      form.clearErrors('restock')
                      if (known.data.invoicedLeft === undefined) return
                      // What is not sent has no invoice, so its price is what it would have been invoiced with.
                      form.setValue('pieces', text)
                      form.setValue('amount', priceOfUnsent(order, text))
                      form.clearErrors(['pieces', 'amount'])
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
                  {...field('restock', (text) =>
                    problemAt('restock', piecesIn(text), refundMessages.restockWhole, (restock) =>
                      planned({ ...all, withdraw: withdrawn, restock }),
                    ),
                  )}
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

type Plan = ReturnType<typeof planRefund>

/** The plan of a refund by what the dialog knows; the shop also knows what credit notes promise. Doubts about pieces are asked afterwards. */
const planOf = (order: Order, { left, freightLeft = 0, ...ofPieces }: OrderRefunds, wanted: WantedRefund): Plan =>
  planRefund(
    { ...order, ...ofPieces, ...moneyOf(order), state: stateOf(order) },
    { leftCents: centsOf(left), freightBackCents: moneyOf(order).freightDueCents - centsOf(freightLeft) },
    { ...wanted, confirmed: true },
  )

const centsOf = (dollars: number) => dollarsToCents(dollars) ?? 0

/** The price of pieces that are not sent any more, with their share of freight and tax; empty without a valid number. */
function priceOfUnsent(order: Order, typed: string): string {
  const pieces = piecesIn(typed) ?? 0
  if (pieces === 0 || pieces > leftToSend(order)) return ''
  const { totalPrice, freight, tax, orderQuantity: quantity, withdrawnPieces } = order
  const [totalCents, freightCents, taxCents] = [centsOf(totalPrice), centsOf(freight?.amount ?? 0), centsOf(tax?.total ?? 0)]
  return (dueOfShare(withdrawnShare({ quantity, totalCents, freightCents, taxCents, withdrawnPieces }, pieces)) / 100).toFixed(2)
}

/** What is due for an order, and the freight in it, with tax. */
function moneyOf(order: Order) {
  const [netCents, freightCents, taxCents] = [order.totalPrice, order.freight?.amount ?? 0, order.tax?.total ?? 0].map(centsOf) as [
    number,
    number,
    number,
  ]
  return {
    quantity: order.orderQuantity,
    dueCents: centsOf(dueOf(order)),
    freightDueCents: grossOfFreight({ netCents, freightCents, taxCents }),
  }
}

/** What is wrong with a field: it cannot be read, or the plan of its value refuses it. */
function problemAt(name: RefundRefusal['field'], value: number | undefined, unreadable: string, planned: (value: number) => Plan) {
  if (value === undefined) return unreadable
  const plan = planned(value)
  return isRefusedRefund(plan) && plan.field === name && plan.message ? plan.message : true
}

/** No pieces where nothing is typed. */
const piecesIn = (typed: string) => (typed.trim() === '' ? 0 : readQuantity(typed))

/** The price of the typed number of pieces with their tax, and the freight, at most what is left of the order; empty without a valid number. */
function priceOf(order: Order, typed: string, { left, freightLeft = 0 }: OrderRefunds, freight: boolean): string {
  const pieces = piecesIn(typed) ?? 0
  if (pieces > order.orderQuantity || (pieces === 0 && !freight)) return ''
  const price = priceOfPieces(moneyOf(order), pieces, centsOf(left))
  return (Math.min(price + (freight ? centsOf(freightLeft) : 0), centsOf(left)) / 100).toFixed(2)
}

/** Of fields that have been validated. */
function wantedOf({ reason, amount, ...typed }: Typed, isPart: boolean, isWithoutMoney: boolean): Wanted {
  if (!isPart) return { reason }
  const [pieces, withdraw, restock] = [piecesIn(typed.pieces), piecesIn(typed.withdraw), piecesIn(typed.restock)]
  const ofPieces = { reason, ...(withdraw && { withdraw }), ...(restock && { restock }) }
  if (isWithoutMoney) return { ...ofPieces, pieces: withdraw! } // it is required
  return { ...ofPieces, amount: readDollars(amount)! / 100, ...(pieces && { pieces }), ...(typed.freight && { freight: true }) }
}

type ConsequencesProps = { order: Order; known: OrderRefunds; isPart: boolean; typed: Typed }

/** The effects of the typed values on money, pieces and order. */
function consequencesOf({ order, known, isPart, typed }: ConsequencesProps): string {
  const { left } = known
  const [pieces = 0, withdraw = 0, restock = 0] = [piecesIn(typed.pieces), piecesIn(typed.withdraw), piecesIn(typed.restock)]
  const amountCents = left > 0 ? readDollars(typed.amount) : undefined
  const plan = planOf(
    order,
    known,
    isPart ? { pieces: left > 0 ? pieces : withdraw, amountCents, withdraw, restock, freight: typed.freight } : {},
  )
  const isPlanned = plan !== undefined && !isRefusedRefund(plan)
  const means = order.paidBy ?? 'card'
  const goesBack = words.goesBack[means]
  const stocked = paymentWords.pieces(isPlanned ? plan.stockedPieces : 0)
  const whole = words.consequences(goesBack(formatAmount(left)), stocked)
  if (!isPart) return order.dispute === 'lost' ? words.endsWithoutMoney(stocked) : whole
  if (left > 0 && (!isPlanned || amountCents === undefined)) return words.partHint(goesBack(words.theAmount))
  const ofPieces = [
    ...(restock > 0 ? [words.piecesReturn(formatCount(restock))] : []),
    orderCan.ship(order) ? shippingOf(order, withdraw, pieces) : words.staysAsItIs,
  ].join(' ')
  if (!isPlanned || amountCents === undefined) return `${words.withoutMoney} ${ofPieces}`
  const staysCents = centsOf(left) - plan.givesCents
  if (staysCents === 0 && orderCan.refund(order)) return whole
  const stays = words.stays[means](formatAmount(staysCents / 100))
  return `${words.partConsequences(goesBack(formatAmount(plan.givesCents / 100)), stays)} ${ofPieces}`
}

/** What is sent of an order that can be shipped, after pieces are withdrawn or only refunded. */
function shippingOf(order: Order, withdrawn: number, refunded: number): string {
  const left = leftToSend(order)
  if (withdrawn >= left && order.parceledPieces > 0) return words.restNotSent(formatCount(withdrawn))
  if (withdrawn > 0) return `${words.notSent(formatCount(withdrawn), formatCount(left - withdrawn))} ${words.stillShips}`
  return refunded > 0 ? `${words.allStillShip(formatCount(left))} ${words.stillShips}` : words.stillShips
}
