import { useForm } from 'react-hook-form'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, stateOf, type Order, type OrderInFull } from '#contract/orders/orders.ts'
import { orderStages, stageCalls, type StagesToSet } from '#contract/orders/stages.ts'
import { stageText } from '#contract/orders/stage-text.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { Allowed } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { stageLine, StageFieldSet, type StageFields } from '#app/orders/stage-fields.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Fact } from '#app/ui/facts.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { stageWords as words } from '#app/words/stages.ts'

/** How far the shop is with what it makes for an order. Nothing where that was not said. */
export const StageFact = ({ order: { stage } }: { order: Pick<Order, 'stage'> }) =>
  stage && <Fact title={words.stage}>{stageText(stage)}</Fact>

/** For people of the shop: the button that says it, of an order that something is made for. */
export function SetStage({ order }: { order: OrderInFull }) {
  const state = stateOf(order)
  if (!order.madeToOrder || (state !== 'paid' && state !== 'unpaid')) return null
  return (
    <Allowed call={stageCalls.set}>
      <div className="mt-3">
        <DialogButton renderDialog={(onClose) => <StageDialog order={order} onClose={onClose} />}>{words.set}</DialogButton>
      </div>
    </Allowed>
  )
}

function StageDialog({ order: { number, stage }, onClose }: { order: Order; onClose: () => void }) {
  const form = useForm<StageFields>({ defaultValues: { stage: stage?.name ?? '', day: stage?.day ?? '', tell: false, correct: true } })
  const sender = useIdempotentSender<StagesToSet>()
  const isBack = stage !== undefined && placeOf(form.watch('stage')) < placeOf(stage.name)
  const set = useFormAction({
    form,
    send: (typed: StageFields) =>
      sender(
        {
          lines: [{ ...stageLine(number, typed), seen: stage ? { name: stage.name, day: stage.day } : null }],
          tell: typed.tell,
          correct: true,
        },
        (request) => callApi(stageCalls.set, request),
      ),
    onDone: ({ lines: [answer] }) => {
      if (answer?.message) set.refuse(answer.message)
      else {
        toast.success(answer?.changed ? words.done : words.unchanged)
        onClose()
      }
    },
    changes: [orderCalls.one, orderEventCalls.ofOrder, ...orderLists],
  })
  return (
    <FormDialog
      title={words.setOf(number)}
      submit={dialogWords.confirm}
      action={set}
      onSubmit={form.handleSubmit(set.run)}
      onClose={onClose}
    >
      <StageFieldSet form={form} tell={words.tellOne} />
      {isBack && <p>{words.correction}</p>}
    </FormDialog>
  )
}

/** '' is none, which is before all others. */
const placeOf = (name: StageFields['stage']) => (name === '' ? orderStages.length : orderStages.indexOf(name))
