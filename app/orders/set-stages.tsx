import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { stageCalls, type StageAnswer, type StagesToSet } from '#contract/orders/stages.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { useMay } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { stageLine, StageFieldSet, withoutProblem, type StageFields } from '#app/orders/stage-fields.tsx'
import { StageAnswers } from '#app/orders/stage-answers.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { stageWords as words } from '#app/words/stages.ts'

/** Whether the stage of an order can be set: something is made for it, and it has not ended. */
export const isMade = ({ madeToOrder, shipped, cancelled, refunded }: Order) =>
  madeToOrder !== undefined && !shipped && !cancelled && !refunded

/** Sets the stage of the selected orders, of those that something is made for. */
export function SetStages({ orders }: { orders: readonly Order[] }) {
  // Those that were asked about stay in the dialog when the selection changes.
  const [asked, setAsked] = useState<readonly Order[]>()
  const made = orders.filter(isMade)
  if (!useMay()(stageCalls.set)) return null
  return (
    <>
      {made.length > 0 && (
        <Button variant="secondary" onClick={() => setAsked(made)}>
          {words.setSelected}
        </Button>
      )}
      {asked && <StagesDialog orders={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function StagesDialog({ orders, onClose }: { orders: readonly Order[]; onClose: () => void }) {
  const [refused, setRefused] = useState<StageAnswer[]>([])
  const form = useForm<StageFields>({ defaultValues: { stage: '', day: '', tell: false, correct: false } })
  const sender = useIdempotentSender<StagesToSet>()
  const set = useFormAction({
    form,
    send: (typed: StageFields) =>
      sender({ lines: orders.map(({ number }) => stageLine(number, typed)), tell: typed.tell, correct: typed.correct }, (request) =>
        callApi(stageCalls.set, request),
      ),
    onDone: ({ lines }) => {
      const wrong = lines.filter(({ problem }) => problem !== null)
      setRefused(wrong)
      toast.success(words.changed(lines.filter(({ changed }) => changed).length))
      if (wrong.length === 0) onClose()
    },
    changes: [orderCalls.one, ...orderLists],
  })
  return (
    <FormDialog
      title={words.question(orders.length)}
      submit={dialogWords.confirm}
      action={set}
      wide={refused.length > 0 ? 'table' : true}
      onSubmit={form.handleSubmit(set.run)}
      onClose={onClose}
    >
      <StageFieldSet form={form} tell={words.tell} />
      <CheckField {...withoutProblem(fieldsOf(form)('correct'))} label={words.back} />
      {refused.length > 0 && (
        <>
          <p role="status">{words.wrong(refused.length)}</p>
          <StageAnswers answers={refused} />
        </>
      )}
    </FormDialog>
  )
}
