import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatCount } from '#contract/basics/figures.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { refundCalls } from '#contract/payments/refunds.ts'
import { MAXIMUM_RETURN_PICTURES, RETURN_LIMITS, returnCalls, returnMessages, type ReturnToAsk } from '#contract/orders/returns.ts'
import { returnReasons, type ReturnReason } from '#contract/orders/return-states.ts'
import { callApi, uploadReturnPicture } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Field, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { returnWords as words } from '#app/words/returns.ts'

/** Asks for the return of pieces of an order, by its buyer. */
export const AskReturn = ({ order, returnable }: { order: Order; returnable: number }) => (
  <DialogButton renderDialog={(onClose) => <AskDialog order={order} returnable={returnable} onClose={onClose} />}>{words.ask}</DialogButton>
)

type Typed = { pieces: string; reason: ReturnReason; note: string }

function AskDialog({ order, returnable, onClose }: { order: Order; returnable: number; onClose: () => void }) {
  const form = useForm<Typed>({ defaultValues: { pieces: '', reason: returnReasons[0], note: '' } })
  const field = fieldsOf(form)
  const [pictures, setPictures] = useState<string[]>([])
  const [isUploading, setIsUploading] = useState(false)
  const [pictureProblem, setPictureProblem] = useState<string>()
  const sendOnce = useIdempotentSender<ReturnToAsk>()
  const { run, isRunning, refusal } = useFormAction({
    form,
    send: ({ pieces, ...typed }: Typed) =>
      sendOnce({ ...typed, pieces: readQuantity(pieces) ?? 0, pictures }, (request) =>
        callApi(returnCalls.ask, { params: { id: order._id }, ...request }),
      ),
    onDone: ({ number }) => toast.success(words.asked(number)),
    onClose,
    changes: [returnCalls.ofOrder, refundCalls.ofOrder, orderEventCalls.ofOrder, orderCalls.one],
  })

  const upload = async (file: File | undefined) => {
    if (!file) return
    setIsUploading(true)
    setPictureProblem(undefined)
    try {
      const { data } = await uploadReturnPicture(order._id, file)
      setPictures((before) => [...before, data.url])
    } catch (problem) {
      setPictureProblem(failureText(problem))
    } finally {
      setIsUploading(false)
    }
  }

  return (
    <FormDialog
      title={words.askTitle(order.number)}
      submit={words.send}
      action={{ isRunning: isRunning || isUploading, refusal }}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-5 gap-y-2">
        <TextField
          {...field('pieces', { validate: (typed) => piecesProblem(typed, returnable, returnMessages.piecesTooMany) })}
          label={words.pieces}
          hint={words.piecesHint(formatCount(returnable))}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField {...field('reason')} label={words.reason} options={returnReasons.map((reason) => [reason, words.reasons[reason]])} />
      </div>
      <TextArea {...field('note', filled(returnMessages.noteRequired, RETURN_LIMITS.note))} label={words.note} rows={3} />
      {pictures.length < MAXIMUM_RETURN_PICTURES && (
        <Field label={words.pictures} hint={isUploading ? words.uploading : words.picturesHint} error={pictureProblem}>
          {(control) => (
            <input
              {...control}
              type="file"
              className="control"
              accept="image/jpeg,image/png,image/webp,image/avif"
              disabled={isUploading}
              onChange={({ target }) => {
                void upload(target.files?.[0])
                target.value = ''
              }}
            />
          )}
        </Field>
      )}
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {pictures.map((url, index) => (
            <li key={url} className="grid justify-items-start gap-1">
              <img className="aspect-4/3 w-24 rounded-box object-cover" src={url} alt={words.picture(index + 1)} />
              <Button variant="ghost" onClick={() => setPictures(pictures.filter((one) => one !== url))}>
                {words.removePicture(index + 1)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

/** The message about a number of pieces from 1 to `most`, or true. */
export function piecesProblem(typed: string, most: number, tooMany: (most: number) => string): string | true {
  const pieces = readQuantity(typed)
  if (pieces === undefined || pieces === 0) return returnMessages.piecesWhole
  return pieces <= most || tooMany(most)
}
