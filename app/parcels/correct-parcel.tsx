import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallBody } from '#contract/call.ts'
import { carriedBy } from '#contract/carriers.ts'
import { formatCount } from '#contract/figures.ts'
import { orderEventCalls } from '#contract/order-events.ts'
import { parcelCalls, type Parcel } from '#contract/parcels.ts'
import { ApiError } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { showRefusal } from '#app/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { parcelWords as words } from '#app/words/parcels.ts'
import { CarrierField, chooseCarrier, TrackingNumberField, typedCarried, type ParcelFields } from './parcel-fields.tsx'

/** Corrects carrier and number of a parcel. For admins. */
export function CorrectParcel({ parcel }: { parcel: Parcel }) {
  const [isOpen, setIsOpen] = useState(false)
  const title = words.correctOf(words.pieces(formatCount(parcel.pieces)))
  return (
    <>
      <Button variant="secondary" aria-label={title} onClick={() => setIsOpen(true)}>
        {words.correct}
      </Button>
      {isOpen && <CorrectionDialog parcel={parcel} title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CorrectionDialog({ parcel, title, onClose }: { parcel: Parcel; title: string; onClose: () => void }) {
  // What the correction replaces: what was shown when the dialog was opened, or when it was refused.
  const [seen, setSeen] = useState({ carrier: parcel.carrier, trackingNumber: parcel.trackingNumber })
  const [trouble, setTrouble] = useState<string>()
  const form = useForm<ParcelFields>({
    defaultValues: { pieces: String(parcel.pieces), carrier: parcel.carrier ?? '', trackingNumber: parcel.trackingNumber ?? '' },
  })

  const correct = useAction({
    send: (typed: ParcelFields) => correctUnlessChanged(parcel, { ...typedCarried(typed), seen }),
    onStart: () => setTrouble(undefined),
    onDone: ({ isCorrected, now }) => {
      if (!isCorrected) {
        setSeen({ carrier: now.carrier, trackingNumber: now.trackingNumber })
        return setTrouble(words.changedMeanwhile(carriedBy(now) || words.nothing))
      }
      onClose()
      toast.success(words.corrected)
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [parcelCalls.ofOrder, orderEventCalls.ofOrder],
  })
  const save = form.handleSubmit((typed) => correct.run(typed))

  return (
    <Dialog label={title} busy={correct.isRunning} onClose={onClose}>
      <form
        noValidate
        className="modal-body"
        onSubmit={(event) => {
          chooseCarrier(form)
          void save(event)
        }}
      >
        <h2 className="mb-3 text-xl">{title}</h2>
        <div className="grid gap-3">
          <CarrierField form={form} readOnly={correct.isRunning} />
          <TrackingNumberField form={form} readOnly={correct.isRunning} />
          {trouble && <Notice tone="warning">{trouble}</Notice>}
        </div>
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={correct.isRunning}>
            {dialogWords.cancel}
          </Button>
          <Button type="submit" busy={correct.isRunning}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Correction = CallBody<typeof parcelCalls.correct>

/** The parcel as it stands: corrected, or as another admin has left it meanwhile. */
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
