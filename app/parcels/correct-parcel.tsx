import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallBody } from '#contract/basics/call.ts'
import { carriedBy } from '#contract/orders/carriers.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { parcelCalls, type Parcel } from '#contract/orders/parcels.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { parcelWords as words } from '#app/words/parcels.ts'
import { CarrierField, chooseCarrier, TrackingNumberField, typedCarried, type ParcelFields } from './parcel-fields.tsx'

/** Corrects carrier and number of a parcel. For admins. */
export function CorrectParcel({ parcel }: { parcel: Parcel }) {
  const title = words.correctOf(words.pieces(formatCount(parcel.pieces)))
  return (
    <DialogButton aria-label={title} renderDialog={(onClose) => <CorrectionDialog parcel={parcel} title={title} onClose={onClose} />}>
      {words.correct}
    </DialogButton>
  )
}

function CorrectionDialog({ parcel, title, onClose }: { parcel: Parcel; title: string; onClose: () => void }) {
  // The values that the correction replaces: those shown when the dialog was opened, or at its last refusal.
  const [seen, setSeen] = useState({ carrier: parcel.carrier, trackingNumber: parcel.trackingNumber })
  const form = useForm<ParcelFields>({
    defaultValues: { pieces: String(parcel.pieces), carrier: parcel.carrier ?? '', trackingNumber: parcel.trackingNumber ?? '' },
  })

  const correct = useFormAction({
    form,
    send: (typed: ParcelFields) => correctUnlessChanged(parcel, { ...typedCarried(typed), seen }),
    onDone: ({ isCorrected, now }) => {
      if (isCorrected) {
        onClose()
        toast.success(words.corrected)
      } else {
        setSeen({ carrier: now.carrier, trackingNumber: now.trackingNumber })
        correct.refuse(words.changedMeanwhile(carriedBy(now) || words.nothing))
      }
    },
    changes: [parcelCalls.ofOrder, orderEventCalls.ofOrder],
  })

  return (
    <FormDialog
      title={title}
      submit={words.save}
      action={correct}
      onSubmit={() => {
        chooseCarrier(form)
        void form.handleSubmit(correct.run)()
      }}
      onClose={onClose}
    >
      <CarrierField form={form} readOnly={correct.isRunning} />
      <TrackingNumberField form={form} readOnly={correct.isRunning} />
    </FormDialog>
  )
}

type Correction = CallBody<typeof parcelCalls.correct>

/** The current parcel: corrected here, or by another admin. */
async function correctUnlessChanged({ _id, orderId }: Parcel, body: Correction): Promise<{ isCorrected: boolean; now: Parcel }> {
  try {
    const { parcel } = await callApi(parcelCalls.correct, { params: { id: _id }, body })
    return { isCorrected: true, now: parcel }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PARCEL_CHANGED')) throw error
    const { parcels } = await callApi(parcelCalls.ofOrder, { params: { id: orderId } })
    const now = parcels.find((parcel) => parcel._id === _id)
    if (!now) throw error
    return { isCorrected: false, now }
  }
}
