import { useForm } from 'react-hook-form'
import { useQuery } from '@tanstack/react-query'
import { weekdayText } from '#contract/basics/day-text.ts'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { canMove, moveCalls, type DeliveryMove, type MoveSide } from '#contract/promises/moves.ts'
import { reportCalls } from '#contract/shop/reports.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { useSession } from '#app/identity/session.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { moveWords as words } from '#app/words/moves.ts'

const CHANGES = [moveCalls.ofOrder, orderCalls.one, orderEventCalls.ofOrder, reportCalls.openWork, ...orderLists]

/** For buyer and shop: asks for another day of one of several deliveries, and answers what the other side asks for. */
export function MoveDelivery({ order }: { order: Order }) {
  const { identity } = useSession()
  // Read again with the order, which is, when something has happened to it.
  const { data } = useQuery(readOf(moveCalls.ofOrder, { params: { id: order._id } }))
  if (!data || !identity || order.release === undefined) return null
  const open = data.moves.find(({ state }) => state === 'asked')
  if (open) return <OpenMove orderId={order._id} move={open} side={data.side} isMovable={canMove(order)} />
  if (!canMove(order)) return null
  return (
    <p className="mt-3">
      <DialogButton renderDialog={(onClose) => <AskMove order={order} onClose={onClose} />}>{words.move}</DialogButton>
    </p>
  )
}

type OpenMoveProps = { orderId: string; move: DeliveryMove; side: MoveSide; isMovable: boolean }

function OpenMove({ orderId, move: { _id, wishedOn, askedBy }, side, isMovable }: OpenMoveProps) {
  const day = weekdayText(wishedOn)
  const isOwn = askedBy === side
  const answer = (said: keyof typeof words.done, button: string, question: string) => (
    <ConfirmedAction
      button={button}
      tone={said === 'confirmed' ? 'primary' : 'danger'}
      question={question}
      send={() => callApi(moveCalls.answer, { params: { id: orderId }, body: { move: _id, answer: said } })}
      onDone={() => toast.success(words.done[said])}
      changes={CHANGES}
    />
  )
  return (
    <div className="mt-3">
      <Notice>
        <p className="mb-3">{isOwn ? words.youAsk(day) : askedBy === 'shop' ? words.shopAsks(day) : words.customerAsks(day)}</p>
        <div className="flex flex-wrap gap-3">
          {isOwn && answer('withdrawn', words.withdraw, words.withdrawQuestion)}
          {!isOwn && isMovable && answer('confirmed', words.confirm, words.confirmQuestion(day))}
          {!isOwn && answer('refused', words.refuse, words.refuseQuestion(day))}
        </div>
      </Notice>
    </div>
  )
}

function AskMove({ order, onClose }: { order: Order; onClose: () => void }) {
  const calendar = useShopCalendar()
  const form = useForm({ defaultValues: { wishedOn: order.wishedOn ?? '' } })
  const ask = useFormAction({
    form,
    send: (body: { wishedOn: string }) => callApi(moveCalls.ask, { params: { id: order._id }, body }),
    onDone: () => toast.success(words.asked),
    onClose,
    changes: CHANGES,
  })
  const field = fieldsOf(form)('wishedOn', {
    validate: (day) => (day === '' ? words.dayMissing : (wishedDayProblem(day, calendar) ?? true)),
  })
  return (
    <FormDialog
      title={words.title}
      lead={words.lead}
      submit={words.send}
      action={ask}
      onSubmit={form.handleSubmit((typed) => ask.run(typed))}
      onClose={onClose}
    >
      <TextField {...field} label={words.day} type="date" min={calendar.today} />
    </FormDialog>
  )
}
