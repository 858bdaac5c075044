import { useState, type ReactNode } from 'react'
import { useForm, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { readDollars } from '#contract/basics/dollar-text.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { refundCalls, refundMessages } from '#contract/payments/refunds.ts'
import { RETURN_LIMITS, returnCalls, returnMessages, type Return } from '#contract/orders/returns.ts'
import { returnConditions, type ReturnCondition } from '#contract/orders/return-states.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useMay } from '#app/identity/may.tsx'
import { readAgain } from '#app/api/queries.ts'
import { piecesProblem } from '#app/returns/ask-return.tsx'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { returnWords as words } from '#app/words/returns.ts'

const CHANGES = [returnCalls.all, returnCalls.one, returnCalls.ofOrder, refundCalls.ofOrder, orderEventCalls.ofOrder, orderCalls.one]

/** The shop's actions for a return in its state. */
export function ReturnActions({ one }: { one: Return }) {
  const may = useMay()
  const [open, setOpen] = useState<'agree' | 'refuse' | 'receive' | 'settle' | 'close'>()
  const close = () => setOpen(undefined)
  const button = (verb: NonNullable<typeof open>, variant?: 'secondary') => (
    <Button variant={variant} aria-label={words.of(words[verb], one.number)} onClick={() => setOpen(verb)}>
      {words[verb]}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {one.state === 'asked' && may(returnCalls.agree) && (
        <>
          {button('agree')}
          {button('refuse', 'secondary')}
        </>
      )}
      {one.state === 'agreed' && may(returnCalls.receive) && (
        <>
          {button('receive')}
          {button('close', 'secondary')}
        </>
      )}
      {one.state === 'received' && may(returnCalls.settle) && button('settle')}
      {open === 'agree' && (
        <Answer
          title={words.agreeTitle(one.number)}
          verb={words.agree}
          label={words.answer}
          hint={words.answerHint}
          missing={returnMessages.answerRequired}
          send={(answer) => callApi(returnCalls.agree, { params: { id: one._id }, body: { answer } })}
          onClose={close}
        />
      )}
      {open === 'refuse' && (
        <Answer
          title={words.refuseTitle(one.number)}
          verb={words.refuse}
          label={words.refusal}
          hint={words.refusalHint}
          missing={returnMessages.refusalRequired}
          send={(answer) => callApi(returnCalls.refuse, { params: { id: one._id }, body: { answer } })}
          onClose={close}
        />
      )}
      {open === 'close' && (
        <Answer
          title={words.closeTitle(one.number)}
          verb={words.close}
          label={words.outcome}
          hint={words.closeHint}
          missing={returnMessages.outcomeRequired}
          send={(note) => callApi(returnCalls.close, { params: { id: one._id }, body: { note } })}
          onClose={close}
        />
      )}
      {open === 'receive' && <Receive one={one} onClose={close} />}
      {open === 'settle' && <Settle one={one} onClose={close} />}
    </div>
  )
}

/** Saves a step; a return that was changed concurrently is reloaded, and the dialog shows the change. */
const useStep = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (typed: Values) => Promise<Return>,
  onClose: () => void,
  renamed?: Record<string, Path<Values>>,
) =>
  useFormAction({
    send,
    refused: (error) => {
      void readAgain(returnCalls.all, returnCalls.one, returnCalls.ofOrder)
      return showRefusal(form, error, renamed)
    },
    onDone: () => toast.success(words.saved),
    onClose,
    changes: CHANGES,
  })

type AnswerProps = {
  title: string
  verb: string
  label: string
  hint: ReactNode
  missing: string
  send: (text: string) => Promise<Return>
  onClose: () => void
}

function Answer({ title, verb, label, hint, missing, send, onClose }: AnswerProps) {
  const form = useForm({ defaultValues: { answer: '' } })
  const step = useStep(form, (typed) => send(typed.answer), onClose, { note: 'answer' })
  return (
    <FormDialog title={title} submit={verb} action={step} onSubmit={form.handleSubmit(step.run)} onClose={onClose}>
      <TextArea {...fieldsOf(form)('answer', filled(missing, RETURN_LIMITS.answer))} label={label} hint={hint} rows={4} />
    </FormDialog>
  )
}

function Receive({ one, onClose }: { one: Return; onClose: () => void }) {
  const form = useForm<{ pieces: string; condition: ReturnCondition; note: string }>({
    defaultValues: { pieces: formatCount(one.pieces), condition: returnConditions[0], note: '' },
  })
  const field = fieldsOf(form)
  const step = useStep(
    form,
    ({ pieces, ...typed }) =>
      callApi(returnCalls.receive, { params: { id: one._id }, body: { ...typed, pieces: readQuantity(pieces) ?? 0 } }),
    onClose,
  )
  return (
    <FormDialog
      title={words.receiveTitle(one.number)}
      submit={words.receive}
      action={step}
      onSubmit={form.handleSubmit(step.run)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-5 gap-y-2">
        <TextField
          {...field('pieces', { validate: (typed) => piecesProblem(typed, one.pieces, returnMessages.receivedTooMany) })}
          label={words.pieces}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          {...field('condition')}
          label={words.condition}
          options={returnConditions.map((condition) => [condition, words.conditions[condition]])}
        />
      </div>
      <TextArea {...field('note')} label={words.conditionNote} rows={3} maxLength={RETURN_LIMITS.note} />
    </FormDialog>
  )
}

type Ending = { amount: string; restock: string; note: string }

function Settle({ one, onClose }: { one: Return; onClose: () => void }) {
  const most = one.receivedPieces ?? 0
  const form = useForm<Ending>({
    defaultValues: { amount: one.proposed.toFixed(2), restock: one.condition === 'unopened' ? String(most) : '0', note: '' },
  })
  const field = fieldsOf(form)
  const step = useStep(
    form,
    ({ amount, restock, note }) => {
      const cents = readDollars(amount)
      return callApi(returnCalls.settle, {
        params: { id: one._id },
        body: { note, restock: readQuantity(restock) ?? 0, ...(cents !== undefined && { amount: cents / 100 }) },
      })
    },
    onClose,
  )
  return (
    <FormDialog
      title={words.settleTitle(one.number)}
      submit={words.settle}
      action={step}
      onSubmit={form.handleSubmit(step.run)}
      onClose={onClose}
    >
      <TextField
        {...field('amount', {
          validate: (typed) => typed.trim() === '' || readDollars(typed) !== undefined || refundMessages.amountInCents,
        })}
        label={words.amount}
        hint={words.amountHint(formatAmount(one.proposed))}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        {...field('restock', {
          validate: (typed) => {
            const pieces = typed.trim() === '' ? 0 : readQuantity(typed)
            if (pieces === undefined) return refundMessages.restockWhole
            return pieces <= most || returnMessages.restockTooMany(most)
          },
        })}
        label={words.restock}
        hint={words.restockHint(formatCount(most))}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextArea {...field('note')} label={words.outcome} hint={words.outcomeHint} rows={3} maxLength={RETURN_LIMITS.note} />
    </FormDialog>
  )
}
